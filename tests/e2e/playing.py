"""People who play by themselves: they see the chat as anybody does, and press what it offers."""

import re
from dataclasses import dataclass, field
from random import Random

from tests.e2e.stage import Stage
from tests.telegram_client import WITHIN, Message, Person, Room
from tgbot.game.roll import Dice

WHOLE_GAME = 400
"""More moves than any game of these tests takes."""


class RandomCup:
    """Dice that fall the same way in every run."""

    def __init__(self, seed: int) -> None:
        self._random = Random(seed)  # noqa: S311 -- no secret

    def throw(self, count: int) -> Dice:
        """Throw `count` dice."""
        return tuple(self._random.randint(1, 6) for _ in range(count))


@dataclass
class Players:
    """Everybody at one table. `private` announces in the private chat, else on the card in the group.

    `turns` counts the announcements and the lifted cups, `toasts` collects what the presses were answered.
    """

    on: Stage
    private: bool = True
    seed: int = 1
    words: tuple[str, str, str, str] = ("Glauben", "Aufdecken", "Ansagen", "Nochmal")
    group: Room | None = None
    turns: int = 0
    toasts: list[str] = field(default_factory=list)
    _acted: tuple[int, tuple[str, ...], str] | None = None

    def __post_init__(self) -> None:
        self._random = Random(self.seed)  # noqa: S311 -- no secret

    async def play(self, moves: int = WHOLE_GAME, within: float = WITHIN) -> Message:
        """Play so many turns, or to the game's end; returns the newest card."""
        end = self.turns + moves
        while True:
            card = await self._next_card(within)
            if self._over(card) or self.turns >= end:
                return card
            self._acted = _key(card)
            await self._act(card)

    async def _next_card(self, within: float) -> Message:
        chat = self.group or self.on.group
        after = self._acted[0] - 1 if self._acted else 0

        async def look() -> Message | None:
            raws = await self.on.tg.request("GET", f"/chats/{chat.id}/messages?after={after}")
            cards = [Message.read(raw) for raw in raws if raw["from_bot"] and raw["keyboard"]]
            fresh = bool(cards) and _key(cards[-1]) != self._acted
            return cards[-1] if fresh and (self._over(cards[-1]) or mentioned(cards[-1])) else None

        return await self.on.tg.until(look, "the next card", within)

    def _over(self, card: Message) -> bool:
        return any(self.words[3] in label for label in card.labels)

    async def _act(self, card: Message) -> None:
        who = next(person for person in self.on.people if person.id == mentioned(card))
        believe, doubt, announce, _ = self.words
        values = [label for label in card.labels if _is_value(label)]
        if any(doubt in label for label in card.labels):
            doubts = not any(believe in label for label in card.labels) or self._random.random() < 0.3
            await self._press(who, card, doubt if doubts else believe)
            self.turns += doubts
        elif values:
            await self._press(who, card, self._choice(values))
            self.turns += 1
        elif self.private:
            await self._announce_privately(who)
        else:
            await self._press(who, card, announce)

    async def _announce_privately(self, who: Person) -> None:
        async def look() -> Message | None:
            cups = [message for message in await self.on.tg.messages(who) if any(map(_is_value, message.labels))]
            return cups[-1] if cups else None

        cup = await self.on.tg.until(look, f"{who.name}'s cup")
        true = [label for label in cup.labels if "✔" in label and self._random.random() < 0.5]
        await self._press(who, cup, self._choice(true or list(filter(_is_value, cup.labels))), private=True)
        self.turns += 1

    def _choice(self, values: list[str]) -> str:
        return self._random.choice(values[:8])

    async def _press(self, who: Person, message: Message, label: str, *, private: bool = False) -> None:
        chat = who if private else self.group or self.on.group
        answer = await self.on.tg.answer(await self.on.tg.press(who, chat, label, message.id))
        self.toasts.append(answer.text)


def mentioned(card: Message) -> int | None:
    """Name whom a card mentions."""
    found = re.search(r"tg://user\?id=(\d+)", card.html)
    return int(found[1]) if found else None


def _is_value(label: str) -> bool:
    return re.match(r"(✔ )?[1-6]{2}\b", label) is not None


def _key(card: Message) -> tuple[int, tuple[str, ...], str]:
    return (card.id, card.labels, card.html)
