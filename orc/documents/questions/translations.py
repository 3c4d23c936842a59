"""Recognises requests to translate, in the languages of questions. Pure."""

import re

from orc.patterns import regex

_POLITE = (
    r"(?:(?:please|kindly|can you|could you|would you|i want you to|bitte|kannst du|könntest du|können sie|könnten sie"
    r"|peux-tu|pouvez-vous|pourrais-tu|pourriez-vous|puedes|podrías|puede usted|por favor|puoi|potresti|per favore"
    r"|podes|pode|poderia|você pode|kun je|kunt u|kan du|kunne du|proszę|czy możesz|prosím|můžeš|můžete|lütfen"
    r"|пожалуйста|можешь|можете|будь ласка|можеш|من فضلك|هل يمكنك|कृपया)[\s,]{1,3}){0,3}"
)
_VERB = (
    r"(?:(?:re-?)?translate|(?:give me |make )?a translation of|übersetz(?:e|en|t)?|tradui(?:s|re|sez)(?:-moi)?"
    r"|(?:fais|faites|donne|donnez)(?:-moi)? (?:une|la) traduction|traduc(?:e|ir|eme)|traduzca|traduci(?:mi)?|tradurre"
    r"|traduza|traduz(?:ir)?|vertaal|vertalen|översätt(?:a)?|oversæt(?:te)?|oversett(?:e)?|käännä|przetłumacz(?:yć|cie)?"
    r"|přelož(?:it|te)?|prelož(?:iť|te)?|tradu(?:ceți|-mi)?|fordíts(?:d|a|átok)|çevir|tercüme et|переведи(?:те)?"
    r"|перекладіть|переклади|преведи|ترجمي?|תרגמ?[יו]?ם?|dịch|terjemahkan|แปล|μετάφρασε|μεταφράστε)"
)
_LONGEST = 400
_BEGINS = regex(rf"\W{{0,5}}{_POLITE}{_VERB}(?![\w\u0300-\u036f])", re.IGNORECASE)
_ENDS = regex(  # kannst du den ersten Satz übersetzen
    r"\W{0,5}(?:kannst du|könntest du|können sie|könnten sie|bitte|kun je|kunt u)\b.{1,200}\b(?:übersetzen"
    r"|vertalen)\W{0,5}\Z"
    r"|.{1,200}\b\w{2,20}c[ae](?:ya|ye)? (?:çevir|tercüme et)(?:in|iniz|ir misin(?:iz)?|er misin(?:iz)?)?\W{0,5}\Z",
    re.IGNORECASE,
)
_GLUED = regex(
    r"(?:请|請|帮我|幫我|把|将|將|能否|可以|你|能|麻烦){0,4}(?:.{0,15}(?=翻[译譯]成))?翻[译譯](?!.{0,6}[是由的谁])"
    r"|.{0,60}(?:翻訳|訳)(?:して|をお願い|してください|せよ)|.{0,60}번역(?:해|하|을 부탁|부탁)"
    r"|.{0,80}अनुवाद (?:करो|करें|कीजिए|कीजिये|कर दो|कर दीजिए|दो|दीजिए)",
)


def asks_for_translation(question: str) -> bool:
    """Whether a message asks to have something translated."""
    text = question.strip()
    return len(text) <= _LONGEST and any(each.match(text) for each in (_BEGINS, _ENDS, _GLUED))
