"""Deadlines and the table's sleep (`design.md` §5, §6 invariant 4)."""

from dataclasses import replace

from tgbot.game.rules.turn_time import seconds
from tgbot.game.seats import PlayerId
from tgbot.game.state import Announcing, Answering, Game, Lobby, Rolling
from tgbot.table.clock.timing import Timing
from tgbot.table.intents.deadline import Deadline, Due
from tgbot.table.news.notices import FellAsleep, Notice
from tgbot.table.state.debts import open_debt
from tgbot.table.state.seats import including
from tgbot.table.state.table import Lap, Table

NIGHTLY = (Due.EVENING, Due.MORNING)
"""Deadlines of an evening: they stand beside a game's, and wait for the evening's number instead of a game's."""


def holder_of(game: Game | None) -> PlayerId | None:
    """Name who has the cup and must act; None when nobody does."""
    return game.holder if isinstance(game, Rolling | Announcing | Answering) else None


def step_of(game: Game | None) -> tuple[int, int]:
    """Name the moment a turn's button belongs to: game number and step (0 in a lobby)."""
    if game is None:
        return (0, 0)
    return (game.number, 0) if isinstance(game, Lobby) else (game.number, game.step)


def deadlines(table: Table, now: int, timing: Timing) -> tuple[Deadline, ...]:
    """List what time will do to this table if nobody acts. A sleeping, paused or muted one has no deadlines."""
    if stands_still(table) or table.muted_since is not None:
        return ()
    if table.unmet and table.game is None:
        return (Deadline(Due.GREETING, now + timing.greeting, 0, 0),)
    if table.game is None:
        return ()
    number, step = step_of(table.game)
    if isinstance(table.game, Lobby):
        return (Deadline(Due.LOBBY, now + timing.lobby, number, step),)
    late = now + timing.grace
    debt = open_debt(table.game, table.debts)
    if debt is not None:
        return (Deadline(Due.DEBT, late + timing.debt, number, debt.number),)
    allowed = timing.for_turn(table.game.rules.turn_time)
    if holder_of(table.game) is None or allowed is None:
        return ()
    turn, half = allowed
    return (Deadline(Due.TURN, late + turn, number, step), Deadline(Due.HALF, late + half, number, step))


def turn_deadlines(table: Table, now: int, timing: Timing) -> tuple[Deadline, ...]:
    """List a turn's deadlines as they stand once its card has been delivered at `now`."""
    return tuple(
        replace(deadline, at=deadline.at - timing.grace)
        for deadline in deadlines(table, now, timing)
        if deadline.kind not in {Due.LOBBY, Due.GREETING}
    )


def nights(table: Table, now: int, timing: Timing) -> tuple[Deadline, ...]:
    """List what time will do to the evening: it ends some hours after the last game, and a recap may come once more."""
    if table.muted_since is not None:
        return ()
    evening, recap = table.evening, table.recap
    ends = evening is not None and not is_played(table)
    return (
        *((Deadline(Due.EVENING, now + timing.evening, evening.number, 0),) if evening is not None and ends else ()),
        *((Deadline(Due.MORNING, recap.morning, recap.number, 0),) if recap is not None and recap.morning else ()),
    )


def night_of(table: Table) -> tuple[object, ...]:
    """Name what an evening's deadlines depend on: when it changes, they are set anew."""
    evening, recap = table.evening, table.recap
    return (
        None if evening is None else evening.number,
        table.games,
        is_played(table),
        table.muted_since is None,
        table.moved_at if _untimed(table) else 0,
        0 if recap is None else recap.morning,
    )


def is_played(table: Table) -> bool:
    """Whether somebody holds a cup and time will move for him. An abandoned table that knows no time ends with its evening."""
    return holder_of(table.game) is not None and not stands_still(table) and not _untimed(table)


def stands_still(table: Table) -> bool:
    """Whether the table sleeps or pauses: nothing moves until somebody taps Weiter geht's."""
    return table.asleep or table.paused


def _untimed(table: Table) -> bool:
    return table.game is not None and seconds(table.game.rules.turn_time) is None


def after_lap(before: Table, after: Table, actor: PlayerId | None) -> tuple[Table, tuple[Notice, ...]]:
    """Count who has had the cup; after a lap in which fewer than two acted by themselves the table falls asleep."""
    # Who opens a round throws without being asked: that says nothing of whether he is there.
    holder = None if isinstance(before.game, Rolling) else holder_of(before.game)
    if holder is None or step_of(before.game) == step_of(after.game):
        return after, ()
    held = including(before.lap.held, holder)
    actors = including(before.lap.actors, actor) if actor is not None else before.lap.actors
    if not _active(after.game) <= set(held):
        return replace(after, lap=Lap(held, actors)), ()
    sleeps = len(actors) < 2 and holder_of(after.game) is not None  # noqa: PLR2004 -- fewer than two: nobody to play with
    return replace(after, lap=Lap(), asleep=sleeps), (FellAsleep(),) if sleeps else ()


def _active(game: Game | None) -> set[PlayerId]:
    if not isinstance(game, Rolling | Announcing | Answering):
        return set()
    return {seat.player for seat in game.seats if seat.active}
