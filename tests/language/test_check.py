"""What texts mean: the checked expression of every construct."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests.language.support import STRAIN, check, scope, show
from trickcore.language.types import CARD, CARDS, FLAG, FRACTION, NUMBER, SEAT, SEATS, SUIT, SUITS, Kind, Type

#: Text, type wanted, the checked expression, its type in words.
MEANINGS: tuple[tuple[str, Type | None, str, str], ...] = (
    # literals
    ("12", None, "Number(12)", "number"),
    ("-3", None, "Number(-3)", "number"),
    ("9/2", FRACTION, "Number(9/2)", "number"),
    ("-1/2", None, "Number(-1/2)", "number"),
    ("4/2", NUMBER, "Number(2)", "number"),
    ("true", FLAG, "Flag(True)", "flag"),
    ("none", None, "Empty()", "cards"),
    ("none", SEAT, "Empty()", "seat"),
    ("any", CARDS, "DeckWord(any)", "cards"),
    ("queens", CARDS, "DeckWord(queens)", "cards"),
    ("joker", CARDS, "DeckWord(joker)", "cards"),
    ("10♥ AS Q♠️", CARDS, "Cards([10♥ A♠ Q♠])", "cards"),
    ("♥", None, "Suits([♥])", "suit"),
    ("♣ ♠", SUITS, "Suits([♣ ♠])", "suits"),
    ("hearts", SUIT, "Suits([♥])", "suit"),
    ("red", None, "Suits([♦ ♥])", "suits"),
    ("K 10 of trump", None, "RanksOf([K 10] state:trump)", "cards"),
    ("9 of any", None, "RanksOf([9] DeckWord(any))", "cards"),
    ("J of strain", None, "RanksOf([J] Convert(suits of domain choice:strain))", "cards"),
    # names, owners
    ("players", None, "players", "number"),
    ("target", None, "option:target", "number"),
    ("north", None, "seat:north", "seat"),
    ("hand", None, "hand@me", "cards"),
    ("hand(dealer)", None, "hand@dealer", "cards"),
    ("tricks(us)", None, "tricks@us", "number"),
    ("score", None, "score@me", "number"),
    ("rivals", None, "state:rivals@me", "seats"),
    ("bids(mate)", None, "zone:bids@state:mate", "cards"),
    ("bags", None, "state:bags@me", "number"),
    ("eyes", None, "definition:eyes@us", "number"),
    ("eyes(takers)", None, "definition:eyes@definition:takers", "number"),
    ("points(them)", None, "definition:points@them", "number"),
    ("partner", None, "partner@me", "seats"),
    ("partner(bidder)", None, "partner@bidder", "seats"),
    ("leading", None, "leading@me", "flag"),
    ("contracts", None, "contracts", "some of wenz, geier, solo"),
    # conversions
    ("trump", CARDS, "Convert(cards of suit state:trump)", "cards"),
    ("strain", CARDS, "Convert(cards of suit Convert(suits of domain choice:strain))", "cards"),
    ("strain", SUIT, "Convert(suits of domain choice:strain)", "suit"),
    ("rank(best)", CARDS, "Convert(cards of rank rank[Convert(set best)])", "cards"),
    ("K Q", CARDS, "Convert(cards of rank Ranks([K Q]))", "cards"),
    ("bidder", SEATS, "Convert(set bidder)", "seats"),
    ("rivals", SEAT, "Convert(one state:rivals@me)", "seat"),
    ("pair", CARD, "Convert(one state:pair)", "card"),
    ("trump", STRAIN, "Convert(symbol state:trump)", "one of ♣, ♦, ♥, ♠, nt"),
    ("nt", STRAIN, "Symbol(nt)", "one of ♣, ♦, ♥, ♠, nt"),
    ("hearts", STRAIN, "Symbol(♥)", "one of ♣, ♦, ♥, ♠, nt"),
    # sets
    ("trump + jick", None, "Binary(+ Convert(cards of suit state:trump) definition:jick)", "cards"),
    ("hearts + A♠", None, "Binary(+ Convert(cards of suit Suits([♥])) Cards([A♠]))", "cards"),
    ("suits - ♥", None, "Binary(- suits Convert(set Suits([♥])))", "suits"),
    ("bidder + mate", None, "Binary(+ Convert(set bidder) Convert(set state:mate))", "seats"),
    ("seats - me", None, "Binary(- seats Convert(set me))", "seats"),
    ("rank(card) & trump", None, "Binary(& Convert(cards of rank rank[Convert(set card)]) "
     "Convert(cards of suit state:trump))", "cards"),
    ("laid & melds(hand)", None, "Binary(& state:laid@me melds[hand@me])", "melds"),
    ("named + strain", None, "Binary(+ state:named@me Convert(set choice:strain))", "some of ♣, ♦, ♥, ♠, nt"),
    # seats and numbers
    ("dealer + 1", None, "Binary(+ dealer Number(1))", "seat"),
    ("hand(me - stake)", None, "hand@Binary(- me state:stake)", "cards"),
    ("stake * 2 // 3 mod 4", None,
     "Binary(mod Binary(// Binary(* state:stake Number(2)) Number(3)) Number(4))", "number"),
    ("stake / 2", FRACTION, "Binary(/ state:stake Number(2))", "number"),
    ("floor(stake / 2)", NUMBER, "floor[Binary(/ state:stake Number(2))]", "number"),
    ("stake / 2 // 1", NUMBER, "Binary(// Binary(/ state:stake Number(2)) Number(1))", "number"),
    ("-stake", None, "Unary(neg state:stake)", "number"),
    # comparisons
    ("strain == nt", None, "Binary(== choice:strain Symbol(nt))", "flag"),
    ("nt != strain", None, "Binary(!= Symbol(nt) choice:strain)", "flag"),
    ("strain == ♣", None, "Binary(== choice:strain Symbol(♣))", "flag"),
    ("strain == trump", None, "Binary(== Convert(suits of domain choice:strain) state:trump)", "flag"),
    ("moon == add", None, "Binary(== option:moon Symbol(add))", "flag"),
    ("contract in wenz + geier", None, "Binary(in Convert(set choice:contract) "
     "Binary(+ Convert(set Symbol(wenz)) Convert(set Symbol(geier))))", "flag"),
    ("mate == none", None, "Binary(== state:mate Empty())", "flag"),
    ("none != pair", None, "Binary(!= Empty() state:pair)", "flag"),
    ("me == takers", None, "Binary(== Convert(set me) definition:takers)", "flag"),
    ("rank(best) == 10", None, "Binary(== rank[Convert(set best)] Ranks([10]))", "flag"),
    ("Q == rank(best)", None, "Binary(== Ranks([Q]) rank[Convert(set best)])", "flag"),
    ("rank(best) == queens", None, "Binary(== rank[Convert(set best)] Ranks([Q]))", "flag"),
    ("led == trumps", None, "Binary(== led trumps)", "flag"),
    ("hand meets trump", None, "Binary(meets hand@me Convert(cards of suit state:trump))", "flag"),
    ("Q♠ not in taken(us)", None, "Binary(not in Cards([Q♠]) taken@us)", "flag"),
    ("bidder in them", None, "Binary(in Convert(set bidder) them)", "flag"),
    ("trump in black", None, "Binary(in Convert(set state:trump) Suits([♣ ♠]))", "flag"),
    ("kind(m) not in tierce + fifty", None, "Binary(not in Convert(set kind[local:m]) "
     "Binary(+ Convert(set Symbol(tierce)) Convert(set Symbol(fifty))))", "flag"),
    ("stake <= 3", None, "Binary(<= state:stake Number(3))", "flag"),
    ("not alone or alone and true", None,
     "Binary(or Unary(not choice:alone) Binary(and choice:alone Flag(True)))", "flag"),
    # choices
    ("1 if alone", None, "If(choice:alone Number(1) Number(0))", "number"),
    ("alone if alone", None, "If(choice:alone choice:alone Flag(False))", "flag"),
    ("jick if alone", CARDS, "If(choice:alone definition:jick Empty())", "cards"),
    ("none if alone else trump", None, "If(choice:alone Empty() state:trump)", "suit"),
    ("trump if alone else jick", None, "If(choice:alone Convert(cards of suit state:trump) definition:jick)", "cards"),
    ("bidder if alone else takers", None, "If(choice:alone Convert(set bidder) definition:takers)", "seats"),
    ("1 if alone else 1/2", None, "If(choice:alone Number(1) Number(1/2))", "number"),
    ("nt if alone else strain", None, "If(choice:alone Symbol(nt) choice:strain)", "one of ♣, ♦, ♥, ♠, nt"),
    # calls
    ("max(1, stake, 3)", None, "max[Number(1) state:stake Number(3)]", "number"),
    ("count(hand)", None, "count[hand@me]", "number"),
    ("count(teams)", None, "count[teams]", "number"),
    ("value(taken(us))", NUMBER, "value[taken@us]", "number"),
    ("twin(strain)", None, "twin[Convert(suits of domain choice:strain)]", "suit"),
    ("highest(trump)", None, "highest[Convert(cards of suit state:trump)]", "card"),
    ("shift(deal_no mod 4)", None, "table:shift[Binary(mod deal_no Number(4))]", "number"),
    ("base(strain)", None, "table:base[Convert(symbol choice:strain)]", "number"),
    ("base(grand)", None, "table:base[Symbol(grand)]", "number"),
    ("digit(strain)", None, "table:digit[Convert(suits of domain choice:strain)]", "number"),
    ("power(A♠)", None, "definition:power[Convert(one Cards([A♠]))]", "number"),
    ("spent(m)", None, "definition:spent[local:m]@me", "flag"),
    ("spent(m, dealer)", None, "definition:spent[local:m]@dealer", "flag"),
    # quantifiers
    ("any(score(t) >= target for t in teams)", None,
     "Quantifier(any t False teams Binary(>= score@local:t option:target))", "flag"),
    ("all(alone for s in us)", None, "Quantifier(all s False us choice:alone)", "flag"),
    ("count(tricks(s) == 0 for s in seats)", None,
     "Quantifier(count s False seats Binary(== tricks@local:s Number(0)))", "number"),
    ("sum(bid(s) for s in us if bid(s) > 0)", None,
     "Quantifier(sum s False us Binary(> choice:bid@local:s Number(0)) choice:bid@local:s)", "number"),
    ("max(strength(c) for c in hand)", None,
     "Quantifier(max c False hand@me strength[Convert(set local:c)])", "number"),
    ("which(trick & suit(c) == none for c in trick)", None,
     "Quantifier(which c False trick Binary(== Binary(& trick Convert(cards of suit suit[Convert(set local:c)])) "
     "Empty()))", "cards"),
    ("most(tricks(s) for s in seats)", None, "Quantifier(most s False seats tricks@local:s)", "seats"),
    ("least(score(t) for t in teams)", None, "Quantifier(least t False teams score@local:t)", "seats"),
    ("us == most(value(taken(s)) for s in sides)", None,
     "Binary(== us Quantifier(most s False sides value[taken@local:s]))", "flag"),
    ("first(hand(s) meets jick for s from bidder + 1)", None,
     "Quantifier(first s True Binary(+ bidder Number(1)) Binary(meets hand@local:s definition:jick))", "seat"),
    ("first(s != ♥ for s in suits)", None,
     "Quantifier(first s False suits Binary(!= local:s Suits([♥])))", "suit"),
    ("sum(n for n in 1..stake)", None, "Quantifier(sum n False Range(Number(1) state:stake) local:n)", "number"),
    ("any(x == contract for x in contracts)", None,
     "Quantifier(any x False contracts Binary(== local:x choice:contract))", "flag"),
)  # fmt: skip


@pytest.mark.parametrize(("text", "expected", "shown", "type_"), MEANINGS)
def test_meaning(text: str, expected: Type | None, shown: str, type_: str) -> None:
    expr = check(text, expected, scope().bind({"m": Type(Kind.MELD)}))
    assert show(expr) == shown
    assert str(expr.type) == type_


def test_fractions_are_marked() -> None:
    assert check("1/2").type == FRACTION
    assert check("max(1, 1/2)").type == FRACTION
    assert check("sum(1/2 for s in seats)").type == FRACTION
    assert check("stake + 1/2").type == FRACTION
    assert check("value(hand)").type == NUMBER
    assert check("value(hand)", None, scope(fractions=True)).type == FRACTION
    assert check("floor(value(hand))", None, scope(fractions=True)).type == NUMBER


def test_a_name_of_the_file_hides_a_word_of_the_deck_and_a_local_hides_both() -> None:
    assert show(check("trump", None, scope().bind({"trump": NUMBER}))) == "local:trump"


def test_spans_lie_inside_the_file() -> None:
    expr = check("1 + count(hand)")
    right = getattr(expr, "right", None)
    assert right is not None
    assert (expr.span.column, expr.span.end_column) == (1, 16)
    assert (right.span.column, right.span.end_column) == (5, 16)


def test_checking_has_no_memory() -> None:
    where = scope()
    assert show(check("trump + jick", None, where)) == show(check("trump + jick", None, where))
    assert not where.locals


@pytest.mark.parametrize(
    "text",
    [
        "players" + " * players" * 98,
        "players" + " + players" * 98,
        "-" * 97 + "stake",
        "1" + "".join(f" if stake == {number} else {number}" for number in range(60)),
        "abs(" * 40 + "stake" + ")" * 40,
        "hand" + " - hearts" * 98,
    ],
)
def test_the_deepest_texts_leave_room_on_the_stack(text: str) -> None:
    frames = 600  # of the usual 1,000: callers need some too
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(_depth() + frames)
    try:
        expr = check(text)
    finally:
        sys.setrecursionlimit(limit)
    assert expr.type.kind in (Kind.NUMBER, Kind.CARD)


def _depth() -> int:
    frame, count = sys._getframe(), 0
    while frame.f_back is not None:
        frame, count = frame.f_back, count + 1
    return count


def test_reading_texts_needs_no_parser_generator() -> None:
    program = (
        "import sys, trickcore.language as language\n"
        "assert not {'lark', 'trickcore.language.read'} & set(sys.modules)\n"
        "language.read_expression\n"
        "from trickcore.language.parser import parse\n"
        "parse('hand(me) & trumps', 'expression')\n"
        "assert 'lark' not in sys.modules\n"
    )
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0
