"""Announcements in a sentence, with how they came about."""

from tgbot.game.state import Announcement
from tgbot.phrases.voice import Voice


def claim(voice: Voice, said: Announcement) -> str:
    """Say who said what: "Anna sagt 53"."""
    player = voice.roster.plain(said.player)
    return voice.say(f"claim.{said.how.value}", player=player, value=voice.bold(said.value))
