"""Forgetting somebody at his own wish: he becomes a nameless guest, and the game goes on."""

from dataclasses import replace

from tgbot.game.seats import PlayerId
from tgbot.table.decisions.decision import Decision, Moment
from tgbot.table.identity import Member, guest
from tgbot.table.people.lobby import gone
from tgbot.table.state.mentions import players_in, replaced
from tgbot.table.state.table import Table


def forget(table: Table, player: PlayerId, moment: Moment) -> Decision:
    """Let a player leave and turn him into a nameless guest wherever he stands; the game goes on."""
    if table.member(player) is None and player not in players_in(table):
        return Decision(table=table)
    decision = gone(table, player, moment)
    number = table.guests + 1
    nobody = guest(number)
    before, left = (replaced(state, player, nobody) for state in (table, decision.table))
    return Decision(
        table=replace(_nameless(left, nobody), guests=number),
        items=replaced(decision, player, nobody).items,
        dirty=decision.dirty,
        seen=_nameless(before, nobody),
    )


def _nameless(table: Table, nobody: PlayerId) -> Table:
    """Take away the name, the menu he had open, his bill, his reminder, the question he was to answer, and the picture that shows him."""
    members = tuple(Member(nobody, "") if member.player == nobody else member for member in table.members)
    menu = None if table.menu is not None and table.menu.editor == nobody else table.menu
    recap = table.recap
    if recap is not None and nobody in players_in(recap):
        recap = replace(recap, photo="")
    bills = tuple(bill for bill in table.bills if bill.player != nobody)
    asked = table.box.asked
    box = replace(table.box, asked=None) if asked is not None and asked[0] == nobody else table.box
    reminders = tuple(reminder for reminder in table.reminders if reminder.player != nobody)
    return replace(table, members=members, menu=menu, recap=recap, bills=bills, box=box, reminders=reminders)
