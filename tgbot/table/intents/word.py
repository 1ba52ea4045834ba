"""The words a table hears as commands."""

from enum import Enum


class Word(Enum):
    """The commands of a group."""

    NEW = "neu"
    TABLE = "tisch"
    END = "ende"
    RULES = "regeln"
    HELP = "hilfe"
    LANGUAGE = "sprache"
    HOUSE = "hausordnung"
    ODDS = "rechner"
    TASK = "aufgabe"
    TASKS = "aufgaben"
    STAKES = "einsatz"
    FAIRPLAY = "fairplay"
    PURSE = "ich"
    ANSWER = "answer"  # no command: an answer to a message of the bot
    STAND = "stand"
    EVENING = "abend"
    STATISTICS = "statistik"
    MY_DATA = "meinedaten"
    PRIVACY = "datenschutz"
    PAUSE = "pause"
    GET_UP = "raus"
    SIT_DOWN = "dabei"
    KICK = "rauswurf"
    HOST = "gastgeber"
    REMIND = "erinnern"
