"""Who may look under the own cup (`rules.md` §4.2, A14; seed 000 "Nicht nachsehen", "Erster Wurf"; seed 003)."""

from enum import Enum

from tgbot.game.refusals import Refusal


class LookMode(Enum):
    """Set apart for the opener and for everybody who believed."""

    ALWAYS = "always"  # the look is part of the roll
    OPTIONAL = "optional"
    NEVER = "never"


def mode_for(*, opener: LookMode, follower: LookMode, opening: bool) -> LookMode:
    """Choose the mode of this roll: the opening is the roll nobody has announced before."""
    return opener if opening else follower


def refuse_look(mode: LookMode, *, looked: bool, rerolled: bool) -> Refusal | None:
    """Why a look is not allowed now; the second roll is never seen (A3)."""
    if rerolled:
        return Refusal.NO_LOOKING
    if looked:
        return Refusal.ALREADY_LOOKED
    return Refusal.NO_LOOKING if mode is LookMode.NEVER else None
