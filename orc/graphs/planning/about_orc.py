"""Recognises questions about Orc itself: who it is, and what it can do. Pure."""

_PHRASES = {
    "en": "what can you do | what can you do for me | what can you do here | what else can you do | what can orc do "
    "| what do you do | what can you help me with | what can you help with | how can you help | how can you help me "
    "| what are you able to do | what are you capable of | what are you good at | what are you good for | what are you "
    "| who are you | what is orc | what can i ask | what can i ask you | introduce yourself | can you help me",
    "de": "was kannst du | was kannst du tun | was kannst du alles | was kannst du für mich tun | was können sie "
    "| was können sie tun | was können sie für mich tun | was bist du | wer bist du | wer sind sie "
    "| kannst du mir helfen | wie kannst du mir helfen | wobei kannst du mir helfen | wie können sie mir helfen "
    "| wobei können sie mir helfen",
    "fr": "que peux-tu faire | que pouvez-vous faire | que sais-tu faire | que savez-vous faire | qui es-tu "
    "| qui êtes-vous | qu'est-ce que tu peux faire | qu'est-ce que vous pouvez faire | qu'est-ce que tu sais faire "
    "| à quoi sers-tu | comment peux-tu m'aider | comment pouvez-vous m'aider",
    "es": "qué puedes hacer | qué puede hacer | qué sabes hacer | quién eres | cómo puedes ayudarme "
    "| en qué puedes ayudarme",
    "it": "che cosa puoi fare | cosa puoi fare | che puoi fare | cosa sai fare | chi sei | come puoi aiutarmi",
    "pt": "o que você pode fazer | o que podes fazer | o que pode fazer | o que você faz | quem é você | quem és tu "
    "| como você pode me ajudar | como me podes ajudar",
    "nl": "wat kun je | wat kun je doen | wat kunt u doen | wat kan je doen | wie ben je | hoe kun je me helpen",
    "sv": "vad kan du | vad kan du göra | vem är du",
    "da": "hvad kan du | hvad kan du gøre",
    "no": "hva kan du | hva kan du gjøre | hvem er du",
    "fi": "mitä osaat | mitä osaat tehdä | mitä voit tehdä | kuka olet",
    "pl": "co potrafisz | co potrafisz zrobić | co możesz zrobić | co umiesz | kim jesteś",
    "cs": "co umíš | co dokážeš | co můžeš udělat | kdo jsi",
    "ro": "ce poți face | ce poți să faci | cine ești",
    "hu": "mit tudsz | mit tudsz csinálni | ki vagy | ki vagy te",
    "tr": "ne yapabilirsin | neler yapabilirsin | neler yapabilirsiniz | kimsin | sen kimsin",
    "id": "apa yang bisa kamu lakukan | apa yang bisa anda lakukan | siapa kamu | siapa anda",
    "vi": "bạn có thể làm gì | bạn làm được gì | bạn là ai",
    "el": "τι μπορείς να κάνεις | ποιος είσαι",
    "ru": "что ты умеешь | что ты умеешь делать | что ты можешь | что ты можешь делать | что вы умеете | что вы можете "
    "| кто ты | кто вы",
    "uk": "що ти вмієш | що ти можеш | що ти можеш робити | хто ти | хто ви",
    "ar": "ماذا يمكنك أن تفعل | ماذا تستطيع أن تفعل | من أنت",
    "he": "מה אתה יכול לעשות | מה אתה יודע לעשות | מי אתה",
    "hi": "आप क्या कर सकते हैं | तुम क्या कर सकते हो | आप कौन हैं",
    "th": "คุณทำอะไรได้บ้าง | คุณคือใคร",
    "zh": "你能做什么 | 你可以做什么 | 你会做什么 | 你能做什麼 | 你可以做什麼 | 你是谁 | 你是誰 | 您能做什么 | 您是谁",
    "ja": "何ができますか | 何ができるの | あなたは誰ですか",
    "ko": "무엇을 할 수 있나요 | 무엇을 할 수 있습니까 | 뭘 할 수 있어 | 누구세요",
}
_LANGUAGES = {phrase: language for language, phrases in _PHRASES.items() for phrase in phrases.split(" | ")}
_MARKS = " ?!.;¿¡？！。؟।"
_LONGEST = 60


def question_about_orc(text: str) -> str | None:
    """The language of a text that only asks who Orc is or what it can do. None for any other text."""
    if len(text) > _LONGEST:
        return None
    return _LANGUAGES.get(" ".join(text.casefold().replace("’", "'").split()).strip(_MARKS))
