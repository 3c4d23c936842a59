"""What a question says about the form of its answer, which no document has: instructions are no search words."""

import re

_NUMBER = r"(?:\d{1,2}|an?|one|two|three|four|five|six|no|the nearest)"
_UNIT = r"(?:us ?)?(?:usd|eur|gbp|dollars?|euros?|pounds?|\$|€|£)?[ -]?(?:in )?(?:millions?|thousands?|billions?)"
_ANSWER = r"(?:(?:the|your|an?|its|this|final) )*(?:answers?|responses?|results?|repl(?:y|ies)|figures?|values?)"
_PARTS_OF_TEXT = r"(?:sentences?|words?|paragraphs?|bullets?(?: points?)?|lines?)"
_FORM = (
    rf"(?:{_NUMBER} )?(?:\w+ )?(?:{_PARTS_OF_TEXT}|tables?|lists?|json|markdown|english|german|french|spanish|italian)"
)
_DECIMALS = r"decimals?(?: (?:places?|points?|digits?))?"
_PLACES = rf"(?:{_NUMBER} )?(?:\w+ )?(?:{_DECIMALS}|digits?|(?:whole )?numbers?|integers?|cents?)"
_USELESS = r"(?:it|this|that|the \w+|\w+(?: \w+)?) is not (?:an? )?(?:useful|relevant|meaningful|available|applicable)"
_PARTS = (
    # Round to two decimal places; rounded to the nearest million; with one decimal; give a whole number.
    rf"(?:round(?:ed|ing)?|give|express(?:ed)?|report(?:ed)?) (?:{_ANSWER} )?(?:(?:to|up to|off to|at|with) )?"
    rf"(?:{_PLACES}|{_NUMBER} {_UNIT})",
    rf"(?:with|to|at) {_NUMBER} {_DECIMALS}",
    # Answer in one sentence; give your answer in millions; reply with yes or no; in three short sentences.
    rf"(?:answer|respond|reply|write|say it|put it|explain it|(?:give (?:me )?|express |provide |state ){_ANSWER})"
    r"(?: the question)?(?: only| just| briefly| shortly)? (?:in|with|as|using|by)"
    rf" (?:at most |about |no more than |only |just )?(?:{_FORM}|{_UNIT}|an? (?:whole )?number|yes(?: or |/)no)",
    r"(?:answer|respond|reply)(?: with)?(?: only)? (?:yes or no|yes/no|briefly|concisely|shortly)",
    r"(?<=[.?!:,] )yes or no",
    rf"in (?:at most |about |no more than |just )?{_NUMBER} (?:short |brief )?{_PARTS_OF_TEXT}",
    rf"in {_UNIT}",
    # Show your calculation; think step by step; be concise; quote your sources.
    r"(?:and )?show (?:me )?(?:your|the|all) (?:work(?:ing)?s?|calculations?|steps?|reasoning)",
    r"(?:let'?s )?think (?:about it )?step by step|(?:be|keep it) (?:brief|concise|short|specific|precise|polite)",
    r"(?:cite|quote|name|give) (?:your|the|all) (?:sources?|references?)",
    r"explain (?:your (?:answer|reasoning)|why or why not)|in your own words|in plain english|in simple terms",
    rf"if (?:you (?:do not|don't|cannot|can't) (?:know|find|tell)|{_USELESS})[^.?!]*",
    r"(?:assume|imagine|pretend|suppose)(?: that)? you(?:'re| are) [^.?!]{1,60}?(?= and | who |[,.?!]|$)",
    r"you are an? [^.?!]{1,80}[.!]|(?:act|respond|answer) as (?:if you were )?an? [^.?!,]{1,60}",
    # That it is to be answered from something goes; what this is stays.
    r"(?:answer|respond to|reply to)(?: to)? (?:the|this|my) (?:\w+ )?question(?: by)?",
    r"(?:use|using|based on|relying on|going by) (?:only )?the (?:details|data|figures|information|numbers)"
    r" (?:(?:primarily )?(?:shown|given|found|provided|(?:clearly )?outlined|contained) )?(?:in|within|of|from|on)",
)
_INSTRUCTION = re.compile(rf"\b(?:please )?(?:{'|'.join(_PARTS)})(?!\w)", re.IGNORECASE)


def without_instructions(question: str) -> str:
    """The question without what it says about the form of its answer; all of it if it says nothing else."""
    rest = _INSTRUCTION.sub(" ", question)
    return rest if any(character.isalnum() for character in rest) else question
