"""Chooses the sentences of a passage that support a claim best."""

from collections import Counter
from collections.abc import Sequence
from math import log

from orc.documents.questions.question import years_in
from orc.documents.text.figures import figure_words
from orc.documents.text.sentences import Span, shortened
from orc.documents.text.tokens import content_words
from orc.patterns import regex

LONGEST_SNIPPET = 500

_LONGEST_RUN = 300  # characters of adjacent sentences
_FIGURE_WEIGHT = 2.5
_TELLING = 3  # digits
_REACH = 3  # sentences
_HEADING = regex(r"#{1,6}[ \t]")


def best_sentences(text: str, pieces: Sequence[tuple[int, Span]], claim: str, question: str) -> Span:
    """The span of the sentences that support a claim best: the one with most of its words, where rare words and figures
    count more and those of the question less, and its neighbours on the page that have words of the claim which it
    lacks. The neighbours are of its section, unless the claim has a figure that this lacks. pieces are the sentences of
    the text with their pages."""
    if not pieces:
        return 0, 0
    words = [set(content_words(text[a:b])) | figure_words(text[a:b]) for _, (a, b) in pieces]
    spread = Counter(word for piece in words for word in piece)
    weight = {
        word: log(1 + len(pieces) / count) * (_FIGURE_WEIGHT if word[0].isdecimal() and not years_in(word) else 1)
        for word, count in spread.items()
    }
    claimed, asked = set(content_words(claim)) | figure_words(claim), set(content_words(question))

    def support(piece: set[str], wanted: set[str]) -> float:
        """The weight of the wanted words that a sentence has, more if they are most of the sentence."""
        shared = sum(weight[word] for word in piece & wanted)
        return shared * (1 + shared / sum(weight[word] for word in piece)) if shared else 0.0

    # The heading of a table may have more words of the claim than the row with its figure.
    figures = {word for word in claimed & spread.keys() if not years_in(word)}
    figures = {word for word in figures if sum(map(str.isdecimal, word)) >= _TELLING}
    having = [i for i, piece in enumerate(words) if not figures.isdisjoint(piece)] or range(len(pieces))
    best = max(having, key=lambda i: support(words[i], claimed) + support(words[i], asked) / 5)
    first = last = best
    missing = claimed - words[best]
    reach = _REACH if len(words[best] & claimed) <= len(missing) else 1  # over sentences without any
    for step in (1, -1):  # add neighbours on the page that have more of the claim's words
        i, passed = last if step == 1 else first, 0
        while passed < reach and 0 <= (i := i + step) < len(pieces):
            both = pieces[i - 1 : i + 1] if step == 1 else pieces[i : i + 2]
            headed = [_HEADING.match(text, start) is not None for _, (start, _) in both]
            if headed == [False, True] and figures.isdisjoint(missing):  # another section's years are not the claim's
                break
            passed = 0 if missing & words[i] else passed + 1
            if passed:
                continue
            start, end = pieces[min(first, i)][1][0], pieces[max(last, i)][1][1]
            if pieces[i][0] != pieces[best][0] or end - start > _LONGEST_RUN:
                break
            first, last, missing = min(first, i), max(last, i), missing - words[i]
    return shortened(text, pieces[first][1][0], pieces[last][1][1], claimed | asked, LONGEST_SNIPPET)
