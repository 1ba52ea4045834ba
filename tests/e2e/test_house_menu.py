"""The house rules of a group over HTTP: the menu, its refusals, the vote, the share code, the sheet, the calculator."""

import re
from pathlib import Path

import pytest

from tests.e2e.house import ENGLISH, GERMAN, Words, shows, table, walk
from tests.e2e.stage import Stage
from tests.telegram_client import Room

pytestmark = pytest.mark.redis

CUP = (4, 2, 6, 4)
both_languages = pytest.mark.parametrize("words", [GERMAN, ENGLISH], ids=["German", "English"])


@both_languages
async def test_a_preset_by_button_and_a_round_with_annehmen(tmp_path: Path, words: Words) -> None:
    """Lizumo: the lobby follows at once, and an announced Mäxchen may be accepted for a life."""
    says = {
        GERMAN: ("ändert die Hausordnung: Lizumo-Regeln", "Lizumo-Regeln · 3 Leben", "Mäxchen", "Annehmen", "Leben: "),
        ENGLISH: ("changes the house rules: Lizumo rules", "Lizumo rules · 3 lives", "Mia", "Accept", "Lives: "),
    }
    changed, lobby, top, accept, lives = says[words]
    async with table(tmp_path, CUP, words=words) as on:
        anna, bert, _ = on.people
        await on.tg.say(anna, on.group, words.house)
        assert "Lizumo" in await walk(on, anna, "Lizumo")
        await shows(on, changed)
        await shows(on, lobby)
        await on.tg.wait_button(on.group, "✔ Lizumo")
        await walk(on, anna, words.start)
        await on.announce(anna, top)
        await on.tap(bert, accept)
        assert lives in (await shows(on, "Bert\u2069 ▮▮▯")).text


@both_languages
async def test_a_clash_is_refused_by_name_and_changes_nothing(tmp_path: Path, words: Words) -> None:
    """Both settings stand in the toast, with what they would be."""
    paths = {
        GERMAN: (
            ("Regel für Regel", "Grenze", "keine"),
            "„Grenze: keine“ und „Ende: sobald jemand raus ist“ beißen sich",
        ),
        ENGLISH: (("Rule by rule", "Limit", "none"), "“Limit: none” and “The end: once somebody is out” clash"),
    }
    path, refusal = paths[words]
    async with table(tmp_path, CUP, words=words) as on:
        anna = on.people[0]
        await on.tg.say(anna, on.group, words.house)
        toast = await walk(on, anna, *path)
        assert refusal in toast
        assert len(toast) <= 120
        assert any("✔ 3" in label for label in (await on.tg.wait_button(on.group, path[-1])).labels)


@both_languages
async def test_the_table_votes_for_three_dice_and_plays_with_them(tmp_path: Path, words: Words) -> None:
    """One tap per seat, the majority decides, and all 56 announcements are one tap away, their digits on the button."""
    paths = {
        GERMAN: (("Regel für Regel", "Rangfolge", "Abstimmen lassen", "drei Würfel"), "Dafür", "Dagegen"),
        ENGLISH: (("Rule by rule", "Order of rolls", "Put it to the vote", "three dice"), "For", "Against"),
    }
    path, aye, nay = paths[words]
    results = {
        GERMAN: "Abgestimmt, 2 zu 1: Rangfolge: drei Würfel.",
        ENGLISH: "Voted, 2 to 1: Order of rolls: three dice.",
    }
    async with table(tmp_path, (4, 2, 1), words=words) as on:
        anna, bert, clara = on.people
        await on.tg.say(anna, on.group, words.house)
        *way, choice = path
        await walk(on, anna, *way)
        await shows(on, {GERMAN: "Worüber soll der Tisch abstimmen", ENGLISH: "What shall the table vote on"}[words])
        await walk(on, anna, choice)
        await walk(on, bert, nay)
        await walk(on, clara, aye)
        await shows(on, results[words])
        await walk(on, anna, words.start)
        cup = await on.tg.wait_button(anna, "✔ 421")
        values = [label for label in cup.labels if re.search(r"[1-6]{3}", label)]
        assert len(values) == 56
        await on.tg.answer(await on.tg.press(anna, anna, "421"))
        believe = {GERMAN: "Glauben", ENGLISH: "Believe"}[words]
        await on.tap(bert, believe)
        await on.announce(bert, "422")
        await on.turn(clara, believe)


