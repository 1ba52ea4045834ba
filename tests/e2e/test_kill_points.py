"""`kill -9` at every moment between a commit and its last message: the next process makes the chat whole."""

import asyncio
import signal
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from tests.e2e.launcher import FAST, Death
from tests.e2e.process import Home, ended, home
from tests.telegram_client import Message
from tgbot.store.leases import LeaseTiming
from tgbot.table.clock.timing import Timing

pytestmark = pytest.mark.redis

OPENING = (4, 2, 3, 1, 6, 1)
"""Anna's 42, Bert's 31 (he says 53), and what Bert opens the next round with: 61."""
OTHERS = (5, 5) * 9
"""What a restarted bot would throw; nobody may see it instead of dice that lie there already."""


@dataclass(frozen=True)
class Chat:
    """What people see after the kill: reveals in the group, cards that repeat one, and Bert's cups."""

    reveals: list[Message]
    repeated: list[Message]
    cups: list[Message]


async def before_the_reveal(place: Home) -> None:
    """Play until Anna is about to lift Bert's cup."""
    on = place.on
    await on.gather(2)
    anna, bert = on.people
    await on.begin(anna, bert)
    await on.announce(anna, "42")
    await on.tap(bert, "Glauben")
    await on.announce(bert, "53")
    await on.turn(anna, "Aufdecken")

    async def closed() -> bool | None:
        return True if sum(bool(card.labels) for card in await on.shown()) == 2 else None

    await on.tg.until(closed, "buttons under greeting and newest card alone, so that nothing is on its way")


async def lift(place: Home) -> int:
    """Have Anna press the button, without waiting for an answer; returns the message she pressed it on."""
    on, anna = place.on, place.on.people[0]
    card = await on.turn(anna, "Aufdecken")
    await on.tg.press(anna, on.group, "Aufdecken", card.id)
    return card.id


async def newer_card(place: Home, than: int, label: str) -> Message:
    """Wait for a card below another one: those above may not have been closed yet."""

    async def look() -> Message | None:
        shown = await place.on.shown()
        return next((card for card in shown if card.id > than and any(label in name for name in card.labels)), None)

    return await place.on.tg.until(look, f"a card with {label!r} below {than}")


async def seen(place: Home, lifted_at: int) -> Chat:
    """Wait for Bert's turn and look at the chats."""
    on, bert = place.on, place.on.people[1]
    card = await newer_card(place, lifted_at, "Ansagen")
    await on.tg.wait_button(bert, "✔ 61")
    lifted = [message for message in await on.shown() if "hebt den Becher" in message.text]
    return Chat(
        [message for message in lifted if "Zuletzt" not in message.text],
        [message for message in lifted if "Zuletzt" in message.text and message.id == card.id],
        [message for message in await on.tg.messages(bert) if message.from_bot and "✔ 61" in message.labels],
    )


async def plays_on(place: Home) -> None:
    """Bert announces, Anna looks under the cup: the dice are still his, and everything is counted once."""
    on = place.on
    anna, bert = on.people
    last = (await on.shown())[-1].id
    await on.announce(bert, "65")
    card = await newer_card(place, last, "Aufdecken")
    await on.tg.answer(await on.tg.press(anna, on.group, "Aufdecken", card.id))
    reveal = await on.tg.wait_for(on.group, "⚅⚀ 61")
    assert "(2 von 3)" in reveal.text


@pytest.mark.parametrize(
    ("death", "reveals", "repeated", "cups"),
    [
        (Death.COMMITTED, 1, 0, {1}),
        (Death.ATTEMPTED, 0, 1, {1}),
        (Death.ACCEPTED, 1, 1, {1}),
        (Death.CUP_SENT, 1, 0, {2}),
        (Death.CUP_NOTED, 1, 0, {1}),
        (Death.CARD_SENT, 1, 0, {1}),
    ],
    ids=lambda value: value.name.lower() if isinstance(value, Death) else "",
)
async def test_a_killed_bot_catches_up(
    tmp_path: Path, death: Death, reveals: int, repeated: int, cups: set[int]
) -> None:
    """No post appears twice, none gets lost, and the dice stay as they fell."""
    async with home(tmp_path) as place:
        first = await place.start(OPENING, death=death)
        await before_the_reveal(place)
        place.armed.touch()
        lifted_at = await lift(place)
        assert await ended(first) == -signal.SIGKILL
        await place.start(OTHERS)

        chat = await seen(place, lifted_at)
        assert len(chat.reveals) == reveals
        assert len(chat.repeated) == repeated
        assert len(chat.cups) in cups
        for message in (*chat.reveals, *chat.repeated):
            assert "⚂⚀ 31" in message.text
            assert "(1 von 3)" in message.text
        await plays_on(place)
        told = [message for message in await place.on.shown() if "⚂⚀ 31" in message.text]
        assert len([message for message in told if "Zuletzt" not in message.text]) == reveals


async def test_a_command_is_not_obeyed_twice(tmp_path: Path) -> None:
    """Telegram brings a command again that was committed and never acknowledged; it is answered, and does nothing."""
    timing = Timing(tell=0)
    async with home(tmp_path) as place:
        on, first = place.on, await place.start(OPENING, death=Death.COMMITTED, timing=timing)
        await on.gather(2)
        place.armed.touch()
        await on.tg.say(on.people[0], on.group, "/hilfe")
        assert await ended(first) == -signal.SIGKILL
        await place.start(OTHERS, timing=timing)

        await on.tg.quiet(within=10)
        await on.tg.wait_for(on.group, "So läuft's")
        await on.tg.say(on.people[1], on.group, "/neu")
        await on.tg.wait_button(on.group, "Mitspielen")
        assert len([message for message in await on.shown() if "So läuft's" in message.text]) == 1


