"""Compares what distinguishes things of almost the same name: the letter of flat 7B, and the form of a company."""

from collections import defaultdict

from orc.patterns import regex

_LETTERED = regex(r"(?<![\w.,$€£¥'’])(?P<number>\d{1,4})-?(?P<letter>[A-Za-z])(?![\w'’])")
_UNITS = frozenset("ghklmstvw")
_FORMS = {
    "limited": r"Ltd|LTD|Limited|LIMITED",
    "public": r"plc|PLC|Plc",
    "incorporated": r"Inc|INC|Incorporated",
    "corporation": r"Corp|CORP|Corporation",
    "llc": r"LLC|L\.L\.C",
    "llp": r"LLP|L\.L\.P",
    "kommanditgesellschaft": r"(?:GmbH|AG) & Co\.? KG(?:aA)?|KG(?:aA)?",
    "gmbh": r"g?GmbH|mbH",
    "ug": r"UG",
    "ohg": r"OHG|oHG",
    "gbr": r"GbR",
    "ag": r"AG",
    "se": r"SE",
    "sa": r"SA|S\.A",
    "sarl": r"SARL|S\.à\.?r\.l|Sàrl",
    "srl": r"S\.?r\.?l|SRL",
    "spa": r"S\.p\.A|SpA",
    "bv": r"BV|B\.V",
    "nv": r"NV|N\.V",
}
_COMPANY = regex(
    r"\b(?P<name>[A-ZÄÖÜ][\w'’&-]{1,30}(?: [A-ZÄÖÜ&][\w'’&-]{0,30})?),? "
    rf"(?:{'|'.join(f'(?P<{form}>{written})' for form, written in _FORMS.items())})(?![\w-])"
)


def designations_agree(passage: str, claim: str) -> bool:
    """Whether the passage gives numbers the letters that the claim gives them, and companies the same legal forms. A
    number or a company that the passage has without a letter or a form agrees, as does a unit such as the h of 12h.

    The passage says "flat 7A" and "Hill Ltd": "flat 7B" and "Hill plc" do not agree."""
    letters, known_letters, forms, known_forms = (defaultdict[str, set[str]](set) for _ in range(4))
    for text, of_numbers, of_names in ((passage, known_letters, known_forms), (claim, letters, forms)):
        for found in _LETTERED.finditer(text):
            of_numbers[found["number"]].add(found["letter"].lower())
        for found in _COMPANY.finditer(text):
            of_names[found["name"].lower()].add(str(found.lastgroup))
    return all(
        stated <= known_letters.get(number, stated) or (stated | known_letters[number]) <= _UNITS
        for number, stated in letters.items()
    ) and all(stated <= known_forms.get(name, stated) for name, stated in forms.items())
