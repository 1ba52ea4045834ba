from typing import Any

import pytest

from tgbot.demo.errors import ApiError
from tgbot.demo.text.formatted import caption, formatted, spoken
from tgbot.demo.text.render import to_html

Json = dict[str, Any]


def _kinds(entities: tuple[Json, ...]) -> list[tuple[str, int, int]]:
    return [(entity["type"], entity["offset"], entity["length"]) for entity in entities]


@pytest.mark.parametrize(
    ("markup", "text", "entities"),
    [
        ("&lt;&gt;&amp;&quot;&#228;&#xe4;&nbsp;&#0;", '<>&"ää&nbsp;&#0;', []),
        ("<B>x</B >", None, None),
        ("<b>x</>", "x", [("bold", 0, 1)]),
        ("<b></b>x", "x", []),
        ("<s>a</s><u>b</u><em>c</em>", "abc", [("strikethrough", 0, 1), ("underline", 1, 1), ("italic", 2, 1)]),
        ("<tg-spoiler>a</tg-spoiler>", "a", [("spoiler", 0, 1)]),
        ("<span class='tg-spoiler'>a</span>", "a", [("spoiler", 0, 1)]),
        ("<blockquote expandable>a</blockquote>", "a", [("expandable_blockquote", 0, 1)]),
        ("<a href=' \t'>a</a>", "a", []),
        ("<a href=nowhere>a</a>", "a", []),
        ('<tg-emoji emoji-id="5">🎲</tg-emoji>', "🎲", [("custom_emoji", 0, 2)]),
        ("  <b> x </b>  ", "x", [("bold", 0, 1)]),
        ("🎲🎲<b>x</b>", "🎲🎲x", [("bold", 4, 1)]),
        ("<code class='language-py'>x</code>", "x", [("code", 0, 1)]),
    ],
)
def test_html(markup: str, text: str | None, entities: list[tuple[str, int, int]] | None) -> None:
    """Tags and references mean what Telegram takes them for; an end tag must match to the letter."""
    if text is None or entities is None:
        with pytest.raises(ApiError, match="Unmatched end tag"):
            formatted(markup, "HTML", "")
        return
    parsed = formatted(markup, "HTML", "")
    assert (parsed.text, _kinds(parsed.entities)) == (text, entities)


@pytest.mark.parametrize(
    ("markup", "error"),
    [
        ("<a =x>y</a>", 'Empty attribute name in the tag "a" at byte offset 0'),
        ("<a href>y</a>", 'Expected equal sign in declaration of an attribute of the tag "a" at byte offset 0'),
        ("<a href=", 'Unclosed start tag "a" at byte offset 0'),
        ("<a href='x", "Unclosed start tag at byte offset 0"),
        ("ä<a href=x/y>z</a>", "Unexpected end of name token at byte offset 10"),
        ("<span>x</span>", 'Tag "span" must have class "tg-spoiler" at byte offset 0'),
        ("a < b", 'Unsupported start tag "" at byte offset 2'),
    ],
)
def test_broken_html(markup: str, error: str) -> None:
    """Broken tags are named with their place."""
    with pytest.raises(ApiError) as refused:
        formatted(markup, "HTML", "")
    assert refused.value.description == f"Bad Request: can't parse entities: {error}"


def test_pre_with_language() -> None:
    """Code that names its language and fills a pre gives the pre its language."""
    (entity,) = formatted('<pre><code class="language-py">x</code></pre>', "HTML", "").entities
    assert entity == {"type": "pre", "offset": 0, "length": 1, "language": "py"}


@pytest.mark.parametrize(
    ("mode", "markup", "text", "entities"),
    [
        ("MarkdownV2", r"*a* _b_ \- __c__", "a b - c", [("bold", 0, 1), ("italic", 2, 1), ("underline", 6, 1)]),
        ("MarkdownV2", "`a-b` ||c|| ~d~", "a-b c d", [("code", 0, 3), ("spoiler", 4, 1), ("strikethrough", 6, 1)]),
        ("MarkdownV2", "[a](https://a.de)", "a", [("text_link", 0, 1)]),
        ("MarkdownV2", "[a]b", "ab", []),
        ("Markdown", r"*a* _b_ `c` \_", "a b c _", [("bold", 0, 1), ("italic", 2, 1), ("code", 4, 1)]),
        ("Markdown", "[a](https://a.de)", "a", [("text_link", 0, 1)]),
    ],
)
def test_markdown(mode: str, markup: str, text: str, entities: list[tuple[str, int, int]]) -> None:
    """Both dialects of Markdown give the same entities as HTML does."""
    parsed = formatted(markup, mode, "")
    assert (parsed.text, _kinds(parsed.entities)) == (text, entities)


