"""`/ende`: the host, an admin, or two more seats; and anybody at a table nobody moves."""

from dataclasses import replace

from tgbot.game.commands import Stop
from tgbot.game.refusals import Refusal
from tgbot.game.seats import PlayerId
from tgbot.game.state import Lobby, Over
from tgbot.table.decisions.authority import ask, denied, is_host
from tgbot.table.decisions.decision import Decision, Moment, act
from tgbot.table.decisions.refusing import refused
from tgbot.table.decisions.telling import tell
from tgbot.table.identity import Person
from tgbot.table.intents.inquiry import Finding, Inquiry, Purpose
from tgbot.table.news.notices import EndNotAllowed, EndProposed, LobbyClosed, NoTableHere
from tgbot.table.news.replies import Barred, Note, Told
from tgbot.table.state.seats import seated
from tgbot.table.state.table import Table

_CONFIRMATIONS = 2


def ask_to_end(table: Table, who: Person | None, moment: Moment) -> Decision:
    """Hear `/ende`. An anonymous admin (None) is an admin by nature; of others than the host it is asked."""
    if table.game is None or isinstance(table.game, Over):
        return tell(table, NoTableHere(), moment)
    if who is None:
        return end(table, None, moment)
    known = table.knowing(who)
    return end(known, who.id, moment) if is_host(table, who) or moment.idle(table) else ask(known, Purpose.END, who)


def end_if_allowed(table: Table, inquiry: Inquiry, finding: Finding, moment: Moment) -> Decision:
    """Telegram said whether he is an admin. A seat that is none may propose the end; others may not."""
    if table.game is None or isinstance(table.game, Over) or inquiry.game != table.games:
        return Decision(table=table)
    who = inquiry.who.id
    if finding is Finding.YES:
        return end(table, who, moment)
    if who not in seated(table.game):
        return denied(table, finding, EndNotAllowed(who), moment)
    if who in table.end_votes:  # said once more: who has agreed has done so
        return tell(table, EndProposed(table.end_votes[0]), moment)
    if table.end_votes:  # said instead of pressed
        return _agreed(confirm(table, inquiry.who, moment), moment)
    return Decision(table=replace(table, end_votes=(who,)), items=(EndProposed(who),))


def _agreed(decision: Decision, moment: Moment) -> Decision:
    """Bring the question down again for the others, unless this was the last voice it took."""
    table = decision.table
    if not table.end_votes:
        return decision
    asked = tell(table, EndProposed(table.end_votes[0]), moment)
    return replace(asked, actor=decision.actor)


def confirm(table: Table, who: Person, moment: Moment) -> Decision:
    """Another seat agrees; the last needed one ends the game. With two players the other one is enough."""
    seats = seated(table.game)
    if table.game is None or isinstance(table.game, Over) or not table.end_votes:
        return refused(table, Barred.OLD_BUTTON)
    if who.id not in seats:
        return refused(table, Refusal.NOT_SEATED)
    if who.id in table.end_votes:
        return refused(table, Barred.ALREADY_VOTED)
    votes = (*table.end_votes, who.id)
    missing = min(_CONFIRMATIONS, len(seats) - 1) - (len(votes) - 1)
    if missing <= 0:
        return end(table, table.end_votes[0], moment).replying(Told(Note.VOTED, table.language, count=0))
    told = Told(Note.VOTED, table.language, count=missing)
    return Decision(table=replace(table, end_votes=votes), reply=told, actor=who)


def end(table: Table, by: PlayerId | None, moment: Moment) -> Decision:
    """Close a lobby, or stop a running game; nobody pays."""
    table = replace(table, end_votes=(), asleep=False, paused=False)
    if isinstance(table.game, Lobby):
        return tell(replace(table, game=None, vote=None), LobbyClosed(by), moment)
    decision = act(table, Stop(), moment)
    return refused(table, decision) if isinstance(decision, Refusal) else decision


def expire(table: Table) -> Decision:
    """Close a lobby nobody touched."""
    return Decision(table=replace(table, game=None, vote=None), items=(LobbyClosed(expired=True),))
