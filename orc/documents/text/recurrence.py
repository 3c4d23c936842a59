"""Periods of recurring events and payments in texts: a monthly rent, three times a week. Pure."""

import re

from orc.patterns import regex

_PERIOD = regex(
    r"\b(?:(?P<hour>hourly|stündlich\w*|stundenlohn)|(?P<day>daily|täglich\w*|quotidien\w*|dagelijks\w*)"
    r"|(?P<week>weekly|wöchentlich\w*|hebdomadaire\w*|semanal\w*|settimanal\w*|wekelijks\w*)"
    r"|(?P<month>monthly|monatlich\w*|monats\w+|mensuel\w*|mensual\w*|mensil[ei]|mensal|mensais|maandelijks\w*)"
    r"|(?P<year>annual|annually|yearly|per annum|jährlich\w*|jahres\w+|annuel\w*|anual\w*|annual[ei]|jaarlijks\w*)"
    r"|(?:per|an?|pro) (?P<each>hour|day|week|month|year|stunde|tag|woche|monat|jahr)"
    r"|(?:(?:per|par|por|pro|al|alla|à la|a la|om|i|na) |all['’]|à l['’])(?P<other>heure|jour|semaine|mois|an|hora|día"
    r"|dia|semana|mes|año|mês|ano|ora|giorno|settimana|mese|anno|uur|dag|week|maand|jaar|dagen|veckan?|vecka"
    r"|månad(?:en)?|året)"
    r"|(?:im|am|in der) (?P<in>Stunde|Tag|Woche|Monat|Jahr)(?=\W*\Z|[.,;:)!?]| (?:und|oder|[a-zäöü]{5,}en)\b))\b",
    re.IGNORECASE,
)
_PERIODS = {
    **dict.fromkeys(("stunde", "heure", "hora", "ora", "uur"), "hour"),
    **dict.fromkeys(("tag", "jour", "día", "dia", "giorno", "dag", "dagen"), "day"),
    **dict.fromkeys(("woche", "semaine", "semana", "settimana", "vecka", "veckan"), "week"),
    **dict.fromkeys(("monat", "mois", "mes", "mês", "mese", "maand", "månad", "månaden"), "month"),
    **dict.fromkeys(("jahr", "an", "año", "ano", "anno", "jaar", "året"), "year"),
}


def recurring_periods(text: str) -> frozenset[str]:
    """The periods of recurring events in the text: hour, day, week, month or year."""
    found = (each["each"] or each["other"] or each["in"] or each.lastgroup or "" for each in _PERIOD.finditer(text))
    return frozenset(_PERIODS.get(period.lower(), period.lower()) for period in found)
