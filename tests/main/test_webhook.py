"""What `tgbot webhook set` and `delete` say: whether it is done, why not, and how to find out."""

import pytest

from tgbot.bot.outcomes import Done, Failure, Faulty, Flooded, NotSent, TokenRefused, Unsure
from tgbot.main.webhook import told


@pytest.mark.parametrize(
    ("outcome", "said", "code"),
    [
        (Done(), "Webhook deleted.", 0),
        (
            Unsure(),
            "Telegram did not answer in time, so the webhook is deleted, or not: `tgbot webhook info` shows it.",
            1,
        ),
        (NotSent(), "Webhook not deleted: Telegram cannot be reached.", 1),
        (TokenRefused(), "Webhook not deleted: Telegram does not know the token.", 1),
        (Flooded(6.2), "Webhook not deleted: Telegram asks to wait 7 seconds.", 1),
        (Faulty(), "Webhook not deleted: Telegram refuses it (Faulty).", 1),
    ],
)
def test_the_answer_says_whether_it_is_done_and_why_not(
    outcome: Done | Failure, said: str, code: int, capsys: pytest.CaptureFixture[str]
) -> None:
    """No kind of ours is named where a sentence can be said."""
    assert told(outcome, "deleted") == code
    assert capsys.readouterr().out == f"{said}\n"
