"""What holds for every message the bot sends."""

import re
from dataclasses import replace
from functools import cache
from html.parser import HTMLParser
from itertools import pairwise
from typing import get_args

import pytest

from tests.phrases.gallery import CALLED, CROWD, GAMES, LONG, Render, cards, everything, told
from tests.phrases.scenes import ANNA, BERT, CLARA, FOUR, NAMES, announcing, answering, lobby, over, posted, seats, see
from tests.phrases.stories import STORIES
from tgbot.game.events import Event, LapEnded, Paid, Reason, WentOut
from tgbot.game.rules.presets import MAEXLE
from tgbot.game.seats import PlayerId
from tgbot.phrases.card import card, closing
from tgbot.phrases.cup import cup
from tgbot.phrases.message import Message
from tgbot.phrases.names import units
from tgbot.phrases.posts import post, summary
from tgbot.phrases.press import MOST_BYTES, encode
from tgbot.table.identity import Language
from tgbot.table.news.evening import RecapPictured
from tgbot.table.news.notices import Notice, Post
from tgbot.table.news.own import OwnData, OwnStatistics

MESSAGES = list(everything())
KINDS = sorted({name.partition(":")[0] for name, _ in MESSAGES})
NASTY = ("<3</a>", "&amp;", "W" * 64, "\u2067עברית", "A" + "\u0301" * 60, "{name}", "👨‍👩‍👧‍👦" * 9, "")
every_kind = pytest.mark.parametrize("kind", KINDS)
every_language = pytest.mark.parametrize("language", Language)


class Checker(HTMLParser):
    """Reads Telegram's HTML strictly: known tags, properly nested."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.text = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Open a tag."""
        assert tag in ("b", "a", "code", "pre")
        assert all(name == "href" and re.fullmatch(r"tg://user\?id=\d+", value or "") for name, value in attrs)
        self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        """Close a tag."""
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        """Read text."""
        self.text += data


def read(message: Message) -> str:
    """Read a message as Telegram does, without its markup."""
    checker = Checker()
    checker.feed(message.text)
    checker.close()
    assert not checker.open
    return checker.text


@cache
def sent(kind: str, language: Language) -> dict[str, Message]:
    """Render all messages of a kind, by their names."""
    return {name: render(language) for name, render in MESSAGES if name.partition(":")[0] == kind}


@every_kind
@every_language
def test_a_message_can_be_sent(kind: str, language: Language) -> None:
    """Telegram takes the markup, the length, and every button."""
    for name, message in sent(kind, language).items():
        assert 0 < units(read(message)) <= 4096, name
        assert message.text == message.text.strip(), name
        assert "\n\n" not in message.text, name
        buttons = [button for row in message.keyboard for button in row]
        assert len(buttons) <= 100, name
        assert all(1 <= len(row) <= 8 for row in message.keyboard), name
        assert all((button.tap is None) != (button.url is None) for button in buttons), name
        data = [encode(button.tap).encode() for button in buttons if button.tap is not None]
        assert all(len(pressed) <= MOST_BYTES for pressed in data), name
        assert all(0 < len(button.label) <= 40 for button in buttons), name


@every_kind
@every_language
def test_a_message_rings_one_phone_at_most(kind: str, language: Language) -> None:
    """Nobody is mentioned who need not act."""
    assert [name for name, message in sent(kind, language).items() if message.text.count("tg://user") > 1] == []


@every_kind
@every_language
def test_a_line_has_one_emoji_at_most(kind: str, language: Language) -> None:
    """An emoji opens a line, and means one thing."""
    emoji = re.compile(r"[🎲👍🔍👀📣🤥😇🏆⏳🚽📖🥃]")
    lines = [(name, line) for name, message in sent(kind, language).items() for line in message.text.splitlines()]
    assert [line for line in lines if [match.start() for match in emoji.finditer(line[1])] not in ([], [0])] == []


