"""The words of tables in the languages of the games: English, Lithuanian, Russian, Ukrainian, Polish."""

from __future__ import annotations

LANGUAGES = ("en", "lt", "ru", "uk", "pl")

# English word of a table -> the word in lt, ru, uk, pl.
_WORDS: dict[str, tuple[str, str, str, str]] = {
    "contract": ("padalijimas", "игра", "гра", "rozgrywka"),
    "declarer": ("skelbiantysis", "заказавший", "замовник", "rozgrywający"),
    "dealer": ("dalijantysis", "сдающий", "здавач", "rozdający"),
    "trump": ("koziris", "козырь", "козир", "atut"),
    "no trump": ("be kozirio", "без козыря", "без козиря", "bez atu"),
    "suit": ("spalva", "масть", "масть", "kolor"),
    "penalties": ("baudos taškai", "штраф", "штраф", "kara"),
    "rewards": ("premijiniai taškai", "премия", "премія", "premia"),
    "result": ("rezultatas", "результат", "результат", "wynik"),
    "sum": ("suma", "сумма", "сума", "suma"),
    "total": ("iš viso", "итог", "підсумок", "suma"),
    "place": ("vieta", "место", "місце", "miejsce"),
    "so far": ("iki šiol", "пока", "поки що", "dotąd"),
    "these rounds": ("šie padalijimai", "эти сдачи", "ці здачі", "te rozdania"),
    "scores": ("taškai", "очки", "очки", "punkty"),
    "opened": ("atversta", "открыто", "відкрито", "odkryte"),
    "by the last": ("pagal paskutinę", "по последней", "за останньою", "według ostatniej"),
    "for": ("už", "за", "за", "za"),
    "bid": ("siūlė", "заявка", "заявка", "licytacja"),
    "all passed": ("visi pasavo", "все пасовали", "усі пасували", "wszyscy spasowali"),
    "dealt anew": ("dalijama iš naujo", "пересдача", "перездача", "ponowne rozdanie"),
    "out": (".", ".", ".", "."),
    "pays": ("moka", "расчёт", "розрахунок", "rozliczenie"),
    "audit": ("patikra", "проверка", "перевірка", "sprawdzenie"),
    "won": ("laimėta", "выиграно", "виграно", "wygrane"),
    "lost": ("pralaimėta", "проиграно", "програно", "przegrane"),
    "name": ("vardas", "имя", "ім’я", "nazwa"),
    "game": ("žaidimas", "игра", "гра", "gra"),
    "seats": ("žaidėjai", "игроки", "гравці", "gracze"),
    "cards": ("kortos", "карты", "карти", "karty"),
    "rounds": ("padalijimai", "сдачи", "здачі", "rozdania"),
    "open": ("neribota", "открыто", "відкрито", "otwarte"),
    "varies": ("įvairi", "разная", "різна", "różna"),
    "price": ("kaina", "цена", "ціна", "cena"),
    "trick": ("kirtis", "взятка", "взятка", "lewa"),
    "turn": ("ėjimas", "ход", "хід", "ruch"),
    "seat": ("vieta", "место", "місце", "miejsce"),
    "plays": ("žaidžia", "ходит", "ходить", "gra"),
    "lays": ("deda", "кладёт", "кладе", "kładzie"),
    "legal": ("galima", "можно", "можна", "wolno"),
    "takes it": ("ima", "берёт", "бере", "bierze"),
    "goes out": ("baigia", "выходит", "виходить", "kończy"),
    "points": ("taškai", "очки", "очки", "punkty"),
    "draws": ("traukia", "берёт", "бере", "dobiera"),
    "not yet chosen": ("dar neparinktas", "ещё не выбрана", "ще не обрано", "jeszcze nie wybrana"),
}


def translate(word: str, lang: str = "en") -> str:
    """The word of a table in a language; English where it has none."""
    words = _WORDS.get(word)
    if lang not in LANGUAGES or lang == "en" or words is None:
        return word
    return words[LANGUAGES.index(lang) - 1]
