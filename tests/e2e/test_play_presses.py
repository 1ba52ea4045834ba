"""Buttons pressed by the wrong people, at the wrong time, or by nobody's button at all: each gets one answer."""

from pathlib import Path

import pytest

from tests.e2e.stage import Stage, evening, swift
from tests.table.fakes import ScriptedCup
from tests.telegram_client import Json, Person
from tgbot.table.clock.timing import Timing

pytestmark = pytest.mark.redis

CALL = "Du bist dran: Was sagst du an? Nimm die neue Karte, sie ist da oder kommt gleich."
ANSWER = "Du bist dran: \u2068Anna\u2069 sagt 53. Nimm die neue Karte, sie ist da oder kommt gleich."
COUNTED = "Dein Zug steht schon fest. Die neue Karte ist da oder kommt gleich."
UNKNOWN = "Den Knopf kenne ich nicht. /tisch holt den Tisch nach unten."


async def playing(on: Stage, timing: Timing | None = None) -> list[Person]:
    """Begin a game of three of four people; Bert is asked to believe 53."""
    await on.bot(chance=swift(ScriptedCup((5, 3) * 9), timing))
    await on.gather(4)
    await on.begin(*on.people[:3])
    await on.announce(on.people[0], "53")
    await on.turn(on.people[1], "Glauben")
    return on.people


def data_of(on: Stage, label: str) -> str:
    """Find a button's data in the group, the newest first."""
    messages = reversed(on.telegram.world.chats[on.group.id].messages.values())
    return next(str(b["callback_data"]) for m in messages for b in m.buttons if label in b["text"])


def callback(on: Stage, who: Person, data: str, **more: object) -> Json:
    """Make a callback query as Telegram would, which the world does not know of."""
    sender = {"id": who.id, "is_bot": False, "first_name": who.name}
    return {"id": "4242", "from": sender, "chat_instance": "1", "data": data, **more}


@pytest.mark.parametrize("label", ["Glauben", "Aufdecken"])
async def test_other_peoples_taps_get_a_friendly_toast(tmp_path: Path, label: str) -> None:
    """A player hears whom the table waits for, a bystander how to join; nothing changes."""
    async with evening(tmp_path) as on:
        anna, bert, clara, dieter = await playing(on)
        for other in (anna, clara):
            assert await on.press(other, label) == "Du bist nicht dran, gerade überlegt \u2068Bert\u2069."
        assert await on.press(dieter, label) == ("Du sitzt nicht am Tisch. Mit /dabei setzt du dich dazu.")
        await on.tap(bert, label)


async def test_a_double_tap_moves_once(tmp_path: Path) -> None:
    """The second press hears that it is for him to announce."""
    async with evening(tmp_path) as on:
        _, bert, *_ = await playing(on)
        first = await on.tg.press(bert, on.group, "Glauben")
        second = await on.tg.press(bert, on.group, "Glauben")
        assert "neu gewürfelt" in (await on.tg.answer(first)).text
        assert (await on.tg.answer(second)).text == CALL
        await on.announce(bert, "54")


async def test_while_telegram_takes_no_card_toasts_say_whose_turn_it_is(tmp_path: Path) -> None:
    """The one who is to answer hears what was said, the one who has announced that it counts; then the card comes."""
    async with evening(tmp_path, refused=("retry after",)) as on:
        await on.bot(chance=swift(ScriptedCup((5, 3) * 9)))
        await on.gather(3)
        anna, bert, clara = on.people
        await on.begin(anna, bert, clara)
        await on.turn(anna, "Ansagen")
        await on.tg.fault("flood", chat_id=on.group.id, times=None)
        await on.announce(anna, "53")
        for label in ("Mein Wurf", "Ansagen"):
            assert await on.press(bert, label) == ANSWER
        assert await on.press(anna, "Ansagen") == COUNTED
        await on.tg.heal()
        await on.tap(bert, "Glauben")


