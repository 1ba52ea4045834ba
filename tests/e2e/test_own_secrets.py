"""What players keep to themselves stays with them: over random evenings, in every message, the whole store, every log line."""

import asyncio
import logging
import re
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, TypeAlias

import pytest
import structlog
from redis.asyncio import Redis

from tests.e2e.playing import Players, RandomCup
from tests.e2e.stage import Stage, evening, free_port, swift
from tests.telegram_client import Message, Person
from tgbot.game.rules.house import HouseRules
from tgbot.game.rules.payment import Payment
from tgbot.game.rules.share import encode_rules
from tgbot.game.seats import PlayerId
from tgbot.main.serve import worker
from tgbot.phrases import card as cards
from tgbot.store import keys, tables
from tgbot.store.connection import connect
from tgbot.store.purses import RedisPurses
from tgbot.table.clock.timing import Timing
from tgbot.table.ports.tables import Change
from tgbot.table.state.purse import Purse

pytestmark = pytest.mark.redis

COIN, LIMIT, GAMES = "Zimtschnecke", 87654399, 91919190
SECRET = re.compile(rf"{COIN}|876543\d\d|919191\d\d")
"""A currency nobody else has, and a limit and a number of games nobody could have, as they count on."""
DEBTS = ("Erledigt", "Andere Aufgabe", "Lieber nicht", "🎭 Aufgabe", "Lieber zahlen")


class Payers(Players):
    """Players who also settle what they owe, one way or another."""

    async def _act(self, card: Message) -> None:
        owed = [label for label in card.labels if any(known in label for known in DEBTS)]
        if not owed:
            await super()._act(card)
            return
        payer = next(person for person in self.on.people if f"user?id={person.id}" in card.html)
        await self._press(payer, card, self._random.choice(owed))


class Lines(logging.Handler):
    """Every line of the log as it would have been written."""

    def __init__(self) -> None:
        super().__init__(logging.DEBUG)
        self.written: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        """Keep a line."""
        self.written.append(self.format(record))


@dataclass
class Listened:
    """An evening of people with secrets, and everything that was said and kept in it."""

    on: Stage
    log: Lines
    commands: list[str] = field(default_factory=list)

    def leaks(self) -> set[str]:
        """Name the places where a secret is that are not its owner's."""
        found = {"log"} if any(map(SECRET.search, self.log.written)) else set()
        own = [key for who in self.on.people for key in keys.of_user(PlayerId(who.id))]
        kept = [command for command in self.commands if not any(key in command for key in own)]
        return found | {"store" for command in kept if SECRET.search(command)}

    async def told(self) -> set[str]:
        """Name whom secrets were told: their owners, somebody else, the group."""
        found = set()
        for call in await self.on.tg.calls():
            chat, text = call["params"].get("chat_id"), str(call["params"])
            if SECRET.search(text):
                owner = next((who for who in self.on.people if str(who.id) == chat), None)
                theirs = owner is not None and set(re.findall(rf"{COIN}-\w+", text)) <= {own_coin(owner)}
                found.add("owner" if theirs else "group" if owner is None else "somebody else")
        return found


def own_coin(who: Person) -> str:
    """Give everybody a currency of his own."""
    return f"{COIN}-{who.name}"


@asynccontextmanager
async def listened(folder: Path, payment: Payment, seed: int) -> AsyncIterator[Listened]:
    """Begin an evening of three people with secrets, at a bot that logs all it can; a monitor reads every command."""
    async with evening(folder, refused=[COIN]) as on:
        settings = on.settings(port=free_port(), log_level="DEBUG")
        await on.stack.enter_async_context(worker(settings, swift(RandomCup(seed), Timing(tell=0))))
        log = Lines()
        log.setFormatter(logging.root.handlers[0].formatter)
        logging.root.addHandler(log)
        on.stack.callback(logging.root.removeHandler, log)
        heard = Listened(on, log)
        await on.gather(3)
        async with connect(on.store_url) as redis, redis.monitor() as monitor:
            for who in on.people:
                await _keep_secrets(on, redis, who)
            await on.tg.say(
                on.people[0], on.group, f"/hausordnung {encode_rules(HouseRules(limit=4, payment=payment))}"
            )
            await on.tg.wait_button(on.group, "Übernehmen")
            await on.press(on.people[0], "Übernehmen")
            await on.begin(*on.people)
            yield heard
            await redis.echo("the end")
            while "the end" not in (line := str((await monitor.next_command())["command"])):
                heard.commands.append(line)


