"""A round's end: the dice, who lied or doubted wrongly, who pays, and what the game comes to."""

from typing import TypeAlias

from tgbot.game.events import CupLifted, GameEnded, LapEnded, Paid, Reason, RoundVoided, TopShown, WentOut
from tgbot.game.odds import true_if_blind
from tgbot.game.roll import PIPS, Roll
from tgbot.game.rules.ranking import Kind, dice_count, holds, top
from tgbot.game.seats import PlayerId
from tgbot.game.state import Announcement
from tgbot.phrases import units
from tgbot.phrases.page import Line, Page
from tgbot.phrases.rolls import family
from tgbot.table.news.evening import EveningEnded

Reveal: TypeAlias = CupLifted | LapEnded | TopShown | Paid | WentOut | RoundVoided | GameEnded

LONGEST_CHAIN = 8
"""Announcements a chain shows: its end, which everybody wants to see again."""

_TOLD_WITH_THE_DICE = (Reason.CAUGHT, Reason.WRONG_DOUBT, Reason.LAP)


def reveal_lines(page: Page, event: Reveal) -> list[Line]:
    """Tell one of these events."""
    match event:
        case CupLifted():
            return _lifted(page, event)
        case LapEnded():
            return _lap_ended(page, event)
        case TopShown(player=player, dice=dice):
            shown = page.voice.roster.plain(player)
            return [*page.worded("reveal.top_shown", player=shown, dice=page.voice.thrown(dice)), *_odds(page, dice)]
        case Paid():
            return _paid(page, event)
        case WentOut():
            return _went_out(page, event)
        case RoundVoided(player=player, reason=reason):
            return page.line(f"reveal.void.{reason.value}", player=page.voice.roster.plain(player))
        case GameEnded():
            return _ended(page, event)


def _lifted(page: Page, event: CupLifted) -> list[Line]:
    voice = page.voice
    payer = event.player if event.true else event.claimer
    paid = next((paid for paid in page.every(Paid) if paid.player == payer), None)
    pays = voice.say("reveal.pays") if paid is None else units.pays(voice, paid)
    is_top = family(event.claim) is Kind.TOP
    pool = ("top_true" if is_top else "wrong_doubt") if event.true else ("top_false" if is_top else "caught")
    return [
        *page.line("reveal.lifted", player=voice.roster.plain(event.player), dice=voice.thrown(event.dice)),
        *page.worded(f"reveal.{pool}", claim=voice.bold(event.claim), payer=voice.roster.plain(payer), pays=pays),
        *_chain(page, event.chain, true=event.true),
        *_odds(page, event.claim),
    ]


def _odds(page: Page, claim: Roll) -> list[Line]:
    """Work out how often fresh dice make the announcement true: the table's own calculator (seed 000)."""
    rules = page.voice.rules
    if not rules.odds_line or not holds(rules.ranking, claim):
        return []
    throws: int = PIPS ** dice_count(rules.ranking)
    hits = true_if_blind(rules.ranking, claim, rules.truth_rule) * throws
    return page.line("reveal.odds", fact=False, hits=hits, throws=throws)


def _lap_ended(page: Page, event: LapEnded) -> list[Line]:
    voice = page.voice
    lap = voice.bold(top(voice.rules.ranking))
    lifter = voice.roster.plain(event.player)
    return [
        *page.line("reveal.lap", value=lap, player=lifter, dice=voice.thrown(event.dice)),
        *page.line("reveal.lap_true" if event.true else "reveal.lap_false", player=lifter),
        *_everybody_pays(page),
        *_chain(page, event.chain, true=event.true),
        *_odds(page, top(voice.rules.ranking)),
    ]


def _everybody_pays(page: Page) -> list[Line]:
    voice = page.voice
    payments = [paid for paid in page.every(Paid) if paid.reason is Reason.LAP]
    if not payments:
        return []
    payers = ", ".join(f"{voice.roster.bare(paid.player)}{units.so_far(voice, paid)}" for paid in payments)
    due = units.all_due(voice)
    return page.line(f"units.all_pay.{voice.rules.penalty_mode.value}", payers=payers, due=due)


def _chain(page: Page, chain: tuple[Announcement, ...], *, true: bool) -> list[Line]:
    """Recall who said what. One announcement is no chain; only the last one's dice were seen, so only it is marked."""
    if len(chain) == 1:
        return []
    links = [f"{page.voice.roster.bare(said.player)} {said.value}" for said in chain[-LONGEST_CHAIN:]]
    said = " · ".join(["…", *links] if len(chain) > LONGEST_CHAIN else links)
    return page.line("reveal.chain_true" if true else "reveal.chain_false", fact=False, chain=said)


def _paid(page: Page, event: Paid) -> list[Line]:
    if event.reason in _TOLD_WITH_THE_DICE and page.tells(CupLifted, LapEnded):
        return []
    player, pays = page.voice.roster.plain(event.player), units.pays(page.voice, event)
    return page.line(f"paid.{event.reason.value}", player=player, pays=pays)


def _went_out(page: Page, event: WentOut) -> list[Line]:
    """Tell of all in one breath, with the first of them; who loses the game by it is named there."""
    losers = {player for ended in page.every(GameEnded) for player in ended.losers}
    gone = tuple(out.player for out in page.every(WentOut) if out.player not in losers)
    if not gone or event.player != gone[0]:
        return []
    return [Line(page.voice.count("reveal.out", len(gone), players=_named(page, gone)))]


def _ended(page: Page, event: GameEnded) -> list[Line]:
    voice = page.voice
    memories = [voice.count("end.longest_chain", event.longest_chain)] if event.longest_chain > 1 else []
    if event.boldest is not None:
        bluffer, value = voice.roster.plain(event.boldest.player), voice.bold(event.boldest.value)
        memories.append(voice.say("end.boldest", player=bluffer, value=value))
    told_below = units.sips_come_up(voice) and page.tells(EveningEnded)  # its recap has the same rounds
    tally = [] if told_below else [Line(units.tally(voice, event.tally))]
    lines = [Line(_verdict(page, event, told_below=told_below)), *tally]
    return [*lines, Line(" ".join(memories), fact=False)] if memories else lines


def _verdict(page: Page, event: GameEnded, *, told_below: bool) -> str:
    voice = page.voice
    if event.stopped or not (event.losers or event.winners):
        return voice.say("end.stopped_told_below" if told_below else "end.stopped")
    if event.losers:
        owed = dict(event.tally).get(event.losers[0], 0)
        return voice.count(
            "end.losers", len(event.losers), players=_named(page, event.losers), amount=units.amount(voice, owed)
        )
    return voice.count("end.winners", len(event.winners), players=_named(page, event.winners))


def _named(page: Page, players: tuple[PlayerId, ...]) -> str:
    roster = page.voice.roster
    return roster.plain(players[0]) if len(players) == 1 else roster.listed(players)
