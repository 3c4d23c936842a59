"""Recognises greetings and thanks, and their language. Pure."""

import re

_GREETINGS = {
    "en": "hi | hello | hey | hiya | greetings | good morning | good afternoon | good evening | good day",
    "de": "hallo | guten tag | guten morgen | guten abend | moin | servus | grüß gott",
    "fr": "bonjour | bonsoir | salut | coucou",
    "es": "hola | buenos días | buenos dias | buenas tardes | buenas noches | buenas",
    "it": "ciao | buongiorno | buonasera | salve",
    "pt": "olá | ola | oi | bom dia | boa tarde | boa noite",
    "nl": "hoi | goedendag | goedemorgen | goedemiddag | goedenavond",
    "sv": "hej | hejsan | god morgon | god kväll",
    "da": "goddag | godmorgen | godaften | hej med dig",
    "no": "hei | god dag | god morgen | god kveld",
    "fi": "moi | terve | hyvää päivää | hyvää huomenta | huomenta",
    "pl": "cześć | dzień dobry | dobry wieczór | witam",
    "cs": "ahoj | dobrý den | dobré ráno | dobrý večer",
    "hu": "szia | sziasztok | jó napot | jó napot kívánok",
    "tr": "merhaba | selam | günaydın | iyi günler",
    "ru": "привет | здравствуйте | добрый день | доброе утро | добрый вечер",
    "uk": "привіт | вітаю | добрий день | доброго дня | доброго ранку",
    "zh": "你好 | 您好",
    "ja": "こんにちは | おはようございます",
    "ko": "안녕하세요",
}
_THANKS = {
    "en": "thanks | many thanks | thank you | thx | cheers",
    "de": "danke | danke schön | dankeschön | danke sehr | vielen dank | besten dank | herzlichen dank",
    "fr": "merci | merci beaucoup | merci bien | je vous remercie",
    "es": "gracias | muchas gracias | mil gracias",
    "it": "grazie | grazie mille | molte grazie | tante grazie",
    "pt": "obrigado | obrigada | muito obrigado | muito obrigada",
    "nl": "bedankt | dank je | dank je wel | dankjewel | dank u | dank u wel | hartelijk dank",
    "sv": "tack | tack så mycket | stort tack",
    "da": "tak | mange tak | tusind tak",
    "no": "takk | tusen takk | mange takk",
    "fi": "kiitos | kiitos paljon | paljon kiitoksia",
    "pl": "dziękuję | dziękuję bardzo | bardzo dziękuję | dzięki | wielkie dzięki",
    "cs": "díky | děkuji | děkuju | mockrát děkuji | děkuji mockrát",
    "hu": "köszönöm | köszönöm szépen | köszi",
    "tr": "teşekkürler | teşekkür ederim | çok teşekkürler | sağ ol",
    "ru": "спасибо | большое спасибо | спасибо большое | благодарю",
    "uk": "дякую | дуже дякую | щиро дякую",
    "zh": "谢谢 | 謝謝 | 谢谢你 | 谢谢您 | 多谢",
    "ja": "ありがとう | ありがとうございます | どうもありがとう | どうもありがとうございます",
    "ko": "감사합니다 | 고맙습니다 | 고마워요",
}
_OF_GREETING, _OF_THANKS = (
    {phrase: language for language, listed in phrases.items() for phrase in listed.split(" | ")}
    for phrases in (_GREETINGS, _THANKS)
)
_BETWEEN = re.compile(r"[\W_]+")
_TO_ORC = re.compile(r" (?:orc|there|all|everyone)\Z")
_MORE = re.compile(
    r"(?: (?:a lot|so much|very much|again|beaucoup|(?:for|für|pour|por|pel[oa]|per|voor|för|za|за) [\w ]{1,20}+))+\Z"
)
_LONGEST = 80


def greeting_language(text: str) -> str | None:
    """The language of a text that is only a greeting; None for any other text."""
    return _OF_GREETING.get(_TO_ORC.sub("", _said(text)))


def thanks_language(text: str) -> str | None:
    """The language of a text that is only thanks; None for any other text."""
    return _OF_THANKS.get(said := _said(text)) or _OF_THANKS.get(_MORE.sub("", said))


def _said(text: str) -> str:
    """The words of a short text; "" for a long one."""
    return _BETWEEN.sub(" ", text.casefold()).strip() if len(text) <= _LONGEST else ""
