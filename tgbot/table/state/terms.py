"""What a unit costs at this table, beside the house rules' `payment`: how many sips, from which decks, and what is shown."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from enum import Enum
from typing import Any, TypeAlias

from tgbot.decks.deck import Deck
from tgbot.game.rules.payment import Payment
from tgbot.table.state.purse import Coin


class Equal(Enum):
    """What stands in for a task somebody would rather not do. None of them is a drink anybody might not want."""

    POINT = "point"  # one unit of the neutral penalty: nothing to drink, nothing to do, and counted in no list
    WATER = "water"
    SQUATS = "squats"


Stake: TypeAlias = Coin | Equal | bool | int


@dataclass(frozen=True, slots=True, kw_only=True)
class Paying:
    """The group's own terms. New fields go to the end and have a default.

    `sips` are due for each unit. `secret`: the group sees that somebody pays, never in what; `coin` is what a unit means
    to whoever has chosen nothing. `water_after` units the table drinks water (0: never). `own_tasks` mixes the group's
    own tasks in. `equal` replaces a declined task: one unit for one unit, whatever it is.
    """

    sips: int = 1
    secret: bool = True
    coin: Coin = Coin.SIP
    water_after: int = 10
    own_tasks: bool = True
    decks: tuple[str, ...] = ("harmlos", "party")
    equal: Equal = Equal.POINT


CHOICES: Mapping[str, tuple[Stake, ...]] = {
    "sips": (1, 2, 3),
    "secret": (True, False),
    "coin": tuple(Coin),
    "water_after": (0, 5, 10, 15, 20),
    "own_tasks": (True, False),
    "equal": tuple(Equal),
}
"""What may be chosen, by field; the decks are switched one by one."""


def sips_are_played(payment: Payment, paying: Paying, decks: Iterable[Deck]) -> bool:
    """Whether sips may come up here: as payment, or in a task of the decks the group draws from."""
    if payment is not Payment.TASKS:
        return payment in (Payment.SIPS, Payment.MIXED)
    return any(deck.asks_for_sips for deck in decks if deck.id in paying.decks)


def stake_word(stake: Stake) -> str:
    """Write a choice as buttons carry it."""
    match stake:
        case Coin(value=word) | Equal(value=word):
            return word
        case bool():
            return "on" if stake else "off"
        case _:
            return str(stake)


def put(paying: Paying, setting: str, word: str) -> Paying | None:
    """Set what a button names; None: there is no such choice. Decks are `deck_<name>`, on or off."""
    if setting.startswith("deck_"):
        return _switched(paying, setting.removeprefix("deck_"), word)
    chosen = next((choice for choice in CHOICES.get(setting, ()) if stake_word(choice) == word), None)
    if chosen is None:
        return None
    changed: dict[str, Any] = {setting: chosen}
    return replace(paying, **changed)


def _switched(paying: Paying, deck: str, word: str) -> Paying | None:
    if word not in ("on", "off"):
        return None
    others = tuple(name for name in paying.decks if name != deck)
    return replace(paying, decks=(*others, deck) if word == "on" else others)
