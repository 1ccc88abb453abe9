"""Codes of the room `coverage`: what is used of rule files."""

CODES = {
    "case-fails": "A case fails. It counts as far as it was played; `trickcore test` tells what is wrong.",
    "fault-in-play": "Random play came to where the rules are at fault, such as a number that leaves its range.",
    "several-places": (
        "An entry of `unused` names several places of the rule file. With `in` it says what the meant one stands in: a "
        "law such as `follow`, the id of a step, a tier, the label of an award or the name of a call."
    ),
    "unknown-place": (
        "An entry of `unused` names a place that the rule file does not have. Tiers and guards are named as they are "
        "written, steps by their id or kind, awards by their label and calls by their name."
    ),
    "used-after-all": "An entry of `unused` gives a reason why something is never used, and it was used.",
}
