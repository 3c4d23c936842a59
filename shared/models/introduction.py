"""What the extractive model says of itself."""

from orc.documents.notices import Notice

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
)
