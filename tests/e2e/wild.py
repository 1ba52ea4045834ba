"""People who press whatever the bot offers, at random, but never say a value that somebody has really thrown."""

import asyncio
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from random import Random
from typing import TypeVar

from tests.e2e.scan import read_button
from tests.e2e.truth import LONGEST, Round
from tests.e2e.wiretap import Ears
from tests.telegram_client import Person
from tgbot.demo.world.talk import Words, press, say
from tgbot.demo.world.world import World
from tgbot.game.rules.house import HouseRules
from tgbot.game.rules.raise_rule import sayable
from tgbot.game.state import Announcing, Answering, Lobby, Over
from tgbot.game.turn import bar
from tgbot.store.connection import connect
from tgbot.store.tables import RedisTables
from tgbot.table.clock.clockwork import step_of
from tgbot.table.identity import TableId
from tgbot.table.intents.taps import Action, Tap
from tgbot.table.ports.tables import Change

T = TypeVar("T")
PATIENCE = 15.0
_RECENT = 12
_ANSWERS = (Action.BELIEVE, Action.DOUBT, Action.PASS, Action.PASS_TOP, Action.PUSH, Action.ACCEPT, Action.ASK)
_OWN = (Action.LOOK, Action.REROLL, Action.SHOW)


@dataclass(frozen=True, slots=True)
class Offer:
    """A button in a chat."""

    chat: int
    message: int
    data: str
    tap: Tap


