"""Codes of the room `schema`: the shape of a file."""

CODES = {
    "bad-name": (
        "Names of options, zones, variables, definitions and the like begin with a small letter and go on with small "
        "letters, digits and `_`. Capitals and signs are cards, ranks and suits."
    ),
    "empty-value": "Nothing stands after the colon, or an item of a list is empty. The hint says what is wanted there.",
    "language-version": "`trickcore: 1` names the version of the rule language. There is no other yet.",
    "missing-key": "A map lacks a key that it must have. The message names the map's owner and the key.",
    "missing-kind": (
        "A step has one key that says what it does (`deal`, `play`, …), an `ask` has `choose` or `calls`, a `pick` has "
        "`count` or `leave`, a meld has a shape. Here none of them is given."
    ),
    "null-value": (
        "`null` and `~` without quotes mean nothing at all in YAML. For a contract or another name that is called so, "
        'write `"null"`; the empty value of expressions is `none`.'
    ),
    "out-of-bounds": "A number is smaller or greater than what is allowed at this place.",
    "repeated-item": "An item stands twice in a list whose items must differ.",
    "several-kinds": (
        "Keys of which a map has exactly one stand together: two kinds in one step (make two steps of it), or `count` "
        "beside `leave`."
    ),
    "unknown-key": (
        "A map has a key that its kind does not know. Unknown keys are never ignored. The hint has the nearest known "
        "key, or says where the key belongs, and lists those that are allowed."
    ),
    "unknown-kind": "A step's key names no kind of step. The hint has the nearest kind, and all of them.",
    "wrong-shape": "What stands here has not the form that is wanted; the hint describes it.",
    "wrong-size": "A list or a map is empty, or has fewer or more entries than allowed.",
    "wrong-value": "A word is not among those that are allowed at this place. The hint lists them.",
}
