"""Documents with names that resemble the one that a question has word for word: those of Northwind Energy Partners, for
Northwind Energy. Pure (D-536)."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from itertools import islice

from orc.documents.text.spelling import is_misspelt
from orc.documents.text.tokens import shared_beginning
from orc.domain import Passage
from orc.patterns import regex

_TOKEN = regex(r"[^\W_]+(?:['’-](?!s(?!\w))[^\W_]+)*")
_POSSESSIVE = regex(r"['’]s\b")
_FILE_GAP = regex(r"[\W_]+|(?<=[a-z])(?=[A-Z])")
_LONGEST, _MOST_WORDS, _MOST_NAMES, _HEAD = 5, 60, 200, 300
_ROOT, _SHORTEST = 4, 3
_WITHIN_NAME = frozenset((" ", " & ", " and ", "-"))

type _Words = tuple[str, ...]


def passages_of_named(question: str, passages: Sequence[Passage]) -> frozenset[int]:
    """The numbers, from 1, of the passages without those of documents that bear a similar name instead of the one that
    the question has word for word, in words that begin alike or differ by a letter. All, if no document at hand bears
    the question's name."""
    every = frozenset(range(1, len(passages) + 1))
    documents = defaultdict[str, list[Passage]](list)
    for passage in islice(passages, _MOST_NAMES):
        documents[passage.file_id].append(passage)
    if len(documents) < 2:
        return every
    heads = {file_id: _heads(of_file) for file_id, of_file in documents.items()}
    names = _names_asked(question, heads)
    having = {
        file_id: frozenset(name for name in names if _has_exactly(name, of_file))
        for file_id, of_file in documents.items()
    }
    borne = {name for file_id, found in having.items() for name in found if _is_in(name, heads[file_id])}
    others = {
        file_id
        for file_id, found in having.items()
        if borne and found.isdisjoint(borne) and any(_resembles(name, heads[file_id]) for name in borne)
    }
    return frozenset(number for number in every if passages[number - 1].file_id not in others)


def _heads(passages: Sequence[Passage]) -> tuple[_Words, ...]:
    """The words of a document's file name and of its first line, if that is at hand."""
    texts = [_file_name(passages[0].blob_name)]
    for passage in passages:
        if not passage.chunk.start:
            texts += passage.chunk.text.lstrip("#* \n")[:_HEAD].split("\n", 1)[:1]
    return tuple(tuple(word.casefold() for word in _TOKEN.findall(text)) for text in texts)


def _file_name(blob_name: str) -> str:
    name = blob_name.rsplit("/", 1)[-1]
    return _FILE_GAP.sub(" ", name.rpartition(".")[0] or name)


def _names_asked(question: str, heads: Mapping[str, Sequence[_Words]]) -> list[_Words]:
    """The longest sequences of words of the question that stand in the head of a document, each of two words or more
    that are not numbers and have a capital in the question, or all of them none."""
    spelled = _TOKEN.findall(_POSSESSIVE.sub("", question))[:_MOST_WORDS]
    words = [word.casefold() for word in spelled]
    found, at = list[_Words](), 0
    while at < len(words):
        for size in range(min(_LONGEST, len(words) - at), 1, -1):
            name = tuple(words[at : at + size])
            are_words = all(word[0].isalpha() for word in name) and max(map(len, name)) > _SHORTEST
            are_capital = all(word[0].isupper() for word in spelled[at : at + size])
            if are_words and are_capital and any(_is_in(name, of_file) for of_file in heads.values()):
                found.append(name)
                at += size - 1
                break
        at += 1
    return found


def _is_in(name: _Words, heads: Sequence[_Words]) -> bool:
    return any(name == head[at : at + len(name)] for head in heads for at in range(len(head) - len(name) + 1))


def _has_exactly(name: _Words, passages: Sequence[Passage]) -> bool:
    """Whether the file name ends with the name or has a number after it, or the text has it and not a longer one."""
    file_name = _TOKEN.findall(_file_name(passages[0].blob_name))
    for at in range(len(file_name) - len(name) + 1):
        end = at + len(name)
        is_name = tuple(word.casefold() for word in file_name[at:end]) == name
        if is_name and (end == len(file_name) or file_name[end][0].isdecimal()):
            return True
    return any(_says_exactly(name, passage.chunk.text) for passage in passages)


def _says_exactly(name: _Words, text: str) -> bool:
    """Whether the text has the name where no further word with a capital follows."""
    if name[0] not in text.casefold():
        return False
    found = list(_TOKEN.finditer(_POSSESSIVE.sub("", text)))
    words = tuple(each[0].casefold() for each in found)
    for at in range(len(words) - len(name) + 1):
        end = at + len(name)
        if words[at] == name[0] and words[at:end] == name and found[at][0][0].isupper():
            following = found[end] if end < len(found) else None
            gap = following.string[found[end - 1].end() : following.start()] if following else ""
            if following is None or gap not in _WITHIN_NAME or not following[0][0].isupper():
                return True
    return False


def _resembles(name: _Words, heads: Sequence[_Words]) -> bool:
    """Whether a head has a word of the name, or one that begins alike or is one letter from it."""
    telling = [word for word in name if len(word) > _SHORTEST]
    return any(_are_alike(word, other) for word in telling for head in heads for other in head)


def _are_alike(word: str, other: str) -> bool:
    same = shared_beginning(word, other)
    return (
        word == other
        or is_misspelt(word, other)
        or is_misspelt(other, word)
        or (same >= _ROOT and same >= min(len(word), len(other)) - 1)
    )
