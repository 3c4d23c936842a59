"""Leases, and what is and what is not said in them."""

CRANE_LEASE = (
    "The monthly rent of the crane is 4,200 euros and rises by 2.5 % a year. Maria Keller, who owns the harbour, may "
    "end the lease with a notice of ninety days. In 2023 the sales of the harbour were $12.5 million."
)

LEASE = """\
OFFICE LEASE

This lease is made on 1 March 2024 between Harbour Estates Ltd ("the Landlord"), represented by Maria Keller,
and Northwind Studio GmbH ("the Tenant").

1. Premises. The office is on the second floor of 14 Quay Street and has a floor area of 120 square metres. Two
parking spaces are included.

2. Term. The lease begins on 1 April 2024 and runs for a term of five years. Either party may terminate it with
a notice of three months in writing.

3. Rent. The monthly rent is 1,250 euros, payable in advance on the third working day of each month. The rent
rises by 2.5 % a year. Late payments bear interest of 8 % a year.

4. Deposit. The Tenant pays a deposit of three months' rent, 3,750 euros, which the Landlord returns within
thirty days after the end of the lease.

5. Use. Pets are not allowed in the building. Subletting is permitted only with the Landlord's written consent.
The Tenant may not smoke in the office.

6. Repairs. The Landlord is responsible for repairs of the roof. The Tenant pays for minor repairs up to 200 euros.

| Region | Q3 | Q4 |
|---|---|---|
| West | 175 | 120 |
| East | 90 | 98 |
"""
TRUE = (
    "The rent is 1,250 euros.",
    "The monthly rent is €1,250.",
    "The rent is EUR 1250 per month.",
    "The rent amounts to 1,250 euros a month, paid in advance.",
    "The deposit is 3 months' rent.",
    "The deposit is three months' rent (3,750 euros).",
    "The deposit is 3,750 euros.",
    "The lease runs for 5 years.",
    "The term is five years.",
    "The term is 60 months.",
    "The notice period is three months.",
    "The notice period is 3 months.",
    "Notice must be given three months in advance in writing.",
    "The landlord is Harbour Estates Ltd.",
    "Harbour Estates Ltd is represented by Maria Keller.",
    "The landlord is represented by Keller.",
    "The tenant is Northwind Studio GmbH.",
    "Northwind Studio is the tenant.",
    "The lease begins on 1 April 2024.",
    "It starts on 1 April 2024.",
    "The lease starts on April 1, 2024.",
    "The lease begins on 01.04.2024.",
    "The lease starts on 2024-04-01.",
    "Pets are not allowed.",
    "No pets are allowed in the building.",
    "Pets are prohibited.",
    "Pets are forbidden in the building.",
    "Smoking is not allowed.",
    "The tenant may not smoke in the office.",
    "Smoking is prohibited in the office.",
    "Subletting is allowed only with written consent.",
    "Subletting requires the landlord's written consent.",
    "The tenant may sublet with the landlord's consent.",
    "Subletting is not allowed without the landlord's consent.",
    "The office has 120 square metres.",
    "The office has a floor area of 120 m².",
    "The floor area is 120 sqm.",
    "Two parking spaces are included.",
    "There are 2 parking spaces.",
    "The rent rises by 2.5% each year.",
    "Rent increases 2.5 percent annually.",
    "Late payments bear 8% interest.",
    "The deposit is returned within 30 days.",
    "The landlord returns the deposit within thirty days.",
    "The landlord is responsible for the roof.",
    "Minor repairs up to 200 euros are paid by the tenant.",
    "The tenant pays minor repairs up to €200.",
    "West had 120 in Q4.",
    "In Q4, West was 120.",
    "East Q4 was 98.",
    "The West figure for Q3 is 175.",
    "West: 175 in Q3 and 120 in Q4.",
    "- **Rent**: 1,250 euros per month",
    "The office is at 14 Quay Street.",
    "The office is on the second floor.",
)
TRUE_IN_OTHER_LANGUAGES = (
    "Die Miete beträgt 1.250 Euro.",
    "Die monatliche Miete beträgt 1.250 € im Voraus.",
    "Die Miete beträgt 1250 Euro pro Monat.",
    "Die Kaution beträgt drei Monatsmieten.",
    "Die Kaution beträgt 3.750 Euro.",
    "Die Kündigungsfrist beträgt drei Monate.",
    "Die Kündigungsfrist beträgt 3 Monate.",
    "Der Mietvertrag läuft fünf Jahre.",
    "Der Vermieter ist Harbour Estates Ltd.",
    "Vermieterin ist die Harbour Estates Ltd, vertreten durch Maria Keller.",
    "Der Mietvertrag beginnt am 1. April 2024.",
    "Der Vertrag beginnt am 01.04.2024.",
    "Die Miete steigt um 2,5 % pro Jahr.",
    "Das Büro hat 120 Quadratmeter.",
    "Le loyer est de 1 250 euros par mois.",
    "El alquiler es de 1.250 euros al mes.",
    "La durata è di cinque anni.",
)
FALSE = (
    "The rent is 777 euros.",
    "The rent is 1,350 euros.",
    "The rent is 12,500 euros.",
    "The rent is 1.25 euros.",
    "The rent is 1,250 dollars.",
    "The rent is $1,250.",
    "The rent is 1,250 pounds.",
    "The rent is 1,250 Swiss francs.",
    "The rent is 1,250 yen a month.",
    "The rent is one thousand three hundred euros.",
    "The rent is two thousand euros.",
    "The monthly rent is 1.25 million euros.",
    "The rent is 1,250 million euros.",
    "The deposit is 2 months' rent.",
    "The deposit is two months' rent.",
    "The deposit is one month's rent.",
    "The deposit is four months of rent.",
    "The deposit is 3 weeks' rent.",
    "The notice period is 2 months.",
    "The notice period is six months.",
    "The notice period is twelve months.",
    "The notice period is 3 weeks.",
    "The notice period is three years.",
    "The notice is 3 days.",
    "The lease runs for two years.",
    "The lease runs for 12 months.",
    "The term is twelve months.",
    "The term is ten years.",
    "The term is 7 years.",
    "The lease runs for 5 months.",
    "The lease begins on 1 May 2024.",
    "The lease begins on 2 April 2024.",
    "The lease begins on 1 April 2023.",
    "The lease starts on 01.05.2024.",
    "The lease begins in June 2024.",
    "The lease starts on 15 April 2024.",
    "The moon is made of cheese.",
    "Photosynthesis converts sunlight into energy.",
    "Paris is the capital of France.",
    "Cats eat fish.",
    "The quick brown fox jumps over the lazy dog.",
    "Cheese.",
    "Bananas are yellow.",
    "The universe is expanding rapidly.",
    "Water boils at a hundred degrees.",
    "The landlord is Miller.",
    "Miller is the landlord.",
    "The landlord is Mr. Miller.",
    "The landlord is Peter Miller.",
    "The landlord is represented by Peter Keller.",
    "The landlord is Southwind Studio GmbH.",
    "The tenant is Microsoft.",
    "Microsoft is the tenant.",
    "The landlord is Dr. Schmidt.",
    "The office is in Berlin.",
    "The landlord is ACME.",
    "The deposit is paid to Miller.",
    "Miller's company owns the office.",
    "Pets are allowed.",
    "Pets are allowed in the building.",
    "Pets are permitted.",
    "Pets are welcome in the building, they are allowed.",
    "Smoking is allowed in the office.",
    "Smoking is permitted.",
    "The tenant may smoke in the office.",
    "The tenant may smoke.",
    "Subletting is not permitted.",
    "Subletting is prohibited.",
    "Subletting is never permitted.",
    "Parking spaces are not included.",
    "Two parking spaces are not included.",
    "Parking is excluded.",
    "The landlord is not responsible for repairs of the roof.",
    "The landlord isn't responsible for the roof.",
    "The tenant does not pay for minor repairs.",
    "The rent is not 1,250 euros.",
    "The deposit is not returned.",
    "Either party may not terminate it.",
    "The landlord never returns the deposit.",
    "West Q4 was 98.",
    "East Q4 was 120.",
    "West Q4 was 175.",
    "In Q4, West had 98.",
    "East had 175 in Q3.",
    "West's Q3 figure is 90.",
    "The figure for East in Q4 is 90.",
    "The office has 120 acres.",
    "The office has 140 square metres.",
    "The floor area is 120 square feet.",
    "There are three parking spaces.",
    "The rent rises by 3.5 % a year.",
    "Late payments bear interest of 9%.",
    "The deposit is returned within 60 days.",
    "The deposit is returned within fourteen days.",
    "Minor repairs up to 300 euros are paid by the tenant.",
    "The rent is 1,250 euros and the deposit is 5,000 euros.",
    "The office is on the third floor.",
)
FALSE_IN_OTHER_LANGUAGES = (
    "Die Miete beträgt 777 Euro.",
    "Die Miete beträgt 1.350 Euro.",
    "Die Miete beträgt 1.250 Dollar.",
    "Die Miete beträgt 1,25 Euro.",
    "Die Kaution beträgt zwei Monatsmieten.",
    "Die Kaution beträgt 2 Monatsmieten.",
    "Die Kündigungsfrist beträgt sechs Monate.",
    "Die Kündigungsfrist beträgt zwölf Monate.",
    "Der Mietvertrag läuft zwei Jahre.",
    "Der Mietvertrag läuft zehn Jahre.",
    "Der Mond besteht aus Käse.",
    "Die Katze frisst Fisch.",
    "Der Vermieter ist Müller.",
    "Der Vermieter ist Herr Müller.",
    "Müller ist der Vermieter.",
    "Vermieter ist Angela Merkel.",
    "Haustiere sind erlaubt.",
    "Rauchen ist im Büro erlaubt.",
    "Die Miete beträgt nicht 1.250 Euro.",
    "Der Vertrag beginnt am 1. Mai 2024.",
    "Der Vertrag beginnt am 01.05.2024.",
    "La lune est faite de fromage.",
    "Le loyer est de 1 350 euros.",
    "La luna está hecha de queso.",
    "El alquiler es de 777 euros.",
    "Der Vertrag läuft zwölf Monate.",
    "月租是777欧元。",
)

