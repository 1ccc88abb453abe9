"""Suggestions are the nearest names, the same every time."""

from __future__ import annotations

import random
import time

import pytest

from trickcore.diagnostics import did_you_mean, listed, nearest, quote

KINDS = ["deal", "move", "pick", "show", "ask", "auction", "play", "set", "score", "do", "end"]


@pytest.mark.parametrize(
    ("word", "wanted"),
    [("plays", "play"), ("Deal", "deal"), ("scroe", "score"), ("acution", "auction"), ("zzz", None), ("", None)],
)
def test_nearest(word: str, wanted: str | None) -> None:
    assert nearest(word, KINDS) == wanted


def test_the_order_of_the_candidates_does_not_matter() -> None:
    names = ["trick", "tricks", "truck", "trunk", "brick", "taken"]
    results = set()
    for seed in range(20):
        random.Random(seed).shuffle(names)
        results.add(nearest("trik", names))
    assert len(results) == 1


def test_long_words_are_not_compared() -> None:
    start = time.process_time()
    assert nearest("a" * 100_000, ["a" * 50] * 1000) is None
    assert time.process_time() - start < 1


def test_quotes_never_dump_a_text() -> None:
    assert quote("a\n  b") == "`a b`"
    assert len(quote("x" * 1000)) < 70


def test_long_lists_are_cut() -> None:
    assert listed([f"n{i}" for i in range(100)]).endswith("and 76 more")
    assert listed(["a"]) == "`a`"
    assert listed([]) == ""


def test_hints_have_the_nearest_and_the_allowed_ones() -> None:
    assert did_you_mean("plays", ["play", "end"], "there are") == "did you mean `play`? there are `play` or `end`"
    assert did_you_mean("zzz", ["play", "end"]) == ""