async def _keep_secrets(on: Stage, redis: Redis, who: Person) -> None:
    player = PlayerId(who.id)
    await on.tg.say(who, who, "/statistik")
    switch = await on.tg.wait_button(who, "Einschalten")
    await on.tg.answer(await on.tg.press(who, who, "Einschalten", switch.id))
    await on.tg.wait_for(who, "Partien: 0")
    await redis.hset(keys.statistics(player), "games", str(GAMES))
    await RedisPurses(redis).put(player, Purse(words=own_coin(who), left=LIMIT), frozenset({"words", "left"}))


async def _ask_for_their_own(on: Stage) -> None:
    for who in on.people:
        for word, answer in (("/ich", "noch 8765"), ("/statistik", "Partien: 9191"), ("/meinedaten", COIN)):
            await on.tg.say(who, who, word)
            await on.tg.wait_for(who, answer)


async def _play(heard: Listened, seed: int, moves: int = 8) -> set[str]:
    """Play, have everybody ask for what is his own, and end the evening; names whom secrets were told."""
    on = heard.on
    await on.tg.inject("message", {"message_id": COIN, "text": f"{COIN} {LIMIT} {GAMES}"})
    await Payers(on, seed=seed).play(moves=moves)
    refusal = {"error_code": 400, "description": f"Bad Request: {COIN} {LIMIT}"}
    await on.tg.fault("error", "sendMessage", chat_id=on.people[0].id, error=refusal)
    await on.tg.say(on.people[0], on.people[0], "/hilfe")
    for _ in range(500):  # nobody hears of a refusal but the bot
        if await on.refused():
            break
        await asyncio.sleep(0.02)
    await _ask_for_their_own(on)
    for word in ("/meinedaten", "/statistik", "/stand", "/abend"):
        await on.tg.say(on.people[0], on.group, word)
    await on.tg.wait_button(on.group, "Um elf noch mal")
    return await heard.told()


@pytest.mark.parametrize(("seed", "payment"), [(1, Payment.SIPS), (2, Payment.MIXED), (3, Payment.TASKS)])
async def test_own_secrets_are_told_to_their_owner_alone(tmp_path: Path, seed: int, payment: Payment) -> None:
    """No group message, no command to the store but for their owner's keys, and no line of the log has them."""
    async with listened(tmp_path, payment, seed) as heard:
        assert await _play(heard, seed) == {"owner"}
        bills = [
            told for who in heard.on.people for told in await heard.on.tg.messages(who) if "Du zahlst" in told.text
        ]
        assert bool(bills) == (payment is not Payment.TASKS)

    assert heard.leaks() == set()
    assert len(heard.commands) > 500
    assert {"update_unreadable", "telegram_refuses_our_request"} <= set(
        re.findall(r"\w{10,}", "".join(heard.log.written))
    )


Leak: TypeAlias = Callable[[pytest.MonkeyPatch], None]


def in_the_log(patch: pytest.MonkeyPatch) -> None:
    """A line of the log helps with debugging."""
    made = RedisPurses.purse

    async def purse(self: RedisPurses, player: PlayerId) -> Purse:
        read = await made(self, player)
        structlog.get_logger().debug("purse_read", words=read.words)
        return read

    patch.setattr(RedisPurses, "purse", purse)


def in_the_queue(patch: pytest.MonkeyPatch) -> None:
    """What waits to be delivered knows what is left of a limit."""
    made = tables._entries

    def entries(change: Change) -> Iterator[tuple[str, bytes]]:
        for name, value in made(change):
            yield name, value or f'{{"left":{LIMIT}}}'.encode()

    patch.setattr(tables, "_entries", entries)


def in_the_group(patch: pytest.MonkeyPatch) -> None:
    """The card tells how many games somebody has played."""
    made = cards.card

    def card(*seen: Any) -> Any:
        message = made(*seen)
        return replace(message, text=f"{message.text}\n{GAMES}")

    patch.setattr(cards, "card", card)


@pytest.mark.parametrize(
    ("leak", "where"),
    [(in_the_log, {"log"}), (in_the_queue, {"store"}), (in_the_group, {"group"})],
    ids=["log", "store", "group"],
)
async def test_a_planted_secret_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, leak: Leak, where: set[str]
) -> None:
    """Each kind of leak is reported, where it is, and nowhere else."""
    async with listened(tmp_path, Payment.SIPS, 1) as heard:
        leak(monkeypatch)
        await Payers(heard.on).play(moves=4)
        told = await heard.told() - {"owner"}

    assert heard.leaks() | told == where
