"""German questions: how they begin, and which of their words a document need not contain. Pure."""

import re

from orc.documents.text.tokens import content_words

_ASKS = re.compile(
    r"\W*(?:(?:ab |bis |seit )?(?:wer|wem|wen|wessen|wann|warum|wor(?:über|um|an|in)|wo(?:mit|für|von|durch)|(?:in"
    r"|an|auf|aus|bei|mit|zu|von|für) welche[rnm]?|wieso|weshalb|welche[rsnm]?|wieviele?|darf|dürfen|muss|müssen"
    r"|wie viele?|wie (?:hoch|alt|lange?|weit|schwer|groß|oft|heißt|lautet|kann|komme)|habe|haben|sind|bekomme[nt]?"
    r"|bekommt|werden|wird|gibt es|gab es"
    r"|was (?:kostet|verdient|passiert|ist|sind|muss|darf|hat|wird|wurde|steht|macht|bedeutet|gilt)"
    r"|wo (?:wohnt|liegt|ist|sind|kann|wird|wurde|wurden|steht|hängt|gibt|finde[nt]?|findet))\b|(?:wie|was|wo|kann"
    r"|können|hat|ist|soll|sollen|worum|woher"
    r"|wohin|wofür|wie viele?|an wen|in|auf|bei|mit|für|von)\b.*\b(?:der|das|dem|den|ist|sind|ich|wird|werden"
    r"|wurden?|und|für"
    r"|ein|eine[nmrs]?|im|vom|zum|zur|beim|hat|haben|heißt|kostet|kosten|man|muss|darf|lautet|auf|gibt)\b)",
    re.IGNORECASE,
)
GERMAN_FUNCTION_WORDS = frozenset(
    content_words(
        "ich mir mich mein meine meinen meinem meiner man wir uns unser unsere unserem du dir dich dein deine sie "
        "ihnen "
        "ihr ihre er sein seine seiner darf dürfen soll sollen sollte muss müssen kann können will wollen möchte "
        "wenn dann "
        "als ob so tun tut mache machen macht bekomme bekommt bekommen kriege erhalte erhalten gab geben habe hat "
        "hatte "
        "haben hast war waren sei wird werden wurde worden ab am an in bis bei beim aus noch auch schon nur sehr "
        "etwa denn "
        "mal zur zu nach über unter vor vom von durch gegen ohne um auf für mit dem der die das des den ein eine "
        "einen "
        "einem einer eines kein keine lautet heisst heissen beträgt droht kommt komme kommen hoch lange lang viel "
        "viele "
        "ist sind bin es er sich und oder findet statt seit pro jemand etwas alles brauche braucht gelten"
    )
)


def is_german(question: str) -> bool:
    """Whether a question begins like a German one."""
    return _ASKS.match(question) is not None
