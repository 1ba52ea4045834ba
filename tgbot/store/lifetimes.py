"""How long a table is kept: one whose group has chosen something, longer."""

from tgbot.game.rules.house import HouseRules
from tgbot.store.keys import KEPT_TTL, TABLE_TTL
from tgbot.table.identity import Language
from tgbot.table.state.table import Table
from tgbot.table.state.task_box import TaskBox
from tgbot.table.state.terms import Paying


def table_ttl(table: Table) -> int:
    """Return how many seconds a table is kept after this move."""
    usual = (HouseRules(), Language.DE, Paying(), TaskBox())
    chosen = (table.rules, table.language, table.paying, table.box) != usual and not table.id.private
    return KEPT_TTL if chosen else TABLE_TTL
