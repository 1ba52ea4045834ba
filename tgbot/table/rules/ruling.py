"""A change of the house rules: from the next game on, or in the open lobby at once; and the log of the changes."""

from dataclasses import replace

from tgbot.game.rules.catalogue import BY_NAME, word_of
from tgbot.game.rules.house import HouseRules, clash
from tgbot.game.rules.share import encode_rules
from tgbot.game.seats import PlayerId
from tgbot.game.state import Lobby
from tgbot.table.decisions.decision import Decision, Moment
from tgbot.table.news.replies import Barred, Note, Told
from tgbot.table.news.surfaces import HouseMenu
from tgbot.table.state.changes import RulesChanged
from tgbot.table.state.table import Table, Vote

_LOG = 20
"""So many changes stay readable."""


def set_rules(table: Table, by: PlayerId | None, rules: HouseRules, setting: str, moment: Moment) -> Decision:
    """Make these the group's rules. Contradictions are refused by name.

    `setting` is a setting's name, or `preset` or `code` for all of them at once.
    """
    contradiction = refuse_clash(table, rules)
    if contradiction is not None:
        return Decision(table=table, reply=contradiction, dirty=(HouseMenu(),))
    changed = ruled(table, rules, change(table, by, rules, setting, moment))
    note = Note.RULE_SET_LATER if table.playing and not isinstance(table.game, Lobby) else Note.RULE_SET
    told = Told(note, table.language, details=(setting,), rules=rules)
    return Decision(table=changed, reply=told, dirty=(HouseMenu(),))


def refuse_clash(table: Table, rules: HouseRules) -> Told | None:
    """Say which two settings contradict each other; None if none do."""
    found = clash(rules)
    if found is None:
        return None
    details = tuple(name for name in (found.setting, found.other) if name is not None)
    return Told(Barred.CLASH, table.language, details=details, rules=rules)


def change(
    table: Table,
    by: PlayerId | None,
    rules: HouseRules,
    setting: str,
    moment: Moment,
    *,
    vote: tuple[int, int] | None = None,
) -> RulesChanged:
    """Write down what changes."""
    return RulesChanged(by, setting, _word(table.rules, setting), _word(rules, setting), moment.now, vote)


def ruled(table: Table, rules: HouseRules, why: RulesChanged) -> Table:
    """Put the rules into force and into the log. A vote they have settled, or made impossible, is over."""
    if rules == table.rules:
        return table
    game = replace(table.game, rules=rules) if isinstance(table.game, Lobby) else table.game
    vote = table.vote if table.vote is not None and _open(table.vote, rules) else None
    return replace(table, rules=rules, game=game, vote=vote, changes=(*table.changes, why)[-_LOG:])


def _open(vote: Vote, rules: HouseRules) -> bool:
    setting = BY_NAME[vote.setting]
    wanted = setting.put(rules, setting.choice(vote.choice))
    return wanted != rules and clash(wanted) is None


def _word(rules: HouseRules, setting: str) -> str:
    """Write down what a setting is, or all of them as a code."""
    return word_of(BY_NAME[setting].of(rules)) if setting in BY_NAME else encode_rules(rules)
