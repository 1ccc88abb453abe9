"""The words of the language: names that mean something in every rule file. See `signatures` for look-ups.

`{owner}` in a phrase stands for whose value it is.
"""

from __future__ import annotations

from trickcore.language.scope import Context
from trickcore.language.types import (
    CARD,
    CARDS,
    FLAG,
    NUMBER,
    RANKS,
    SEAT,
    SEATS,
    SUITS,
    Kind,
    Type,
)
from trickcore.records import dataclass

_MATCH = frozenset({Context.MATCH})
_DEAL = frozenset({Context.MATCH, Context.DEAL})
_SEAT = frozenset({Context.SEAT})
_PLAY = frozenset({Context.MATCH, Context.DEAL, Context.PLAY})
_POINTS = frozenset({Context.POINTS})
_CARD = frozenset({Context.CARD})
_CHECK = frozenset({Context.MATCH, Context.CHECK})

#: `flags`: the domain of true and false.
FLAGS = Type(Kind.FLAG, many=True)


@dataclass(frozen=True, slots=True)
class Word:
    """A word. `per`: "seat" or "team" where it is somebody's; bare, it is then mine. `needs`: contexts without which
    it is not known. `assignable`: may stand in `set:`. `zone`: a place for cards. `groups`: it is no set of seats but
    a list of groups of seats, and can only be gone through (`for t in teams`) and counted."""

    name: str
    type: Type
    help: str
    group: str
    phrase: str
    needs: frozenset[str] = frozenset()
    per: str = ""
    assignable: bool = False
    zone: bool = False
    groups: bool = False


