"""Language codes: ISO 639-1 where a language has one, whichever code is given (D-064)."""

from collections.abc import Mapping
from functools import lru_cache

# ISO 639-1, and its codes in ISO 639-2 and 639-3; from the tables of the registration authorities.
_CODES = (
    "aa:aar ab:abk ae:ave af:afr ak:aka am:amh an:arg ar:ara as:asm av:ava ay:aym az:aze ba:bak be:bel bg:bul "
    "bi:bis bm:bam bn:ben bo:bod,tib br:bre bs:bos ca:cat ce:che ch:cha co:cos cr:cre cs:ces,cze cu:chu "
    "cv:chv cy:cym,wel da:dan de:deu,ger dv:div dz:dzo ee:ewe el:ell,gre en:eng eo:epo es:spa et:est "
    "eu:baq,eus fa:fas,per ff:ful fi:fin fj:fij fo:fao fr:fra,fre fy:fry ga:gle gd:gla gl:glg gn:grn gu:guj "
    "gv:glv ha:hau he:heb hi:hin ho:hmo hr:hrv ht:hat hu:hun hy:arm,hye hz:her ia:ina id:ind ie:ile ig:ibo "
    "ii:iii ik:ipk io:ido is:ice,isl it:ita iu:iku ja:jpn jv:jav ka:geo,kat kg:kon ki:kik kj:kua kk:kaz "
    "kl:kal km:khm kn:kan ko:kor kr:kau ks:kas ku:kur kv:kom kw:cor ky:kir la:lat lb:ltz lg:lug li:lim ln:lin "
    "lo:lao lt:lit lu:lub lv:lav mg:mlg mh:mah mi:mao,mri mk:mac,mkd ml:mal mn:mon mr:mar ms:may,msa mt:mlt "
    "my:bur,mya na:nau nb:nob nd:nde ne:nep ng:ndo nl:dut,nld nn:nno no:nor nr:nbl nv:nav ny:nya oc:oci "
    "oj:oji om:orm or:ori os:oss pa:pan pi:pli pl:pol ps:pus pt:por qu:que rm:roh rn:run ro:ron,rum ru:rus "
    "rw:kin sa:san sc:srd sd:snd se:sme sg:sag sh:hbs si:sin sk:slk,slo sl:slv sm:smo sn:sna so:som "
    "sq:alb,sqi sr:srp ss:ssw st:sot su:sun sv:swe sw:swa ta:tam te:tel tg:tgk th:tha ti:tir tk:tuk tl:tgl "
    "tn:tsn to:ton tr:tur ts:tso tt:tat tw:twi ty:tah ug:uig uk:ukr ur:urd uz:uzb ve:ven vi:vie vo:vol wa:wln "
    "wo:wol xh:xho yi:yid yo:yor za:zha zh:chi,zho zu:zul "
)
_BY_LONG = {long: pair.partition(":")[0] for pair in _CODES.split() for long in pair.partition(":")[2].split(",")}
_SHORT = frozenset(_BY_LONG.values())
# Languages that a detector distinguishes and ISO 639-1 does not: members of macrolanguages.
_MEMBERS: Mapping[str, str] = {
    "ary": "ar",
    "arz": "ar",
    "fuv": "ff",
    "gug": "gn",
    "ltg": "lv",
    "sdh": "ku",
    "uzs": "uz",
    "wuu": "zh",
    "yue": "zh",
}
# Languages of a detector that have no code in ISO 639-1 and are not members of a language that has one.
_OTHERS = frozenset(["ace", "bcl", "crh", "ext", "gcf", "gcr", "gom", "grc", "guw", "hbo", "kab", "lij", "nso", "vec"])
_TAKEN_FOR: Mapping[str, str] = {"pcm": "en"}  # Nigerian Pidgin, with which short English texts are easily confused


def iso_639_1(code: str) -> str | None:
    """The two-letter code for a code such as "eng" or "en-GB". A language without one gets that of its macrolanguage;
    None if there is none."""
    primary = code.strip().casefold().partition("-")[0].partition("_")[0]
    return primary if primary in _SHORT else _BY_LONG.get(primary) or _MEMBERS.get(primary)


def is_code(code: str) -> bool:
    """Whether this is a code that a document's language can have."""
    return iso_639_1(code) is not None or code.strip().casefold() in _OTHERS | _TAKEN_FOR.keys()


@lru_cache(maxsize=512)
def likely(code: str) -> str | None:
    """The two-letter code for a detector's result on a short text."""
    return iso_639_1(code) or _TAKEN_FOR.get(code)


def is_language(wanted: str, known: str | None) -> bool:
    """Whether a document's language is the wanted one, whichever codes are used. Older releases stored codes other than
    ISO 639-1."""
    if known is None:
        return False
    asked = wanted.strip().casefold()
    return asked == known.casefold() or iso_639_1(asked) in {iso_639_1(known), likely(known)} - {None}
