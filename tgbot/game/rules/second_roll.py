"""The second, unseen roll (`rules.md` §4.2, A3; seed 003 "Es darf zweimal gewürfelt werden")."""

from typing import TypeAlias

from tgbot.game.refusals import Refusal

SecondRoll: TypeAlias = bool


def refuse_reroll(*, allowed: SecondRoll, looked: bool, rerolled: bool) -> Refusal | None:
    """Why there is no second roll now: it answers a first roll that was seen, and comes once."""
    if not allowed:
        return Refusal.NOT_IN_THE_RULES
    if rerolled:
        return Refusal.ALREADY_REROLLED
    return None if looked else Refusal.LOOK_FIRST