async def test_old_buttons_and_those_of_earlier_games_point_to_the_card(tmp_path: Path) -> None:
    """The move stands, whatever is pressed later."""
    async with evening(tmp_path) as on:
        anna, bert, clara, _ = await playing(on)
        believe, lobby = data_of(on, "Glauben"), "j" + data_of(on, "Glauben")[1:].rsplit(".", 1)[0] + ".0"
        await on.tap(bert, "Glauben")
        old = await on.tg.forge(bert, on.group, believe)
        assert (await on.tg.answer(old)).text == CALL
        joins = await on.tg.forge(anna, on.group, lobby)
        assert (await on.tg.answer(joins)).text == "Du sitzt schon am Tisch. Warte einfach, bis du dran bist."
        await on.tg.say(anna, on.group, "/ende")
        await on.tg.wait_button(on.group, "Nochmal!")
        await on.press(anna, "Nochmal")
        await on.tg.wait_button(on.group, "Los geht's")
        late = await on.tg.forge(clara, on.group, believe)
        assert "früheren Partie" in (await on.tg.answer(late)).text


@pytest.mark.parametrize(
    "data",
    ["", "x", "b", "b.zz.0.1.1", "a77.-1.0.1.1", "b.-1.0.01.1", "ü" * 32, "b.-" + "z" * 60, "{}", "b.-1.0.1.1\n"],
)
async def test_forged_data_of_no_button_is_answered_and_changes_nothing(tmp_path: Path, data: str) -> None:
    """F20: whatever the client claims to have pressed."""
    async with evening(tmp_path) as on:
        _, bert, *_ = await playing(on)
        answer = await on.tg.answer(await on.tg.forge(bert, on.group, data))
        assert answer.text in {UNKNOWN, "Hier ist kein Tisch mehr offen. /neu macht einen auf."}
        await on.tap(bert, "Glauben")


async def test_a_button_of_another_groups_table_grants_nothing_there(tmp_path: Path) -> None:
    """Neither to a bystander nor to the player on turn: a group's buttons count there alone."""
    async with evening(tmp_path) as on:
        _, bert, *_ = await playing(on)
        believe = data_of(on, "Glauben")
        stranger = await on.tg.user("Fremde")
        elsewhere = await on.tg.group("Andere Runde", [stranger, bert])
        await on.tg.wait_button(elsewhere, "Tisch eröffnen")
        for who in (stranger, bert):
            forged = await on.tg.answer(await on.tg.forge(who, elsewhere, believe))
            assert forged.text == UNKNOWN
        unknown = await on.tg.answer(await on.tg.forge(stranger, elsewhere, "b.-zz.0.1.1"))
        assert unknown.text == "Hier ist kein Tisch mehr offen. /neu macht einen auf."
        await on.tap(bert, "Glauben")


async def test_a_button_under_a_deleted_card_still_counts_and_inline_messages_get_an_answer(tmp_path: Path) -> None:
    """Telegram shows a message it no longer has as inaccessible, and one of an inline bot not at all."""
    async with evening(tmp_path, refused=("message to edit not found", "query is too old")) as on:
        _, bert, *_ = await playing(on)
        believe, card = data_of(on, "Glauben"), await on.turn(bert, "Glauben")
        for more in ({"inline_message_id": "AAA"}, {}):
            answered = len(await on.tg.calls("answerCallbackQuery"))
            await on.tg.inject("callback_query", callback(on, bert, believe, **more))

            async def one_more(before: int = answered) -> bool | None:
                return True if len(await on.tg.calls("answerCallbackQuery")) == before + 1 else None

            await on.tg.until(one_more, "an answer")
        await on.tg.delete(on.group, card.id)
        pressed = await on.tg.forge(bert, on.group, believe, card.id)
        assert "neu gewürfelt" in (await on.tg.answer(pressed)).text
        fresh = await on.turn(bert, "Ansagen")
        assert fresh.id > card.id


async def test_mein_wurf_is_for_the_roller_alone(tmp_path: Path) -> None:
    """An alert with glyphs and digits for him, a toast for everybody else."""
    async with evening(tmp_path) as on:
        anna, bert, *_ = await playing(on)
        await on.tap(bert, "Glauben")
        await on.turn(bert, "Mein Wurf")
        seen = await on.tg.answer(await on.tg.press(bert, on.group, "Mein Wurf"))
        assert seen.show_alert
        assert seen.text == "⚄⚂ 53 · zu überbieten: 53"
        others = await on.tg.answer(await on.tg.press(anna, on.group, "Mein Wurf"))
        assert (others.text, others.show_alert) == ("Finger weg, den Becher hat gerade \u2068Bert\u2069.", False)
