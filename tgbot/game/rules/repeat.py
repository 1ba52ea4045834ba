"""The trap "Was hast du gesagt?" (`rules.md` §6, A7; seed 003 variation 2)."""

from typing import TypeAlias

from tgbot.game.refusals import Refusal

RepeatPenalty: TypeAlias = bool

REPEAT_COST = 1


def refuse_ask(*, allowed: RepeatPenalty, asked: bool) -> Refusal | None:
    """Why the receiver cannot ask: once per announcement."""
    if not allowed:
        return Refusal.NOT_IN_THE_RULES
    return Refusal.ALREADY_ASKED if asked else None


def refuse_repeat(*, allowed: RepeatPenalty, is_claimer: bool) -> Refusal | None:
    """Why a repetition does not count. The claimer may repeat, asked or not, as often as he likes to pay."""
    if not allowed:
        return Refusal.NOT_IN_THE_RULES
    return None if is_claimer else Refusal.NOT_THE_CLAIMER
