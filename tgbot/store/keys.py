"""Every key, its slot and its time to live. No key is written anywhere else.

Keys begin with `mx:`. What stands in braces is the hash tag: keys with the same tag share a slot of a cluster, so one
script can touch them. A table's tag is its partition, `{p0}` to `{p63}`; a user's is `{u0}` to `{u63}`.
`<table>` is written `<home>.<thread>`.

| key                          | type   | holds                                               | time to live               |
|------------------------------|--------|-----------------------------------------------------|----------------------------|
| `mx:{p}:table:<table>`       | hash   | state, version, the commit that wrote it            | `lifetimes.py`, every move |
| `mx:{p}:outbox:<table>`      | hash   | what it has to deliver and shows (`fields.py`)      | `lifetimes.py`, every move |
| `mx:{p}:mark:<id>:<table>`   | string | an update was committed, and by which commit        | `TAP_TTL` or `UPDATE_TTL`  |
| `mx:{p}:topics:<home>`       | set    | topics of a chat that have a table                  | `KEPT_TTL`, every command  |
| `mx:{p}:out`                 | zset   | tables with deliveries, by when to look at them     | none: emptied by delivery  |
| `mx:{p}:due`                 | zset   | deadlines, by when to look at them                  | none: emptied by firing    |
| `mx:{p}:deadlines`           | hash   | each deadline's game, step, moment and duration     | none: with its `due`       |
| `mx:{p}:beat`                | string | until when all that was due has been served         | none: 64 keys in all       |
| `mx:{p}:since`               | string | since when it has been served without a gap         | none: 64 keys in all       |
| `mx:{p}:lease`               | string | the fence of who serves the partition               | the lease's, seconds       |
| `mx:{p}:fence`               | string | the highest fence given out                         | none: 64 keys in all       |
| `mx:{p}:probe`               | string | nothing; shows that writing works                   | `PROBE_TTL`                |
| `mx:{u}:tables:<player>`     | hash   | the tables a player sits at, or that still know him | `SEATS_TTL`, every seating |
| `mx:{u}:statistics:<player>` | hash   | a player's figures, once he has switched them on    | `OWN_TTL`, every game      |
| `mx:{u}:purse:<player>`      | hash   | what a unit means to a player, his limit and wishes | `KEPT_TTL`, every change   |
| `mx:{u}:reminders:<player>`  | hash   | the tables a player wants to be called to, or did   | `REMINDERS_TTL`, every wish |
| `mx:{u}:presses:<player>`    | string | a player's presses beyond what a worker counts      | the rate's, seconds        |
| `mx:{home:<chat>}`           | string | the first id of a group that became another chat    | `SEATS_TTL`, once a day    |
| `mx:{chat:<chat>}:sent`      | list   | moments of the newest messages to a chat            | the budget's window        |
| `mx:{chat:<chat>}:hold`      | string | Telegram asked to wait                              | as long as it asked        |
| `mx:{chat:<chat>}:<habit>:<player>` | string | presses or words there beyond what a worker counts | the rate's, seconds  |
| `mx:{chats}:sent`            | list   | moments of the newest messages to all chats         | the budget's window        |
| `mx:{bot}:workers`           | zset   | workers by their last sign of life                  | none: cleaned by reading   |
| `mx:{bot}:role:<role>`       | string | which worker plays a role                           | the claim's, seconds       |
| `mx:{bot}:note:<name>`       | string | a fact all workers share                            | none: a handful of names   |
| `mx:{bot}:deaf`              | string | Telegram's updates reach no worker                  | `Ears.shut`'s, a minute or so |
| `mx:{bot}:secret`            | string | the webhook's secret                                | none: as long as the bot   |
| `mx:{bot}:failed:<id>`       | string | how often an update has failed                      | `FAILURES_TTL`             |
| `mx:{bot}:rewrite`           | string | the embedded store's file still has to be rewritten | none: until it is          |
| `mx:{bot}:restoring`         | string | a backup is being put in: no worker starts          | none: until it is in       |

`WAKES` is a channel, not a key.
"""

from zlib import crc32

from tgbot.game.seats import PlayerId
from tgbot.table.identity import TableId
from tgbot.table.ports.counts import Doing
from tgbot.table.state.reminder import LASTS

PARTITIONS = 64
"""Fixed for ever: it decides in which slot a table lies."""

TABLE_TTL = 30 * 24 * 3600
"""Seconds a table is kept after its last move."""
KEPT_TTL = 400 * 24 * 3600
"""The same for a table whose group has chosen something, and for what a player has chosen for himself: a party once a year finds them again."""
UPDATE_TTL = 25 * 3600
"""Seconds an update is remembered; Telegram repeats one for at most 24 hours."""
TAP_TTL = 10 * 60
"""Seconds a tap is remembered; its query is dead by then."""
SEATS_TTL = KEPT_TTL + 30 * 24 * 3600
"""Seconds a user's tables are kept after he last sat down or got up, and a group's old id after its use: longer than a table."""
OWN_TTL = 400 * 24 * 3600
"""Seconds a user's statistics are kept after his last game."""
REMINDERS_TTL = LASTS // 1000
"""Seconds a user's reminders are kept after his last wish."""
FAILURES_TTL = 24 * 3600
"""Seconds an update's failures are counted."""
PROBE_TTL = 60
"""Seconds the health probe's key lives."""

