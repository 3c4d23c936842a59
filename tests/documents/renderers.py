"""Renderers of Markdown with their extensions, what a page finds active in their HTML, and answers to try them with."""

import re
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from html.parser import HTMLParser
from random import Random

import mistune
from markdown_it import MarkdownIt
from markdown_it.common.utils import unescapeAll
from mdit_py_plugins.admon import admon_plugin
from mdit_py_plugins.amsmath import amsmath_plugin
from mdit_py_plugins.anchors import anchors_plugin
from mdit_py_plugins.attrs import attrs_block_plugin, attrs_plugin
from mdit_py_plugins.colon_fence import colon_fence_plugin
from mdit_py_plugins.container import container_plugin
from mdit_py_plugins.deflist import deflist_plugin
from mdit_py_plugins.dollarmath import dollarmath_plugin
from mdit_py_plugins.field_list import fieldlist_plugin
from mdit_py_plugins.footnote import footnote_plugin
from mdit_py_plugins.front_matter import front_matter_plugin
from mdit_py_plugins.gfm_autolink import gfm_autolink_plugin
from mdit_py_plugins.myst_blocks import myst_block_plugin
from mdit_py_plugins.myst_role import myst_role_plugin
from mdit_py_plugins.section_ref import section_ref_plugin
from mdit_py_plugins.subscript import sub_plugin
from mdit_py_plugins.substitution import substitution_plugin
from mdit_py_plugins.superscript import superscript_plugin
from mdit_py_plugins.tasklists import tasklists_plugin
from mdit_py_plugins.texmath import texmath_plugin

type Renderer = Callable[[str], object]


def _words(text: str) -> list[str]:
    return text.split()


_ACTIVE = ["link", "image", "autolink", "reference", "html_block", "html_inline"]
_INERT_TAGS = _words("""
p em strong del s ul ol li pre code blockquote h1 h2 h3 h4 h5 h6 hr br table thead tbody tr th td div span
section dl dt dd sup sub mark ins abbr ruby rt eq eqn nav input
""")
_INERT_ATTRIBUTES = _words("class start id checked disabled type title align text data-level")
_ALIGNED = re.compile(r"text-align: ?(?:left|right|center);?\Z")
_OF_MISTUNE = _words("""
strikethrough footnotes table task_lists def_list abbr mark insert superscript subscript math ruby spoiler
""")
_STRUCTURE = re.compile(r"[\s`~#*+=_>|.)0-9-]")


def _html() -> MarkdownIt:
    return MarkdownIt("js-default", {"html": True})


@cache
def renderers() -> Mapping[str, Renderer]:
    """By name; all with raw HTML. Those with addresses make links of plain ones."""
    gfm = MarkdownIt("gfm-like", {"html": True, "linkify": False}).disable("linkify")
    every = _html()
    for plugin in (front_matter_plugin, dollarmath_plugin, footnote_plugin, deflist_plugin, tasklists_plugin):
        every.use(plugin)
    for plugin in (attrs_plugin, attrs_block_plugin, admon_plugin, colon_fence_plugin, fieldlist_plugin):
        every.use(plugin)
    for plugin in (myst_block_plugin, myst_role_plugin, substitution_plugin):
        every.use(plugin)
    parsers = {
        "commonmark": MarkdownIt("commonmark"),
        "js-default": _html(),
        "gfm": gfm,
        "every": every,
        "front matter": _html().use(front_matter_plugin),
        "dollars": _html().use(dollarmath_plugin),
        "some dollars": _html().use(dollarmath_plugin, allow_space=False, allow_digits=False, double_inline=True),
        "amsmath": _html().use(amsmath_plugin),
        "footnotes": _html().use(footnote_plugin),
        "definitions": _html().use(deflist_plugin),
        "attributes": _html().use(attrs_plugin, spans=True).use(attrs_block_plugin),
        "admonitions": _html().use(admon_plugin),
        "colons": _html().use(colon_fence_plugin),
        "containers": _html().use(container_plugin, "note"),
        "fields": _html().use(fieldlist_plugin),
        "myst": _html().use(myst_block_plugin).use(myst_role_plugin),
        "scripts": _html().use(sub_plugin).use(superscript_plugin),
        "substitutions": _html().use(substitution_plugin),
        "addresses": _html().use(gfm_autolink_plugin),
        "tasks": _html().use(tasklists_plugin).use(anchors_plugin).use(section_ref_plugin),
    }
    for marks in ("dollars", "brackets", "gitlab", "julia", "kramdown"):
        parsers[f"texmath of {marks}"] = _html().use(texmath_plugin, delimiters=marks)
    found: dict[str, Renderer] = {name: parser.render for name, parser in parsers.items()}
    found["mistune"] = mistune.create_markdown(escape=False)
    found["mistune with every plugin"] = mistune.create_markdown(escape=False, plugins=_OF_MISTUNE)
    found["mistune with addresses"] = mistune.create_markdown(escape=False, plugins=["url"])
    for name in _OF_MISTUNE:
        found[f"mistune with {name}"] = mistune.create_markdown(escape=False, plugins=[name])
    return found


