"""Votes on a house rule: the host puts one choice to the table in the lobby, one tap per seat, and a majority decides."""

from dataclasses import replace

from tgbot.game.refusals import Refusal
from tgbot.game.rules.catalogue import BY_NAME
from tgbot.game.seats import PlayerId
from tgbot.game.state import Lobby
from tgbot.table.decisions.authority import is_host
from tgbot.table.decisions.decision import Decision, Moment
from tgbot.table.decisions.refusing import refused
from tgbot.table.decisions.telling import chosen
from tgbot.table.identity import Person
from tgbot.table.intents.taps import Action, Tap
from tgbot.table.news.notices import VoteRejected
from tgbot.table.news.replies import Barred, Note, Told
from tgbot.table.news.surfaces import HouseMenu
from tgbot.table.rules.house import choice_of
from tgbot.table.rules.ruling import change, refuse_clash, ruled
from tgbot.table.state.seats import seated
from tgbot.table.state.table import Table, Vote


def open_vote(table: Table, who: Person, tap: Tap, moment: Moment) -> Decision:
    """Put a choice to the vote, in place of an earlier question. The host's own tap is for it."""
    if table.menu is None or tap.step != table.menu.number:
        return refused(table, Barred.OLD_MENU)
    if not isinstance(table.game, Lobby) or not is_host(table, who):
        return refused(table, Barred.VOTE_IN_LOBBY)
    found = choice_of(tap.detail)
    if found is None:
        return refused(table, Barred.NO_SUCH_BUTTON)
    setting, choice = found
    contradiction = refuse_clash(table, setting.put(table.rules, choice))
    if contradiction is not None:
        return Decision(table=table, reply=contradiction)
    counted = chosen(table, moment)
    if counted is None:
        return refused(table, Barred.SLOWLY)
    vote = Vote(who.id, setting.name, tap.detail.partition("-")[2], yes=(who.id,))
    menu = replace(table.menu, page=setting.name)
    asked = _decided(replace(counted, vote=vote, menu=menu, repost=table.repost + 1), moment)
    shown = replace(asked, dirty=(HouseMenu(),), actor=who)
    return shown.replying(Told(Note.VOTE_OPENED, table.language))


def cast_vote(table: Table, who: Person, tap: Tap, moment: Moment) -> Decision:
    """Count one seat's tap; a second tap changes it. The button names its question, so it counts for no other one."""
    vote = table.vote
    if vote is None or not isinstance(table.game, Lobby) or tap.detail != f"{vote.setting}-{vote.choice}":
        return refused(table, Barred.NO_VOTE)
    if who.id not in seated(table.game):
        return refused(table, Refusal.NOT_SEATED)
    yes, no = (_without(votes, who.id) for votes in (vote.yes, vote.no))
    if tap.action is Action.VOTE_YES:
        yes = (*yes, who.id)
    else:
        no = (*no, who.id)
    counted = _decided(replace(table, vote=replace(vote, yes=yes, no=no)), moment)
    return replace(counted, actor=who, reply=Told(Note.VOTE_COUNTED, table.language))


def recount(decision: Decision, moment: Moment) -> Decision:
    """Count again after a seat was given up: its vote is gone, and the others may be a majority now."""
    table = decision.table
    if table.vote is None:
        return decision
    seats = seated(table.game)
    if not seats:
        return replace(decision, table=replace(table, vote=None))
    yes, no = (tuple(voter for voter in votes if voter in seats) for votes in (table.vote.yes, table.vote.no))
    counted = _decided(replace(table, vote=replace(table.vote, yes=yes, no=no)), moment)
    both = replace(decision, table=counted.table, items=(*decision.items, *counted.items))
    return replace(both, dirty=(*decision.dirty, *counted.dirty))


def _decided(table: Table, moment: Moment) -> Decision:
    """End the vote once a majority of the seats stands; when all have voted and it is a tie, the host's tap decides."""
    vote = table.vote
    assert vote is not None
    yes, no = len(vote.yes), len(vote.no)
    won = _won(len(seated(table.game)), yes, no, host_for=table.host in vote.yes)
    if won is None:
        return Decision(table=table)
    over = replace(table, vote=None)
    if not won:
        return Decision(table=over, items=(VoteRejected(vote.setting, vote.choice, yes, no),))
    setting = BY_NAME[vote.setting]
    rules = setting.put(table.rules, setting.choice(vote.choice))
    changed = change(table, vote.by, rules, vote.setting, moment, vote=(yes, no))
    return Decision(table=ruled(over, rules, changed), items=(changed,), dirty=(HouseMenu(),))


def _won(seats: int, yes: int, no: int, *, host_for: bool) -> bool | None:
    """Tell whether the choice has won; None while it is open."""
    if 2 * yes > seats or 2 * no > seats:
        return yes > no
    return host_for if yes + no >= seats else None


def _without(votes: tuple[PlayerId, ...], player: PlayerId) -> tuple[PlayerId, ...]:
    return tuple(voter for voter in votes if voter != player)
