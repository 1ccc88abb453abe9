"""Codes of the room `language`: the text of one expression."""

CODES = {
    "all-copies": (
        "A warning: the pack has several copies of each card, and `A♠ in hand` is true only if all of them are there. "
        "Write `hand meets A♠` for one of them, or count them."
    ),
    "division-by-zero": "The divisor is the number 0.",
    "empty-list": "A list of values to choose from has no values.",
    "duplicate-value": "A value or name stands twice in a list.",
    "fraction": "A number that need not be whole stands where a whole one is wanted: use `floor`, `ceil` or `//`.",
    "missing-argument": "A function, table or definition is named without what it is applied to: `count(hand)`.",
    "mixed-literal": "Cards and suits stand side by side. Join sets with `+`: `A♠ + hearts`.",
    "name-taken": (
        "Two things have one name. All names of a file, of the language and of the deck must differ, those of loops "
        "and parameters too. Choose another."
    ),
    "nested-too-deep": (
        "A text has more than 40 brackets, 100 operations or 3 functions that go through sets inside one another. Give "
        "the inner parts names under `let`."
    ),
    "not-a-function": "Brackets stand after a name that is nobody's in particular and takes no arguments.",
    "not-a-variable": "Only variables of `state`, `kept` and choices can be set, and only zones can be moved to.",
    "number-too-long": "A number has more digits than any count or score needs. The limit is ten.",
    "only-to-go-through": "`teams` and `sides` are groups of seats: a `for` goes through them, and that is all.",
    "out-of-range": "A number lies outside what is allowed at this place.",
    "syntax": (
        "The parts of a text do not fit together: the message says what stands where it cannot, and what could stand "
        "there instead; the hint names the likely slip."
    ),
    "too-long": "One text has more than 2,000 characters. Give parts of it names under `let`.",
    "too-many-parts": "One text has more than 400 names, numbers and operations. Give parts of it names under `let`.",
    "unknown-card": "The deck of this game has no such card, whatever the options.",
    "unknown-name": "Nothing has this name: no word of the language or the deck, and no name of the file.",
    "unknown-rank": "The deck of this game has no such rank.",
    "unknown-suit": "The deck of this game has no such suit.",
    "unknown-type": "A variable's type is one of number, flag, seat, suit, rank, cards, meld and their sets, or names.",
    "unreadable-text": (
        "A sign or a word is not of the language of expressions: a sign of another language, an invisible character, "
        "a name with capitals, a decimal. The hint says what to write."
    ),
    "whose": (
        "The name is somebody's (`hand`, `tricks`, a variable per seat), and at this place nobody is `me`. Say whose: "
        "`hand(dealer)`."
    ),
    "wrong-arguments": "A function is given too many or too few arguments, or one of the wrong form.",
    "wrong-context": "The name is known only in certain places, such as while a trick is played, and not in this one.",
    "wrong-kind": "A list of values holds something that is no value, such as a list or a map.",
    "wrong-type": "A value of one type stands where another is wanted, or a text where a list or a map is, and so on.",
}
