"""Every construct means the same whether it is evaluated when the game is compiled or while it is played.

The same expression is compiled twice: over names that are constants, and over variables of the state with the same
values. The score of a match without decisions is its value.
"""

from __future__ import annotations

import pytest

from tests.compiler.support import program_of
from trickcore.dice import Dice
from trickcore.engines.reference import Machine

TEMPLATE = """
trickcore: 1
name: Expressions
players: 4
teams: 2
deck: french 32
trumps: hearts + J♣
order:
  trumps: J♣ A K Q J 10..7
  plain: A 10 K Q J 9..7
values: {{A: 1/2, 10: 3, K♠: 1/3}}
tables:
  tariff: {{1: 10, 3: 30, else: 7}}
  by_suit: {{♣: 1, ♥: 3, else: 0}}
  after: {{♣: ♥, ♥: ♠, else: ♣}}
{declarations}
steps:
  - score: {expression}
"""

NAMES = {
    "n": ("number", "5"),
    "m": ("number", "-3"),
    "zero": ("number", "0"),
    "yes": ("flag", "true"),
    "no": ("flag", "false"),
    "who": ("seat", "first(true for s in seats - first(true for t in seats))"),
    "some": ("seats", "which(place(s) > 1 for s in seats)"),
    "nobody": ("seats", "which(false for s in seats)"),
    "red_one": ("suit", "twin(♦)"),
    "no_suit": ("suit", "suit(any - any)"),
    "held": ("cards", "A♠ 10♥ J♣ 7♦ K♠"),
    "top": ("cards", "A of hearts"),
    "nothing": ("cards", "any - any"),
}

NUMBERS = [
    "n + m * 2 - 1",
    "n // 2 + m // 2 + n // zero",
    "n mod 3 + m mod 3 + m mod zero",
    "floor(n / 2) + ceil(m / 2) + abs(m)",
    "floor(n / 2 + 1/3)",
    "min(n, m, 2) * max(n, m)",
    "-n if yes else n",
    "n if n > m",
    "n if n < m",
    "1 if yes and no else 2 if yes or no else 3",
    "1 if not yes else 2",
    "1 if yes == no else 2",
    "(1 if n >= 5) + (2 if n <= 5) + (4 if n != 5) + (8 if n == 5)",
    "tariff(n) + tariff(n - 2) + tariff(m) + tariff(n + 100)",
    "by_suit(red_one) + by_suit(no_suit) * 2",
    "count(held & after(red_one)) + 10 * count(held & after(no_suit))",
    "count(held) + 10 * count(nothing) + 100 * count(some) + 1000 * count(who)",
    "floor(value(held) * 6)",
    "count(held & red_one) + 10 * count(held - red_one) + 100 * count(held + red_one)",
    "(1 if held meets red_one) + (2 if nothing meets held) + (4 if top in held) + (8 if 10♥ in held)",
    "(1 if nothing in held) + (2 if held in any) + (4 if held not in hearts) + (8 if nothing == none)",
    "count(J of red_one + K of red_one) + count(A 10 of held)",
    "count(suit(10♥) + spades)",
    "(1 if suit(top) == red_one) + (2 if suit(nothing) == none)",
    "(1 if rank(top) == rank(A♠)) + count(any & rank(top)) * 10",
    "(1 if twin(red_one) == ♦) + (2 if twin(no_suit) == none)",
    "(1 if highest(held) == J♣) + (2 if lowest(held) == 7♦) + (4 if highest(nothing) == none)",
    "count(above(top)) + 10 * strength(top) + 100 * strength(nothing)",
    "streak(held) + 10 * streak(held + top) + 100 * streak(nothing)",
    "count(who + 1 + some) + 10 * count((some + 1) - some)",
    "(1 if who - 1 == first(true for s in seats)) + (2 if who + n == who + 1) + (4 if nobody + 1 == none)",
    "count(team(who)) + 10 * count(team(some)) + 100 * count(side(nobody))",
    "(1 if who in team(who)) + (2 if who in us) + (4 if who in them) + (8 if partner(who) == who + 2)",
    "sum(n for s in some) + 100 * sum(1 for s in seats if s in some)",
    "count(s in some for s in seats) + 10 * count(c in red_one for c in held)",
    "(1 if any(c in hearts for c in held)) + (2 if all(c in hearts for c in held)) + (4 if all(no for c in nothing))",
    "max(place(s) for s in some) + 10 * min(place(s) for s in some) + 100 * max(n for s in nobody)",
    "count(most(count(held & s) for s in suits)) + 10 * count(least(count(held & s) for s in suits))",
    "count(which(c in red_one for c in held)) + 10 * count(which(s in some for s in seats if s != who))",
    "sum(strength(c) for c in held if c in spades)",
    "(1 if first(s in some for s from who) == first(s in some for s in seats))",
    "(1 if first(c in spades for c in held) == A♠ or first(c in spades for c in held) == K♠)",
    "sum(k * n for k in 1..n)",
    "count(k > 2 for k in 1..4)",
    "count(k mod 2 == 1 for k in m..n if k != 1) + (100 if any(k == n for k in n..m))",
    "count(teams) + sum(count(t) for t in teams)",
    "count(trumps & held) + 10 * count(trumps)",
    "place(who)",
    "(n if yes else m) * (count(held) if no else count(some))",
    "count(held if yes else nothing) + 10 * count(held if no)",
]


@pytest.mark.parametrize("expression", NUMBERS)
def test_known_and_unknown_values_agree(expression: str) -> None:
    known = "let:\n" + "".join(f"  {name}: {value}\n" for name, (_, value) in NAMES.items())
    state = "state:\n" + "".join(f"  {n}: {type_}\n" for n, (type_, _) in NAMES.items())
    steps = "steps:\n  - set:\n" + "".join(f"      {n}: {value}\n" for n, (_, value) in NAMES.items())
    first = TEMPLATE.format(declarations=known, expression=expression)
    second = TEMPLATE.format(declarations=state, expression=expression).replace("steps:\n", steps)
    assert _scores(first) == _scores(second)


def _scores(text: str) -> tuple[int, ...]:
    program = program_of(text)
    machine = Machine(program)
    state = machine.start(Dice(1))
    assert machine.over(state)
    scores = machine.value(state, program.roles["score"])
    assert isinstance(scores, tuple)
    return scores


@pytest.mark.parametrize(
    ("expression", "value"),
    [
        ("n + m * 2 - 1", -2),
        ("n mod 3 + m mod 3 + m mod zero", 2),
        ("floor(n / 2) + ceil(m / 2) + abs(m)", 2 - 1 + 3),
        ("floor(value(held) * 6)", 18 + 3 + 2),
        ("count(above(top)) + 10 * strength(top)", 1 + 80),
        ("streak(held) + 10 * streak(held + top)", 1 + 20),
        ("count(trumps)", 9),
        ("tariff(n) + tariff(n - 2) + tariff(m)", 7 + 30 + 7),
        ("sum(k * n for k in 1..n)", 75),
    ],
)
def test_values(expression: str, value: int) -> None:
    state = "state:\n" + "".join(f"  {n}: {type_}\n" for n, (type_, _) in NAMES.items())
    steps = "steps:\n  - set:\n" + "".join(f"      {n}: {v}\n" for n, (_, v) in NAMES.items())
    text = TEMPLATE.format(declarations=state, expression=expression).replace("steps:\n", steps)
    assert _scores(text) == (value, value)
