"""What people say without asking anything."""

import re

_GREETING = re.compile(
    r"\W*(?:hi|hello|hey|hiya|greetings|good (?:morning|afternoon|evening|day)|hallo|guten (?:tag|morgen|abend)|bonjour"
    r"|salut|hola|buen[oa]s \w+|ciao|ol[aá]|hej|привет|здравствуйте|你好|您好|こんにちは|안녕하세요)\b"
    r"(?:\W+(?:orc|there|all|everyone))?\W*",
    re.IGNORECASE,
)
_THANKS = re.compile(
    r"\W*(?:many )?(?:thanks|thank you|thx|cheers|danke|merci|gracias|grazie|obrigad[oa])"
    r"(?:,? (?:a lot|so much|very much|again|beaucoup|for [\w ]{1,20}+))*+\W*",
    re.IGNORECASE,
)


def is_greeting(text: str) -> bool:
    return _GREETING.fullmatch(text.strip()) is not None


def is_thanks(text: str) -> bool:
    return _THANKS.fullmatch(text.strip()) is not None
