"""Counting an evening: what happened in a game is added to everybody's score, across games and rule changes."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from tgbot.game.events import (
    Announced,
    CupLifted,
    Event,
    GameEnded,
    GameStarted,
    LapEnded,
    Paid,
    Reason,
    SeatTaken,
    TimedOut,
    TopShown,
)
from tgbot.game.roll import Roll
from tgbot.game.rules.disclose import told_at_the_end
from tgbot.game.rules.ranking import top
from tgbot.game.seats import PlayerId
from tgbot.game.state import Announcement, Bluff, Game, How, Over
from tgbot.table.state.evening import Counted, Evening, Score

_BETWEEN_ROUNDS = (Reason.REPEATED, Reason.RETURNED)
"""Units that no lost round cost."""


def counted(before: Counted | None, game: Game, events: Sequence[Event]) -> Counted:
    """Add what happened to the counts of the game alone; they begin anew with it. `game` stands as after these events."""
    scores = before.scores if before is not None and before.game == game.number else ()
    return Counted(game.number, _scored(scores, scores, game, events), told_at_the_end(game.rules.disclose))


def tallied(
    evening: Evening, before: Counted | None, game: Game, events: Sequence[Event], now: int, *, sips: bool
) -> Evening:
    """Add what happened to an evening; `sips` are played in this game.

    `before` are the game's own counts without it: who is there plays this game already.
    """
    known = before.scores if before is not None and before.game == game.number else ()
    started = sum(isinstance(event, GameStarted) for event in events)
    ended = next((event for event in events if isinstance(event, GameEnded)), None)
    return replace(
        evening,
        scores=_scored(evening.scores, known, game, events),
        played_at=now if started or ended else evening.played_at,
        games=evening.games + started,
        sips=evening.sips or sips,
        longest_chain=max(evening.longest_chain, 0 if ended is None else ended.longest_chain),
        boldest=evening.boldest if ended is None else _bolder(evening.boldest, ended.boldest),
    )


def _scored(
    scores: tuple[Score, ...], known: tuple[Score, ...], game: Game, events: Sequence[Event]
) -> tuple[Score, ...]:
    absent = {event.player for event in events if isinstance(event, TimedOut)}
    sheet = _Sheet(list(scores), playing={score.player for score in known}, absent=absent)
    highest = top(game.rules.ranking)
    for event in events:
        sheet.note(event, highest)
    if isinstance(game, Over) and any(isinstance(event, GameEnded) for event in events):
        for lies in game.highlights.lies:
            sheet.add(lies.player, lived_lies=lies.lived, believed_lies=lies.believed)
    return tuple(sheet.scores)


@dataclass(slots=True)
class _Sheet:
    """A pencil and a sheet of paper. What the engine did for the `absent` is neither their merit nor their fault."""

    scores: list[Score]
    playing: set[PlayerId]
    absent: set[PlayerId]

    def add(self, player: PlayerId, **counts: int) -> None:
        place = next((place for place, score in enumerate(self.scores) if score.player == player), None)
        if place is None:
            place = len(self.scores)
            self.scores.append(Score(player=player))
        score = self.scores[place]
        raised = {name: getattr(score, name) + count for name, count in counts.items()}
        self.scores[place] = replace(score, **raised)

    def note(self, event: Event, highest: Roll) -> None:
        match event:
            case GameStarted() | GameEnded():
                self._game(event)
            case SeatTaken(player=player, waiting=True) if player not in self.playing:
                self.add(player, games=1)
            case Announced(player=player) if player not in self.absent:
                self.add(player, announced=1)
            case CupLifted():
                self._lifted(event, highest)
            case TopShown(player=player):
                self.add(player, tops=1)
            case LapEnded(dice=dice, chain=chain) if dice == highest:
                self.add(_thrower(chain), tops=1)
            case Paid(player=player, units=units, reason=reason):
                self.add(player, units=units, rounds_lost=reason not in _BETWEEN_ROUNDS)
            case _:
                return

    def _game(self, event: GameStarted | GameEnded) -> None:
        match event:
            case GameStarted(players=players):
                for player in players:
                    self.add(player, games=1)
            case GameEnded(winners=winners, losers=losers):
                for player in winners:
                    self.add(player, games_won=1)
                for player in losers:
                    self.add(player, games_lost=1)

    def _lifted(self, lifted: CupLifted, highest: Roll) -> None:
        if lifted.player not in self.absent:
            self.add(lifted.player, **{"wrong_doubts" if lifted.true else "right_doubts": 1})
        if not lifted.true:
            self.add(lifted.claimer, caught=1)
        if lifted.dice == highest:
            self.add(_thrower(lifted.chain), tops=1)


def _thrower(chain: tuple[Announcement, ...]) -> PlayerId:
    """Tell whose dice lay under the cup in the end: who hands on unseen has thrown none."""
    return next(said.player for said in reversed(chain) if said.how is not How.PASSED)


def _bolder(known: Bluff | None, new: Bluff | None) -> Bluff | None:
    if known is None or new is None:
        return known or new
    return new if new.gap > known.gap else known
