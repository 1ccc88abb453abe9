from __future__ import annotations

import re

import pytest

import trickcore
from tests.docs.operators import ABOVE, OPERATORS, SETS_CLAIMS, Operator
from tests.docs.pages import FOLDER
from tests.language.support import scalar, scope
from trickcore.diagnostics.model import Diagnostics
from trickcore.language import read_expression
from trickcore.language.parser import parse
from trickcore.language.tree import Operation, Prefixed

GAME = """
trickcore: 1
name: Claims
players: 3
deck: french 52
trumps: hearts + A♠
order: {trumps: A♠ A K Q J 10..2, plain: A K Q J 10..2}
steps:
  - deal: {each: 17}
  - score:
      lines: {LINES}
"""
CLAIMS = [claim for operator in OPERATORS for claim in operator.claims] + list(SETS_CLAIMS)


def score(claims: list[str]) -> int:
    lines = ", ".join(f'claim {n}: "1 if {claim}"' for n, claim in enumerate(claims))
    return trickcore.loads(GAME.replace("LINES", lines)).start(1).scores[0]


def test_what_the_reference_says_of_operators_is_so() -> None:
    assert score(CLAIMS) == len(CLAIMS)
    assert score([f"not ({claim})" for claim in CLAIMS]) == 0


@pytest.mark.parametrize("operator", OPERATORS, ids=lambda operator: str(operator.form))
def test_examples_are_expressions(operator: Operator) -> None:
    found = Diagnostics()
    text = re.sub("must_trump|broken", "alone", operator.example)  # a flag that the scope knows
    assert read_expression(scalar(text), scope(), None, found) is not None, [d.message for d in found]
    assert operator.claims


def test_the_order_of_the_rows_is_the_order_of_tightness() -> None:
    loose, tight = re.findall(r"`(a or .*?)`", ABOVE)[0], re.findall(r"is `(.*?)`", ABOVE)[0]
    assert shape(loose) == shape(tight)


def shape(text: str) -> str:
    def show(node: object) -> str:
        if isinstance(node, Operation):
            return f"({show(node.left)} {node.op.text} {show(node.right)})"
        return f"({node.op.text} {show(node.arg)})" if isinstance(node, Prefixed) else str(getattr(node, "name", node))

    return show(parse(text, "expression"))


def test_the_reference_has_every_operator_of_the_grammar() -> None:
    grammar = (FOLDER.parent / "trickcore" / "language" / "grammar.lark").read_text(encoding="utf-8")
    signs = set(re.findall(r'^(?:EQ|NE|L[ET]|G[ET]|[A-Z]+): "([^"]+)"$', grammar, re.MULTILINE)) - {
        "..",
        "x",
        "per",
        "set",
        "from",
    }
    written = " ".join(operator.form for operator in OPERATORS).split()
    assert signs <= {*written, *(part.lstrip("-") for part in written)} and "if" in written
