"""Private chats that are shut, open, or change while somebody holds the cup. Nobody is ever stuck."""

from pathlib import Path

import pytest

from tests.e2e.stage import Stage, evening, swift
from tests.table.fakes import ScriptedCup
from tests.telegram_client import Json, Message, Person

pytestmark = pytest.mark.redis

NEVER_STARTED = "initiate conversation"
REFUSALS = (
    (403, "Forbidden: bot can't initiate conversation with a user"),
    (403, "Forbidden: bot was blocked by the user"),
    (400, "Bad Request: chat not found"),
)


async def opened(on: Stage, *dice: int, started: int = 0) -> list[Person]:
    """Begin a game of three in which Anna opens."""
    await on.bot(chance=swift(ScriptedCup(dice or (5, 3) * 9)))
    await on.gather(3, started=started)
    await on.begin(*on.people)
    return on.people


def link(card: Message) -> str:
    """Find the address under Privatchat öffnen, "" without one."""
    buttons: list[Json] = [button for row in card.raw["keyboard"] for button in row]
    return next((str(button["url"]) for button in buttons if button["text"] == "Privatchat öffnen"), "")


async def test_the_card_says_once_who_should_open_the_private_chat_and_leads_there_and_back(tmp_path: Path) -> None:
    """The link brings the same dice; the next turn's card does not ask again."""
    async with evening(tmp_path, refused=(NEVER_STARTED,)) as on:
        anna, bert, clara = await opened(on)
        card = await on.tg.wait_for(on.group, "öffne kurz den Privatchat")
        assert "\u2068Anna\u2069, öffne kurz den Privatchat" in card.text
        address, payload = link(card).split("?start=")
        assert address == "https://t.me/maexchen_demo_bot"
        await on.tg.start(anna, payload)
        welcome = await on.tg.wait_for(anna, "Passt!")
        assert "Zurück zu den anderen?" in welcome.text
        cup = await on.tg.wait_button(anna, "✔ 53")
        assert cup.text.startswith("⚄⚂ 53")
        await on.announce(anna, "53")
        for who, value in ((bert, "54"), (clara, "61")):
            await on.tap(who, "Glauben")
            await on.turn(who, "Ansagen")
            await on.press(who, value)
        await on.tap(anna, "Glauben")
        await on.announce(anna, "62")
        assert sum("öffne kurz" in str(m.raw["history"]) + m.text for m in await on.shown()) == 3


async def test_in_a_supergroup_the_private_chat_has_a_button_back_to_the_card(tmp_path: Path) -> None:
    """The link names the card's message."""
    async with evening(tmp_path, refused=(NEVER_STARTED,)) as on:
        await on.bot(chance=swift(ScriptedCup((5, 3) * 9)))
        await on.gather(3, started=0)
        on.group = await on.tg.group("Superstammtisch", on.people, type="supergroup")
        await on.tg.wait_button(on.group, "Tisch eröffnen")
        await on.begin(*on.people)
        card = await on.tg.wait_button(on.group, "Privatchat öffnen")
        await on.tg.start(on.people[0], link(card).split("?start=")[1])
        welcome = await on.tg.wait_button(on.people[0], "Zurück zum Tisch")
        url = str(welcome.raw["keyboard"][0][0]["url"])
        assert url == f"https://t.me/c/{-1_000_000_000_000 - on.group.id}/{card.id}"


@pytest.mark.parametrize(("code", "description"), REFUSALS)
async def test_however_telegram_refuses_the_private_roll_the_card_offers_it(
    tmp_path: Path, code: int, description: str
) -> None:
    """F01, F02, F03: Mein Wurf shows it as an alert, the buttons stand on the card, unmarked."""
    async with evening(tmp_path, refused=(description,)) as on:
        await on.bot(chance=swift(ScriptedCup((5, 3) * 9)))
        await on.gather(3)
        anna = on.people[0]
        error = {"ok": False, "error_code": code, "description": description}
        await on.tg.fault("error", "sendMessage", chat_id=anna.id, times=None, error=error)
        await on.begin(*on.people)
        card = await on.tg.wait_button(on.group, "Privatchat öffnen")
        assert "✔" not in str(card.labels)
        seen = await on.tg.answer(await on.tg.press(anna, on.group, "Mein Wurf"))
        assert (seen.text, seen.show_alert) == ("⚄⚂ 53 · du fängst an, alles ist erlaubt", True)
        await on.turn(anna, "53")
        assert await on.press(anna, "53") == "53: Gesagt ist gesagt. Nichts anmerken lassen."
        await on.turn(on.people[1], "Glauben")


