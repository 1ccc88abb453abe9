"""The physical cards of a game, in the one order that programs, seeds and records rely on."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import TYPE_CHECKING

from trickcore.cards.model import Face
from trickcore.cards.words import pack_of
from trickcore.program.model import Card

if TYPE_CHECKING:
    from trickcore.rules.model import CustomPack


def build_cards(
    copies: int,
    base: str | CustomPack,
    extra: Iterable[tuple[int, str]] = (),
    removed: Collection[str] = (),
) -> tuple[Card, ...]:
    """The cards in canonical order, which never changes for a given deck.

    Suits in the deck's order, in each suit ranks from high to low as printed, then the cards without a suit in the
    order of the pack and of `extra`; copies lie side by side. `copies` multiplies the pack with its own extra cards;
    `extra` is added once. `removed`: canonical names; all copies of a card go. `kind` numbers distinct cards from 0.

    >>> [card.name for card in build_cards(1, "french 20", [(2, "joker")], ["A♣", "K♣"])][:3]
    ['Q♣', 'J♣', '10♣']
    >>> [card.kind for card in build_cards(1, "french 20", [(2, "joker")])][-3:]
    [19, 20, 20]
    """
    pack = pack_of(base)
    counted: dict[Face, int] = dict.fromkeys(pack.faces(), copies)
    for count, name in pack.extra:
        counted[Face(name, name)] = counted.get(Face(name, name), 0) + copies * count
    for count, name in extra:
        counted[Face(name, name)] = counted.get(Face(name, name), 0) + count
    kept = [(face, count) for face, count in counted.items() if face.name not in removed and count > 0]
    return tuple(
        Card(face.name, face.ascii, kind, face.rank, face.suit)
        for kind, (face, count) in enumerate(kept)
        for _ in range(count)
    )
