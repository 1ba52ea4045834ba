"""Posts: one message for everything a commit has to tell, and its facts in one line should it get lost."""

from collections.abc import Iterator
from itertools import chain

from tgbot.game.events import Event
from tgbot.phrases.comings import Coming, coming_lines
from tgbot.phrases.house_news import RuleNews, rule_lines
from tgbot.phrases.message import Message
from tgbot.phrases.news import DeskNews, desk_lines, house_lines, keyboard_under
from tgbot.phrases.own_data import own_lines
from tgbot.phrases.page import Line, Page
from tgbot.phrases.paying_news import paying_lines
from tgbot.phrases.people_news import people_lines
from tgbot.phrases.recap import evening_lines
from tgbot.phrases.reminder_news import reminder_lines
from tgbot.phrases.reveals import Reveal, reveal_lines
from tgbot.phrases.seat_news import seat_lines
from tgbot.phrases.turns import TurnEvent, turn_event_lines
from tgbot.table.news.evening import EveningNews
from tgbot.table.news.notices import Notice, Post
from tgbot.table.news.own import OwnNews
from tgbot.table.news.paying import PayingNews
from tgbot.table.news.people import PeopleNews
from tgbot.table.news.reminders import ReminderNews
from tgbot.table.news.seats import SeatNews
from tgbot.table.scene import Scene


def post(scene: Scene, post: Post) -> Message | None:
    """Tell a post, the same words every time; None if it has nothing to say."""
    page = Page.of(scene, post)
    lines = tuple(_lines(page))
    if not lines:
        return None
    rows = chain.from_iterable(keyboard_under(page, item) for item in post.items)
    return Message("\n".join(line.text for line in lines), tuple(dict.fromkeys(rows)))


def summary(scene: Scene, post: Post) -> str:
    """Repeat a post's facts in one line, without its colour."""
    facts = (line.text for line in _lines(Page.of(scene, post)) if line.fact)
    return " ".join(_without_emoji(text) for fact in facts for text in fact.splitlines())


def _lines(page: Page) -> Iterator[Line]:
    for item in page.post.items:
        yield from _told(page, item)


def _told(page: Page, item: Event | Notice) -> list[Line]:  # noqa: C901 -- one case for each kind of news
    if isinstance(item, Reveal):
        return reveal_lines(page, item)
    if isinstance(item, Coming):
        return coming_lines(page, item)
    if isinstance(item, TurnEvent):
        return turn_event_lines(page, item)
    if isinstance(item, DeskNews):
        return desk_lines(page, item)
    if isinstance(item, RuleNews):
        return rule_lines(page, item)
    if isinstance(item, PayingNews):
        return paying_lines(page, item)
    if isinstance(item, PeopleNews):
        return people_lines(page, item)
    if isinstance(item, ReminderNews):
        return reminder_lines(page, item)
    if isinstance(item, EveningNews):
        return evening_lines(page, item)
    if isinstance(item, OwnNews):
        return own_lines(page, item)
    if isinstance(item, SeatNews):
        return seat_lines(page, item)
    return house_lines(page, item)


def _without_emoji(text: str) -> str:
    """Drop a line's emoji: a first word without letters or digits, unless it is a tag, which a name starts with."""
    first, _, rest = text.partition(" ")
    return text if "<" in first or any(map(str.isalnum, first)) else rest
