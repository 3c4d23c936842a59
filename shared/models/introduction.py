"""What the extractive model says of itself."""

from orc.documents.notices import Notice

YOU_ARE_WELCOME = Notice(
    "You are welcome.",
    de="Gern geschehen.",
    fr="Je vous en prie.",
    es="De nada.",
    it="Prego.",
    pt="De nada.",
    nl="Graag gedaan.",
    sv="Varsågod.",
    da="Selv tak.",
    no="Bare hyggelig.",
    fi="Ole hyvä.",
    pl="Nie ma za co.",
    cs="Není zač.",
    hu="Szívesen.",
    tr="Rica ederim.",
    ru="Пожалуйста.",
    uk="Будь ласка.",
    zh="不客气。",
    ja="どういたしまして。",
    ko="천만에요.",
)
HELLO = Notice(
    "Hello!",
    de="Hallo!",
    fr="Bonjour !",
    es="¡Hola!",
    it="Ciao!",
    pt="Olá!",
    nl="Hallo!",
    sv="Hej!",
    da="Hej!",
    no="Hei!",
    fi="Hei!",
    pl="Dzień dobry!",
    cs="Dobrý den!",
    hu="Üdvözlöm!",
    tr="Merhaba!",
    ru="Здравствуйте!",
    uk="Вітаю!",
    zh="您好！",
    ja="こんにちは。",
    ko="안녕하세요.",
)
INTRODUCTION = Notice(
    """\
I am Orc, running without a language model, so I cannot chat freely. What I can do: answer questions about documents \
that you attach, with the sentences that say it and a citation for each, and summarise or compare documents.

To have answers written by a language model, set OPENAI_API_KEY and OPENAI_MODEL (and OPENAI_BASE_URL for any server \
that speaks the same protocol), or AZURE_OPENAI_ENDPOINT, and start Orc again.""",
    de="""\
Ich bin Orc und laufe ohne Sprachmodell, daher kann ich nicht frei plaudern. Was ich kann: Fragen zu angehängten \
Dokumenten mit deren eigenen Sätzen und einem Beleg für jeden beantworten und Dokumente zusammenfassen oder vergleichen.

Damit ein Sprachmodell die Antworten schreibt, setzen Sie OPENAI_API_KEY und OPENAI_MODEL (und OPENAI_BASE_URL für \
einen anderen Server mit demselben Protokoll) oder AZURE_OPENAI_ENDPOINT, und starten Sie Orc neu.""",
    fr="""\
Je suis Orc et je fonctionne sans modèle de langage, je ne peux donc pas discuter librement. Ce que je sais faire : \
répondre aux questions sur les documents que vous joignez, avec leurs propres phrases et une citation pour chacune, \
et résumer ou comparer des documents.

Pour que les réponses soient rédigées par un modèle de langage, définissez OPENAI_API_KEY et OPENAI_MODEL (et \
OPENAI_BASE_URL pour un autre serveur qui utilise le même protocole) ou AZURE_OPENAI_ENDPOINT, puis redémarrez Orc.""",
    es="""\
Soy Orc y funciono sin modelo de lenguaje, así que no puedo conversar libremente. Lo que puedo hacer: responder a \
preguntas sobre los documentos que adjunte, con sus propias frases y una cita para cada una, y resumir o comparar \
documentos.

Para que un modelo de lenguaje escriba las respuestas, defina OPENAI_API_KEY y OPENAI_MODEL (y OPENAI_BASE_URL para \
otro servidor con el mismo protocolo) o AZURE_OPENAI_ENDPOINT, y reinicie Orc.""",
    it="""\
Sono Orc e funziono senza un modello linguistico, quindi non posso conversare liberamente. Che cosa so fare: \
rispondere a domande sui documenti allegati, con le loro stesse frasi e una citazione per ognuna, e riassumere o \
confrontare documenti.

Perché le risposte siano scritte da un modello linguistico, imposti OPENAI_API_KEY e OPENAI_MODEL (e OPENAI_BASE_URL \
per un altro server con lo stesso protocollo) oppure AZURE_OPENAI_ENDPOINT, e riavvii Orc.""",
    pt="""\
Sou o Orc e funciono sem um modelo de linguagem, por isso não posso conversar livremente. O que posso fazer: responder \
a perguntas sobre os documentos que anexar, com as frases deles e uma citação para cada uma, e resumir ou comparar \
documentos.

Para que um modelo de linguagem escreva as respostas, defina OPENAI_API_KEY e OPENAI_MODEL (e OPENAI_BASE_URL para \
outro servidor com o mesmo protocolo) ou AZURE_OPENAI_ENDPOINT, e reinicie o Orc.""",
    nl="""\
Ik ben Orc en werk zonder taalmodel, dus ik kan niet vrij praten. Wat ik kan: vragen beantwoorden over bijgevoegde \
documenten, met hun eigen zinnen en een bronvermelding bij elke zin, en documenten samenvatten of vergelijken.

Stel OPENAI_API_KEY en OPENAI_MODEL in (en OPENAI_BASE_URL voor een andere server met hetzelfde protocol), of \
AZURE_OPENAI_ENDPOINT, en start Orc opnieuw om de antwoorden door een taalmodel te laten schrijven.""",
    sv="""\
Jag är Orc och körs utan språkmodell. Jag svarar på frågor om dokument som du bifogar, med deras egna meningar. \
Ange OPENAI_API_KEY och OPENAI_MODEL för svar från en språkmodell.""",
    da="""\
Jeg er Orc og kører uden sprogmodel. Jeg besvarer spørgsmål om dokumenter, som du vedhæfter, med deres egne sætninger. \
Angiv OPENAI_API_KEY og OPENAI_MODEL for at få svar fra en sprogmodel.""",
    no="""\
Jeg er Orc og kjører uten språkmodell. Jeg svarer på spørsmål om dokumenter som du legger ved, med deres egne \
setninger. Angi OPENAI_API_KEY og OPENAI_MODEL for å få svar fra en språkmodell.""",
    fi="""\
Olen Orc ja toimin ilman kielimallia. Vastaan kysymyksiin liitetyistä asiakirjoista niiden omilla lauseilla. \
Aseta OPENAI_API_KEY ja OPENAI_MODEL, jos haluat kielimallin vastauksia.""",
    pl="""\
Jestem Orc i działam bez modelu językowego. Odpowiadam na pytania o załączone dokumenty ich własnymi zdaniami. \
Aby odpowiadał model językowy, ustaw OPENAI_API_KEY i OPENAI_MODEL.""",
    cs="""\
Jsem Orc a pracuji bez jazykového modelu. Na otázky k přiloženým dokumentům odpovídám jejich vlastními větami. \
Aby odpovídal jazykový model, nastavte OPENAI_API_KEY a OPENAI_MODEL.""",
    hu="""\
Orc vagyok, és nyelvi modell nélkül működöm. A csatolt dokumentumokról szóló kérdésekre azok saját mondataival \
válaszolok. Nyelvi modellhez állítsa be az OPENAI_API_KEY és az OPENAI_MODEL változót.""",
    tr="""\
Ben Orc, dil modeli olmadan çalışıyorum. Eklediğiniz belgelerle ilgili soruları belgelerin kendi cümleleriyle \
yanıtlarım. Dil modeli için OPENAI_API_KEY ve OPENAI_MODEL değerlerini ayarlayın.""",
    ru="""\
Я Orc и работаю без языковой модели. На вопросы о приложенных документах я отвечаю их собственными предложениями. \
Чтобы отвечала языковая модель, задайте OPENAI_API_KEY и OPENAI_MODEL.""",
    uk="""\
Я Orc і працюю без мовної моделі. На запитання про додані документи я відповідаю їхніми власними реченнями. \
Щоб відповідала мовна модель, задайте OPENAI_API_KEY і OPENAI_MODEL.""",
    zh="我是 Orc，没有使用语言模型。我用文档中的原句回答有关所附文档的问题。"
    "要使用语言模型，请设置 OPENAI_API_KEY 和 OPENAI_MODEL。",
    ja="Orc です。言語モデルなしで動作しています。添付された文書についての質問に、文書の文で答えます。"
    "言語モデルを使うには OPENAI_API_KEY と OPENAI_MODEL を設定してください。",
    ko="저는 언어 모델 없이 작동하는 Orc입니다. 첨부된 문서에 대한 질문에 문서의 문장으로 답합니다. "
    "언어 모델을 사용하려면 OPENAI_API_KEY와 OPENAI_MODEL을 설정하세요.",
)
