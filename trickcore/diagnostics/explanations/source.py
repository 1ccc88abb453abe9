"""Codes of the room `source`: text to nodes."""

CODES = {
    "alias-in-itself": (
        "An alias (`*name`) stands inside the part that its anchor (`&name`) names, so that it would contain itself "
        "without end. Write the part out where it is needed."
    ),
    "cannot-read": "The file is not there, is a folder, or may not be read. The message has the system's reason.",
    "comma-in-braces": (
        "Inside braces and brackets YAML ends a value at each comma, also within parentheses: `{over: max(0, x)}` is "
        "read as `over: max(0` and a key `x)`. Write the expression on its own line, or put it in quotes."
    ),
    "comment-cuts": (
        "A blank followed by `#` starts a comment, in the middle of a value too. Quote the value if the `#` belongs to "
        "it. As a warning: the value may well end there, but a comment rarely begins with a digit."
    ),
    "control-character": (
        "Rule files hold printable characters, line breaks and tabs within text. NUL and other control characters, "
        "byte order marks in the middle of a file and exotic line separators are refused: editors do not show them."
    ),
    "duplicate-key": (
        'A key stands twice in one map. All keys are text, so `7:` and `"7":` are the same key. Both lines are named; '
        "keep one of the two."
    ),
    "empty-file": "There is nothing in the file but, perhaps, comments. A rule file begins with `trickcore: 1`.",
    "encoding": "Rule files are UTF-8, with or without a byte order mark. Save the file as UTF-8.",
    "file-too-large": "A rule file has at most 256 kB. Real ones have a few.",
    "key-not-text": (
        "A list or a map stands where a key is wanted, often because of one brace or bracket too many. Keys are texts."
    ),
    "merge-key": (
        "`<<` merged maps in YAML 1.1. Rule files are YAML 1.2, which has no such key: write the keys out, or let a "
        "file say `extends`."
    ),
    "question-mark": (
        "A `?` in a value inside braces or brackets is read as a sign of YAML by some programs and as a letter by "
        "others. No expression needs one: leave it out, or quote the value."
    ),
    "several-documents": (
        "A line `---` starts a second YAML document, or something stands after the end of the first. One file holds "
        "one game."
    ),
    "tab-indentation": "YAML does not allow tabs in indentation. Set the editor to indent with spaces.",
    "tag": (
        "An exclamation mark at the start of a value is a YAML tag. Rule files have no tags. The opposite of a flag is "
        "`not broken`; a text that begins with `!` needs quotes."
    ),
    "too-deep": "Maps and lists are nested more than 40 levels deep. Rule files need a handful.",
    "too-large": (
        "With every alias written out, the file would have more than 20,000 values or 256 kB of text. Use "
        "fewer aliases."
    ),
    "unknown-alias": (
        "A value that begins with `*` repeats what an anchor `&name` above it named; there is no such anchor. Quote "
        "the value if the star was meant as text."
    ),
    "yaml-syntax": (
        "The text is not YAML. The message says what the reader met and the caret where; often the true fault is a "
        "little earlier: a missing quote or bracket, a colon without a space after it, or uneven indentation."
    ),
}
