"""What `trickcore check` says in square brackets: invariants that are violated, and surprises."""

CODES = {
    "abandoned": (
        "A surprise: most matches between random players are given up after more deals than anybody would play. An end "
        "that only good players reach is no fault; one that nobody reaches is."
    ),
    "asks-nobody": (
        "A surprise: a step was come to often and never asked anybody. The place it picks from is always empty, or the "
        "seats it asks are nobody."
    ),
    "bounds": "A violation: a deal goes on for more than 1,000 decisions, so it has probably no end.",
    "cards": "A violation: a card lies in two places at once, or nowhere.",
    "checks": (
        "A violation: what the rule file declares under `checks` did not hold at the end of a deal. The numbers are "
        "those of its two sides; the lines of the score of that deal stand below it."
    ),
    "copies": "A violation: a match changed when a copy of it was played. That is a fault of this package.",
    "engines": (
        "A violation: the generated code and the plain machine play a match differently. That is a fault of this "
        "package."
    ),
    "idle-option": "A surprise: all values of an option are the same game, so nothing in the file asks for it.",
    "json": "A violation: a match that was read back from its JSON is another one. That is a fault of this package.",
    "no-choice": "A surprise: a decision was met often, and each time one action was legal and no other.",
    "pickle": "A violation: a match that was pickled and read back is another one. That is a fault of this package.",
    "record": (
        "A violation: a match that was played again from its record is another one. That is a fault of this package."
    ),
    "rules": (
        "A violation: the rules could not go on, since a number left its range, nobody could act, or a bound was "
        "reached. The place is the line that was at work."
    ),
    "seat-edge": (
        "A surprise: between random players a seat scores more or less than the others, by far more than chance. Often "
        "the same seat always begins."
    ),
    "secrets": (
        "A violation: a seat or a spectator is told something of cards that it has not seen. With two such cards in "
        "each other's places it would see, hear, be allowed or be refused something else. Hide the variable or place "
        "with `seen`, or let the rule ask only for what all may know."
    ),
    "turn": "A violation: somebody is to act and has no legal action, or nobody is and the match is not over.",
    "undo": "A violation: an action that was taken back left a trace. That is a fault of this package.",
}
