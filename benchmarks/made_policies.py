"""Generates privacy policies from templates, which repeat the same clauses in other words, and questions about them.
The same seed gives the same policies."""

from random import Random

from benchmarks.corpus import Asked
from benchmarks.made_reports import Made

APPS = (
    "Trackwell", "Trackwell Kids", "Fernly", "Fernly Pro", "Dishboard", "Nightjar", "Nightjar Health", "Bankside",
    "Popvine", "Lumenote", "Lumenote Teams", "Cartique", "Wayfarer", "Stridely", "Quizzle", "Homebeat",
)  # fmt: skip
# A subject: how people ask for it, what a policy says (one is the evidence), and what it says near it.
_SUBJECTS = (
    (
        "Location",
        ("does {app} know where i am?", "will {app} follow me around?", "can my whereabouts be seen by {app}"),
        (
            "With your permission we collect the precise position of your device through GPS and nearby networks.",
            "{app} may receive geolocation data from your handset, including while the app runs in the background.",
        ),
    ),
    (
        "Sharing with advertisers",
        ("is my info sold to anyone?", "do ad companies get anything about me from {app}?", "who profits from my data"),
        (
            "We disclose identifiers and usage data to advertising partners, who may use them for their own purposes.",
            "We do not sell personal information to third parties for money or other consideration.",
        ),
    ),
    (
        "Retention",
        ("how long do they hang on to my stuff?", "when does {app} get rid of what it has on me?"),
        (
            "We retain personal information for as long as your account is active and for {n} months thereafter.",
            "Records are kept for a period of {n} months, after which they are erased or made anonymous.",
        ),
    ),
    (
        "Deletion",
        ("can i wipe my account?", "how would I make {app} forget me?", "what do i do to have everything removed"),
        (
            "You may request erasure of your personal information by writing to privacy@{mail}.example.",
            "To close your account and delete the associated data, use the settings page of the service.",
        ),
    ),
    (
        "Security",
        ("is what i type into {app} safe?", "are my passwords protected by {app}?", "could hackers read it?"),
        (
            "Information is encrypted in transit and at rest, and access is limited to authorised personnel.",
            "We maintain administrative, technical and physical safeguards, though no system is fully secure.",
        ),
    ),
    (
        "Children",
        ("can my 10 year old use {app}?", "is this meant for kids"),
        (
            "The service is not directed to persons under the age of 13, and we do not knowingly collect their data.",
            "Parental consent is obtained before information of a minor under 13 is processed.",
        ),
    ),
    (
        "Cookies",
        ("does {app} watch what other sites i visit?", "can i browse {app} without being tracked"),
        (
            "We and our partners use cookies and similar technologies to recognise your browser across websites.",
            "You can set your browser to refuse cookies; some features may then be unavailable.",
        ),
    ),
    (
        "Contacts",
        ("does {app} go through my address book?", "will my friends' numbers be uploaded?"),
        (
            "If you choose to find friends, we access the contact list stored on your device.",
            "Telephone numbers and names of your contacts are transmitted to our servers in hashed form.",
        ),
    ),
    (
        "Law enforcement",
        ("would {app} hand my data over to the police?", "can the government get at my messages?"),
        (
            "We may disclose information in response to a subpoena, court order or other legal process.",
            "Where required by law, records are provided to public authorities.",
        ),
    ),
    (
        "Payment",
        ("does {app} save my credit card?", "who handles my card number?"),
        (
            "Purchases are processed by an external payment provider; we do not store full card numbers.",
            "Billing details, such as the last four digits of a card, are held to simplify later transactions.",
        ),
    ),
    (
        "Changes",
        ("will they tell me if these rules change?", "how do i hear about a new version of this"),
        (
            "We will notify you of material amendments to this policy by email or a notice in the app.",
            "Continued use after the effective date constitutes acceptance of the revised policy.",
        ),
    ),
    (
        "Transfer",
        ("does my data leave europe?", "in which country does {app} keep my data?"),
        (
            "Personal information may be processed in the United States and other jurisdictions.",
            "Transfers outside the European Economic Area rely on standard contractual clauses.",
        ),
    ),
    (
        "Access",
        ("can i see what {app} has on me?", "how do i get a copy of my data"),
        (
            "You have the right to obtain a copy of the personal information that we hold about you.",
            "Requests for access are answered within {n} days, free of charge.",
        ),
    ),
    (
        "Health data",
        ("does {app} share my medical info with my insurance?", "who sees my heart rate?"),
        (
            "Wellness readings, such as pulse and sleep, are not disclosed to insurers or employers.",
            "Sensor measurements remain on the device unless you enable backup.",
        ),
    ),
)  # fmt: skip
_FILLER = (
    "This section describes how {app} treats your personal information when you use the service.",
    "Please read this policy carefully, since it concerns the information that you provide to us.",
    "We collect, use, share and protect your data as described in this privacy policy.",
    "We may use your information to provide, maintain and improve the app and to know our users better.",
    "If you do not agree with how we use your data, please do not use the app or visit our sites.",
    "Some third parties that get data from us have policies of their own, and we ask you to read these too.",
    "Your data may be combined with information that we get from other sources, such as partners.",
    "You can change your settings at any time; what you make public can be seen by anyone.",
    "By using {app} you agree to this policy; you can contact us with any question about your account.",
    "We keep your trust in mind whenever your information is used, stored or shared with others.",
    "For residents of some states, a supplement to this policy tells more about your rights and how to use them.",
    "Information that does not identify you, in aggregate form, may be used and shared for any purpose.",
)


def make_policies(seed: int = 12) -> Made:
    """Returns the texts by document, and the questions. Each question is asked about its own policy and up to two
    others."""
    chosen = Random(seed)
    texts: dict[str, str] = {}
    asked: list[Asked] = []
    names = {app: f"{app.replace(' ', '')}-privacy" for app in APPS}
    for app, name in names.items():
        text, spans = _policy(chosen, app)
        texts[name] = text
        for subject, questions, _ in chosen.sample(_SUBJECTS, 8):
            question = chosen.choice(questions).format(app=app)
            others = chosen.sample([each for each in names.values() if each != name], chosen.randint(0, 2))
            key = f"made-policy:{name}:{question}"
            asked.append(Asked(key, "policies", question, (name, *others), name, tuple(spans[subject]), ""))
    return texts, asked


def _policy(chosen: Random, app: str) -> tuple[str, dict[str, list[tuple[int, int]]]]:
    text = f"{app} Privacy Policy\n\n"
    spans: dict[str, list[tuple[int, int]]] = {}
    subjects = list(_SUBJECTS)
    chosen.shuffle(subjects)
    fields = {"app": app, "n": chosen.randint(6, 48), "mail": app.replace(" ", "").lower()}
    for number, (subject, _, clauses) in enumerate(subjects, 1):
        text += f"{number}. {subject if chosen.random() < 0.6 else 'Information and your choices'}\n\n"
        for clause in chosen.sample(clauses, chosen.randint(1, 2)):
            paragraph = chosen.sample(_FILLER, chosen.randint(3, 6))
            said = clause.format(**fields)
            paragraph.insert(chosen.randint(0, len(paragraph)), clause)
            whole = " ".join(paragraph).format(**fields)
            start = len(text) + whole.index(said)
            spans.setdefault(subject, []).append((start, start + len(said)))
            text += f"{whole}\n\n"
        text += " ".join(chosen.sample(_FILLER, 6)).format(**fields) + "\n\n"
    return text, spans
