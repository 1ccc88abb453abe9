"""The line `deck:`: first the words of the pack, which all texts need, then what options and players take out of it."""

from __future__ import annotations

from collections.abc import Mapping as Map

from trickcore import language
from trickcore.cards import EXTRA, PACKS, SIGNS, Face, Vocabulary, deck_words, known_rank, pack_of
from trickcore.diagnostics.words import did_you_mean
from trickcore.rules.contexts import STATIC
from trickcore.rules.model import CustomPack, DeckRule
from trickcore.rules.shape import NAME, Shape, short
from trickcore.rules.texts import File
from trickcore.source.nodes import Mapping, Node, Scalar, Sequence

MOST_CARDS = 256
MOST_COPIES = 8


def everything() -> Vocabulary:
    """The words of all packs together: what a file is read with when its own deck cannot be made out."""
    each = [deck_words(name) for name in PACKS]
    words: dict[str, tuple[str, str]] = {}
    faces: dict[str, Face] = {}
    ranks: dict[str, None] = {}
    for one in each:
        words |= one.words
        faces |= one.faces
        ranks |= dict.fromkeys(one.ranks)
    return Vocabulary(tuple(SIGNS), tuple(ranks), words, faces, {glyph: suit.twin for glyph, suit in SIGNS.items()})


def read_words(node: Node | None, shape: Shape) -> tuple[Vocabulary, CustomPack | None, int] | None:
    """The vocabulary of the deck, the pack if it is the game's own, and the number of packs; None after a finding."""
    if node is None:
        return None
    if isinstance(node, Mapping):
        pack = read_pack(node, shape)
        return None if pack is None else (deck_words(pack), pack, 1)
    text = shape.text(node)
    base = language.read_deck_base(text, shape.found) if text is not None else None
    if text is None or base is None:
        return None
    copies, name, extra = base
    if name not in PACKS:
        hint = did_you_mean(name, PACKS, "packs are")
        shape.found.error("unknown-deck", f"there is no pack `{short(name)}`", text.span, hint)
        return None
    if not _extra_known(text, extra, shape) or not _fits(text, copies, name, extra, shape):
        return None
    return deck_words(name, extra), None, copies


def _extra_known(text: Scalar, extra: tuple[tuple[int, str], ...], shape: Shape) -> bool:
    """Cards that are added are known ones without a suit."""
    for _, name in extra:
        if name not in EXTRA:
            hint = did_you_mean(name, EXTRA, "a pack can get a")
            message = f"no pack can get a card `{short(name)}`"
            shape.found.error("unknown-card", message, text.span, hint + "; a pack of your own may have any")
            return False
    return True


def _fits(text: Scalar, copies: int, name: str, extra: tuple[tuple[int, str], ...], shape: Shape) -> bool:
    """The deck is not too large."""
    count = copies * len(PACKS[name]) + sum(number for number, _ in extra)
    return _small_enough(text, count, max(copies, *(number for number, _ in extra), 0), shape)


def _small_enough(node: Node, count: int, copies: int, shape: Shape) -> bool:
    if count > MOST_CARDS:
        shape.found.error("deck-size", f"the deck has {count} cards; at most {MOST_CARDS} are possible", node.span)
    elif copies > MOST_COPIES:
        message = f"{copies} copies of a card; at most {MOST_COPIES} are possible"
        shape.found.error("deck-size", message, node.span)
    return count <= MOST_CARDS and copies <= MOST_COPIES


# ------------------------------------------------------------------------------------------------ a pack of one's own


def read_pack(node: Mapping, shape: Shape) -> CustomPack | None:
    """`{suits: [♥, ♠], ranks: 9..1, extra: {jester: 2}}`."""
    suits, ranks = _suits(node.get("suits"), shape), _ranks(node.get("ranks"), shape)
    extra = _extra(node.get("extra"), shape)
    missing = [key for key in ("suits", "ranks") if key not in node]
    if missing and not shape.quiet:
        shape.found.error("missing-key", f"the deck does not say its {missing[0]}", node.span)
    if not suits or not ranks or extra is None:
        return None
    pack = CustomPack(suits, ranks, extra)
    return pack if _small_enough(node, len(pack_of(pack)), 1, shape) else None


def _suits(node: Node | None, shape: Shape) -> tuple[str, ...]:
    by_word: Map[str, str] = {suit.plural: glyph for glyph, suit in SIGNS.items()}
    suits: list[str] = []
    if node is not None and not isinstance(node, Sequence):
        shape.wrong(node, "a list of suits")
    for item in node.items if isinstance(node, Sequence) else ():
        text = shape.words(item).replace("\ufe0e", "").replace("\ufe0f", "")
        glyph = by_word.get(text, text)
        if glyph not in SIGNS:
            hint = did_you_mean(text, [*SIGNS, *by_word], "suits are")
            shape.found.error("unknown-suit", f"`{short(text)}` is no suit", item.span, hint)
            return ()
        if glyph in suits:
            shape.found.error("duplicate-value", f"the suit {glyph} stands twice in this list", item.span)
            return ()
        suits.append(glyph)
    return tuple(suits)


def _ranks(node: Node | None, shape: Shape) -> tuple[str, ...]:
    """Ranks from high to low; read here, since the language needs a deck to read lists of ranks."""
    text = shape.text(node)
    ranks: list[str] = []
    for token in text.text.split() if text is not None else ():
        first, dots, last = token.partition("..")
        wrong = not known_rank(first) or (dots and not (known_rank(last) and first.isdigit() and last.isdigit()))
        if text is not None and wrong:
            hint = "ranks are A K Q J C O U and numbers, such as `A K Q J 10..2`"
            shape.found.error("unknown-rank", f"`{short(token)}` is no rank", text.span, hint)
            return ()
        low, high = (int(last), int(first)) if dots else (0, 0)
        step = -1 if high >= low else 1
        ranks += [str(number) for number in range(high, low + step, step)] if dots else [first]
    if text is not None and len(set(ranks)) < len(ranks):
        shape.found.error("duplicate-rank", "a rank stands twice in this list", text.span)
        return ()
    return tuple(ranks)


def _extra(node: Node | None, shape: Shape) -> tuple[tuple[int, str], ...] | None:
    cards: list[tuple[int, str]] = []
    for entry in shape.entries(node):
        count, name = shape.integer(entry.value), entry.key.text
        if not NAME.fullmatch(name) or language.is_reserved(name):
            hint = "small letters, digits and `_`, and no word of the language"
            shape.found.error("bad-name", f"`{short(name)}` cannot name a card", entry.key.span, hint)
            return None
        if count is None or not 1 <= count <= MOST_CARDS:
            if count is not None and not shape.quiet:
                shape.found.error("wrong-value", f"{count} copies of a card are not possible", entry.value.span)
            return None
        cards.append((count, name))
    return tuple(cards)


# ------------------------------------------------------------------------------------------------ the rule


def read_rule(node: Node | None, pack: CustomPack | None, file: File) -> DeckRule | None:
    """The deck, with what is taken out of it."""
    if node is None:
        return None
    if pack is not None:
        return DeckRule(1, "own", (), (), pack, node.span)
    text = file.shape.text(node)
    return language.read_deck(text, file.at(STATIC, "`deck`").scope, file.found) if text is not None else None
