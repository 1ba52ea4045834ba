"""What is stored of a table, or a desk, that nobody has spoken at before."""

from tgbot.table.identity import TableId
from tgbot.table.intents.intent import Intent
from tgbot.table.intents.inward import DeskTold
from tgbot.table.intents.updates import BotAdded, Commanded
from tgbot.table.state.table import Table


def founded(table: TableId, intent: Intent) -> Table | None:
    """Set up the table this intent founds; None: it founds none."""
    match intent:
        case Commanded(place=place) | BotAdded(place=place):
            return Table(id=table, chat=place.chat, title=place.title)
        case DeskTold(language=language):
            return Table(id=table, chat=table.home, language=language)
        case _:
            return None