@both_languages
async def test_a_share_code_carries_the_rules_to_another_group(tmp_path: Path, words: Words) -> None:
    """Typed, tampered with, and by the link; the differences are shown before anything changes."""
    says = {
        GERMAN: (
            "Regel für Regel",
            "Grenze",
            "Den Code gibt es so nicht",
            "Mitgebracht",
            "Übernehmen",
            "Grenze: 3 → 5",
        ),
        ENGLISH: ("Rule by rule", "Limit", "There's no such code", "Brought along", "Take it", "Limit: 3 → 5"),
    }
    one_by_one, limit, refused, brought, take, difference = says[words]
    async with table(tmp_path, CUP, words=words) as on:
        anna, bert, clara = on.people
        await on.tg.say(anna, on.group, words.house)
        await walk(on, anna, one_by_one, limit)
        await on.tg.wait_button(on.group, "✔ 3")
        assert f"{limit}: 5" in await walk(on, anna, "5")
        await walk(on, anna, words.back)
        await shows(on, words.pick)
        await walk(on, anna, words.back)
        code = await code_of(on, words)

        on.group = await elsewhere(on, words)
        tampered = code[:-1] + ("A" if code[-1] != "A" else "B")
        await on.tg.say(bert, on.group, f"{words.house} {tampered}")
        await shows(on, refused)
        await on.tg.say(bert, on.group, f"{words.house} {code.lower()}")
        page = await shows(on, brought)
        assert difference in page.text
        await walk(on, bert, take)
        await shows(on, f"{limit}: 5")
        assert await code_of(on, words) == code

        await on.tg.say(bert, on.group, f"/start@maexchen_demo_bot h{code}")
        same = {GERMAN: "Genau so spielt ihr hier schon", ENGLISH: "exactly how you play here already"}[words]
        assert brought in (await shows(on, same)).text
        await on.tg.start(clara, f"h{code}")
        carried = await on.tg.wait_for(clara, "Mitgebracht")
        assert carried.raw["keyboard"][0][0]["url"] == f"https://t.me/maexchen_demo_bot?startgroup=h{code}"


async def code_of(on: Stage, words: Words) -> str:
    """Read the group's share code on the menu's first page."""
    menu = await shows(on, words.share)
    found = re.search(rf"{words.house} ([0-9A-Z]+)$", menu.text, re.MULTILINE)
    assert found is not None
    return found[1]


async def elsewhere(on: Stage, words: Words) -> Room:
    """Bring the bot into another group, Bert's own."""
    bert, clara = on.people[1:3]
    room = await on.tg.group("Skatrunde", [bert, clara])
    await on.tg.wait_button(room, "Tisch eröffnen")
    if words.choose:
        await on.tg.say(bert, room, "/language")
        await on.tg.wait_button(room, words.choose)
        await on.tg.answer(await on.tg.press(bert, room, words.choose))
        await on.tg.wait_for(room, "English from now on")
    return room


