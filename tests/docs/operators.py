"""The operators of expressions, as the reference tells of them. Each has an example, and claims that are so in every
game with a French pack, in which hearts and A♠ are the trumps: both are tested."""

from __future__ import annotations

from dataclasses import dataclass

HEAD = ("form", "gives", "meaning", "for example")
ABOVE = """\
The loosest come first: `a or b and not c == d + e * -f` is `a or (b and (not (c == (d + (e * (-f))))))`. Those of one
row are equally tight, and read from the left; brackets change that. Nothing fails: what has no value is empty."""


@dataclass(frozen=True)
class Operator:
    """One row: how it is written, what comes of it, what it means, an example of its use, and what it claims."""

    form: str
    gives: str
    meaning: str
    example: str
    claims: tuple[str, ...]

    def row(self) -> tuple[str, str, str, str]:
        """The row of the table."""
        return ", ".join(f"`{form}`" for form in self.form.split(", ")), self.gives, self.meaning, f"`{self.example}`"


OPERATORS = (
    Operator(
        "x if c, x if c else y",
        "what `x` and `y` are",
        "`x` where the condition holds, else `y`. Without `else`, the empty value: 0, false, no cards, nobody.",
        "trumps if must_trump",
        ("(1 if false) == 0", "(hearts if false) == none", "(1 if false else 2 if false else 3) == 3"),
    ),
    Operator("a or b", "a flag", "One of them holds, or both.", "trick_no == 1 or broken", ("false or true",)),
    Operator("a and b", "a flag", "Both hold.", "me != dealer and not passed meets us", ("not (true and false)",)),
    Operator("not a", "a flag", "It does not hold.", "not played meets hearts", ("not false", "not 1 == 2")),
    Operator(
        "a == b, a != b",
        "a flag",
        "They are the same, or not. Two sets are the same if they have the same elements. A single value that is not "
        "set is `none`, and equals nothing else: two seats that are not set are not the same.",
        "winner_of(trick_no) == me",
        (
            "hearts + diamonds == diamonds + hearts",
            "hearts != diamonds",
            "hearts & clubs == none",
            "hearts & clubs == diamonds & clubs",
            "bidder == none and bidder != last_winner",
        ),
    ),
    Operator(
        "a < b, a <= b, a > b, a >= b",
        "a flag",
        "Numbers compared, two at a time: `1 <= n and n <= 3`. Cards are compared by their `strength(…)`.",
        "strength(best) < strength(lead_card)",
        ("2 < 3 and 3 <= 3", "strength(A♠) > strength(A♥)"),
    ),
    Operator(
        "a in b, a not in b",
        "a flag",
        "Everything of `a` is in `b`, or not. Nothing is in no set: `none in b` is false.",
        "Q♠ in hand",
        ("A♥ K♥ in hearts", "A♥ K♣ not in hearts", "none not in hearts"),
    ),
    Operator(
        "a meets b",
        "a flag",
        "Something is in both.",
        "hand meets led",
        ("A♥ K♣ meets hearts", "not none meets hearts"),
    ),
    Operator(
        "a + b, a - b",
        "a number",
        "The sum; the difference.",
        "tricks(us) - 6",
        ("7 - 2 - 1 == 4",),
    ),
    Operator(
        "a + b, a - b",
        "a set",
        "All that is in one or the other; what is in the first and not in the second. Also of seats.",
        "hearts + A♠ - 2♥",
        ("count(hearts + A♠) == 14", "A♥ - hearts == none"),
    ),
    Operator(
        "seat + n, seat - n",
        "a seat",
        "So many places further in turn order, or back. Of several seats, each moves.",
        "dealer + 1",
        ("dealer + 1 == eldest", "dealer + players == dealer", "eldest - 1 == dealer"),
    ),
    Operator("a * b", "a number", "The product.", "2 * stake", ("2 + 3 * 4 == 14",)),
    Operator(
        "a // b, a mod b",
        "a number",
        "How often `b` goes into `a`, rounded down, and what is left. By 0 both are 0.",
        "value(taken) // 10",
        ("7 // 2 == 3 and 7 mod 2 == 1", "-7 // 2 == -4 and -7 mod 2 == 1", "7 // (1 - 1) == 0"),
    ),
    Operator("a / b", "a fraction", "The quotient, exact.", "value(taken) / 2", ("7 / 2 * 2 == 7",)),
    Operator(
        "a & b",
        "a set",
        "What is in both. It is tighter than `+` and `-`: write `a & (b + c)`.",
        "taken & (hearts - A♠)",
        ("count(hearts & tens) == 1", "clubs + hearts & tens == clubs + 10♥"),
    ),
    Operator("-a", "a number", "The number taken from 0.", "-5 * stake", ("-2 * 3 == -6",)),
    Operator(
        "K Q of s",
        "cards",
        "The cards of these ranks that show a suit, or that are in a set; `10 of any` are all tens.",
        "K Q of trump",
        ("K 10 of hearts == K♥ 10♥", "count(10 of any) == 4", "A of spades == A♠ and A of trumps == A♠ A♥"),
    ),
)

RANGES = (
    (
        "`a..b`",
        "the numbers from `a` to `b`",
        "what is chosen or bid, and behind `for x in`",
        "`choose: {bid: 0..size}`",
    ),
    (
        "`10..2`",
        "the ranks from one to the other",
        "lists of ranks: `order`, `sequence`, `run`",
        "`plain: A K Q J 10..2`",
    ),
    ("`a from b`", "seats in turn order, beginning with `b`", "`who`", "`who: seats from dealer + 1`"),
    (
        "`for s from b`",
        "all seats in turn order, from `b` on",
        "going through seats",
        "`first(tricks(s) > 2 for s from eldest)`",
    ),
)

SETS = """\
**Suits and ranks are cards.** A suit, a rank or several of them may stand wherever cards are wanted, and mean their
cards: `hand & hearts`, `hand meets trump` (`trump` being a variable of the type suit), `trump - A♠`, `K Q + hearts`.
Where a suit is as good, it stays one: `count(hearts)` is 1, `count(hearts & any)` the number of cards. A card is a set
of one, a seat too: `hand meets Q♠`, `me in them`. The other way, `suit(x)` gives the suit that a card belongs to.

**A numeral alone is a number**, several are ranks, and so is a letter: `10` is ten, `10 9` and `K` are ranks. One rank
with a numeral is `tens`, or `10 of any`. In `order`, `values` and other lists of ranks every numeral is a rank.

**Whose?** What each seat has is that of `me` unless somebody is named: `hand`, `hand(dealer)`, `tricks(me + 1)`; of
several seats numbers are added and sets joined: `tricks(us)`, `taken(them)`."""

#: What the text above says, claimed as the operators are.
SETS_CLAIMS = (
    "count(hearts) == 1 and count(hearts & any) == 14",
    "suit(A♠) == hearts and suit(A♣) == clubs",
    "me in seats",
    "count(10 9 & any) == 8 and tens == 10 of any",
    "tricks(seats) == 0 and count(hand(seats)) == 51",
)
