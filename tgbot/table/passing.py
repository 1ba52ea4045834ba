"""Time passes: what a deadline that has come does to a table."""

from dataclasses import replace
from typing import assert_never

from tgbot.game.commands import TimeUp
from tgbot.game.refusals import Refusal
from tgbot.game.state import Rolling
from tgbot.table.chats.doors import say_hello
from tgbot.table.clock.clockwork import NIGHTLY, holder_of, stands_still, step_of
from tgbot.table.decisions.decision import Decision, Moment, act
from tgbot.table.decisions.refusing import refused
from tgbot.table.evening.ending import expire
from tgbot.table.evening.night import night_passes
from tgbot.table.intents.deadline import Deadline, Due, TimePassed
from tgbot.table.paying.settling import put_off
from tgbot.table.state.debts import open_debt
from tgbot.table.state.table import Table


def time_passes(table: Table, passed: TimePassed, moment: Moment) -> Decision:
    """Act if the table is still where the deadline was set; a late one is a no-op."""
    due, game = passed.deadline, table.game
    if due.kind in NIGHTLY:
        return night_passes(table, passed, moment)
    if due.kind is Due.GREETING:
        return say_hello(table) if table.unmet and table.muted_since is None else Decision(table=table)
    if (
        game is None
        or stands_still(table)
        or table.muted_since is not None
        or (due.game, due.step) != _awaited(table, due)
    ):
        return Decision(table=table)
    match due.kind:
        case Due.LOBBY:
            return expire(table)
        case Due.HALF:
            return Decision(table=replace(table, reminded=True))
        case Due.DEBT:
            return put_off(table, moment)
        case Due.TURN:
            return _move_for(table, moment)
        case Due.FRESH:
            return Decision(table=replace(table, repost=table.repost + 1))
        case Due.EVENING | Due.MORNING | Due.GREETING:
            return Decision(table=table)  # they wait for no step of a game
        case _ as unknown:
            assert_never(unknown)


def _awaited(table: Table, due: Deadline) -> tuple[int, int]:
    """Name what a deadline of this kind waits for at this table."""
    number, step = step_of(table.game)
    debt = open_debt(table.game, table.debts)
    if due.kind is Due.FRESH:
        return number, due.step  # whatever moves the game shows its card anyway, and takes this deadline away
    if due.kind is not Due.DEBT:
        return number, step
    return number, 0 if debt is None else debt.number


def _move_for(table: Table, moment: Moment) -> Decision:
    holder = holder_of(table.game)
    if table.game is None or holder is None:
        return Decision(table=table)
    dice = moment.throw(table.game) if isinstance(table.game, Rolling) else ()
    decision = act(table, TimeUp(holder, dice), moment)
    return refused(table, decision) if isinstance(decision, Refusal) else decision
