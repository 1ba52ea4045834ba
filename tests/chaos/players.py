"""People at one table: they see what the chat shows, and press what it offers. Some press twice, or what is not theirs."""

import asyncio
import math
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import islice
from random import Random

from tests.chaos.buttons import Offer, offer
from tests.chaos.tape import Tape
from tgbot.demo.world.chat import Chat
from tgbot.demo.world.message import Message
from tgbot.demo.world.query import Query
from tgbot.demo.world.talk import Words, press, say
from tgbot.demo.world.world import World

NAMES = ("Anna", "Bert", "Clara")
_RECENT = 10
_IMPATIENT = 4.0  # seconds until somebody presses the same button again, once he was answered
_FORLORN = 20.0  # seconds after which he presses again without an answer
_NAP = 130.0  # seconds somebody is away, longer than a turn may take
_TURN = frozenset("pkabd")
_BELIEVES = 0.3
_BLUFFS = 0.5
"""How often an announcement is believed; how far above the lowest one most of them are, the less the farther."""


@dataclass
class Night:
    """What all tables share. `held`: nobody moves; `last`: no new game is begun; `closed`: go home.

    After `lost` seconds without anything to press somebody calls for the card, which `calls_for_cards` notes; not
    before the bot has come up, or everybody has gone on (`up`, a moment).
    """

    world: World
    calls_for_cards: Tape | None = None
    held: bool = False
    last: bool = False
    closed: bool = False
    naughty: float = 0.06
    sleepy: float = 0.001
    lost: float = 12.0
    up: float = math.inf