async def test_ansagen_opens_the_buttons_on_the_card_for_who_has_a_private_chat_too(tmp_path: Path) -> None:
    """They are the same for every roll, and only the roller may open them."""
    async with evening(tmp_path) as on:
        anna, bert, _ = await opened(on, started=3)
        await on.turn(anna, "Ansagen")
        assert "Du bist nicht dran" in await on.press(bert, "Ansagen")
        assert await on.press(anna, "Ansagen") == "Such dir unten eine Ansage aus."
        card = await on.turn(anna, "21 · Mäxchen")
        assert len([label for label in card.labels if label[:2].isdigit()]) == 21
        assert "✔" not in str(card.labels)
        await on.press(anna, "66")
        await on.turn(bert, "Glauben")


async def test_the_private_roll_shows_glyphs_digits_and_marks_the_truth(tmp_path: Path) -> None:
    """One button per legal announcement; when it is said the cup becomes a line."""
    async with evening(tmp_path) as on:
        anna, bert, _ = await opened(on, 5, 3, 6, 4, started=3)
        await on.announce(anna, "53")
        await on.tap(bert, "Glauben")
        cup = await on.tg.wait_button(bert, "✔ 64")
        assert cup.text.splitlines()[0].startswith("⚅⚃ 64")
        assert "Zu überbieten ist 53" in cup.text
        assert "Tisch: \u2068Stammtisch Freitag\u2069" in cup.text
        numbers = ("54", "61", "62", "63", "✔ 64", "65", "11", "22", "33", "44", "55", "66", "21 · Mäxchen")
        assert cup.labels == numbers
        await on.announce(bert, "65")
        said = await on.tg.wait_for(bert, "Nichts anmerken lassen")
        assert (said.id, said.labels) == (cup.id, ())


async def test_who_blocks_the_bot_mid_turn_plays_on_the_card_and_gets_the_same_dice_after_unblocking(
    tmp_path: Path,
) -> None:
    """F03, F04: whatever happens to the private chat, the roll stays."""
    async with evening(tmp_path, refused=("blocked",)) as on:
        anna, bert, _ = await opened(on, 5, 3, 6, 4, started=3)
        await on.tg.block(bert)
        await on.tg.quiet()
        await on.announce(anna, "53")
        await on.tap(bert, "Glauben")
        card = await on.turn(bert, "65")
        assert "✔" not in str(card.labels)
        assert not await _cups(on, bert)
        await on.tg.start(bert)
        cup = await on.tg.wait_button(bert, "✔ 64")
        assert cup.text.startswith("⚅⚃ 64")
        await on.announce(bert, "65")
        await on.turn(on.people[2], "Glauben")


async def _cups(on: Stage, who: Person) -> list[Message]:
    return [message for message in await on.tg.messages(who) if message.text[:1] in "⚀⚁⚂⚃⚄⚅"]


@pytest.mark.parametrize("member", [True, False])
async def test_the_tables_link_seats_members_of_the_group_only(tmp_path: Path, member: bool) -> None:
    """F07: the link alone is not enough."""
    async with evening(tmp_path) as on:
        await on.bot(chance=swift())
        await on.gather(3)
        anna, bert, clara = on.people
        await on.seat(anna, bert)
        guest = clara if member else await on.tg.user("Fremde", started=True)
        data = next(
            b["callback_data"] for m in on.telegram.world.chats[on.group.id].messages.values() for b in m.buttons
        )
        await on.tg.start(guest, "t" + str(data).split(".")[1])
        if member:
            await on.tg.wait_for(guest, "Passt!")
            await on.tg.wait_for(on.group, "Am Tisch (3)")
        else:
            told = await on.tg.wait_for(guest, "kann ich dich von hier aus nicht setzen")
            assert "Am Tisch (2)" in (await on.tg.wait_button(on.group, "Mitspielen")).text
            assert "Mitspielen" in told.text
