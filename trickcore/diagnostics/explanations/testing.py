"""Codes of the room `testing`: cases files."""

CODES = {
    "card-twice": "A case deals one card to two places.",
    "cards-do-not-fit": "The cards of a case do not fit the game's deck or its deal.",
    "cards-twice": "A case gives the cards of one place twice.",
    "duplicate-id": "Two cases, or two sentences, have one id.",
    "unchecked-rule": "A sentence of the rules is checked by no case, and not marked as `untested`.",
    "unknown-action": "The text is no action of the game.",
    "unknown-rule": "A case refers to a sentence that is not in the file.",
}
