"""Whole numbers in texts, and any value in a message."""

from __future__ import annotations

import pytest

from trickcore.whole import shown, signed, whole


@pytest.mark.parametrize(("text", "number"), [("0", 0), ("12", 12), ("0012", 12), ("9" * 10, 9_999_999_999)])
def test_digits_are_numbers(text: str, number: int) -> None:
    assert whole(text) == number


@pytest.mark.parametrize("text", ["", "-1", "+1", " 1", "1_0", "1.0", "²", "٣", "１", "9" * 11, "9" * 5000])
def test_anything_else_is_none(text: str) -> None:
    assert whole(text) is None


@pytest.mark.parametrize(("text", "number"), [("0", 0), ("-0", 0), ("-12", -12), ("-" + "9" * 10, -9_999_999_999)])
def test_numbers_may_have_a_minus(text: str, number: int) -> None:
    assert signed(text) == number


@pytest.mark.parametrize("text", ["", "-", "--1", "+1", "- 1", "1-", "-²", "-٣", "-" + "9" * 11])
def test_one_minus_and_digits_only(text: str) -> None:
    assert signed(text) is None


def test_every_value_is_shown_on_a_short_line() -> None:
    huge = 10**5000
    for value in (huge, -huge, "x" * 10**6, [huge], {1: huge}, b"x" * 10**6, "a\nb"):
        assert len(shown(value)) <= 60
        assert "\n" not in shown(value)