@pytest.mark.parametrize(
    "render", [pytest.param(render, id=name) for name, render in cards() if name.startswith("card")]
)
@every_language
def test_a_card_fits_a_screen(render: Render, language: Language) -> None:
    """Nine lines at most."""
    assert len(render(language).text.splitlines()) <= 9


@pytest.mark.parametrize("name", [name for name, game in GAMES.items() if type(game).__name__.endswith("ing")])
@every_language
def test_a_running_card_begins_with_who_must_act(name: str, language: Language) -> None:
    """The first line mentions the holder, and the lines below mention nobody; nobody is rung while the game waits."""
    scene = see(GAMES[name], language=language)
    assert scene.view is not None
    first, *rest = card(scene).text.splitlines()
    assert (f"tg://user?id={scene.view.holder}" in first) == (scene.view.holder is not None)
    assert "tg://user" not in "\n".join(rest)


def test_a_reminder_says_so_first() -> None:
    """At half time the card comes again with the hourglass."""
    scene = see(answering(CLARA, LONG[:2]), reminded=True)
    assert card(scene).text.startswith(f'⏳ <a href="tg://user?id={CLARA}">\u2068Clara\u2069</a>, du bist dran')


@every_language
def test_a_closed_card_is_one_quiet_line(language: Language) -> None:
    """What a card becomes has one line and rings nobody."""
    for game in GAMES.values():
        for asleep in (False, True):
            line = closing(see(game, language=language, asleep=asleep))
            assert "\n" not in line
            assert "tg://" not in line


@every_language
@pytest.mark.parametrize("name", NASTY)
def test_names_break_nothing(name: str, language: Language) -> None:
    """Whatever somebody is called, and however the group is called, every message stays well-formed."""
    names = dict.fromkeys(FOUR, name)
    for game in GAMES.values():
        read(card(see(game, language=language, names=names, title=name)))
        read(cup(see(game, ANNA, language, names=names, title=name)))
        read(cup(see(game, BERT, language, names=names, title=name)))
    for story in STORIES.values():
        here = see(over(rules=story.rules), language=language, names=names)
        told_here = post(replace(here, own=story.own), posted(*story.items))
        assert told_here is not None
        read(told_here)


def test_names_are_isolated_from_each_other() -> None:
    """A name that reads from right to left leaves the order of turn readable: every name stands in an isolate."""
    names = {**NAMES, BERT: "עברית\u2067"}
    text = card(see(lobby(*FOUR), names=names)).text
    assert "\u2068Anna\u2069, \u2068עברית\u2069, \u2068Clara\u2069" in text


@every_language
@pytest.mark.parametrize("name", ["W" * 64, "🏳️‍🌈" * 20])
def test_a_full_table_of_long_names_fits(name: str, language: Language) -> None:
    """Twenty seats with the longest names stay within one message, also where lost posts are repeated."""
    names = dict.fromkeys(CROWD, name)
    lap = LapEnded(CROWD[0], LONG[0].value, true=False, chain=tuple(replace(LONG[0], player=p) for p in CROWD))
    payments = tuple(Paid(player, 1, 7, 6, Reason.LAP) for player in CROWD[1:])
    items: tuple[Event, ...] = (lap, *payments, *(WentOut(player) for player in CROWD[1:]))
    scene = see(
        answering(CROWD[1], CALLED, at=seats(*CROWD, units=(1,) * 20), rules=MAEXLE), language=language, names=names
    )
    lobby_card = card(see(lobby(*CROWD), language=language, names=names))
    reveal = post(scene, posted(*items))
    assert reveal is not None
    for message in (lobby_card, reveal, card(scene, [posted(*items)] * 5)):
        assert units(read(message)) <= 4096


