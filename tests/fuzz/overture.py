"""The evening whose updates are mutated: played over the strict demo server, with every kind of update in it."""

from tests.e2e.playing import Players
from tests.e2e.stage import Stage
from tests.telegram_client import Json, Person, Room

_WORDS = (
    "/hilfe",
    "/regeln",
    "/hausordnung",
    "/einsatz",
    "/aufgabe Sing die erste Zeile",
    "/aufgaben",
    "/stand",
    "/rechner 53",
    "/sprache",
    "/fairplay",
    "/abend",
    "/datenschutz",
    "/tisch",
    "/ende",
)
_PRIVATE = ("/start", "/ich", "/meinedaten", "/statistik", "/rechner", "/hausordnung", "53", "Was nun?", "/regeln")


async def overture(on: Stage) -> list[Json]:
    """Play, and return the updates the bot was sent, each once, in order of their numbers."""
    await on.gather(4)
    anna, bert, clara, dieter = on.people
    await on.begin(anna, bert, clara)
    await Players(on).play(4)
    await _come_and_go(on)
    await _talk(on, on.group, anna)
    for word in _PRIVATE:
        await on.tg.say(bert, bert, word)
    await on.tg.quiet()
    await on.tg.block(clara)
    await on.tg.block(clara, blocked=False)
    forum = await _forum(on)
    await on.tg.group("Rundfunk", [dieter], type="channel")
    new = await on.tg.upgrade(on.group)
    on.group = new
    await on.tg.say(anna, new, "/neu")
    await on.tg.quiet()
    await _again(on, forum)
    told = {delivery["update"]["update_id"]: delivery["update"] for delivery in await on.tg.deliveries()}
    recorded = [told[number] for number in sorted(told)]
    return [*recorded, *_never_sent(recorded)]


async def _talk(on: Stage, group: Room, host: Person) -> None:
    for word in _WORDS:
        await on.tg.say(host, group, word)
    await on.tg.quiet()
    for label in ("Wirtshaus", "Deutsch", "Fertig"):
        shown = [message for message in await on.shown() if any(label in button for button in message.labels)]
        if shown:
            await on.press(host, label, shown[-1].id)


async def _come_and_go(on: Stage) -> None:
    """Everything people say about seats: pauses, votes, the host's office, and who wants to be called."""
    anna, bert, clara, dieter = on.people
    for who, word in (
        (bert, "/pause"), (bert, "/dabei"), (anna, "/pause tisch"), (clara, "/pause table"), (dieter, "/dabei"),
        (clara, "/rauswurf"), (dieter, "/gastgeber"), (anna, "/erinnern"), (dieter, "/raus"), (dieter, "/dabei"), (bert, "/remind"),
        (bert, "/kick"), (anna, "/host"),
    ):  # fmt: skip
        await on.tg.say(who, on.group, word)
    await on.tg.quiet()
    for label in ("Weiter geht's", "Bin wieder da"):
        shown = [message for message in await on.shown() if any(label in button for button in message.labels)]
        if shown:
            await on.press(bert, label, shown[-1].id)
    newest = await on.tg.wait_for(on.group, "")
    for who, word in ((anna, "/rauswurf"), (clara, "/gastgeber")):
        await on.tg.say(who, on.group, word, reply_to=newest.id)
    await on.tg.quiet()


async def _forum(on: Stage) -> Room:
    """A group with topics, in which the bot is an admin and hears of everybody's coming and going."""
    anna, bert, clara, dieter = on.people
    forum = await on.tg.group("Forum", [bert, anna, clara, dieter], type="supergroup", is_forum=True)
    await on.tg.member(forum, "bot", "administrator", by=bert)
    topic = await on.tg.topic(forum, "Würfeln")
    await on.tg.say(bert, forum, "/neu@maexchen_bot", thread=topic)
    await on.tg.say(bert, forum, "/neu", thread=topic)
    await on.tg.wait_button(forum, "Mitspielen")
    for guest in (anna, clara):
        await on.tg.answer(await on.tg.press(guest, forum, "Mitspielen"))
    await on.tg.wait_button(forum, "Los geht's")
    await on.tg.answer(await on.tg.press(bert, forum, "Los geht's"))
    await on.tg.say(bert, forum, "/neu", mask="anonymous")
    await on.tg.member(forum, dieter, "left")
    await on.tg.member(forum, dieter, "restricted", by=bert)
    await on.tg.member(forum, dieter, "kicked", by=bert)
    return forum


async def _again(on: Stage, forum: Room) -> None:
    """Whatever else people do: forward, answer the bot, speak as a channel."""
    anna = on.people[0]
    newest = await on.tg.wait_for(on.group, "")
    await on.tg.say(anna, on.group, "Prost!", reply_to=newest.id)
    await on.tg.say(anna, forum, "/hilfe")
    await on.tg.quiet()


def _never_sent(recorded: list[Json]) -> list[Json]:
    """Kinds the bot does not ask for, and messages the demo does not make, in the shape Telegram gives them."""
    said = next(update["message"] for update in recorded if str(update.get("message", {}).get("text")) == "/hilfe")
    bare = {name: value for name, value in said.items() if name not in ("text", "entities")}
    photo = [{"file_id": "AgAC", "file_unique_id": "u", "width": 90, "height": 67, "file_size": 1253}]
    extras: list[Json] = [
        {"message": {**bare, "photo": photo, "caption": "/neu", "caption_entities": said["entities"]}},
        {"message": {**bare, "sticker": {"file_id": "CAAC", "file_unique_id": "u", "type": "regular", "width": 512}}},
        {"message": {**bare, "dice": {"emoji": "🎲", "value": 6}}},
        {"message": {**bare, "new_chat_members": [said["from"]]}},
        {"message": {**bare, "left_chat_member": said["from"]}},
        {"message": {**bare, "new_chat_title": "Stammtisch Samstag"}},
        {"message": {**bare, "pinned_message": {**said, "reply_to_message": said}}},
        {"message": {**bare, "migrate_to_chat_id": -1001234567899}},
        {"message": {**bare, "migrate_from_chat_id": -4012345678}},
        {"message": {**said, "forward_origin": {"type": "hidden_user", "date": 1, "sender_user_name": "x"}}},
        {"edited_message": {**said, "edit_date": said["date"] + 3}},
        {"channel_post": {**bare, "text": "/neu", "chat": {"id": -1009876543210, "type": "channel", "title": "x"}}},
        {"inline_query": {"id": "1", "from": said["from"], "query": "", "offset": ""}},
        {
            "message_reaction": {
                "chat": said["chat"],
                "message_id": 7,
                "date": 1,
                "old_reaction": [],
                "new_reaction": [],
            }
        },
        {"poll": {"id": "1", "question": "?", "options": [], "total_voter_count": 0}},
        {"guest_message": said},
    ]
    first = max(update["update_id"] for update in recorded) + 1
    return [{"update_id": first + place, **extra} for place, extra in enumerate(extras)]
