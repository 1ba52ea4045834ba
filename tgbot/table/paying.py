"""What a unit costs at this table, beside the house rules' `payment`: how many sips, from which decks, and what is shown."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

from tgbot.game.rules.payment import Payment
from tgbot.table.purse import Coin

Stake: TypeAlias = Coin | bool | int


@dataclass(frozen=True, slots=True, kw_only=True)
class Paying:
    """The group's own terms. New fields go to the end and have a default.

    `sips` are due for each unit. `secret`: the group sees that somebody pays, never in what; `coin` is what a unit means
    to whoever has chosen nothing. `water_after` units the table drinks water (0: never). `own_tasks` mixes the group's
    own tasks in.
    """

    sips: int = 1
    secret: bool = True
    coin: Coin = Coin.SIP
    water_after: int = 10
    own_tasks: bool = True
    decks: tuple[str, ...] = ("harmlos", "party")


CHOICES: Mapping[str, tuple[Stake, ...]] = {
    "sips": (1, 2, 3),
    "secret": (True, False),
    "coin": tuple(Coin),
    "water_after": (0, 5, 10, 15, 20),
    "own_tasks": (True, False),
}
"""What may be chosen, by field; the decks are switched one by one."""


def sips_are_played(payment: Payment) -> bool:
    """Whether anybody may come to drink here."""
    return payment in (Payment.SIPS, Payment.MIXED)


def tasks_are_played(payment: Payment) -> bool:
    """Whether anybody may be given a task here."""
    return payment in (Payment.TASKS, Payment.MIXED)


def stake_word(stake: Stake) -> str:
    """Write a choice as buttons carry it."""
    match stake:
        case Coin(value=word):
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
