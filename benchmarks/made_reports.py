"""Generates annual reports from templates: hundreds of thousands of characters with statements, notes and prose that
repeat the same words, and questions that use other words than the text. The same seed gives the same reports."""

from collections.abc import Iterator, Sequence
from random import Random

from benchmarks.corpus import Asked

COMPANIES = (
    "Halden Robotics", "Halden Industries", "Northmere Foods", "Northmere Retail", "Ostrava Chemicals", "Pellworth",
    "Quillon Semiconductor", "Quillon Software", "Tamsin Airlines", "Verrado Health",
)  # fmt: skip
YEARS = (2021, 2022)
_SEGMENTS = ("Consumer", "Industrial", "Services", "Americas", "Europe", "Asia Pacific", "Wholesale", "Digital")
_TOPICS = (
    "net sales", "capital expenditures", "working capital", "operating margin", "gross margin", "inventory levels",
    "days of inventory", "liquidity", "free cash flow", "the effective tax rate", "return on assets", "interest rates",
    "dividends", "share repurchases", "foreign currency exchange rates", "raw material costs", "customer demand",
    "our credit facilities", "restructuring activities", "cash and cash equivalents", "long-term debt", "depreciation",
    "our quick and current ratios", "accounts receivable", "accounts payable", "property, plant and equipment",
    "goodwill and intangible assets", "research and development", "selling, general and administrative expenses",
)  # fmt: skip
_CAUSES = (
    "higher volumes in the {seg} segment", "the timing of payments to suppliers", "changes in product mix",
    "lower freight costs", "the acquisition completed in the prior year", "inflation in wages and materials",
    "general economic conditions", "competition from new entrants", "regulatory changes in {seg2} markets",
    "the pandemic and measures taken against it", "seasonal patterns in our business", "pricing actions",
)  # fmt: skip
_PROSE = (
    "Our results depend on {topic}, which may be affected by {cause}.",
    "In fiscal {year} we continued to manage {topic} closely, mainly because of {cause}.",
    "Management uses {topic} and {topic2} as measures of performance, together with other information in this report.",
    "We cannot assure you that {topic} will not be adversely affected by {cause}.",
    "The change in {topic} from {prior} to {year} was due primarily to {cause}, partly offset by {cause2}.",
    "{co} believes that its approach to {topic} gives it an advantage over its competitors.",
    "The {seg} segment contributed ${n} million to {topic} in fiscal {year}, compared with ${m} million in {prior}.",
    "For a discussion of {topic}, see Management's Discussion and Analysis and the notes to the statements.",
    "A hypothetical change of ten percent in {topic} would have changed pre-tax results by about ${n} million.",
    "As of the end of fiscal {year}, amounts related to {topic} totalled ${n} million ({prior}: ${m} million).",
    "We define {topic} in the same way in all periods presented, and others may define it otherwise.",
    "Estimates that concern {topic} require judgment, and actual results may differ because of {cause}.",
)
# Each line of a statement: a key, the ways in which companies call it.
_INCOME = (
    ("sales", ("Net sales", "Total revenues", "Net revenue")),
    ("cogs", ("Cost of sales", "Cost of goods sold", "Cost of products sold")),
    ("gross", ("Gross profit",)),
    ("sga", ("Selling, general and administrative expenses", "Marketing and administrative costs")),
    ("rnd", ("Research and development expenses", "Technology and product development")),
    ("opinc", ("Operating income", "Income from operations", "Earnings before interest and taxes")),
    ("interest", ("Interest expense, net", "Interest and other financing charges")),
    ("pretax", ("Income before income taxes", "Earnings before provision for taxes")),
    ("tax", ("Provision for income taxes", "Income tax expense")),
    ("net", ("Net income", "Net earnings")),
    ("eps", ("Diluted earnings per share", "Earnings per common share, assuming dilution")),
)
_BALANCE = (
    ("cash", ("Cash and cash equivalents",)),
    ("securities", ("Short-term investments", "Marketable securities")),
    ("receivables", ("Accounts receivable, net", "Trade receivables, less allowances", "Receivables, net")),
    ("inventory", ("Inventories", "Merchandise inventories")),
    ("ca", ("Total current assets",)),
    ("ppe", ("Property, plant and equipment, net", "Property and equipment, at cost less accumulated depreciation")),
    ("goodwill", ("Goodwill",)),
    ("assets", ("Total assets",)),
    ("payables", ("Accounts payable", "Trade payables")),
    ("shortdebt", ("Short-term borrowings", "Current portion of long-term debt", "Notes payable")),
    ("cl", ("Total current liabilities",)),
    ("debt", ("Long-term debt", "Long-term borrowings, less current maturities")),
    ("liabilities", ("Total liabilities",)),
    ("equity", ("Total stockholders' equity", "Total shareholders' equity")),
)
_CASH_FLOW = (
    ("net_cf", ("Net income", "Net earnings")),
    ("da", ("Depreciation and amortization", "Depreciation, depletion and amortization")),
    ("sbc", ("Share-based compensation", "Stock compensation expense")),
    ("cfo", ("Net cash provided by operating activities", "Cash flows from operations")),
    (
        "capex",
        (
            "Purchases of property, plant and equipment",
            "Additions to property and equipment",
            "Payments to acquire property and equipment",
        ),
    ),
    ("acq", ("Acquisitions of businesses, net of cash acquired", "Payments for business combinations")),
    ("cfi", ("Net cash used in investing activities", "Cash flows used for investing")),
    ("dividends", ("Cash dividends paid", "Payments of dividends to shareholders")),
    ("buyback", ("Repurchases of common stock", "Treasury stock purchased")),
    ("cff", ("Net cash used in financing activities", "Cash flows used for financing")),
)
_TITLES = {
    "income": ("Consolidated Statements of Income", "Consolidated Statements of Operations", "Statements of Earnings"),
    "balance": ("Consolidated Balance Sheets", "Consolidated Statements of Financial Position"),
    "cash": ("Consolidated Statements of Cash Flows",),
}
# The keys of the lines that answer it, and a question.
_ASKED = (
    ("capex", "What is the {fy} capital expenditure (USD millions) of {co}? Use the data in the cash flow statement"),
    ("capex", "How much did {co} spend on capex in {fy}? Please answer in millions and round to one decimal place."),
    ("ca cl", "What is {co}'s {fy} working capital? It is current assets less current liabilities."),
    ("ca cl", "Does {co} have positive net working capital based on {fy} data? If it is not useful, state why."),
    ("cash receivables cl", "Does {co} have a healthy liquidity profile based on its quick ratio for {fy}?"),
    ("ca cl", "Is {co}'s current ratio above one at the end of {fy}? Answer yes or no and show the calculation."),
    ("gross cogs", "What was the {fy} gross margin of {co}? Round to two decimal places."),
    ("opinc", "By how many points did the operating margin of {co} change in {fy}? Answer in one sentence."),
    ("inventory cogs", "What is {co}'s inventory turnover ratio for {fy}, rounded to one decimal?"),
    ("inventory cogs", "How many days did {co} hold stock before selling it in {fy} (DIO)? Give a whole number."),
    ("receivables", "What was the days sales outstanding of {co} for {fy}? Round your answer to two decimals."),
    ("payables", "Compute {fy} days payable outstanding (DPO) for {co}."),
    ("net assets", "What is the return on assets of {co} in {fy}? ROA is profit divided by average assets."),
    ("tax pretax", "What is the effective tax rate of {co} for {fy}?"),
    ("interest opinc", "How well do {co}'s earnings cover its interest (interest coverage) in {fy}?"),
    ("da", "What is the {fy} D&A margin for {co}? Calculate it as a percentage of revenue, to one decimal place."),
    ("ppe", "What is {co}'s fixed asset turnover for {fy}?"),
    ("dividends", "What share of profit did {co} pay out to its owners in {fy} (dividend payout ratio)?"),
    ("cfo capex", "What was the free cash flow of {co} in {fy}?"),
    ("debt equity", "How leveraged is {co} in {fy}, measured by debt to equity?"),
    ("net", "What is the bottom line of {co} for {fy}, in USD thousands?"),
    ("opinc da", "How much EBITDA did {co} earn in {fy}? Assume you are an equity analyst."),
    ("assets sales", "What is the asset turnover ratio of {co} for {fy}?"),
    ("capex ppe", "Is {co} a capital-intensive business going by {fy}?"),
    ("sales", "What did {co} turn over in {fy}?"),
    ("buyback", "How much of its own stock did {co} buy back in {fy}?"),
    ("acq", "How much did {co} pay for takeovers in {fy}?"),
    ("sga", "What is the overhead (SG&A) of {co} in {fy} in millions?"),
)  # fmt: skip
_FACTS = (
    (
        "auditor", "Which firm audits {co}?",
        "{auditor} LLP has served as the independent registered public accounting firm of {co} since 1998.",
    ),
    (
        "stores", "How many locations did {co} run at the close of {fy}?",
        "At the end of fiscal {year} we operated {n} sites, of which {m} were leased.",
    ),
    (
        "staff", "What was the headcount of {co} in {fy}?",
        "As of year-end {year} we had about {n} full-time and {m} part-time employees.",
    ),
    (
        "legal", "Is {co} being sued over anything material in {fy}?",
        "A putative class action filed against us in {year} alleges misleading statements; we intend to defend it.",
    ),
    (
        "restructuring", "What did {co} set aside for layoffs and closures by {fy}?",
        "The accrual for severance and site exits under the {year} restructuring plan stood at ${n} million.",
    ),
    (
        "customers", "Does a single buyer make up much of {co}'s sales in {fy}?",
        "One customer of the {seg} segment accounted for {pct}% of consolidated net sales in {year}.",
    ),
    (
        "notes", "Which debt of {co} trades on a national exchange ({fy})?",
        "Securities registered pursuant to Section 12(b): {pct}.125% Notes due 2034, New York Stock Exchange.",
    ),
)  # fmt: skip
_AUDITORS = ("Maddox & Grey", "Corvin Hale", "Pym Loxley")

