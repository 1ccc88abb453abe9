"""How large a program may be. A program may come from a file, so nothing in it is trusted to be small."""

from __future__ import annotations

INT_LIMIT = 2**31 - 1  # greatest number (and, with a minus, least) in any slot or table
UNIVERSE_LIMIT = 1024  # elements of a set
SIZE_LIMIT = 4096  # entries of an array, cards of a pile
CELL_LIMIT = 100_000  # entries of all slots together
TABLE_LIMIT = 1_000_000  # entries of all tables together
CODE_LIMIT = 50_000
SEAT_LIMIT = 64
STEP_LIMIT = 10_000_000  # instructions that may run between two decisions
NOTE_LIMIT = 200_000  # notes among them: whoever watches a match keeps each of them
