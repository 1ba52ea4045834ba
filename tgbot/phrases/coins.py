"""What a unit comes to: sips, squats, somebody's own words."""

from tgbot.phrases import names
from tgbot.phrases.units import numeral
from tgbot.phrases.voice import Voice
from tgbot.table.state.purse import Coin, Purse


def amount(voice: Voice, coin: Coin, number: int) -> str:
    """Say so much of a currency, as what somebody pays: "zwei Schlucke"."""
    return voice.count(f"coin.{coin.value}", number, units=numeral(voice.texts, number))


def own_amount(voice: Voice, purse: Purse, group: Coin, number: int, *, soft: bool = False) -> str:
    """Say so much of a player's own currency. What he would drink is water where he drinks no more (`soft`)."""
    if purse.words:
        return voice.say("coin.words", number=number, words=names.line(purse.words))
    coin = purse.coin or group
    return amount(voice, Coin.WATER if soft and coin is Coin.SIP else coin, number)