@pytest.mark.parametrize(
    ("markup", "error"),
    [
        ("[a](https", "Can't find end of a URL at byte offset 2"),
        ("[a", "Can't find end of TextUrl entity at byte offset 0"),
        ("__a_", "Can't find end of Italic entity at byte offset 3"),
    ],
)
def test_broken_markdown(markup: str, error: str) -> None:
    """An open end is named with its place."""
    with pytest.raises(ApiError) as refused:
        formatted(markup, "MarkdownV2", "")
    assert refused.value.description == f"Bad Request: can't parse entities: {error}"


@pytest.mark.parametrize(
    ("entities", "error"),
    [
        ('{"type":"bold"}', "expected an Array of MessageEntity"),
        ("[1]", "can't parse MessageEntity: expected an Object"),
        (
            '[{"type":"bold","offset":"x","length":1}]',
            'can\'t parse MessageEntity: Field "offset" must be a valid Number',
        ),
        ('[{"type":"loud","offset":0,"length":1}]', "can't parse MessageEntity: Unsupported type specified"),
        ('[{"type":"bold","offset":0,"length":9}]', "entity beginning or end is outside of the text"),
    ],
)
def test_broken_entities(entities: str, error: str) -> None:
    """Entities given outright are checked one by one."""
    with pytest.raises(ApiError) as refused:
        formatted("Text", "", entities)
    assert refused.value.description == f"Bad Request: {error}"


def test_given_entities() -> None:
    """Entities given outright are kept, and move when blanks before them are cut."""
    parsed = formatted("  Text", "", '[{"type":"bold","offset":2,"length":4}]')
    assert (parsed.text, _kinds(parsed.entities)) == ("Text", [("bold", 0, 4)])


@pytest.mark.parametrize(
    ("text", "entities"),
    [
        ("/neu@bot_name jetzt", [("bot_command", 0, 13)]),
        ("a/neu 1/2", []),
        ("Hallo @anna_1 und a@b.de", [("mention", 6, 7)]),
        ("#würfel #1", [("hashtag", 0, 7)]),
        ("https://a.de/b?c=1#d und example.org", [("url", 0, 20), ("url", 25, 11)]),
        ("🎲 /neu", [("bot_command", 3, 4)]),
    ],
)
def test_found_entities(text: str, entities: list[tuple[str, int, int]]) -> None:
    """Commands, mentions, hashtags and links are found in plain text."""
    assert _kinds(spoken(text).entities) == entities


def test_found_inside_given() -> None:
    """A command inside bold text is found, one inside code is not."""
    parsed = formatted("<b>/neu</b> <code>/neu</code>", "HTML", "")
    assert _kinds(parsed.entities) == [("bold", 0, 4), ("bot_command", 0, 4), ("code", 5, 4)]


def test_captions() -> None:
    """A caption may be missing, and ends at 1024 characters."""
    assert caption("", "", "").text == ""
    assert caption("x" * 1024, "", "").text
    with pytest.raises(ApiError, match="message caption is too long"):
        caption("x" * 1025, "", "")


@pytest.mark.parametrize(
    "html",
    [
        "<b>A &amp; <i>B</i></b> &lt;c&gt;",
        '🎲<a href="https://a.de/?b=1&amp;c=2">x</a>',
        '<a href="tg://user?id=5">Anna</a>',
        "<blockquote><s>x</s></blockquote>",
    ],
)
def test_round_trip(html: str) -> None:
    """Rendering what was parsed gives the same HTML again."""
    parsed = formatted(html, "HTML", "")
    assert to_html(parsed.text, list(parsed.entities)) == html