async def test_an_answer_of_telegrams_that_is_asked_for_twice_has_its_effect_once(tmp_path: Path) -> None:
    """Killed over it, the next process asks again whether he is an admin: his vote is neither taken back nor doubled."""
    async with home(tmp_path) as place:
        on, first = place.on, await place.start(OPENING, death=Death.INFORMED)
        await on.gather(5)
        _, bert, clara, dieter, emil = on.people
        await on.begin(bert, clara, dieter, emil)
        await on.tg.say(clara, on.group, "/rauswurf")
        board = await on.tg.wait_for(on.group, "Wer soll aufstehen?")
        place.armed.touch()
        await on.tg.press(clara, on.group, "Bert", board.id)
        assert await ended(first) == -signal.SIGKILL
        asked = await _asked(place)
        await place.start(OTHERS)

        await on.tg.until(lambda: _asked_more(place, asked), "the question to be put again")
        assert await on.press(dieter, "Emil", board.id) == "Deine Stimme zählt."
        counted = await on.tg.wait_for(on.group, "\u2068Emil\u2069: 1 von 2")
        assert "\u2068Bert\u2069: 1 von 2" in counted.text


async def _asked(place: Home) -> int:
    return len([call for call in await place.on.tg.calls() if call["method"] == "getChatMember"])


async def _asked_more(place: Home, than: int) -> bool | None:
    return True if await _asked(place) > than else None


async def test_a_kill_while_telegram_is_slow_to_answer(tmp_path: Path) -> None:
    """A post whose answer was never heard is not sent again; the next card repeats it."""
    async with home(tmp_path) as place:
        first = await place.start(OPENING)
        await before_the_reveal(place)
        await place.on.tg.fault("delay", "sendMessage", chat_id=place.on.group.id, seconds=3.0)
        lifted_at = await lift(place)
        await place.on.tg.wait_for(place.on.group, "hebt den Becher")
        first.kill()
        assert await ended(first) == -signal.SIGKILL
        await place.start(OTHERS)

        chat = await seen(place, lifted_at)
        assert (len(chat.reveals), len(chat.repeated)) == (1, 1)
        await plays_on(place)


async def test_a_kill_between_two_moves_leaves_the_dice_alone(tmp_path: Path) -> None:
    """Who peeks again after the restart sees the same dice as before, and so does whoever lifts the cup."""
    async with home(tmp_path) as place:
        on, first = place.on, await place.start(OPENING)
        await on.gather(2)
        anna, bert = on.people
        await on.begin(anna, bert)
        before = await on.tap(anna, "Mein Wurf")
        first.kill()
        await ended(first)
        await place.start(OTHERS)

        assert before == await on.tap(anna, "Mein Wurf")
        assert "⚃⚁ 42" in before
        await on.announce(anna, "65")
        await on.tap(bert, "Aufdecken")
        assert "⚃⚁ 42" in (await on.tg.wait_for(on.group, "hebt den Becher")).text


@pytest.mark.parametrize("death", [None, Death.COMMITTED], ids=["before", "at"])
async def test_a_deadline_fires_once(tmp_path: Path, death: Death | None) -> None:
    """A turn's time goes on over a kill, and is up once, even if the process dies just when it is."""
    patience = Timing(turn=2500, grace=2500)
    async with home(tmp_path) as place:
        on = place.on
        await anna_lets_time_pass(place, patience, FAST, death)
        await place.start(OTHERS, timing=patience)

        await on.tg.wait_button(on.group, "Glauben", within=15)
        assert len(times_up(await on.shown())) == 1


async def test_after_a_long_absence_a_deadline_begins_anew(tmp_path: Path) -> None:
    """Nobody pays for the time in which there was no bot."""
    timing = replace(FAST, gap=1.0)
    async with home(tmp_path) as place:
        on, patience = place.on, Timing(turn=2000, grace=2000)
        await anna_lets_time_pass(place, patience, timing, None)
        await asyncio.sleep(2.5)
        back = asyncio.get_running_loop().time()
        await place.start(OTHERS, timing=patience, leases=timing)

        await on.tg.wait_button(on.group, "Glauben", within=15)
        assert asyncio.get_running_loop().time() - back > 2
        assert len(times_up(await on.shown())) == 1


async def anna_lets_time_pass(place: Home, patience: Timing, leases: LeaseTiming, death: Death | None) -> None:
    """Begin a game, and have the bot killed in Anna's turn, or (`death`) when her time is up."""
    on, first = place.on, await place.start(OPENING, timing=patience, leases=leases, death=death)
    await on.gather(2)
    anna, bert = on.people
    await on.begin(anna, bert)
    await on.turn(anna, "Ansagen")
    if death is None:
        first.kill()
    place.armed.touch()
    assert await ended(first) == -signal.SIGKILL


def times_up(messages: list[Message]) -> list[Message]:
    """Find the posts that tell that somebody let his time pass."""
    return [message for message in messages if "Dann springe ich ein." in message.text]