@cache
def without_active() -> MarkdownIt:
    """CommonMark for which links, images, definitions and HTML are so many characters."""
    return MarkdownIt("commonmark", {"html": False}).disable(_ACTIVE)


class _Page(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.active: list[str] = []
        self.text: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in _INERT_TAGS:
            self.active.append(tag)
        for name, value in attrs:
            if name not in _INERT_ATTRIBUTES and not (name == "style" and _ALIGNED.match(value or "")):
                self.active.append(f"{tag} {name}")

    def handle_data(self, data: str) -> None:
        self.text.append(data)

    def handle_comment(self, data: str) -> None:
        self.active.append("comment")

    def handle_decl(self, decl: str) -> None:
        self.active.append("declaration")

    def handle_pi(self, data: str) -> None:
        self.active.append("instruction")

    def unknown_decl(self, data: str) -> None:
        self.active.append("declaration")


def _page(html: object) -> _Page:
    page = _Page()
    page.feed(str(html))
    page.close()
    return page


def active_in(text: str, *names: str) -> dict[str, list[str]]:
    """What these renderers, or all, make of a text that loads, links, runs or is hidden."""
    found = {name: _page(renderers()[name](text)).active for name in names or renderers()}
    linked = {name: {"a", "a href"} if name.endswith("addresses") else set() for name in found}
    return {name: active for name, active in found.items() if not linked[name].issuperset(active)}


def letters(text: str, *, active: bool) -> str:
    """The visible text of CommonMark, without white space and without what marks blocks and code; the language of code
    counts as visible."""
    parser = MarkdownIt("commonmark") if active else without_active()
    tokens = parser.parse(text)
    for token in tokens:
        token.content = f"{unescapeAll(token.info)} {token.content}" if token.type == "fence" else token.content
    return _STRUCTURE.sub("", "".join(_page(parser.renderer.render(tokens, parser.options, {})).text))


_PLAIN_PIECES = _words("""
a b word . A n py note title x ` ` `` ``` ```` ~~~ ~~~~ ⏎```⏎ ⏎~~~⏎ ⏎````⏎ ⏎··``` ⏎···```⏎
⏎····```⏎ ```html⏎ >· >·>· > -· *· +· 1.· 2)· 10.· - ⏎-⏎ ⏎1.⏎ #· ##· # === --- *** ⏎---⏎ ⏎===⏎
-·-·- $ $$ ⏎$$⏎ < > <b> </b> <img·src=x·onerror=y> <script> <!-- --> <? ?> <!X> <![CDATA[ ]]>
<http://e.x> <a@b.c> <div> ⏎<div>⏎ ⏎<pre>⏎ ⏎····<img·src=x> ⏎······<b> ⏎··<b>⏎ ⏎<b> ![ [ ] ]( ](u)
![i](http://e.x/y.png) [l](http://e.x) ]: [a] [a]:·http://e.x ⏎[a]:·http://e.x⏎ [^1] [^1]:·
[^1]:·n⏎ ^[ *[A]:· ][ ( ) : :· ⏎:· ::: ⏎:::⏎ :::note !!!· !!!·note⏎ { } {a=b} {onclick=x} {.c} {{
}} {% %} %· +++ " ' = == ^ ^^ ~ ~~ >! !< | | | ⏎|---|---|⏎ ⏎|·a·|·b·|⏎ |-| ⏎|-|⏎ -|- :-: * ** _ __
! ␋ ␌ ␤ ␣ (t)= :name:· {note} {n}`x` ⏎⏎···· ⏎⏎⇥ >·```⏎ >·$$⏎ -·```⏎ ··-· ⏎-·a⏎ ⏎1.·a⏎⏎ ⏎>·a⏎ [x](
@ ⏎····-· ⏎···· ⏎ ⏎ ⏎ ⏎⏎ ⏎⏎ ␍ ␍⏎ · ·· ···· ····· ⇥ ␥
""")
_ESCAPE_PIECES = _words(r"""
\ \\ \` \< \[ \] \( \) ⏎\[⏎ ⏎\]⏎ \begin{a} \end{a} ⏎\begin{equation}⏎
\end{equation}⏎ &lt; &#60; &amp; & [a\]b]:·u ␀
""")
_CELLS = ["`b<i>`", "<b>", "[x](y)", "word"]
_HOT = ["<img src=x onerror=y>", "![i](http://e.x/y.png)", "<b>", "\n```\n", "`", "\n"]
_SHOWN = str.maketrans("⏎·⇥␍␋␌␤␣␥␀", "\n \t\r\x0b\x0c\u2028\xa0\u3000\0")


def pieces(*, every: bool) -> list[str]:
    """What answers are made of here; every one, or without backslashes, entities and formulas, which show otherwise."""
    chosen = _PLAIN_PIECES + _ESCAPE_PIECES if every else [piece for piece in _PLAIN_PIECES if "$$" not in piece]
    return [piece.translate(_SHOWN) for piece in chosen]


def wild_answers(seed: int, count: int, *, every: bool) -> Iterator[tuple[str, Random]]:
    """Answers that no model writes, each with the chances that made it."""
    everything = pieces(every=every)
    for number in range(count):
        chance = Random(f"{seed} {number}")
        pool = everything
        if chance.random() < 0.6:
            pool = chance.sample(everything, chance.randint(3, 14)) + _HOT
        yield "".join(chance.choices(pool, k=chance.choice((3, 5, 8, 12, 18, 30)))), chance


_INLINE = _words("""
the·rent·is·4,900·euros `List<String>` `a[0](b)` ``a`b<i>`` `<img·src=x>` List<String> a<5·and·b>3
<b>bold</b> **bold** *so* [1] [2][3] [0] [here](https://e.x) ![i](https://e.x/y.png) <https://e.x>
https://e.x/terms $5 $4,200 R&D x=1 ~5 &lt;b&gt; "as·it·says" <!--·n·--> arr[0] f(x) snake_case
50% #1 C:\\dir {"a":·1} it's 3·*·4 name:·value
""")
_CODE = ["<b>x</b>", "[a](b)", "[c]: d", "", "    deep <i>", "- x", "# no", "`t`", "``", "&lt;", "\\<", "$$", "\t<u>"]

_LINES = [code for code in _CODE if code]


def tame_answer(chance: Random) -> str:
    """An answer as models write them: paragraphs, lists, quotations, tables, headings and code."""

    def line() -> str:
        return " ".join(chance.choices(_INLINE, k=chance.randint(1, 8))).replace("·", " ")

    def fence(indent: str = "") -> str:
        marks = chance.choice(("```", "````", "~~~"))
        code = [f"{indent}{each}".rstrip() for each in chance.choices(_CODE, k=chance.randint(1, 4))]
        return "\n".join([f"{indent}{marks}{chance.choice(('', 'html', 'python'))}", *code, f"{indent}{marks}"])

    def paragraph() -> str:
        return "\n".join(line() for _ in range(chance.randint(1, 3)))

    def block() -> str:
        kind = chance.choice(("text", "text", "fence", "list", "steps", "quote", "table", "heading", "indented"))
        match kind:
            case "list":
                return "\n".join(f"{'  ' * (i % 2)}- {line()}" for i in range(chance.randint(1, 4)))
            case "steps":
                return f"1. {line()}\n\n{fence('   ')}\n\n2. {line()}\n{fence('   ')}"
            case "quote":
                return "\n".join(f"> {each}" for each in [line(), *fence().splitlines()])
            case "table":
                return f"| x | y |\n|---|:-:|\n| a | {' '.join(chance.choices(_CELLS, k=2))} |"
            case "indented":
                return "\n".join(["So it is:", "", *(f"    {each}" for each in chance.choices(_LINES, k=2))])
        return {"fence": fence, "heading": lambda: f"## {line()}"}.get(kind, paragraph)()

    return "\n\n".join(block() for _ in range(chance.randint(1, 5)))
