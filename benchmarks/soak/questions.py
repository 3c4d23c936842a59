"""Questions with one right answer each. The users ask them, and the model answers them."""

import random
import re
from dataclasses import dataclass

_CONSONANTS, _VOWELS = "bdfgklmnprstvz", "aeiou"
_SYLLABLES = [first + second for first in _CONSONANTS for second in _VOWELS]
_NAMES = len(_SYLLABLES) ** 4
_WORDS = ("amber", "barge", "cliff", "delta", "ember", "ferry", "grain", "heron", "inlet", "jetty", "lantern", "mast")
_FILLER = "The tide left a line of {0} and {1} along the {2} before the {3} came in.\n"
_TALE = re.compile(r"Tell the tale of (\w+) in (\d+) words")
_ENTRY = re.compile(r"What does the keeper of (\w+) note in the ledger")


@dataclass(frozen=True)
class Question:
    """answer is the text of a completed answer. No other question of the soak test has this text."""

    text: str
    answer: str


def name_of(number: int, seed: int) -> str:
    """A word that belongs to this number only. The seed determines it."""
    place = (number * 7919 + seed * 104_729) % _NAMES
    syllables = []
    for _ in range(4):
        place, syllable = divmod(place, len(_SYLLABLES))
        syllables.append(_SYLLABLES[syllable])
    return "".join(syllables) + "k"


def tale(name: str, words: int) -> Question:
    return Question(f"Tell the tale of {name} in {words} words.", _tale(name, words))


def entry(name: str, asked: int) -> Question:
    """A question about the file on the name. asked counts the questions about it."""
    return Question(f"Number {asked}: What does the keeper of {name} note in the ledger?", f"{fact(name)} [1]")


def fact(name: str) -> str:
    return f"The keeper of {name} notes {random.Random(name).randrange(100, 1000)} barrels of salt in the ledger."


def file_about(name: str, characters: int) -> bytes:
    """A text that begins with the fact and continues with other things."""
    words, lines, length = random.Random(f"file of {name}"), [f"{fact(name)}\n\n"], 0
    while length < characters:
        lines.append(_FILLER.format(*words.sample(_WORDS, 4)))
        length += len(lines[-1])
    return "".join(lines).encode()


def right_answer(question: str, prompt: str) -> str:
    """The model's answer. An answer from a file requires that the prompt contains the fact."""
    if found := _TALE.search(question):
        return _tale(found[1], int(found[2]))
    if found := _ENTRY.search(question):
        answer = fact(found[1])
        return f"{answer} [1]" if answer in prompt else "The sources do not tell."
    return "That was not asked in this soak."


def _tale(name: str, words: int) -> str:
    chosen = random.Random(f"{name} {words}").choices(_WORDS, k=max(words - 4, 1))
    return f"The tale of {name}: {' '.join(chosen)}."
