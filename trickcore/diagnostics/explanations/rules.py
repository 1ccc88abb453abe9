"""Codes of the room `rules`: names, laws, steps and patches of a whole file."""

CODES = {
    "ask-what": "An `ask` has either `choose` or `calls`.",
    "bad-parent": "`extends` wants the name of a game that can be found by name; a path is not possible.",
    "cycle": "A definition leads back to itself through the definitions that it uses.",
    "deck-size": "A deck has at most 256 cards, and at most 8 copies of one.",
    "duplicate-rank": "A rank or card stands twice on one ladder of `order`.",
    "extends-cycle": "Files extend one another in a circle.",
    "extends-depth": "More than four files extend one another.",
    "meld-shape": "A meld has one shape: `run`, `all of`, `some of` or `cards`.",
    "not-a-rank": "A rank is wanted here, and this is none.",
    "not-a-zone": "Cards can only be moved between zones; this names none.",
    "option-bound": "`min` or `max` of an option is impossible, or the option has no bounds.",
    "option-default": "The default of an option is not one of its own values.",
    "overlay-name": "An overlay changes something that is neither a law nor a definition or table of the file.",
    "overlay-type": "An overlay gives a definition another type than it has.",
    "pack-property": (
        "The pack is one pile, and holds all cards at the start of each deal: of what a zone may have it has only "
        "`seen` and `help`."
    ),
    "parameter-types": "The types of a definition's parameters have to be written: there are too many possibilities.",
    "patch-ambiguous": "A patch names a step by an id that several steps have. Give them different ids.",
    "patch-no-change": "A patch says what the extended game says already.",
    "patch-no-target": "A patch changes or removes something that the extended game does not have.",
    "patch-replaces": (
        "A list of steps replaces the parent's list as a whole, and some of its steps are then gone. To change single "
        "steps, write a map from their ids; to replace all of them, give none of yours an `id`, or keep every id."
    ),
    "patch-type": "A patch cannot change the type of an option.",
    "pick-count": "A `pick` says either `count` or `leave`.",
    "seat-count": "The number of seat names does not fit the number of players.",
    "step-kind": "A step has exactly one kind.",
    "two-rests": "Only one side can be `rest`, everybody else.",
    "unknown-deck": "The deck catalogue has no pack of this name.",
    "unknown-ladder": "`order` has ladders for over, trumps, plain, all, and for suits.",
    "unknown-parent": "There is no game with the name that `extends` gives.",
    "unknown-step": "There is no step of this name.",
    "unreadable-rules": "A part of the file was left out and nothing else says why: please report such a file.",
    "unused-name": "An option or a variable is declared, and nothing in the rules ever speaks of it.",
    "value-twice": "Two lines of `values` that are equally specific give one card different values.",
}