def test_a_lost_post_is_repeated_in_one_line() -> None:
    """Its facts are told once more, without colour, buttons or a mention."""
    plain, again = (card(see(announcing(ANNA, "42")), lost) for lost in ((), (posted(*STORIES["caught"].items),)))
    assert again.keyboard == plain.keyboard
    extra = again.text.removeprefix(plain.text).strip().splitlines()
    assert len(extra) == 1
    assert extra[0].startswith("Zuletzt: ")
    assert "52" in extra[0]
    assert "(2 von 3)" in extra[0]


def test_the_newest_lost_posts_come_first() -> None:
    """Where not all fit, the older ones are left out, and what is told stays in order."""
    lost = [posted(*STORIES["caught"].items, number=number) for number in range(12)]
    text = card(see(announcing(ANNA, "42")), lost).text
    assert summary(see(None), lost[-1]) in text
    assert units(text) < 4096


def test_a_lost_answer_is_not_repeated() -> None:
    """Help and rules can be asked for again."""
    assert card(see(None), [posted(*STORIES["help"].items)]) == card(see(None))


def test_two_players_need_one_more_yes() -> None:
    """The proposal to stop says how many have to agree."""
    proposal = posted(*STORIES["end proposed"].items)
    few, many = (
        post(see(answering(ANNA, LONG[1:2], at=seats(*players))), proposal) for players in ((ANNA, BERT), FOUR)
    )
    assert few is not None
    assert many is not None
    assert few.text != many.text


def test_an_empty_post_says_nothing() -> None:
    """A post without items is no message."""
    assert post(see(None), Post("p1", 0, 0, ())) is None


@pytest.mark.parametrize("kind", get_args(Event | Notice), ids=lambda kind: kind.__name__)
def test_every_event_and_notice_has_a_story(kind: type) -> None:
    """Nothing can happen that the snapshots do not show."""
    assert any(isinstance(item, kind) for story in STORIES.values() for item in story.items)


ITEMS = {
    type(item): (item, story)
    for story in STORIES.values()
    for item in story.items
    if not isinstance(item, RecapPictured)  # a picture: `test_picture` looks at it
}


@pytest.mark.parametrize("kind", ITEMS, ids=lambda kind: kind.__name__)
@every_language
def test_every_item_can_stand_alone(kind: type, language: Language) -> None:
    """An event is told in whatever company it comes."""
    item, story = ITEMS[kind]
    scene = see(over(rules=story.rules), language=language)
    message = post(replace(scene, own=story.own), posted(item))
    assert message is not None
    read(message)


@pytest.mark.parametrize("item", [OwnStatistics(), OwnData()])
def test_what_is_a_users_own_is_told_only_where_it_was_read_for_him(item: OwnStatistics | OwnData) -> None:
    """Without the figures there is no message: nothing else could ever hold them."""
    assert post(see(None), posted(item)) is None


@pytest.mark.parametrize("name", ["caught", "wrong doubt", "false top", "real top", "top shown", "time out, thrown"])
@every_language
def test_posts_in_a_row_never_use_the_same_words(name: str, language: Language) -> None:
    """Consecutive posts differ, and telling one again gives the same text."""
    texts = [told(STORIES[name], language, number).text for number in range(1, 30)]
    assert all(one != other for one, other in pairwise(texts))
    assert len(set(texts)) >= 5
    assert texts == [told(STORIES[name], language, number).text for number in range(1, 30)]


def test_any_post_id_has_words() -> None:
    """The wording follows the last number of an id, whatever stands before it."""
    items = STORIES["caught"].items
    texts = {key: post(see(None), Post(key, 3, 18, items)) for key in ("g3.s17", "g4.s17", "g3.s18", "odd")}
    assert texts["g3.s17"] == texts["g4.s17"] != texts["g3.s18"]
    assert texts["odd"] is not None


def test_ids_are_exact() -> None:
    """A big id is mentioned digit by digit."""
    big = PlayerId(2**52 - 1)
    scene = see(announcing(big, "42", at=seats(big, ANNA)), names={big: "Clara", ANNA: "Anna"})
    assert "tg://user?id=4503599627370495" in card(scene).text
