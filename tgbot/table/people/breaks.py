"""Klopause: a seat's own pause, counted in rounds. After so many its player is asked, and the others play on."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from tgbot.game.commands import ComeBack, StepAway
from tgbot.game.events import Event, RoundOpened, WentAway
from tgbot.game.refusals import Refusal
from tgbot.game.seats import PlayerId, Presence
from tgbot.game.state import Game, Lobby, Over, Playing
from tgbot.table.decisions.decision import Decision, Moment, act
from tgbot.table.decisions.refusing import refused
from tgbot.table.identity import Person
from tgbot.table.news.notices import Notice
from tgbot.table.news.replies import Barred, Note, Told
from tgbot.table.news.seats import StillAway, WishRefused
from tgbot.table.people.comings import starts_too_often
from tgbot.table.state.table import Break, Lap, Table

ROUNDS: Final = 5
"""So many rounds may begin without a seat that pauses."""


def step_away(table: Table, who: Person, moment: Moment) -> Decision | Refusal:
    """Set the own seat aside; whom the table has set aside already is only asked later."""
    decision = act(table.knowing(who), StepAway(who.id), moment)
    if decision is not Refusal.ALREADY_AWAY or any(known.player == who.id for known in table.breaks):
        return decision if isinstance(decision, Refusal) else replace(decision, actor=who)
    longer = replace(table.knowing(who), breaks=_begun(table.breaks, who.id))
    return Decision(table=longer, items=(WishRefused(who.id, Refusal.ALREADY_AWAY),))


def come_back(table: Table, who: Person, moment: Moment) -> Decision:
    """End a pause; a table that sleeps is woken by it."""
    if table.game is None or isinstance(table.game, Lobby | Over):
        return refused(table, Barred.NOT_AWAY)
    if starts_too_often(table, who.id, moment):
        return refused(table, Barred.SLOWLY)
    decision = act(table.knowing(who), ComeBack(who.id), moment)
    if isinstance(decision, Refusal):
        return refused(table, Barred.NOT_AWAY if decision is Refusal.NOT_AWAY else decision)
    awake = replace(decision.table, asleep=False, lap=Lap())
    return replace(decision, table=awake, reply=Told(Note.WELCOME_BACK, table.language), actor=who)


def stay_away(table: Table, who: Person) -> Decision:
    """Pause for so many rounds more, the running one among them."""
    if who.id not in _away(table.game):
        return refused(table, Barred.NOT_AWAY)
    longer = replace(table, breaks=_begun(table.breaks, who.id, rounds=1))
    return Decision(table=longer, reply=Told(Note.STAYS_AWAY, table.language))


def counted_breaks(table: Table, items: Iterable[Event | Notice]) -> tuple[Table, tuple[StillAway, ...]]:
    """Count the rounds that begin without a pausing seat, and ask whose pause has lasted long enough."""
    breaks = table.breaks
    asked: list[StillAway] = []
    for item in items:
        match item:
            case WentAway(player=player, by_timeout=False):
                breaks = _begun(breaks, player)
            case RoundOpened():
                asked += (StillAway(pausing.player) for pausing in breaks if pausing.rounds == ROUNDS)
                breaks = tuple(replace(pausing, rounds=pausing.rounds + 1) for pausing in breaks)
            case _:
                continue
    away = _away(table.game)
    breaks = tuple(pausing for pausing in breaks if pausing.player in away)
    counted = table if breaks == table.breaks else replace(table, breaks=breaks)
    return counted, tuple(question for question in asked if question.player in away)


def _begun(breaks: tuple[Break, ...], player: PlayerId, rounds: int = 0) -> tuple[Break, ...]:
    others = tuple(known for known in breaks if known.player != player)
    return (*others, Break(player, rounds))


def _away(game: Game | None) -> frozenset[PlayerId]:
    seats = game.seats if isinstance(game, Playing) else ()
    return frozenset(seat.player for seat in seats if seat.presence is Presence.AWAY and not seat.out)