@both_languages
async def test_regeln_during_a_turn_disturbs_nobody(tmp_path: Path, words: Words) -> None:
    """Anybody turns its pages; the card stays where and as it is, and the turn goes on. In private it is there too."""
    says = {GERMAN: ("/regeln", "Zahlen", "Zählweise", "Ansagen"), ENGLISH: ("/rules", "Paying", "Score", "Call")}
    command, section, told, announce = says[words]
    async with table(tmp_path, CUP, words=words) as on:
        anna, bert, clara = on.people
        await walk(on, anna, words.start)
        card = await on.turn(anna, announce)
        await on.tg.say(clara, on.group, command)
        sheet = await on.tg.wait_button(on.group, section)
        assert sheet.id > card.id
        await walk(on, bert, section)
        assert (await shows(on, told)).id == sheet.id
        assert await on.turn(anna, announce) == card
        await on.announce(anna, "42")
        await on.turn(bert, {GERMAN: "Glauben", ENGLISH: "Believe"}[words])
        await on.tg.say(clara, clara, "/regeln")
        private = await on.tg.wait_button(clara, "Zahlen")
        await on.tg.answer(await on.tg.press(clara, clara, "Zahlen", private.id))
        assert (await on.tg.wait_for(clara, "Zählweise")).id == private.id


@both_languages
async def test_the_calculator_tells_all_or_one(tmp_path: Path, words: Words) -> None:
    """For the group's own rules; nonsense is answered with an example."""
    says = {
        GERMAN: (
            "/rechner",
            "53      61\u00a0%    56\u00a0%",
            "zu 61\u00a0% (22 von 36)",
            "Das kann man hier nicht würfeln",
        ),
        ENGLISH: ("/odds", "53        61%     56%", "61% (22 in 36)", "You can't roll that here"),
    }
    command, row, one, nonsense = says[words]
    async with table(tmp_path, CUP, words=words) as on:
        bert = on.people[1]
        await on.tg.say(bert, on.group, command)
        assert len((await shows(on, row)).text.splitlines()) <= 25
        await on.tg.say(bert, on.group, f"{command} 53")
        assert len((await shows(on, one)).text.splitlines()) == 1
        await on.tg.say(bert, on.group, f"{command} 421")
        await shows(on, nonsense)


async def test_only_the_host_and_admins_have_a_menu_and_each_his_own(tmp_path: Path) -> None:
    """Strangers hear who may; nobody presses somebody else's buttons; who is anonymous stays so."""
    async with table(tmp_path, CUP) as on:
        anna, bert, clara = on.people
        await on.tg.say(bert, on.group, "/hausregeln")
        assert "Rangfolge" in (await shows(on, "schrauben hier nur Admins")).text
        await on.tg.say(anna, on.group, "/hausordnung")
        await on.tg.wait_button(on.group, "Regel für Regel")
        assert "Anna\u2069 ist gerade am Menü" in await on.press(bert, "Lizumo")
        await on.press(anna, "Fertig")
        await shows(on, "📖 Hausordnung: Wirtshaus-Regeln.")

        await on.tg.member(on.group, clara, "administrator")
        await on.tg.say(clara, on.group, "/hausordnung", mask="anonymous")
        await on.tg.wait_button(on.group, "Regel für Regel")
        assert "nur Admins" in await on.press(bert, "Lizumo")
        assert "gilt ab sofort" in await on.press(clara, "Lizumo")
        await shows(on, "📖 Neue Hausordnung: Lizumo-Regeln.")
        await walk(on, clara, "Änderungen")
        assert "Clara" not in (await shows(on, "ein Admin: Lizumo-Regeln")).text


async def test_during_a_game_the_menu_sets_the_next_one(tmp_path: Path) -> None:
    """It says so, and the running game keeps its rules."""
    async with table(tmp_path, CUP) as on:
        anna = on.people[0]
        await walk(on, anna, "Los geht's")
        await on.turn(anna, "Ansagen")
        await on.tg.say(anna, on.group, "/hausordnung")
        await shows(on, "gilt ab der nächsten Partie")
        assert await walk(on, anna, "Lizumo") == "Lizumo-Regeln. Das gilt ab der nächsten Partie."
        assert "Striche:" in (await on.turn(anna, "Ansagen")).text
        await on.tg.say(anna, on.group, "/ende")
        await shows(on, "Das war's für diese Partie")
        await on.tg.say(anna, on.group, "/neu")
        await shows(on, "Lizumo-Regeln · 3 Leben")