@dataclass
class Players:
    """Everybody at one table; the first is the host. `over` once the last game has ended."""

    night: Night
    chat: Chat
    people: list[int]
    random: Random
    seed: float = 0.0
    bell: asyncio.Event = field(default_factory=asyncio.Event)
    over: bool = False
    _pressed: dict[tuple[int, tuple[int, int], str], tuple[float, Query]] = field(default_factory=dict)
    _turns: dict[tuple[int, int], int] = field(default_factory=dict)
    _moved: float = field(default_factory=time.monotonic)
    _asleep_until: float = 0.0

    async def play(self) -> None:
        """Play until the night is closed."""
        say(self.night.world, self.chat, self.people[0], Words("/neu"))
        while not self.night.closed and not (self.night.last and self.over):
            self.bell.clear()
            if not self.night.held and (time.monotonic() >= self._asleep_until or self.night.last):
                self._act()
            try:
                async with asyncio.timeout(0.5 + self.random.random()):
                    await self.bell.wait()
            except TimeoutError:
                continue

    def _act(self) -> None:
        offers = self._newest(self.chat)
        actions = {found.action: found for found in offers}
        self.over = "o" in actions
        if self.over and self.night.last:
            return
        if not offers or not self._answer(offers, actions):
            self._call_for_the_card()
        if self.random.random() < self.night.naughty:
            self._tease(offers)

    def _answer(self, offers: list[Offer], actions: dict[str, Offer]) -> bool:
        """Press what is to be pressed; False if that was done a moment ago, or there is nothing."""
        back = [self._press(who, actions["B"]) for who in self.people if "B" in actions]
        if found := actions.get("W"):
            return self._press(self.random.choice(self.people), found)
        if found := actions.get("o"):
            return self._press(self.people[0], found)
        if "j" in actions:
            return self._gather(actions)
        if _TURN & actions.keys():
            return self._play_turn(offers, actions)
        return any(back)

    def _gather(self, actions: dict[str, Offer]) -> bool:
        message = self.chat.messages[actions["j"].message]
        there = next((line for line in message.text.splitlines() if line.startswith("Am Tisch (")), "")
        missing = [who for name, who in zip(NAMES, self.people, strict=False) if name not in there]
        if missing:
            return sum(self._press(who, actions["j"]) for who in missing) > 0
        found = actions.get("s") or actions.get("S")
        return found is not None and self._press(self.people[0], found)

    def _play_turn(self, offers: list[Offer], actions: dict[str, Offer]) -> bool:
        message = self.chat.messages[offers[0].message]
        holder = _mentioned(message)
        if holder is None:
            return False
        if "d" in actions:
            believes = "b" in actions and self._choice(offers[0].moment).random() < _BELIEVES
            return self._press(holder, actions["b" if believes else "d"])
        moment = offers[0].moment
        own = [found for found in self._newest(self.night.world.chats[holder]) if found.table == self.chat.id]
        values = [found for found in own if found.action == "a" and found.moment == moment]
        values = values or [found for found in offers if found.action == "a"]
        if values:
            bluff = int(self._choice(moment).expovariate(_BLUFFS))
            return self._press(holder, values[min(len(values) - 1, bluff)])
        return self._press(holder, actions["k"] if "k" in actions else offers[0])

    def _choice(self, moment: tuple[int, int]) -> Random:
        """Give chance to a turn which depends on nothing but the seed and how many turns there were before."""
        number = self._turns.setdefault(moment, len(self._turns))
        return Random(f"{self.seed}:{number}")  # noqa: S311 -- no secret

    def _press(self, who: int, found: Offer) -> bool:
        """Press once, and again only when nothing came of it for a while."""
        now, deed = time.monotonic(), (who, found.moment, "abd" if found.action in "abd" else found.action)
        before = self._pressed.get(deed)
        if before is not None:
            at, query = before
            if now - at < (_IMPATIENT if query.answers else _FORLORN):
                return not query.answers or now - self._moved < self.night.lost
        else:
            self._moved = now
            if self.random.random() < self.night.sleepy:  # everybody looks elsewhere, longer than a turn may take
                self._asleep_until = now + _NAP
                return True
        self._pressed = {key: past for key, past in self._pressed.items() if now - past[0] < 3 * self.night.lost}
        self._pressed[deed] = now, self._push(who, found)
        return True

    def _push(self, who: int, found: Offer) -> Query:
        chat = self.chat if found.message in self.chat.messages else self.night.world.chats[who]
        return press(self.night.world, chat, who, found.message, found.data)

    def _call_for_the_card(self) -> None:
        """Say /tisch when nothing that can be pressed does anything any more."""
        now = time.monotonic()
        if now - max(self._moved, self.night.up) > self.night.lost:
            if self.night.calls_for_cards is not None:
                self.night.calls_for_cards.note(table=self.chat.id, people=self.people, lost=self.night.lost)
            self._moved = now
            self._pressed.clear()
            say(self.night.world, self.chat, self.random.choice(self.people), Words("/tisch"))

    def _tease(self, offers: list[Offer]) -> None:
        """Press what is somebody else's, what was pressed already, or what is long over."""
        world, random = self.night.world, self.random
        who = random.choice(self.people)
        past = [found for message in self._recent(self.chat) for found in _once_offered(message)]
        turns = [found for found in [*offers, *past] if found.action in _TURN]
        if not turns:
            return
        found = random.choice(turns)
        press(world, self.chat, who, found.message, found.data)
        if random.random() < 0.3:
            press(world, self.chat, who, found.message, found.data)

    def _newest(self, chat: Chat) -> list[Offer]:
        """List the buttons of the newest message that has some of this table, or of a menu with none of them."""
        for message in self._recent(chat):
            offers = list(_offered(message))
            if any(found.table == self.chat.id and found.action in "osSjWBabdpk" for found in offers):
                return offers
        return []

    def _recent(self, chat: Chat) -> Iterator[Message]:
        return islice((message for message in reversed(chat.messages.values()) if not message.deleted), _RECENT)


def _offered(message: Message) -> Iterator[Offer]:
    for button in message.buttons:
        if found := offer(message.id, str(button.get("callback_data", ""))):
            yield found


def _once_offered(message: Message) -> Iterator[Offer]:
    for version in message.past[-2:]:
        for row in (version.markup or {}).get("inline_keyboard", []):
            for button in row:
                if found := offer(message.id, str(button.get("callback_data", ""))):
                    yield found


def _mentioned(message: Message) -> int | None:
    entities = message.body.get("entities", [])
    return next((entity["user"]["id"] for entity in entities if entity["type"] == "text_mention"), None)
