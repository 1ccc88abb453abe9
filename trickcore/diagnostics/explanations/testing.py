"""Codes of the room `testing`: cases files."""

CODES = {
    "bad-table": (
        "The table of a case cannot be read: its first line names the columns, each further line is a row with as many "
        "cells, and | stands between them. Names of columns are words, each used once; a cell stands for itself."
    ),
    "card-twice": "A case deals one card to two places.",
    "cards-do-not-fit": "The cards of a case do not fit the game's deck or its deal.",
    "cards-twice": (
        "A case gives cards in two ways: as the first deal and under `deals`, or as a deal and as a `position`. A "
        "position says itself what lies where, what is dealt and who deals, so `hands`, `stock`, `zones` and `dealer` "
        "belong in it."
    ),
    "duplicate-id": "Two cases, two sentences, or two rows of a table have one id.",
    "outside-folder": (
        "The rule file of a cases file must lie in the folder of the cases file or in a folder below, links on the way "
        "followed: whoever runs the cases of others has no other files read by them. A game of the catalogue is named "
        "without a path. Nor is a cases file read that was found in a folder, or beside a rule file, and is a link to "
        "somewhere else, unless it is named itself."
    ),
    "takes-too-long": (
        "The cases of a file take too long together: what they ask of the rules takes more than 100,000,000 "
        "instructions. Those that are left were not looked at. For coverage: what such a case uses was counted in part."
    ),
    "too-many-findings": "A cases file has 100 findings or more. The rest of it was not looked at.",
    "too-many-rows": (
        "The tables of a cases file have more than 1,000 rows, or the cases that come of them more than 100,000 values."
    ),
    "too-many-words": "One text or list of a cases file has more than 300 words.",
    "unchecked-rule": "A sentence of the rules is checked by no case, and not marked as `untested`.",
    "unknown-action": "The text is no action of the game.",
    "unknown-column": (
        "In a case `$name` stands for a column of its table, and the table has no such column, or the case no table. A "
        "dollar sign is written `$$`."
    ),
    "unknown-rule": "A case refers to a sentence that is not in the file.",
    "unused-column": "No `$name` in a case stands for this column of its table. Only `row` needs none: it names rows.",
}
