"""The names of countries as texts write them, in English and German: the source of a pattern. Pure (D-467)."""

_NAMES = (
    "Afghanistan|Albania|Algeria|Andorra|Angola|Argentina|Armenia|Australia|Austria|Azerbaijan|Bahrain|Bangladesh"
    "|Belarus|Belgium|Belize|Benin|Bhutan|Bolivia|Bosnia|Botswana|Brazil|Brunei|Bulgaria|Burkina|Burundi|Cambodia"
    "|Cameroon|Canada|Chad|Chile|China|Colombia|Comoros|Congo|Costa Rica|Croatia|Cuba|Cyprus|Czechia|Czech Republic"
    "|Denmark|Djibouti|Dominica|Dominican Republic|Ecuador|Egypt|El Salvador|Eritrea|Estonia|Eswatini|Ethiopia|Fiji"
    "|Finland|France|Gabon|Gambia|Georgia|Germany|Ghana|Greece|Greenland|Grenada|Guatemala|Guinea|Guyana|Haiti"
    "|Honduras|Hong Kong|Hungary|Iceland|India|Indonesia|Iran|Iraq|Ireland|Israel|Italy|Ivory Coast|Jamaica|Japan"
    "|Jordan|Kazakhstan|Kenya|Korea|Kosovo|Kuwait|Kyrgyzstan|Laos|Latvia|Lebanon|Lesotho|Liberia|Libya|Liechtenstein"
    "|Lithuania|Luxembourg|Madagascar|Malawi|Malaysia|Maldives|Mali|Malta|Mauritania|Mauritius|Mexico|Moldova|Monaco"
    "|Mongolia|Montenegro|Morocco|Mozambique|Myanmar|Namibia|Nepal|Netherlands|New Zealand|Nicaragua|Niger|Nigeria"
    "|Macedonia|Norway|Oman|Pakistan|Palestine|Panama|Paraguay|Peru|Philippines|Poland|Portugal|Qatar|Romania|Russia"
    "|Rwanda|Samoa|Saudi Arabia|Senegal|Serbia|Singapore|Slovakia|Slovenia|Somalia|South Africa|Spain|Sri Lanka|Sudan"
    "|Suriname|Sweden|Switzerland|Syria|Taiwan|Tajikistan|Tanzania|Thailand|Togo|Tonga|Trinidad|Tunisia|Turkey"
    "|Türkiye|Turkmenistan|Uganda|Ukraine|United Arab Emirates|United Kingdom|United States|Uruguay|Uzbekistan"
    "|Venezuela|Vietnam|Yemen|Zambia|Zimbabwe|England|Scotland|Wales|Britain|America|Holland|Soviet Union"
    "|Yugoslavia|Prussia|Persia"
)
_GERMAN_NAMES = (
    "Albanien|Algerien|Argentinien|Armenien|Australien|Österreich|Belgien|Bolivien|Bosnien|Brasilien|Bulgarien"
    "|Dänemark|Deutschland|Estland|Finnland|Frankreich|Georgien|Griechenland|Grönland|Großbritannien|Indien|Indonesien"
    "|Irland|Island|Italien|Jugoslawien|Kanada|Kasachstan|Kenia|Kolumbien|Korea|Kroatien|Kuba|Lettland|Libanon|Litauen"
    "|Luxemburg|Marokko|Mazedonien|Mexiko|Moldau|Mongolei|Namibia|Neuseeland|Niederlande[n]?|Norwegen|Polen|Preußen"
    "|Rumänien|Russland|Saudi-Arabien|Schottland|Schweden|Schweiz|Serbien|Singapur|Slowakei|Slowenien|Spanien|Südafrika"
    "|Sowjetunion|Syrien|Tansania|Tschechien|Tunesien|Türkei|Ungarn|USA|Vereinigte[n]? Staaten|Vereinigtes Königreich"
    "|Zypern|Ägypten|Äthiopien"
)
COUNTRY = (
    rf"(?-i:\b(?:{_NAMES}|{_GERMAN_NAMES}|USA?|UK|U\.S\.A?\.|U\.K\.|UAE|EU|EEA|EWR|Europe|Europa|European Union"
    r"|European Economic Area|Europäische[nr]? Union)\b)|\babroad\b"
)
"""A country, or a union of several, in capitals."""
ASKS_COUNTRY = (
    r"\b(?:what|which) (?:[a-z]+ )?countr(?:y|ies)\b|\b(?:in|aus) welche[mn] (?:land|ländern)\b|\bwelche länder\b"
)
"""How a question asks for countries."""