type Made = tuple[dict[str, str], list[Asked]]


def make_reports(seed: int = 11) -> Made:
    """Returns the texts by document, and the questions. Each question is asked about its own report and two others with
    similar names."""
    chosen = Random(seed)
    texts: dict[str, str] = {}
    spans: dict[str, dict[str, list[tuple[int, int]]]] = {}
    of_company = {co: _names_of_lines(chosen) for co in COMPANIES}
    for company in COMPANIES:
        for year in YEARS:
            name = report_name(company, year)
            texts[name], spans[name] = _Report(chosen, company, year, of_company[company]).written()
    return texts, list(_questions(chosen, spans))


def report_name(company: str, year: int) -> str:
    return f"{company.replace(' ', '')}_{year}_10K"


def _names_of_lines(chosen: Random) -> dict[str, str]:
    return {key: chosen.choice(names) for key, names in (*_INCOME, *_BALANCE, *_CASH_FLOW)}


class _Report:
    """A report while it is written. spans are those of the evidence, by the key of a line or fact."""

    def __init__(self, chosen: Random, company: str, year: int, line_names: dict[str, str]) -> None:
        self._chosen, self._company, self._year, self._line_names = chosen, company, year, line_names
        self._parts: list[str] = []
        self._length = 0
        self._spans: dict[str, list[tuple[int, int]]] = {}

    def written(self) -> tuple[str, dict[str, list[tuple[int, int]]]]:
        self._add(f"ANNUAL REPORT\nFor the fiscal year ended December 31, {self._year}\n{self._company} Inc.")
        facts = list(_FACTS)
        self._chosen.shuffle(facts)
        for heading in ("Business", "Risk Factors", "Properties", "Legal Proceedings", "Management's Discussion"):
            self._add(f"Item. {heading}")
            self._prose(self._chosen.randint(20, 40))
            for key, _, sentence in [facts.pop() for _ in range(min(2, len(facts)))]:
                self._prose(1, key, self._filled(sentence))
        self._small_tables(12)
        self._add("Item 8. Financial Statements and Supplementary Data")
        for kind, lines in (("income", _INCOME), ("balance", _BALANCE), ("cash", _CASH_FLOW)):
            self._statement(self._chosen.choice(_TITLES[kind]), lines)
            self._prose(1)
        for number in range(1, 19):
            self._add(f"Note {number}. {self._topic().capitalize()}")
            self._prose(self._chosen.randint(4, 9))
            self._small_tables(1)
        self._add("Exhibits and Glossary")
        self._prose(12)
        return "".join(self._parts), self._spans

    def _statement(self, title: str, lines: Sequence[tuple[str, Sequence[str]]]) -> None:
        years = f"{self._year} {self._year - 1} {self._year - 2}"
        self._add(f"{self._company} Inc.\n{title}\n(In millions, except per share amounts)\n{years}", end="\n")
        for key, _ in lines:
            start = self._length
            self._add(f"{self._line_names[key]} {self._figures()}", end="\n")
            self._spans.setdefault(key, []).append((start, self._length - 1))
        self._add("The accompanying notes are an integral part of these statements.")

    def _small_tables(self, count: int) -> None:
        for _ in range(count):
            rows = [f"{seg} {self._figures()}" for seg in self._chosen.sample(_SEGMENTS, 4)]
            self._add(
                f"{self._topic().capitalize()} by segment\n{self._year} {self._year - 1} {self._year - 2}\n"
                + "\n".join(rows)
            )

    def _prose(self, paragraphs: int, key: str = "", fact: str = "") -> None:
        for _ in range(paragraphs):
            sentences = [self._filled(s) for s in self._chosen.sample(_PROSE, self._chosen.randint(4, 8))]
            if fact:
                start = self._length + len(" ".join(sentences)) + 1
                self._spans[key] = [(start, start + len(fact))]
                sentences.append(fact)
            self._add(" ".join(sentences))

    def _filled(self, sentence: str) -> str:
        pick = self._chosen.choice
        cause = pick(_CAUSES), pick(_CAUSES)
        of = {"seg": pick(_SEGMENTS), "seg2": pick(_SEGMENTS), "topic": self._topic(), "topic2": self._topic()}
        return sentence.format(
            **of, cause=cause[0].format(**of), cause2=cause[1].format(**of), co=self._company, year=self._year,
            prior=self._year - 1, n=self._chosen.randint(11, 900), m=self._chosen.randint(11, 900),
            pct=self._chosen.randint(10, 29), auditor=pick(_AUDITORS),
        )  # fmt: skip

    def _topic(self) -> str:
        return self._chosen.choice(_TOPICS)

    def _figures(self) -> str:
        return " ".join(f"{self._chosen.randint(101, 48_000):,}" for _ in range(3))

    def _add(self, text: str, *, end: str = "\n\n") -> None:
        self._parts += [text, end]
        self._length += len(text) + len(end)


def _questions(chosen: Random, spans: dict[str, dict[str, list[tuple[int, int]]]]) -> Iterator[Asked]:
    asked = [*_ASKED, *((key, question) for key, question, _ in _FACTS)]
    for name, of_report in spans.items():
        company, year = next((c, y) for c in COMPANIES for y in YEARS if report_name(c, y) == name)
        for keys, question in chosen.sample(asked, 9):
            gold = tuple(span for key in keys.split() for span in of_report.get(key, ()))
            if gold:
                fy = chosen.choice((f"FY{year}", f"FY{year % 100}", f"fiscal year {year}", str(year)))
                text = question.format(co=company, fy=fy)
                others = chosen.sample([other for other in spans if other != name], chosen.randint(0, 2))
                yield Asked(f"made-report:{name}:{text}", "reports", text, (name, *others), name, gold, "")
