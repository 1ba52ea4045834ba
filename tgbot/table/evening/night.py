"""The evening as a whole: how it stands, how it ends, and the recap that is told of it."""

from dataclasses import replace

from tgbot.game.commands import Stop
from tgbot.game.refusals import Refusal
from tgbot.table.books.books import postponed
from tgbot.table.clock.clockwork import is_played
from tgbot.table.decisions.authority import ask, denied, is_host
from tgbot.table.decisions.decision import Decision, Moment, act
from tgbot.table.decisions.refusing import refused
from tgbot.table.decisions.telling import tell
from tgbot.table.identity import Person
from tgbot.table.intents.deadline import Due, TimePassed
from tgbot.table.intents.inquiry import Finding, Inquiry, Purpose
from tgbot.table.intents.inward import Pictured
from tgbot.table.intents.updates import Tapped
from tgbot.table.limits import MOST_SCORES
from tgbot.table.news.evening import EveningEnded, EveningGoesOn, NoEvening, RecapPictured, StandTold
from tgbot.table.news.replies import Barred, Note, Told
from tgbot.table.news.surfaces import RecapButton
from tgbot.table.people.lobby import open_lobby
from tgbot.table.state.evening import Evening, Form, Recap, Score
from tgbot.table.state.mentions import players_in, without_strangers
from tgbot.table.state.table import Table


def stand(table: Table, moment: Moment) -> Decision:
    """Tell how the evening stands; once it is over, how it ended."""
    evening = table.evening
    if evening is not None:
        return tell(table, StandTold(_sober(evening.scores), evening.games, evening.sips), moment)
    if table.recap is not None:
        return tell(table, EveningEnded(table.recap, again=True), moment)
    return tell(table, NoEvening(), moment)


def ask_to_close(table: Table, who: Person | None, moment: Moment) -> Decision:
    """Hear `/abend`. While a game is played, the host may, or an admin: of others it is asked whether they are."""
    if table.evening is None:
        return _tell_again(table, moment)
    idle = moment.idle(table)
    if who is None or is_host(table, who) or idle or not table.running:
        return close(table, moment)
    return ask(table.knowing(who), Purpose.EVENING, who)


def close_if_admin(table: Table, inquiry: Inquiry, finding: Finding, moment: Moment) -> Decision:
    """End the evening for an admin. If the game has ended meanwhile, anybody may."""
    if table.evening is None:
        return Decision(table=table)
    if finding is Finding.YES or not table.running:
        return close(table, moment)
    return denied(table, finding, EveningGoesOn(inquiry.who.id), moment)


def close(table: Table, moment: Moment) -> Decision:
    """End the evening and the game that still runs, for which nobody pays; the recap follows as text and as picture.

    What is still owed is put off. An open lobby stays: whoever sits there is about to begin the next evening.
    """
    stopped = act(replace(table, asleep=False, end_votes=()), Stop(), moment) if table.running else None
    decision = Decision(table=table) if stopped is None or isinstance(stopped, Refusal) else stopped
    ended = postponed(decision.table, decision.table.debts, moment.now)
    assert ended.evening is not None
    recap = _recap(ended.evening, moment)
    closed = replace(ended, evening=None, recap=recap, bills=(), fled=())
    told = replace(decision, table=without_strangers(closed), dirty=(*decision.dirty, *_button(table.recap)))
    return told.telling(EveningEnded(recap), RecapPictured(recap.number))


def open_table(table: Table, who: Person | None, moment: Moment, *, again: bool = False) -> Decision:
    """Open the next lobby; an evening so many people have played in is told first, and another one begins."""
    if table.evening is None or len(table.evening.scores) < MOST_SCORES:
        return open_lobby(table, who, moment, again=again)
    told = close(table, moment)
    opened = open_lobby(told.table, who, moment, again=again)
    return replace(opened, items=(*told.items, *opened.items), dirty=(*told.dirty, *opened.dirty))


def night_passes(table: Table, passed: TimePassed, moment: Moment) -> Decision:
    """End an evening nobody plays any more, or tell a recap again in the morning, if it is still the one that was meant."""
    due, recap = passed.deadline, table.recap
    if table.muted_since is not None:
        return Decision(table=table)
    if due.kind is Due.EVENING:
        over = table.evening is not None and table.evening.number == due.game and not is_played(table)
        return close(table, moment) if over else Decision(table=table)
    if recap is None or recap.number != due.game or not recap.morning:
        return Decision(table=table)
    told = replace(table, recap=replace(recap, morning=0))
    return Decision(
        table=told, items=(EveningEnded(recap, again=True), RecapPictured(recap.number)), dirty=_button(recap)
    )


def wish_for_morning(table: Table, tapped: Tapped, moment: Moment) -> Decision:
    """Have the recap told again at eleven, or not; whoever was there may say so, and the button shows it."""
    recap = table.recap
    if recap is None or recap.number != tapped.tap.step:
        return refused(table, Barred.OLD_BUTTON)
    if tapped.who.id not in players_in(recap):
        return refused(table, Barred.NOT_THAT_EVENING)
    morning = 0 if recap.morning else moment.calendar.morning(moment.now)
    wished = replace(recap, morning=morning, message=tapped.message if tapped.chat == table.chat else 0)
    told = Told(Note.MORNING_ON if morning else Note.MORNING_OFF, table.language)
    return Decision(table=replace(table, recap=wished), reply=told, dirty=_button(wished))


def keep_photo(table: Table, pictured: Pictured) -> Decision:
    """Remember what Telegram calls the picture, so that it need not be drawn or sent up again."""
    recap = table.recap
    if recap is None or recap.number != pictured.evening:
        return Decision(table=table)
    return Decision(table=replace(table, recap=replace(recap, photo=pictured.photo)))


def _button(recap: Recap | None) -> tuple[RecapButton, ...]:
    return (RecapButton(recap.message),) if recap is not None and recap.message else ()


def _tell_again(table: Table, moment: Moment) -> Decision:
    if table.recap is None:
        return tell(table, NoEvening(), moment)
    decision = tell(table, EveningEnded(table.recap, again=True), moment)
    return decision.telling(RecapPictured(table.recap.number)) if decision.items else decision


def _recap(evening: Evening, moment: Moment) -> Recap:
    return Recap(
        number=evening.number,
        day=moment.calendar.day(evening.began_at),
        games=evening.games,
        scores=_sober(evening.scores),
        longest_chain=evening.longest_chain,
        boldest=evening.boldest,
        sips=evening.sips,
    )


def _sober(scores: tuple[Score, ...]) -> tuple[Score, ...]:
    """Leave out how anything was paid, but for tasks: nobody's sips stand in a message, a queue or a recap."""
    return tuple(
        replace(score, paid=(), tasks=max(score.tasks, dict(score.paid).get(Form.TASK, 0))) for score in scores
    )
