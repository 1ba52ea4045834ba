"""Buttons left over from a game that is over: whoever presses one is told what works now."""

import pytest

from tests.table.fakes import ANNA, BERT, CLARA, DIETER, Evening, person
from tests.table.tables_that_pay import LOW, SING, Paid
from tgbot.game.refusals import Refusal
from tgbot.game.rules.house import HouseRules
from tgbot.game.rules.payment import Payment
from tgbot.game.rules.players import SEATS_CAP
from tgbot.game.state import Lobby, Over
from tgbot.phrases.toasts import toast
from tgbot.table.identity import Language, Person
from tgbot.table.intents.intent import Intent
from tgbot.table.intents.inward import CupRefused, Forget
from tgbot.table.intents.taps import Action
from tgbot.table.intents.updates import MemberGone
from tgbot.table.intents.word import Word
from tgbot.table.news.replies import Barred, Reply, Told
from tgbot.table.state.debts import Settling

LEFT_OVER = (
    Action.JOIN,
    Action.LEAVE,
    Action.BELIEVE,
    Action.PEEK,
    Action.KEYBOARD,
    Action.COME_BACK,
    Action.STAY_AWAY,
    Action.WAKE,
)


def about(reply: Reply) -> object:
    """Read what a reply is about."""
    assert isinstance(reply, Told)
    return reply.what


@pytest.mark.parametrize("who", [BERT, DIETER], ids=["seated", "a guest"])
async def test_a_button_of_a_finished_game_leads_to_the_next_one(who: Person) -> None:
    """Not to a seat, a turn or a pause there is no more."""
    evening = Evening((4, 2))
    await evening.begin(ANNA, BERT, CLARA)
    await evening.say(Word.END, ANNA)

    assert {action: about(await evening.tap(who, action)) for action in LEFT_OVER} == dict.fromkeys(
        LEFT_OVER, Refusal.GAME_OVER
    )


async def test_applause_for_the_last_task_needs_no_seat_that_cannot_be_taken() -> None:
    """The game is over, its last task is still to be done: /dabei would not help a guest."""
    on = Paid(Payment.TASKS, LOW, SING)
    await on.open(rules=HouseRules(limit=1))
    await on.lose(ANNA, BERT)

    assert isinstance(on.table.game, Over)
    assert about(await on.settle(DIETER, Settling.CLAP)) is Refusal.GAME_OVER


@pytest.mark.parametrize("how", ["left the group", "deleted his account", "was forgotten"])
async def test_nochmal_keeps_no_seat_for_who_has_gone_since(how: str) -> None:
    """Else the next game would wait for nobody, turn after turn."""
    evening = Evening((4, 2))
    await evening.begin(ANNA, BERT, CLARA)
    await evening.say(Word.END, ANNA)
    went: dict[str, Intent] = {
        "left the group": MemberGone(evening.mark(), evening.place, ANNA.id),
        "deleted his account": CupRefused(evening.id, ANNA.id, gone=True),
        "was forgotten": Forget(evening.id, ANNA.id),
    }
    await evening.service.handle(went[how])
    assert evening.table.host is None

    await evening.tap(CLARA, Action.OPEN)
    assert isinstance(evening.table.game, Lobby)
    assert evening.table.game.players == (BERT.id, CLARA.id)


async def test_a_guest_who_presses_nochmal_at_a_full_table_takes_no_seat() -> None:
    """There is room for twenty, and they have played before; one of them is host."""
    players = [person(number) for number in range(1, SEATS_CAP + 1)]
    evening = Evening((4, 2))
    await evening.begin(*players)
    await evening.say(Word.END, players[0])
    await evening.tap(person(SEATS_CAP + 1), Action.OPEN)

    assert isinstance(evening.table.game, Lobby)
    assert evening.table.game.players == tuple(player.id for player in players)
    assert evening.table.host == players[0].id


async def test_a_button_of_a_closed_table_leads_to_a_new_one() -> None:
    """Nobody is asleep where nobody sits."""
    evening = Evening()
    await evening.seat(ANNA, BERT, CLARA)
    await evening.say(Word.END, ANNA)

    assert {about(await evening.tap(BERT, action)) for action in (Action.WAKE, Action.COME_BACK)} == {Barred.NO_TABLE}


@pytest.mark.parametrize(
    ("language", "button", "command"), [(Language.DE, "Nochmal", "/neu"), (Language.EN, "Again", "/new")]
)
def test_the_toast_names_what_works(language: Language, button: str, command: str) -> None:
    """The button under the end of the game, and the command that always works."""
    said = toast(Told(Refusal.GAME_OVER, language)).text
    assert button in said
    assert command in said
