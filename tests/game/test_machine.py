"""Random play under random house rules keeps the promises of `rules.md` §9 and `design.md` §6."""

from collections import Counter
from dataclasses import replace

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from tests.game.strategies import any_command, dice, house_rules, legal, players
from tgbot.game import commands as c
from tgbot.game import events as e
from tgbot.game.play import Step, new_lobby, play
from tgbot.game.refusals import Refusal
from tgbot.game.rules.end import EndMode
from tgbot.game.rules.house import HouseRules
from tgbot.game.rules.raise_rule import RaiseRule
from tgbot.game.rules.ranking import dice_count, ladder
from tgbot.game.seats import PlayerId, Presence, active
from tgbot.game.state import Announcing, Answering, Game, Lobby, Over, Rolling, Waiting
from tgbot.game.view import view


def with_roll(game: Announcing | Answering, index: int) -> Game:
    """Put another roll under the cup."""
    return replace(game, cup=replace(game.cup, roll=ladder(game.rules.ranking)[index]))


class GameMachine(RuleBasedStateMachine):
    """A table at which everything may be tried."""

    def __init__(self) -> None:
        super().__init__()
        self.game: Game = new_lobby(1, HouseRules())
        self.first: Game = self.game
        self.given: list[c.Command] = []
        self.owed: Counter[PlayerId] = Counter()

    @initialize(rules=house_rules(), count=st.integers(2, 5), owing=st.sets(players(), max_size=2))
    def open(self, rules: HouseRules, count: int, owing: set[PlayerId]) -> None:
        """Seat some players and start; some may have fled from an earlier game."""
        self.game = self.first = new_lobby(7, rules)
        for number in range(1, min(count, rules.max_players or count) + 1):
            self._give(c.Join(PlayerId(number)))
        self._give(c.Start(PlayerId(1), owing=tuple(sorted(owing))))

    def _give(self, command: c.Command) -> None:
        before, told = self.game, repr(self.game)
        outcome = play(before, command)
        if isinstance(outcome, Refusal):
            assert told == repr(self.game), "a refused command changes nothing"
            return
        self.given.append(command)
        self.game = outcome.game
        self._check(before, command, outcome)

    def _check(self, before: Game, command: c.Command, step: Step) -> None:
        for event in step.events:
            if isinstance(event, e.SeatTaken):
                self.owed[event.player] = event.units
            if isinstance(event, e.Paid):
                self.owed[event.player] += event.units
                assert event.units > 0
                assert event.total == self.owed[event.player]
        self._check_liability(before, step.events)
        self._check_secrecy(before, command, step)

    @staticmethod
    def _check_liability(before: Game, events: tuple[e.Event, ...]) -> None:
        """Only the last announcer is caught, only the lifter doubts wrongly."""
        lifted = next((event for event in events if isinstance(event, e.CupLifted)), None)
        if lifted is None:
            return
        assert isinstance(before, Answering)
        assert before.round.chain[-1].player == lifted.claimer
        payer = lifted.player if lifted.true else lifted.claimer
        assert [payer] == [event.player for event in events if isinstance(event, e.Paid)]

    @staticmethod
    def _check_secrecy(before: Game, command: c.Command, step: Step) -> None:
        """Tell the same, without a lifted cup, for every roll under it."""
        revealing = c.Doubt | c.Show | c.TimeUp | c.Look
        if not isinstance(before, Announcing | Answering) or isinstance(command, revealing):
            return
        for index in range(0, len(ladder(before.rules.ranking)), 4):
            other = play(with_roll(before, index), command)
            assert isinstance(other, Step)
            public = [event for event in step.events if not isinstance(event, e.GameEnded)]
            assert public == [event for event in other.events if not isinstance(event, e.GameEnded)]

    @precondition(lambda self: not isinstance(self.game, Over | Waiting))
    @rule(data=st.data())
    def move(self, data: st.DataObject) -> None:
        """Let somebody who can move do so."""
        throw = data.draw(dice(self.game.rules.ranking))
        assert not isinstance(self.game, Lobby)
        options = [option for seat in self.game.seats for option in legal(self.game, seat.player, throw)]
        command = data.draw(st.sampled_from(options))
        assert isinstance(play(self.game, command), Step), "an offered move is accepted"
        self._give(command)

    @rule(data=st.data())
    def try_anything(self, data: st.DataObject) -> None:
        """Try a command that mostly does not fit; it is accepted only where it is offered."""
        command = data.draw(any_command(self.game.rules.ranking))
        seating = c.Join | c.Leave | c.StepAway | c.ComeBack | c.TimeUp | c.Start
        if not isinstance(command, seating | c.Stop) and isinstance(play(self.game, command), Step):
            throw = getattr(command, "dice", (1, 1))
            offered = legal(self.game, command.player, throw)
            # Saying the top again while it goes round may name it.
            assert command in offered or c.Pass(command.player) in offered
        self._give(command)

    @precondition(lambda self: not isinstance(self.game, Lobby | Over))
    @rule(data=st.data())
    def come_or_go(self, data: st.DataObject) -> None:
        """Let a seat pause, come back, get up or sit down again, with the cup in any state."""
        assert not isinstance(self.game, Lobby)
        who = data.draw(st.sampled_from([seat.player for seat in self.game.seats]) | st.just(PlayerId(6)))
        ways: list[c.Command] = [c.StepAway(who), c.ComeBack(who), c.Leave(who), c.Join(who)]
        self._give(data.draw(st.sampled_from(ways)))

    @rule(data=st.data())
    def let_time_pass(self, data: st.DataObject) -> None:
        """Let the holder's time pass."""
        if isinstance(self.game, Rolling | Announcing | Answering):
            self._give(c.TimeUp(self.game.holder, data.draw(dice(self.game.rules.ranking))))

    @invariant()
    def somebody_can_move(self) -> None:
        """Demand a present holder with a move, unless the game waits for seats or is over."""
        match self.game:
            case Lobby() | Over():
                return
            case Waiting():
                assert sum(seat.ready for seat in self.game.seats) < 2
            case Rolling() | Announcing() | Answering():
                assert self.game.holder in active(self.game.seats)
                assert len(active(self.game.seats)) >= 2
                assert view(self.game, self.game.holder).moves

    @invariant()
    def units_are_conserved(self) -> None:
        """Demand that a seat has exactly what it was charged with."""
        if not isinstance(self.game, Lobby):
            assert {seat.player: seat.units for seat in self.game.seats} == dict(self.owed)

    @invariant()
    def dice_are_hidden(self) -> None:
        """Show whoever has not looked the same for every roll; a look shows it to the roller alone."""
        game = self.game
        if not isinstance(game, Announcing | Answering):
            return
        sees = game.cup.looked and not game.cup.rerolled
        viewers = [None, *(seat.player for seat in game.seats), PlayerId(99)]
        for viewer in viewers:
            seen = view(game, viewer)
            if sees and viewer == game.cup.roller:
                assert seen.dice == game.cup.roll
                continue
            assert seen.dice is None
            for index in range(len(ladder(game.rules.ranking))):
                assert seen == view(with_roll(game, index), viewer)

    @invariant()
    def rounds_are_bounded(self) -> None:
        """Only `equal_ok` lets a round go on for ever (A17)."""
        if isinstance(self.game, Lobby) or self.game.rules.raise_rule is RaiseRule.EQUAL_OK:
            return
        assert len(self.game.round.chain) <= len(ladder(self.game.rules.ranking)) + len(self.game.seats)

    def teardown(self) -> None:
        """Play the commands again, then bring the game to its end."""
        game = self.first
        for command in self.given:
            outcome = play(game, command)
            assert isinstance(outcome, Step)
            game = outcome.game
        assert self.game == game
        assert isinstance(finished(self.game), Lobby | Over)
        super().teardown()


def finished(game: Game) -> Game:
    """Play on, everybody doubting, until the game is over."""
    for _ in range(500):
        if isinstance(game, Lobby | Over):
            return game
        outcome = play(game, _onward(game))
        assert isinstance(outcome, Step)
        game = outcome.game
    raise AssertionError("the game does not end")


def _onward(game: Rolling | Announcing | Answering | Waiting) -> c.Command:
    match game:
        case _ if game.rules.end_mode is EndMode.OPEN:
            return c.Stop()
        case Rolling():
            return c.ThrowDice(game.holder, (5, 3, 3)[: dice_count(game.rules.ranking)])
        case Announcing():
            return c.Announce(game.holder, view(game, None).announcements[0])
        case Answering():
            return c.Doubt(game.holder)
        case Waiting():
            away = next(seat for seat in game.seats if seat.in_game and seat.presence is Presence.AWAY)
            return c.ComeBack(away.player)


GameMachine.TestCase.settings = settings(
    max_examples=60, stateful_step_count=40, deadline=None, suppress_health_check=list(HealthCheck)
)
TestGame = GameMachine.TestCase
