"""answerCallbackQuery."""

from typing import Any

from tgbot.demo.api.call import Call, Methods
from tgbot.demo.errors import bad_request

_TEXT_LIMIT = 200


async def answer_callback_query(call: Call) -> Any:
    """Answer a press. A second answer is accepted too, and counted, because Telegram only ignores it."""
    world = call.world
    query = world.queries.get(call.text("callback_query_id"))
    if query is None or world.clock.now() - query.born > world.config.callback_lifetime:
        raise bad_request("query is too old and response timeout expired or query ID is invalid")
    if len(call.text("text")) > _TEXT_LIMIT:
        raise bad_request("MESSAGE_TOO_LONG")
    answer = {"text": call.text("text"), "show_alert": call.flag("show_alert"), "url": call.text("url")}
    query.answers.append(answer | {"at": world.clock.now()})
    world.journal.note("answer", chat=query.chat_id, user=query.user_id, query=query.id, **answer)
    return True


METHODS: Methods = {"answerCallbackQuery": answer_callback_query}
