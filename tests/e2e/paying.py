"""A table over HTTP that plays for sips or tasks, in German or English, with dice that always make a liar pay."""

from dataclasses import dataclass, replace

from tests.e2e.stage import Stage, swift
from tests.telegram_client import Message, Person
from tgbot.game.roll import Dice
from tgbot.game.rules.house import HouseRules
from tgbot.game.rules.payment import Payment
from tgbot.game.rules.share import encode_rules
from tgbot.table.clock.timing import Timing

RULES = HouseRules(limit=10)


class LowCup:
    """A cup in which nothing beats 31."""

    def throw(self, count: int) -> Dice:
        """Throw `count` dice."""
        return (3, 1, 1)[:count]


@dataclass(frozen=True)
class Words:
    """What the buttons of one language say."""

    language: str
    take: str
    join: str
    start: str
    doubt: str
    done: str
    other: str
    skip: str
    ban: str
    task: str
    pay: str
    undo: str
    commands: tuple[str, str, str, str]


GERMAN = Words(
    "Deutsch",
    "Übernehmen",
    "Mitspielen",
    "Trotzdem spielen",
    "Aufdecken",
    "Erledigt",
    "Andere Aufgabe",
    "Lieber nicht",
    "Nie wieder",
    "🎭 Aufgabe",
    "Lieber zahlen",
    "Rückgängig",
    ("/aufgabe", "/aufgaben", "/ich", "/einsatz"),
)
ENGLISH = Words(
    "English",
    "Take it",
    "I'm in",
    "Play anyway",
    "Lift the cup",
    "Done",
    "Another task",
    "Rather not",
    "Never again",
    "🎭 Task",
    "Rather pay",
    "Undo",
    ("/task", "/tasks", "/me", "/stakes"),
)


@dataclass
class Paying:
    """Anna and Bert at a table; Anna always lies and Bert always lifts the cup."""

    on: Stage
    words: Words
    payment: Payment
    rules: HouseRules = RULES
    _said: int = 0
    _lifted: int = 0

    @property
    def anna(self) -> Person:
        """Who opened the table, opens the rounds, and pays."""
        return self.on.people[0]

    @property
    def bert(self) -> Person:
        """Who doubts."""
        return self.on.people[1]

    async def sit_down(self, timing: Timing | None = None, people: int = 2) -> None:
        """Bring the group its rules and start."""
        await self.on.bot(chance=swift(LowCup(), timing or Timing(tell=0)))
        await self.on.gather(people)
        if self.words is ENGLISH:
            await self.on.tg.say(self.anna, self.on.group, "/sprache")
            await self.press(self.anna, "English")
        code = encode_rules(replace(self.rules, payment=self.payment, top_false_cost=2))
        await self.on.tg.say(self.anna, self.on.group, f"/hausordnung {code}")
        await self.press(self.anna, self.words.take)
        await self.start()

    async def start(self) -> None:
        """Open the table, seat both, and give the sign."""
        await self.on.tg.say(self.anna, self.on.group, "/neu")
        await self.press(self.bert, self.words.join)
        await self.press(self.anna, self.words.start)

    async def press(self, who: Person, label: str) -> str:
        """Wait for the group's newest button with this label and press it; returns the toast.

        What stood there when the cup was lifted last is too old: its buttons may not have been taken away yet.
        """

        async def look() -> Message | None:
            cards = (card for card in reversed(await self.on.shown()) if card.id > self._lifted)
            return next((card for card in cards if any(label in shown for shown in card.labels)), None)

        message = await self.on.tg.until(look, f"button {label!r}")
        return (await self.on.tg.answer(await self.on.tg.press(who, self.on.group, label, message.id))).text

    async def lose(self, value: str = "53") -> None:
        """Let Anna be caught; the last round's card may still stand there with its buttons."""
        before = max(message.id for message in await self.on.shown())
        self._said = (await self.next_round()).id
        await self.on.tg.answer(await self.on.tg.press(self.anna, self.anna, value, self._said))

        async def asked() -> Message | None:
            cards = (message for message in await self.on.shown() if message.id > before)
            return next((card for card in cards if any(self.words.doubt in label for label in card.labels)), None)

        card = await self.on.tg.until(asked, "the card that asks Bert")
        self._lifted = card.id
        await self.on.tg.answer(await self.on.tg.press(self.bert, self.on.group, self.words.doubt, card.id))

    async def debt(self) -> Message:
        """Wait for the card of Anna's task."""
        return await self.on.turn(self.anna, self.words.skip)

    async def next_round(self) -> Message:
        """Wait until Anna has a fresh cup."""

        async def look() -> Message | None:
            cups = (message for message in await self.on.tg.messages(self.anna) if message.id > self._said)
            return next((cup for cup in cups if "53" in cup.labels), None)

        return await self.on.tg.until(look, "a fresh cup")

    async def own(self, who: Person, label: str) -> None:
        """Press a button of one's own settings, in the private chat."""
        message = await self.on.tg.wait_button(who, label)
        await self.on.tg.answer(await self.on.tg.press(who, who, label, message.id))

    async def told_privately(self, who: Person) -> list[str]:
        """List what the bot has written to somebody alone."""
        return [message.text for message in await self.on.tg.messages(who) if message.from_bot]