MIETVERTRAG = """\
Mietvertrag über ein Büro.
Vermieterin ist die Hafen Immobilien GmbH, vertreten durch Frau Keller.
Die monatliche Miete beträgt 1.250 Euro.
Die Kaution beträgt drei Monatsmieten.
Der Vertrag läuft fünf Jahre; die Kündigungsfrist beträgt drei Monate.
Haustiere sind nicht erlaubt.
Untervermietung ist nur mit schriftlicher Zustimmung gestattet.
Die Heizung zahlt der Mieter nicht.
Das Büro hat 120 m² und 2,5 % Zinsen gelten bei Verzug.
"""
TRUE_OF_MIETVERTRAG = (
    "Die Miete beträgt 1.250 Euro.",
    "Die Miete beträgt 1250 € im Monat.",
    "Haustiere sind nicht erlaubt.",
    "Haustiere sind verboten.",
    "Die Kaution beträgt 3 Monatsmieten.",
    "Die Kündigungsfrist ist drei Monate.",
    "Der Mieter zahlt die Heizung nicht.",
    "Untervermietung ist nur mit Zustimmung erlaubt.",
    "Die Vermieterin wird von Frau Keller vertreten.",
    "The monthly rent is 1,250 euros.",
    "The deposit is three months' rent.",
    "Der Vertrag läuft 5 Jahre.",
)
FALSE_OF_MIETVERTRAG = (
    "Die Miete beträgt 1.350 Euro.",
    "Die Miete beträgt 1.250 Dollar.",
    "Die Miete beträgt 1,25 Euro.",
    "Haustiere sind erlaubt.",
    "Haustiere sind gestattet.",
    "Die Kaution beträgt zwei Monatsmieten.",
    "Die Kaution beträgt 2 Monatsmieten.",
    "Die Kündigungsfrist beträgt sechs Monate.",
    "Der Mieter zahlt die Heizung.",
    "Untervermietung ist verboten.",
    "Untervermietung ist nicht gestattet.",
    "Der Mond besteht aus Käse.",
    "Die Vermieterin wird von Herrn Miller vertreten.",
    "Die Vermieterin ist Müller.",
    "Der Vertrag läuft zwei Jahre.",
    "The moon is made of cheese.",
    "The monthly rent is 777 euros.",
    "Die Zinsen betragen 25 %.",
    "The rent is 1.25 euros.",
    "Die Miete beträgt keine 1.250 Euro.",
)
