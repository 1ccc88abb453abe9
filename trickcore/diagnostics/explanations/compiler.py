"""Codes of the room `compiler`: rules to programs."""

CODES = {
    "ladder-missing": (
        "A card of the game stands on no ladder of `order`, so that it could not be ranked. It is a warning where the "
        "card is neither of a suit nor a trump, such as a joker: it can be played, and never wins a trick."
    ),
    "ladder-twice": "A card stands twice on one ladder of `order`.",
    "no-decision": (
        "The game runs from its first deal to its end without asking anybody: none of its steps lets anybody play a "
        "card or choose."
    ),
    "not-lowered": "The language can say this, but this version cannot play it yet.",
    "option-value": "The value chosen for an option, or the number of players, is none that the game allows.",
    "program-too-large": (
        "The compiled game would need more instructions, larger sets or longer loops than any game should. The place "
        "is where it became too much: use smaller choices, and fewer loops and definitions inside others."
    ),
    "too-few-cards": "A `deal` gives out more cards than the pack has for this number of players.",
    "unknown-option": "The game has no option of this name; the hint has the nearest and lists those that it has.",
    "unseen-hand": (
        "`zones: {hand: {seen: …}}` says who may look into a hand besides its owner, who chooses from it and so always "
        "knows it."
    ),
}
