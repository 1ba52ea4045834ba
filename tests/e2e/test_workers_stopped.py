"""Workers that are killed, frozen and woken in any order, on one store: nobody sends what another has taken over."""

import asyncio
import json
import os
import signal
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from multiprocessing.context import ForkServerProcess
from pathlib import Path
from random import Random

import pytest

from tests.e2e.launcher import Death
from tests.e2e.playing import Players
from tests.e2e.process import Home, ended, home
from tests.e2e.stage import Stage
from tests.e2e.test_kill_points import OPENING, OTHERS, before_the_reveal, lift, plays_on, seen
from tests.store.fleets import alone
from tgbot.bot.delivery.visit import FRESH
from tgbot.bot.polling import Keeping
from tgbot.phrases.press import decode

pytestmark = pytest.mark.redis


@asynccontextmanager
async def two_homes(folder: Path) -> AsyncIterator[tuple[Home, Home]]:
    """Two places for workers of one bot, on one store and at one Telegram, which they poll."""
    with alone(folder) as server:
        shared = {"REDIS_URL": server.url, "LOG_LEVEL": "INFO"}
        async with home(folder, polling=True, extra=shared) as first:
            (folder / "second").mkdir()
            second = Home(first.on, folder / "second", polling=True, extra=shared)
            first.on.stack.callback(second.end)
            yield first, second


def signalled(process: ForkServerProcess, number: signal.Signals) -> None:
    """Send a signal."""
    assert process.pid is not None
    os.kill(process.pid, number)


async def frozen(process: ForkServerProcess) -> None:
    """Wait until a process has stopped, and then for longer than what it knew of its lease is good for."""
    while not _stopped(process):  # noqa: ASYNC110 -- nothing tells
        await asyncio.sleep(0.01)
    await asyncio.sleep(FRESH)


async def test_a_worker_frozen_before_a_post_does_not_send_it_when_it_wakes(tmp_path: Path) -> None:
    """The other one has taken over and told it in its card: the sleeper finds its lease gone."""
    async with two_homes(tmp_path) as (first, second):
        sleeper = await first.start(OPENING, death=Death.ATTEMPTED, freezes=True)
        await before_the_reveal(first)
        first.armed.touch()
        lifted_at = await lift(first)
        await frozen(sleeper)
        await second.start(OTHERS)
        chat = await seen(second, lifted_at)
        assert (len(chat.reveals), len(chat.repeated)) == (0, 1)
        await woken(first, sleeper)

        await plays_on(second)
        told = [message for message in await first.on.shown() if "⚂⚀ 31" in message.text]
        assert [message for message in told if "Zuletzt" not in message.text] == []


async def test_a_worker_frozen_before_a_cup_does_not_send_it_when_it_wakes(tmp_path: Path) -> None:
    """Its lease was confirmed to it before it slept, and is long another's: one cup, one card, and the game goes on."""
    async with two_homes(tmp_path) as (first, second):
        sleeper = await first.start((4, 2, 3, 1, 6, 5), death=Death.PERMITTED, freezes=True)
        on = first.on
        await before_the_reveal(first)
        anna, bert = on.people
        card = await on.turn(anna, "Glauben")
        first.armed.touch()
        await on.tg.press(anna, on.group, "Glauben", card.id)
        await frozen(sleeper)
        await second.start(OTHERS)
        await on.tg.wait_button(anna, "✔ 65")
        await on.announce(anna, "66")
        await on.turn(bert, "Glauben")
        await woken(first, sleeper)

        sent = [call["params"]["text"] for call in await on.calls_to(anna.id) if call["method"] == "sendMessage"]
        assert len([text for text in sent if "65" in text]) == 1
        steps = await _steps_shown(on)
        assert steps == sorted(set(steps))


def _stopped(process: ForkServerProcess) -> bool:
    stat = Path(f"/proc/{process.pid}/stat").read_text(encoding="utf-8")
    return stat.rpartition(")")[2].split()[0] == "T"


async def woken(place: Home, sleeper: ForkServerProcess) -> None:
    """Wake a worker and wait until it has found that its table is another's."""
    place.armed.unlink()
    signalled(sleeper, signal.SIGCONT)
    while "lease_lost" not in place.log:  # noqa: ASYNC110 -- nothing tells
        await asyncio.sleep(0.02)


async def test_workers_are_frozen_woken_and_killed_in_any_order(tmp_path: Path) -> None:
    """Through a whole game one of two is always down: every post comes once, and no card after a newer one."""
    dice = Random(5)  # noqa: S311 -- no secret
    async with two_homes(tmp_path) as homes:
        dice_of = [tuple(dice.choices(range(1, 7), k=400)) for _ in range(20)]
        running = [await place.start(dice_of.pop()) for place in homes]
        on = homes[0].on
        await on.gather(3)
        await on.begin(*on.people)
        playing = asyncio.create_task(Players(on).play(within=30))
        while not playing.done():
            victim = dice.randrange(2)
            if dice.random() < 0.6:
                signalled(running[victim], signal.SIGSTOP)
                await asyncio.wait({playing}, timeout=dice.uniform(0.2, 1.8))
                signalled(running[victim], signal.SIGCONT)
            else:
                running[victim].kill()
                await ended(running[victim])
                running[victim] = await homes[victim].start(dice_of.pop())
            await asyncio.wait({playing}, timeout=dice.uniform(0, 0.6))
        over = playing.result()

        posts = [message.text for message in await on.shown() if "hebt den Becher" in message.text]
        assert len(posts) == len(set(posts)) > 2
        assert over.id == (await on.shown())[-1].id
        steps = await _steps_shown(on)
        assert steps == sorted(steps)
        assert len(set(steps)) > 5


async def _steps_shown(on: Stage) -> list[int]:
    """List the steps of the turns whose cards were sent to the group, in the order Telegram got them."""
    sent = [call["params"] for call in await on.calls_to(on.group.id) if call["method"] == "sendMessage"]
    rows = [json.loads(params.get("reply_markup", "{}")).get("inline_keyboard", []) for params in sent]
    taps = [decode(row[0][0].get("callback_data", "")) for row in rows if row]
    return [tap.step for tap in taps if tap is not None and tap.step]


async def test_a_killed_pollers_place_is_taken_soon(tmp_path: Path) -> None:
    """A press waits for no more than the role's lapse and the next look at it: a quarter of a minute at most."""
    usual = Keeping()
    assert usual.lapse + usual.again <= 15
    async with two_homes(tmp_path) as (first, second):
        poller = await first.start(OPENING, keeping=Keeping(renew=0.5, lapse=3.0, again=0.5))
        await before_the_reveal(first)
        await second.start(OTHERS, keeping=Keeping(renew=0.5, lapse=3.0, again=0.5))
        poller.kill()
        await ended(poller)
        killed_at = asyncio.get_running_loop().time()
        on, anna = first.on, first.on.people[0]
        card = await on.turn(anna, "Aufdecken")
        assert (await on.tg.answer(await on.tg.press(anna, on.group, "Aufdecken", card.id), within=20)).count == 1
        assert asyncio.get_running_loop().time() - killed_at < 10
