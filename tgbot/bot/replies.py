"""A reply becomes the one answer to a pressed button: in the webhook's response, or as a call of its own."""

from dataclasses import dataclass

from tgbot.phrases.toasts import toast
from tgbot.table.news.replies import Nothing, Reply


@dataclass(frozen=True, slots=True)
class Answer:
    """What the presser of a button sees; an empty text only ends the waiting."""

    query: str
    text: str = ""
    alert: bool = False

    def as_method(self) -> dict[str, object]:
        """Write it as a call in a webhook's response, where Telegram carries it out.

        Nothing but the query's own id comes from the update: a response must never say what somebody else dictated.
        """
        shown = {"text": self.text, "show_alert": self.alert} if self.text else {}
        return {"method": "answerCallbackQuery", "callback_query_id": self.query, **shown}


def answer_to(query: str, reply: Reply) -> Answer | None:
    """Word a reply; None when the answer follows by a call (or there is none)."""
    if isinstance(reply, Nothing):
        return None
    said = toast(reply)
    return Answer(query, said.text, said.alert)
