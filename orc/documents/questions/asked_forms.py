"""Questions for a contact, a telephone number and somebody's words, and the forms of their answers. Pure."""

ASKS_CONTACT = (
    r"\bwhom? (?:do|can|should|must|could) (?:i|we|you|one) (?:\w+ )?(?:write|contact|call|e-?mail|ring|phone"
    r"|turn|talk|speak|ask|report|complain)\b|\b(?:an wen|wen) (?:\w+ )?(?:ich|wir|man)\b"
)
CONTACT = r"[\w.+-]@\w|\d{3,5}[ /-]\d{3}"
_NOT_OTHERWISE = (  # the place of a service for phone numbers is no phone number
    r"\A(?!\W*(?:where (?!(?:can|do|could) (?:i|we) (?:find|get))|who|when|why"
    r"|how (?:long|many|much|often|does|do|is|are)|wo (?!find)|wer|wann|warum|wie (?:lange?|viele?|oft)|welche )\b)"
    r"(?s:.{0,300}?)"
)
ASKS_NUMBER = (
    rf"{_NOT_OTHERWISE}(?:\b(?:phone|telephone|fax|mobile|emergency) number|\b(?:hot|help)line\b"
    r"|\b(?:what|which) number (?:do|can|should|must) (?:i|we|you) (?:call|ring|dial|phone)\b"
    r"|\b(?:telefon|fax|handy|notruf|notfall)nummer)"
)
TELEPHONE = r"\d{3,5}[ /-]\d{3,}|(?<!:\d\d )\+\d{2}|\b0\d{6,}"
ASKS_QUOTE = (
    r"\bwhat (?:do|does|did) .{1,80}\b(?:say|write|answer|reply|shout|remark|ask|note|add|explain|declare)\W*\Z"
    r"|\bwas (?:sagt|sagte|schreibt|schrieb|antwortet|antwortete|erklärt|erklärte)n? "
)
QUOTED = r"[\"“„«][^\"”“»]{4}"
SAID = (
    r"[\"“„«]|:\s|\b(?:sa(?:id|ys?)|wrote|writes?|told|asks?|asked|answer(?:s|ed)|repl(?:ies|ied)|shout(?:s|ed)|remark(?:s|ed)"
    r"|not(?:es|ed)|add(?:s|ed)|explain(?:s|ed)|declare[sd]|stat(?:es|ed)|report(?:s|ed)|f(?:inds|ound)|sag(?:t|te|ten)"
    r"|schr(?:eibt|ieb)|antwortet\w*|erklärt\w*|meint\w*|that|dass)\b"
)
