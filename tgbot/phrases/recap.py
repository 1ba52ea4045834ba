"""The evening in words: how it stands, and the recap at its end."""

from collections.abc import Callable
from dataclasses import replace

from tgbot.game.rules.ranking import top
from tgbot.phrases import memories
from tgbot.phrases.buttons import Buttons
from tgbot.phrases.memories import Honour
from tgbot.phrases.message import Keyboard
from tgbot.phrases.page import Line, Page
from tgbot.phrases.voice import Voice
from tgbot.table.intents.taps import Action
from tgbot.table.news.evening import EveningEnded, EveningGoesOn, EveningNews, NoEvening, RecapPictured, StandTold
from tgbot.table.scene import Scene
from tgbot.table.state.evening import Recap, Score


def recap_buttons(scene: Scene, recap: Recap | None, message: int) -> Keyboard:
    """Give the button of a recap as it stands under `message`; none where another evening has ended since."""
    if recap is None or recap.message != message:
        return ()
    return morning_button(Buttons.of(Voice.of(scene), scene), recap)


def morning_button(buttons: Buttons, recap: Recap) -> Keyboard:
    """Offer to tell a recap again in the morning, or show that it will be."""
    key = "buttons.morning_on" if recap.morning else "buttons.morning"
    return ((replace(buttons, step=recap.number).labelled(key, Action.MORNING),),)


def evening_lines(page: Page, news: EveningNews) -> list[Line]:
    """Tell one of these."""
    match news:
        case StandTold(scores=scores, games=games, sips=sips):
            title = Line(page.voice.count("recap.stand", games), fact=False)
            return [title, Line(_lost(page.voice, scores, sips=sips), fact=False)]
        case NoEvening():
            return page.line("recap.none", fact=False)
        case EveningGoesOn(by=by):
            return page.line("recap.goes_on", fact=False, player=page.voice.roster.plain(by))
        case EveningEnded(recap=recap, again=again):
            return _recap(page, recap, again=again)
        case RecapPictured():
            return []  # its own post, and no text


def _recap(page: Page, recap: Recap, *, again: bool) -> list[Line]:
    voice = page.voice
    heading = voice.say(
        "recap.again" if again else "recap.title",
        title=memories.title(voice.texts, recap),
        day=memories.day(voice.texts, recap),
        games=memories.games(voice.texts, recap),
    )
    told = [heading, _lost(voice, recap.scores, sips=recap.sips)]
    rest = [*_bluffs(voice, recap), *_honours(voice, recap), *_tasks(voice, recap)]
    return [*map(Line, told), *(Line(text, fact=False) for text in rest)]


def _lost(voice: Voice, scores: tuple[Score, ...], *, sips: bool) -> str:
    return voice.say("recap.lost", stands=_stands(voice, memories.ranked(scores, sips=sips), lambda s: s.rounds_lost))


def _stands(voice: Voice, scores: tuple[Score, ...], count: Callable[[Score], int]) -> str:
    return " · ".join(f"{voice.roster.bare(score.player)} {count(score)}" for score in scores)


def _bluffs(voice: Voice, recap: Recap) -> list[str]:
    chain = [voice.count("recap.longest_chain", recap.longest_chain)] if recap.longest_chain > 1 else []
    if recap.boldest is None:
        return chain
    bluffer, value = voice.roster.plain(recap.boldest.player), voice.bold(recap.boldest.value)
    return [voice.say("recap.boldest", player=bluffer, value=value), *chain]


def _honours(voice: Voice, recap: Recap) -> list[str]:
    told = []
    if (honour := memories.nose(recap.scores)) is not None:
        times = voice.count("recap.times", honour.times)
        told.append(voice.say("recap.nose", players=_named(voice, honour), times=times))
    if (honour := memories.gullible(recap.scores)) is not None:
        lies = voice.count("recap.lies", honour.times)
        told.append(voice.say("recap.gullible", players=_named(voice, honour), lies=lies))
    if (honour := memories.lucky(recap.scores)) is not None:
        tops = voice.count("recap.real_tops", honour.times, top=voice.spoken(top(voice.rules.ranking)))
        told.append(voice.say("recap.tops", players=_named(voice, honour), tops=tops))
    return told


def _tasks(voice: Voice, recap: Recap) -> list[str]:
    done = memories.tasks_done(recap.scores)
    if recap.sips:  # where rounds were paid with the one or the other, who did tasks tells who drank
        return [voice.say("recap.tasks", stands=sum(score.tasks for score in done))] if done else []
    return [voice.say("recap.tasks", stands=_stands(voice, done, lambda score: score.tasks))] if done else []


def _named(voice: Voice, honour: Honour) -> str:
    return voice.roster.listed(honour.players)