WAKES = "mx:wakes"
"""Channel of all workers. A message is a table that was committed to, or `FREED`."""
FREED = "freed"
"""Message on `WAKES`: a worker gave its partitions back."""

EVERY = "mx:*"
"""Pattern of all keys."""
WORKERS = "mx:{bot}:workers"
DEAF = "mx:{bot}:deaf"
SECRET = "mx:{bot}:secret"  # noqa: S105 -- the key's name, not the secret
REWRITE = "mx:{bot}:rewrite"
RESTORING = "mx:{bot}:restoring"
ALL_SENT = "mx:{chats}:sent"


def partition_of(table: TableId) -> int:
    """Return a table's partition. Threads of one group share it."""
    return crc32(str(table.home).encode()) % PARTITIONS


def table_text(table: TableId) -> str:
    """Write a table's id as keys and sets hold it."""
    return f"{table.home}.{table.thread}"


def parse_table(text: str) -> TableId:
    """Read what `table_text` wrote."""
    home, _, thread = text.partition(".")
    return TableId(int(home), int(thread))


def state(table: TableId) -> str:
    """Key of a table's state."""
    return _of_table("table", table)


def outbox(table: TableId) -> str:
    """Key of what a table has to deliver."""
    return _of_table("outbox", table)


def mark(table: TableId, update: int) -> str:
    """Key of an update's mark. It is the table's own, for one update may reach several tables; a command reaches one."""
    return f"mx:{{p{partition_of(table)}}}:mark:{update}:{table_text(table)}"


def out(partition: int) -> str:
    """Key of the tables with deliveries."""
    return f"mx:{{p{partition}}}:out"


def due(partition: int) -> str:
    """Key of the order in which deadlines come."""
    return f"mx:{{p{partition}}}:due"


def deadlines(partition: int) -> str:
    """Key of what the deadlines wait for."""
    return f"mx:{{p{partition}}}:deadlines"


def beat(partition: int) -> str:
    """Key of the moment until which the partition has been served."""
    return f"mx:{{p{partition}}}:beat"


def since(partition: int) -> str:
    """Key of the moment since which the partition has been served without a gap."""
    return f"mx:{{p{partition}}}:since"


def lease(partition: int) -> str:
    """Key of the lease in force."""
    return f"mx:{{p{partition}}}:lease"


def fence(partition: int) -> str:
    """Key of the highest fence."""
    return f"mx:{{p{partition}}}:fence"


def probe(partition: int) -> str:
    """Key that is written to see whether writing works."""
    return f"mx:{{p{partition}}}:probe"


def tables_of(player: PlayerId) -> str:
    """Key of a player's tables."""
    return _of_user("tables", player)


def statistics(player: PlayerId) -> str:
    """Key of a player's figures."""
    return _of_user("statistics", player)


def purse(player: PlayerId) -> str:
    """Key of a player's purse."""
    return _of_user("purse", player)


def reminders(player: PlayerId) -> str:
    """Key of a player's reminders."""
    return _of_user("reminders", player)


def topics(table: TableId) -> str:
    """Key of the topics of a table's chat that have a table."""
    return f"mx:{{p{partition_of(table)}}}:topics:{table.home}"


def doing(counted: Doing) -> str:
    """Key of what is counted of somebody, or of everybody (0), in a chat or anywhere."""
    habit, player = counted.habit.value, counted.player or PlayerId(0)
    if counted.chat is None:
        return _of_user(habit, player)
    return f"mx:{{chat:{counted.chat}}}:{habit}:{player}"


def of_user(player: PlayerId) -> tuple[str, ...]:
    """List every key that is a user's alone; they share a slot."""
    return tables_of(player), statistics(player), purse(player), reminders(player)


def marks_of(table: TableId) -> str:
    """Return a pattern for the marks of a table's updates."""
    return f"mx:{{p{partition_of(table)}}}:mark:*:{table_text(table)}"


def tag_of(key: str) -> str:
    """Return a key's hash tag."""
    return key[key.index("{") + 1 : key.index("}")]


def kind_of(key: str) -> str:
    """Name what a key holds, as in the table above; an alias has no name."""
    return key[key.index("}") + 1 :].removeprefix(":").partition(":")[0]


def home(chat: int) -> str:
    """Key of the alias from a chat to its home."""
    return f"mx:{{home:{chat}}}"


def sent(chat: int) -> str:
    """Key of a chat's budget."""
    return f"mx:{{chat:{chat}}}:sent"


def hold(chat: int) -> str:
    """Key that holds a chat's messages back."""
    return f"mx:{{chat:{chat}}}:hold"


def role(name: str) -> str:
    """Key of who plays a role."""
    return f"mx:{{bot}}:role:{name}"


def note(name: str) -> str:
    """Key of a note."""
    return f"mx:{{bot}}:note:{name}"


def failed(update: int) -> str:
    """Key of an update's failures."""
    return f"mx:{{bot}}:failed:{update}"


def _of_user(kind: str, player: PlayerId) -> str:
    return f"mx:{{u{crc32(str(player).encode()) % PARTITIONS}}}:{kind}:{player}"


def _of_table(kind: str, table: TableId) -> str:
    return f"mx:{{p{partition_of(table)}}}:{kind}:{table_text(table)}"