WORDS: tuple[Word, ...] = (
    # ------------------------------------------------------------------ the game
    Word("players", NUMBER, "How many play.", "the game", "the number of players"),
    Word("seats", SEATS, "All seats, from the first on.", "the game", "all players", _MATCH),
    Word(
        "teams",
        SEATS,
        "The teams, which own the scores: `for t in teams`.",
        "the game",
        "the teams",
        _MATCH,
        groups=True,
    ),
    Word("sides", SEATS, "The sides of this deal: `for s in sides`.", "the game", "the sides", _DEAL, groups=True),
    Word("dealer", SEAT, "The dealer.", "the game", "the dealer", _MATCH),
    Word("eldest", SEAT, "The seat after the dealer.", "the game", "eldest hand", _MATCH),
    Word("deal_no", NUMBER, "Number of the deal in the match, from 1.", "the game", "the number of the deal", _MATCH),
    Word("score", NUMBER, "Score of a team so far.", "the game", "{owner}'s score", _MATCH, per="team"),
    # ------------------------------------------------------------------ cards
    Word("any", CARDS, "All cards of the deck.", "cards", "any card"),
    Word("suits", SUITS, "All suits of the deck, in its order.", "cards", "all suits"),
    Word("ranks", RANKS, "All ranks of the deck.", "cards", "all ranks"),
    Word("trumps", CARDS, "The trumps, as the law `trumps:` has them now.", "cards", "trumps", _DEAL),
    Word("pack", CARDS, "The cards that are not dealt yet.", "cards", "the pack", _DEAL, zone=True),
    Word("hand", CARDS, "The cards that a seat holds.", "cards", "{owner}'s hand", _DEAL, per="seat", zone=True),
    Word(
        "taken",
        CARDS,
        "The cards of the tricks that a seat has won.",
        "cards",
        "the cards that {owner} took",
        _DEAL,
        per="seat",
        zone=True,
    ),
    Word(
        "dealt",
        CARDS,
        "The cards that a seat held when play began; before that, those in its hand.",
        "cards",
        "the cards dealt to {owner}",
        _DEAL,
        per="seat",
    ),
    Word(
        "shown",
        CARDS,
        "The cards of a seat's hand that it has shown to all, by `show` or a pick with `open`, and still holds.",
        "cards",
        "the cards that {owner} has shown",
        _DEAL,
        per="seat",
    ),
    Word("played", CARDS, "All cards played in this deal so far.", "cards", "the cards played so far", _DEAL),
    # ------------------------------------------------------------------ seats
    Word("me", SEAT, "The seat that decides, plays, scores or is being gone through.", "seats", "the player", _SEAT),
    Word("us", SEATS, "My side, me included.", "seats", "the player's side", _SEAT | _DEAL),
    Word("them", SEATS, "All who are not on my side.", "seats", "the opponents", _SEAT | _DEAL),
    Word("partner", SEATS, "The others of a seat's side.", "seats", "{owner}'s partner", _DEAL, per="seat"),
    Word(
        "playing",
        SEATS,
        "The seats that take part in this deal's play.",
        "seats",
        "those who play",
        _DEAL,
        assignable=True,
    ),
    Word(
        "bidder",
        SEAT,
        "Who made the standing bid; none before the first.",
        "seats",
        "the bidder",
        _DEAL,
        assignable=True,
    ),
    Word("passed", SEATS, "Who has passed in the auction.", "seats", "those who passed", _DEAL),
    # ------------------------------------------------------------------ play
    Word("tricks", NUMBER, "How many tricks a seat has won.", "play", "the tricks won by {owner}", _DEAL, per="seat"),
    Word("trick", CARDS, "The cards of this trick, or after play of the last.", "play", "the trick", _DEAL),
    Word(
        "trick_no",
        NUMBER,
        "Number of this trick in the deal, from 1; before play 0.",
        "play",
        "the number of the trick",
        _DEAL,
    ),
    Word("round", NUMBER, "Round of this trick, from 1 (see the law `more`).", "play", "the round of the trick", _PLAY),
    Word("leader", SEAT, "Who leads to this trick.", "play", "the leader", _DEAL),
    Word(
        "leading",
        FLAG,
        "Whether a seat is to lead: nobody has played to this trick, or to a further round of it.",
        "play",
        "{owner} leads",
        _PLAY,
        per="seat",
    ),
    Word(
        "led",
        CARDS,
        "The cards of the suit that was led (all trumps if a trump was led).",
        "play",
        "the suit led",
        _PLAY,
    ),
    Word("lead_card", CARD, "The first card of this trick.", "play", "the card led", _PLAY),
    Word("best", CARD, "The card that wins this trick so far, by the law `winner`.", "play", "the winning card", _PLAY),
    Word(
        "usual",
        CARD,
        "The card that wins by suit and order, whatever the law `winner` says.",
        "play",
        "the highest card",
        _PLAY,
    ),
    Word("winning", SEAT, "Who wins this trick so far.", "play", "the player who is winning", _PLAY),
    Word(
        "beating",
        CARDS,
        "All cards that would win this trick if played now.",
        "play",
        "cards that beat the trick",
        _PLAY,
    ),
    Word("last_trick", FLAG, "Whether this trick is the last of the deal.", "play", "it is the last trick", _PLAY),
    Word("last_winner", SEAT, "Who won the latest finished trick.", "play", "the winner of the last trick", _DEAL),
    # ------------------------------------------------------------------ points, declaring
    Word(
        "total",
        NUMBER,
        "Sum of a team's score lines of this deal.",
        "points",
        "{owner}'s points in this deal",
        _POINTS,
        per="team",
    ),
    Word(
        "scored",
        NUMBER,
        "What a team's score has gained in this deal.",
        "points",
        "what {owner} scored in this deal",
        _CHECK,
        per="team",
    ),
    Word("card", CARD, "The card that is being played.", "points", "the card played", _CARD),
    # ------------------------------------------------------------------ values
    Word("true", FLAG, "Yes.", "values", "yes"),
    Word("false", FLAG, "No.", "values", "no"),
    Word("none", CARDS, "The empty value: no cards, nobody, no suit, not set.", "values", "none"),
    Word("flags", FLAGS, "True and false, as something to choose from.", "values", "yes or no"),
    Word("contracts", Type(Kind.SYMBOL, many=True), "All contracts of the file.", "values", "all contracts"),
)
