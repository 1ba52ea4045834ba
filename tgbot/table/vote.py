"""Votes on a house rule: the host puts one choice to the table in the lobby, one tap per seat, and a majority decides."""

from dataclasses import replace

from tgbot.game.refusals import Refusal
from tgbot.game.rules.catalogue import BY_NAME, word_of
from tgbot.game.seats import PlayerId
from tgbot.game.state import Lobby
from tgbot.table.decision import Decision, Moment
from tgbot.table.house import set_rules
from tgbot.table.identity import Person
from tgbot.table.lobby import refused, seated
from tgbot.table.notices import RulesChanged, VoteRejected
from tgbot.table.replies import Barred, Note, Told
from tgbot.table.surfaces import Card
from tgbot.table.table import Table, Vote
from tgbot.table.taps import Action, Tap


def open_vote(table: Table, who: Person, tap: Tap, moment: Moment) -> Decision:
    """Put a choice to the vote. The host's own tap is for it."""
    if not isinstance(table.game, Lobby) or who.id != table.host:
        return refused(table, Barred.VOTE_IN_LOBBY)
    name, _, word = tap.detail.partition("-")
    setting = BY_NAME.get(name)
    if setting is None or word not in {word_of(choice) for choice in setting.choices}:
        return refused(table, Barred.NO_SUCH_BUTTON)
    vote = Vote(who.id, name, word, yes=(who.id,))
    opened = replace(table, vote=vote, repost=table.repost + 1)
    return decide_vote(opened, moment, Told(Note.VOTE_OPENED, table.language), who)


def cast_vote(table: Table, who: Person, tap: Tap, moment: Moment) -> Decision:
    """Count one seat's tap; a second tap changes it."""
    vote = table.vote
    if vote is None or not isinstance(table.game, Lobby):
        return refused(table, Barred.NO_VOTE)
    if who.id not in seated(table.game):
        return refused(table, Refusal.NOT_SEATED)
    yes, no = (_without(votes, who.id) for votes in (vote.yes, vote.no))
    if tap.action is Action.VOTE_YES:
        yes = (*yes, who.id)
    else:
        no = (*no, who.id)
    counted = replace(table, vote=replace(vote, yes=yes, no=no))
    return decide_vote(counted, moment, Told(Note.VOTE_COUNTED, table.language), who)


def decide_vote(table: Table, moment: Moment, told: Told, who: Person) -> Decision:
    """End a vote once a majority of the seats stands; when all have voted and it is a tie, the host's tap decides."""
    assert table.vote is not None
    vote, seats = table.vote, seated(table.game)
    yes, no = (sum(player in seats for player in votes) for votes in (vote.yes, vote.no))
    won = _won(len(seats), yes, no, host_for=table.host in vote.yes)
    if won is None:
        return Decision(table=table, dirty=(Card(),), reply=told, actor=who)
    table = replace(table, vote=None)
    if not won:
        rejected = VoteRejected(vote.setting, vote.choice, yes, no)
        return Decision(table=table, items=(rejected,), reply=told, actor=who)
    setting = BY_NAME[vote.setting]
    before = word_of(setting.of(table.rules))
    decision = set_rules(
        table, vote.by, setting.put(table.rules, setting.choice(vote.choice)), vote.setting, moment, vote=(yes, no)
    )
    if isinstance(decision.reply, Told) and decision.reply.what is Barred.CLASH:
        return decision
    change = RulesChanged(vote.by, vote.setting, before, vote.choice, moment.now, (yes, no))
    return replace(decision, items=(change,), reply=told, actor=who)


def _won(seats: int, yes: int, no: int, *, host_for: bool) -> bool | None:
    """Tell whether the choice has won; None while it is open."""
    if 2 * yes > seats or 2 * no > seats:
        return yes > no
    if yes + no < seats:
        return None
    return host_for


def _without(votes: tuple[PlayerId, ...], player: PlayerId) -> tuple[PlayerId, ...]:
    return tuple(voter for voter in votes if voter != player)
