"""Codes of finding a game by its name."""

CODES = {
    "bad-reference": "A reference to a game is `name`, `name(option=value)`, or a path.",
    "no-such-file": "There is no file of this name.",
    "unknown-game": "The catalogue has no game of this name.",
}
