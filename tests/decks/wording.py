"""How the tests read a sentence: its content words, and words no task may contain."""

import re

_WORD = re.compile(r"[\w'-]+")
_FUNCTION_WORDS = {
    "de": """aber alle allen alles als am an andere anderen anderer anders auch auf aus bei beide bis bist da danach dann das
        dass dein deine deinem deinen deiner dem den der des dich die dir doch dort drin du ein eine einem einen einer
        eines einmal er erst es etwas euch für ganz gar hat hier hinter ich ihm ihn ihr im immer in ins ist jede jedem
        jeden jeder jedes jemand jemandem jemanden kein keine keinen keiner mal man mehr mit nach nächste nächsten
        nicht nie noch nur ob oder ohne sein seine seinen sich sie sind so sonst über um und uns vom von vor war was
        weg welche welcher welches wem wen wenn wer wie wieder wird wo zu zum zur""",
    "en": """a about after all an and another any anyone are as at be but by can do each else every everybody everyone for
        from get gets give go going have he her here him his how i if in into is it it's its just like may more my
        never no nobody not of off on one only or other others out own same she so some someone something such
        take than that the their them then there they this to too up us was we what when which while who whoever
        will with without would you you're your yours""",
}
_STOP = {language: set(words.split()) for language, words in _FUNCTION_WORDS.items()}

# Stems at a word's beginning, in either language. "Ex" as a whole word is a partner of old, or a glass in one go.
_FORBIDDEN = re.compile(
    r"""\b(?:
        sex|nackt|naked|nude|erot|küss|kiss|knutsch|strip|auszieh|undress|flirt|schwarm\b|crush\b|ex\b|exen\b|exfreund
        |dick\b|dünn\b|fett\b|fat\b|thin\b|gewicht|weight|körper|body\b|bodies|hautfarbe|hässlich|ugly|busen|popo|butt\b
        |akzent|accent|ausländ|foreign|religi|partei|deutsch\b|german\b
        |instagram|insta\b|tiktok|snapchat|facebook|whatsapp|twitter|social|poste\b|post\s(?:a|it)\b|(?:deiner?|your)\sstory\b|selfie|foto|photo|filme?\sdich
        |anruf|ruf\s\w+\san\b|phone\scall|text\syour|nachricht\san|geld\b|euro\b|money|gehalt|salary|wette\b|bet\b
        |feuer|fire\b|kerze|candle|feuerzeug|lighter|messer|knife|straße|street|fenster|window|balkon|balcony|leiter\b|ladder
        |spring\b|jump|kletter|climb\sup|nuss|nüsse|nuts?\b|allerg|rauch|smoke|zigarette|cigarette
        |shot|schnaps|(?:einen|zwei)\skurzen?\b|wodka|vodka|tequila|down\sit|chug|besoffen|betrunken|drunk|trink\saus|austrink
        |bestraf|blamier|peinlich|embarrass|humiliat|loser|versager|dumm\b|stupid|idiot|feigling|coward|muss(?:t|en)?\strink|must\sdrink
    )""",
    re.IGNORECASE | re.VERBOSE,
)


def words(language: str, sentence: str) -> frozenset[str]:
    """Find a sentence's content words."""
    return frozenset(word for word in _WORD.findall(sentence.casefold()) if word not in _STOP[language])


def likeness(some: frozenset[str], others: frozenset[str]) -> float:
    """Compare two sets of words: shared ones among all of them (Jaccard's index)."""
    return len(some & others) / len(some | others)


def forbidden(sentence: str) -> list[str]:
    """Find what must not be in a task."""
    return [found[0] for found in _FORBIDDEN.finditer(sentence)]
