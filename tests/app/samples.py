"""The documents that the tests ask about. Each stated fact is on one page only."""

from tests.support.files import make_pdf

_FILLER = (
    "The parties keep a copy of these terms in the office on the quay.",
    "Words in the singular include the plural where the sense asks for it.",
    "Headings are for convenience and change nothing in what is agreed.",
    "A change of these terms is valid only when both parties have signed it.",
    "Where a term cannot be upheld the others stay in force as they are.",
    "Each side pays its own advisers and claims nothing for their work.",
    "Letters go to the address that is written above the signatures.",
    "What was said before the signing is replaced by what is written here.",
)

RENT = "The monthly rent of the harbour crane is 4,200 euros."
NOTICE = "Either party may end the lease with a notice of ninety days."
BRAKE = "The operator inspects the brake of the crane every two weeks."
LEASE_FACTS = (RENT, NOTICE, BRAKE)

MENU = "The canteen serves lentil soup on Thursdays."
HOLIDAYS = "New employees have twenty-six days of paid holiday a year."
HANDBOOK_FACTS = (MENU, HOLIDAYS)

PARKING = "Visitors park in row seven behind the depot."


def _page(fact: str) -> str:
    return "\n".join([*_FILLER[:4], *_FILLER[4:], fact, *_FILLER[2:6]])


LEASE = make_pdf([_page(fact) for fact in LEASE_FACTS], title="Lease of the crane")
HANDBOOK = make_pdf([_page(fact) for fact in HANDBOOK_FACTS], title="Handbook")
PARKING_NOTE = f"# Parking\n\n{PARKING}\n".encode()

TRIAL = (
    "The mean was 15 (95 % CI [12, 18]). The scores lie in [1, 10]. The matrix is [[1, 2], [3, 4]]. "
    "Ages [18-65] took part. As Meyer [1] and Kim [3, 4] have shown, pain falls."
)
TRIAL_STATEMENTS = [
    "The mean was 15 (95 % CI [12, 18]) [1]",
    r'"As Meyer \[1] and Kim [3, 4] have shown, pain falls." [1]',
]
"""Two statements of an answer, as they are shown: an escaped bracket is no marker."""
BRACKETED_SHOWN = (
    f"{TRIAL_STATEMENTS[0]}.\n\n| CI | Ages |\n|---|---|\n| [12, 18] | [18-65] |\n\n"
    f"{TRIAL_STATEMENTS[1]}\n\nThen rows[9] is last."
)
BRACKETED = f"{BRACKETED_SHOWN} [8]".replace("\\", "")
"""The same as a model writes it, with a marker of no source at its end."""
