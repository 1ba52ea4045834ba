"""Stored values: exact, tagged, and readable across releases."""

from dataclasses import replace
from enum import Enum
from pathlib import Path
from typing import get_args

import orjson
import pytest

from tests.store.samples import BIG, HOME, game, inquiry, post, shown, table
from tgbot.game.events import Event, GameEnded, GameStarted
from tgbot.game.roll import Roll
from tgbot.game.rules.house import HouseRules
from tgbot.game.seats import Presence
from tgbot.game.state import Announcing, Cup, Lobby, Over, Rolling, Waiting
from tgbot.store import moments
from tgbot.store.codec import EFFECTS, INQUIRIES, POSTS, READS, SHOWN, TABLES
from tgbot.table.identity import Language
from tgbot.table.intents.deadline import Deadline, Due
from tgbot.table.news.notices import Notice
from tgbot.table.ports.effects import Called, Charged, Forgotten, Played, Remembered, Seated, Switched
from tgbot.table.ports.tables import NewerFormat
from tgbot.table.state.reminder import Wish
from tgbot.table.state.table import Table

GOLDEN = Path(__file__).parent / "golden"


def phases() -> dict[str, Table]:
    """Build a table in every phase of a game, and one without."""
    answering = game()
    playing = {name: getattr(answering, name) for name in ("number", "rules", "seats", "round", "step", "highlights")}
    games = {
        "none": None,
        "lobby": Lobby(number=1, rules=HouseRules(limit=None), players=(BIG,)),
        "rolling": Rolling(**playing, holder=BIG),
        "announcing": Announcing(**playing, holder=BIG, cup=Cup(Roll((5, 5)), BIG)),
        "answering": answering,
        "waiting": Waiting(**playing, opener=BIG),
        "over": Over(**playing, winners=(BIG,), losers=()),
    }
    return {name: replace(table(), game=phase) for name, phase in games.items()}


@pytest.mark.parametrize("stored", phases().values(), ids=phases())
def test_a_table_comes_back_in_every_phase(stored: Table) -> None:
    """Every phase is read as itself, with its enums, tuples and missing values."""
    loaded = TABLES.load(TABLES.dump(stored))

    assert loaded == stored
    assert type(loaded.game) is type(stored.game)


def test_every_event_and_notice_has_a_name_of_its_own() -> None:
    """A post tells its items apart by their classes' names, so no two are alike."""
    names = [item.__name__ for item in (*get_args(Event), *get_args(Notice))]

    assert len(names) > 30
    assert len(names) == len(set(names))


def test_posts_inquiries_effects_and_surfaces_come_back() -> None:
    """All that waits for delivery is read as it was written."""
    ended = GameEnded(winners=(BIG,), losers=(), tally=((BIG, 2),), longest_chain=3, boldest=None)
    told = replace(post(), items=(*post().items, GameStarted((BIG,)), ended))

    assert POSTS.load(POSTS.dump(told)) == told
    for asked in (inquiry(), inquiry(None)):
        assert INQUIRIES.load(INQUIRIES.dump(asked)) == asked
    effects = (
        *(Seated(BIG, seated=False), Charged(BIG, 7, 2), Played(BIG, 7), Switched(BIG, on=True), Forgotten(BIG)),
        *(Remembered(BIG, Wish.NOTED, 2**52, Language.EN), Called(BIG, 7, 2**52)),
    )
    assert all(EFFECTS.load(EFFECTS.dump(effect)) == effect for effect in effects)
    for card in (shown(), shown(closing=None)):
        assert SHOWN.load(SHOWN.dump(card)) == card


def test_a_seating_of_the_first_release_comes_back() -> None:
    """It was written without its class's name, for there was no other effect."""
    assert EFFECTS.load(b'{"f":1,"v":{"player":%d,"seated":false}}' % BIG) == Seated(BIG, seated=False)


@pytest.mark.parametrize("number", [2**52 - 1, -1001234567890123, 2**63 - 1])
def test_big_ids_stay_exact(number: int) -> None:
    """Ids come back to the last digit, through JSON and through the text of deadlines."""
    stored = replace(table(), chat=number)
    due = Deadline(Due.LOBBY, 1_796_002_203_202, 3, 4)
    name, at, step = moments.replacing(stored.id, (due,))[6:9]

    assert TABLES.load(TABLES.dump(stored)).chat == number
    assert moments.parse(name, f"{step}|{at}|5") == (HOME, due)


def test_a_newer_format_is_left_alone() -> None:
    """A value with a newer format number is not even tried."""
    newer = orjson.dumps({"f": READS + 1, "v": {"nothing": "we know"}})

    with pytest.raises(NewerFormat):
        TABLES.load(newer)


def test_missing_fields_take_their_defaults() -> None:
    """A value written before a field existed is read with the field's default."""
    written = orjson.loads(TABLES.dump(table()))
    for name in ("language", "lap", "asleep", "end_votes"):
        del written["v"][name]
    del written["v"]["game"]["rules"]["disclose"]

    assert TABLES.load(orjson.dumps(written)) == replace(table(), lap=Table(id=HOME, chat=0).lap)


def test_unknown_fields_are_ignored() -> None:
    """A value with a field that a newer release of the same format added is read without it."""
    written = orjson.loads(TABLES.dump(table()))
    written["v"]["music"] = written["v"]["game"]["weather"] = "loud"

    assert TABLES.load(orjson.dumps(written)) == table()


def test_enums_are_written_by_value() -> None:
    """Renaming a member of an enum changes nothing that is stored."""
    written = orjson.loads(TABLES.dump(table()))["v"]

    assert written["game"]["_"] == "Answering"
    assert written["game"]["seats"][0]["presence"] == Presence.PRESENT.value
    assert isinstance(Presence.PRESENT, Enum)


@pytest.mark.parametrize("path", sorted(GOLDEN.glob("1-*.json")), ids=lambda path: path.stem)
def test_what_format_1_wrote_is_still_read(path: Path) -> None:
    """A saved table or post of an older release loads as what it was; these files are never written anew."""
    kind = path.stem.split("-")[1]
    if kind == "post":
        assert POSTS.load(path.read_bytes()) == post()
    else:
        assert TABLES.load(path.read_bytes()) == phases()[kind]


def test_there_are_golden_files() -> None:
    """The golden test tests something: a post, and a table in every phase."""
    assert {path.stem.split("-")[1] for path in GOLDEN.glob("1-*.json")} == {"post", *phases()}
