"""Codes of the room `testing`: cases files."""

CODES = {
    "card-twice": "A case deals one card to two places.",
    "cards-do-not-fit": "The cards of a case do not fit the game's deck or its deal.",
    "cards-twice": "A case gives the cards of one place twice.",
    "duplicate-id": "Two cases, or two sentences, have one id.",
    "outside-folder": (
        "The rule file of a cases file must lie in the folder of the cases file or in a folder below, links on the way "
        "followed: whoever runs the cases of others has no other files read by them. A game of the catalogue is named "
        "without a path."
    ),
    "too-many-findings": "A cases file has 100 findings or more. The rest of it was not looked at.",
    "too-many-words": "One text or list of a cases file has more than 300 words.",
    "unchecked-rule": "A sentence of the rules is checked by no case, and not marked as `untested`.",
    "unknown-action": "The text is no action of the game.",
    "unknown-rule": "A case refers to a sentence that is not in the file.",
}