@dataclass
class Group:
    """One table in the wild."""

    world: World
    place: Round
    chat: int
    people: list[Person]
    random: Random

    async def until(self, look: Callable[[], T | None], what: str) -> T:
        """Look again whenever something happens at this table."""
        try:
            async with asyncio.timeout(PATIENCE):
                while (found := look()) is None:
                    self.place.bell.clear()
                    await self.place.bell.wait()
        except TimeoutError:
            raise AssertionError(f"{what}: never came; {self.place.table}") from None
        return found

    def offers(self, chat: int, *wanted: Action) -> Iterator[Offer]:
        """List the buttons of the present step in a chat, the newest message first."""
        table = self.place.table
        now = (0, 0) if table is None else step_of(table.game)
        messages = list(self.world.chats[chat].messages.values())[-_RECENT:]
        for message in reversed(messages):
            for button in message.buttons:
                tap = read_button(str(button.get("callback_data", "")))
                if tap is not None and (tap.game, tap.step) == now and tap.action in wanted:
                    yield Offer(chat, message.id, str(button["callback_data"]), tap)

    async def offered(self, chat: int, *wanted: Action) -> list[Offer]:
        """Wait for buttons of these actions."""
        return await self.until(lambda: list(self.offers(chat, *wanted)) or None, f"{wanted} in {chat}")

    async def press(self, who: int, offer: Offer) -> None:
        """Press a button and wait for the answer."""
        query = press(self.world, self.world.chats[offer.chat], who, offer.message, offer.data)
        await self.until(lambda: query.answers or None, f"an answer to {offer.tap.action}")

    async def play(self, games: int) -> None:
        """Play so many games to their ends."""
        host = self.people[0].id
        say(self.world, self.world.chats[self.chat], host, Words("/neu"))
        for number in range(1, games + 1):
            await self._fill_lobby(host)
            while not self._over(number):
                await self._move()
            if number < games:
                again = Tap(TableId(self.chat), number, 0, Action.OPEN)
                await self.press(host, (await self.until(lambda tap=again: self._find(tap), "another game"))[0])  # type: ignore[misc]

    def _find(self, tap: Tap) -> list[Offer] | None:
        messages = list(self.world.chats[self.chat].messages.values())
        found = [
            Offer(self.chat, message.id, str(button["callback_data"]), tap)
            for message in reversed(messages)
            for button in message.buttons
            if read_button(str(button.get("callback_data", ""))) == tap
        ]
        return found or None

    def _over(self, number: int) -> bool:
        game = None if self.place.table is None else self.place.table.game
        return isinstance(game, Over) and game.number == number

    async def _fill_lobby(self, host: int) -> None:
        await self.until(lambda: isinstance(self._game(), Lobby) or None, "a lobby")
        for guest in self.people:
            lobby = self._game()
            if isinstance(lobby, Lobby) and guest.id not in lobby.players:
                await self.press(guest.id, (await self.offered(self.chat, Action.JOIN))[0])
        start = (await self.offered(self.chat, Action.START, Action.START_ANYWAY))[0]
        await self.press(host, start)
        await self.until(lambda: not isinstance(self._game(), Lobby) or None, "the start")

    def _game(self) -> object:
        return None if self.place.table is None else self.place.table.game

    async def _move(self) -> None:
        game = self._game()
        if isinstance(game, Announcing):
            await self._announce(game)
        else:
            assert isinstance(game, Answering), game
            await self._answer(game)

    async def _announce(self, game: Announcing) -> None:
        """Look, perhaps; let somebody try to look; then say something."""
        holder, others = game.holder, [person.id for person in self.people if person.id != game.holder]
        chance = self.random.random
        keyboard = (await self.offered(self.chat, Action.KEYBOARD))[0]
        peeks = list(self.offers(self.chat, Action.PEEK))
        if peeks and chance() < 0.3:
            await self.press(self.random.choice([*others, holder]), peeks[0])
        place: int = holder
        if chance() < 0.25:
            await self.press(holder, keyboard)
            place = self.chat
        extras = [offer for offer in self.offers(holder, *_OWN) if self._sensible(offer.tap.action)]
        if extras and chance() < 0.6:
            await self.press(holder, self.random.choice(extras))
            return
        values = await self.until(lambda: self._sayable(place, Action.ANNOUNCE) or None, "something to say")
        await self.press(holder, values[min(int(chance() * 6), len(values) - 1)])

    def _sayable(self, chat: int, action: Action) -> list[Offer]:
        """List the buttons with values nobody has thrown, low to high."""
        offers = list(self.offers(chat, action))
        return [offer for offer in offers if offer.tap.value is not None and self.place.safe((offer.tap.value,))]

    def _sensible(self, action: Action) -> bool:
        """A second throw needs a roll that nobody has said and something to say."""
        game = self._game()
        if not isinstance(game, Announcing) or action is not Action.REROLL:
            return True
        return len(self.place.throwable(game.rules.ranking)) > 0

    async def _answer(self, game: Answering) -> None:
        offers = await self.offered(self.chat, *_ANSWERS)
        wanted = [offer for offer in offers if self._possible(game, offer.tap.action)]
        offer = self.random.choice(wanted)
        await self.press(game.holder, offer)
        if offer.tap.action is Action.PASS:
            said = await self.until(lambda: self._sayable(self.chat, Action.PASS) or None, "something to say")
            await self.press(game.holder, said[0])

    def _possible(self, game: Answering, action: Action) -> bool:
        """Whether enough rolls would be left that nobody has said."""
        if action in (Action.DOUBT, Action.PASS_TOP, Action.ACCEPT, Action.ASK):
            return action is not Action.ASK or not game.asked
        if len(game.round.chain) >= LONGEST or not self.place.throwable(game.rules.ranking):
            return False
        left = self.place.safe(sayable(game.rules.raise_rule, game.rules.ranking, bar(game)))
        return action is Action.PUSH or len(left) > 2


async def found(ears: Ears, rules: HouseRules, count: int, random: Random) -> Group:
    """Bring people and the bot together in a group that plays by these rules."""
    tg = ears.on.tg
    people = [await tg.user(name, started=True) for name in ("Anna", "Bert", "Clara", "Dieter")[:count]]
    room = await tg.group("Stammtisch", people)
    home = TableId(room.id)
    ears.truth.seats |= {person.id: home for person in people}
    group = Group(ears.on.telegram.world, ears.truth.rounds[home], room.id, people, random)
    await group.until(lambda: group.place.table, "a greeting")
    async with connect(ears.on.store_url, connections=1) as redis:
        table = (await RedisTables(redis).load(home)).table
        assert table is not None
        ruled = replace(table, rules=rules, version=table.version + 1)
        await RedisTables(redis).commit(Change(table=ruled, expected=table.version))
    return group
