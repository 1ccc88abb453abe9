"""Two small games written by hand, as a compiler would write them: a whist for four and a game with a stock for two."""

from __future__ import annotations

from trickcore.diagnostics.model import Span
from trickcore.program.build import Builder
from trickcore.program.model import Card, Field, Item, Program, Seen

SUITS = "♣♦♥♠"
RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
PACK = 52
ALL = (1 << PACK) - 1
FILE = "whist.yaml"


def cards() -> tuple[Card, ...]:
    """Suit by suit, low to high."""
    letters = "CDHS"
    return tuple(
        Card(f"{RANKS[k % 13]}{SUITS[k // 13]}", f"{RANKS[k % 13]}{letters[k // 13]}", k, RANKS[k % 13], SUITS[k // 13])
        for k in range(PACK)
    )


def suit_mask(suit: int) -> int:
    return 0x1FFF << 13 * suit


def keys() -> list[int]:
    """Rows by trump (4 is none) and suit led: trumps over the suit led over the rest."""
    table = []
    for trump in range(5):
        for led in range(4):
            table += [20 + k % 13 if k // 13 == trump else k % 13 + 1 if k // 13 == led else 0 for k in range(PACK)]
    return table


class Whist:
    """Builds the trick loop that both games share."""

    def __init__(self, name: str, seats: tuple[str, ...], tricks: int) -> None:
        self.b = Builder(name=name, seats=seats, cards=cards(), suits=tuple(SUITS))
        b = self.b
        self.count = len(seats)
        self.tricks = tricks
        deck = cards()
        self.menu = b.menu("play", "Play a card", [Item(c.name, c.ascii, k) for k, c in enumerate(deck)])
        self.hand = b.saved_sets("hand", self.count, PACK, per="seat", label="hand", seen=Seen.OWNER)
        self.trick = b.saved_ints("trick", self.count, -1, PACK - 1, initial=-1, per="seat", domain="card")
        self.won = b.saved_ints("won", self.count, 0, tricks, per="seat")
        self.seat = b.saved_int("seat", 0, self.count - 1, domain="seat")
        self.leader = b.saved_int("leader", 0, self.count - 1, domain="seat")
        self.led = b.saved_int("led", -1, 3, initial=-1, domain="suit")
        self.trump = b.saved_int("trump", 0, 4)
        self.legal = b.saved_set("legal", PACK)
        self.trick_no = b.saved_int("trick_no", 0, tricks)
        self.played = b.saved_int("played", 0, self.count)
        self.pile = b.saved_pile("stock")

    def const(self, value: int) -> int:
        return self.b.const_int(value)

    def deal(self, each: int) -> None:
        b = self.b
        b.emit("pack", self.pile)
        b.emit("shuffle", self.pile)
        for seat in range(self.count):
            dealt = b.temp_set(PACK)
            b.emit("take", dealt, self.pile, self.const(each))
            b.emit("store_set", self.hand, self.const(seat), dealt)
        b.emit("roll", self.trump, self.const(5))

    def tricks_loop(self) -> None:
        """All tricks, from the leader on."""
        b = self.b
        suits = b.set_table([suit_mask(k) for k in range(4)], absent=ALL, name="suits")
        again, turn = b.label(), b.label()
        b.place(again)
        b.at(Span(FILE, 10, 1, 10, 8))
        b.emit("tick", self.trick_no)
        b.emit("fill", self.trick, self.const(-1))
        b.emit("copy", self.seat, self.leader)
        b.emit("copy", self.led, self.const(-1))
        b.emit("copy", self.played, self.const(0))
        b.place(turn)
        b.at(Span(FILE, 12, 3, 12, 20))
        b.emit("tick", self.played)
        held, tier = b.temp_set(PACK), b.temp_set(PACK)
        b.emit("load_set", held, self.hand, self.seat)
        b.emit("look_set", tier, suits, self.led)
        duty = b.duty("follow", [("led", "you must follow suit", Span(FILE, 12, 3, 12, 6)), ("any", "", None)])
        b.emit("first", self.legal, duty, held, tier, b.const_set(ALL))
        action = b.temp_int(0, PACK - 1)
        b.emit("ask", action, self.seat, self.menu, self.legal)
        self.play_card(action)
        more = b.temp_int(0, 1)
        b.emit("lt", more, self.played, self.const(self.count))
        b.emit("if", more, turn)
        self.end_of_trick()
        b.emit("lt", more, self.trick_no, self.const(self.tricks))
        b.emit("if", more, again)

    def play_card(self, action: int) -> None:
        b = self.b
        suit_of = b.int_table([k // 13 for k in range(PACK)], name="suit_of")
        card, held, later, next_seat = b.temp_set(PACK), b.temp_set(PACK), b.temp_int(0, 1), b.temp_int()
        b.emit("only", card, action)
        b.emit("load_set", held, self.hand, self.seat)
        b.emit("less", held, held, card)
        b.emit("store_set", self.hand, self.seat, held)
        b.emit("store", self.trick, self.seat, action)
        b.emit("note", b.note("played", [Field("seat", "seat"), Field("card", "card")]), self.seat, action)
        followed = b.label()
        b.emit("le", later, self.const(0), self.led)
        b.emit("if", later, followed)
        b.emit("look", self.led, suit_of, action)
        b.place(followed)
        b.emit("add", next_seat, self.seat, self.const(1))
        b.emit("mod", self.seat, next_seat, self.const(self.count))

    def end_of_trick(self) -> None:
        b = self.b
        table = b.int_table(keys(), row=PACK, name="keys")
        row, won = b.temp_int(), b.temp_int()
        b.emit("mul", row, self.trump, self.const(4))
        b.emit("add", row, row, self.led)
        b.emit("best", self.leader, self.trick, table, row)
        b.emit("load", won, self.won, self.leader)
        b.emit("add", won, won, self.const(1))
        b.emit("store", self.won, self.leader, won)

    def finish(self) -> Program:
        """The seats with the most tricks win."""
        b = self.b
        most, winners, mine = b.temp_int(), b.temp_set(self.count), b.temp_int()
        b.emit("load", most, self.won, self.const(0))
        for seat in range(1, self.count):
            b.emit("load", mine, self.won, self.const(seat))
            b.emit("max", most, most, mine)
        b.emit("copy_set", winners, b.const_set(0))
        for seat in range(self.count):
            equal, one = b.temp_int(0, 1), b.temp_set(self.count)
            b.emit("load", mine, self.won, self.const(seat))
            b.emit("eq", equal, mine, most)
            b.emit("choose_set", one, equal, b.const_set(1 << seat), b.const_set(0))
            b.emit("join", winners, winners, one)
        b.emit("end", self.const(b.reason("all tricks are played")), winners)
        return b.finish()


def whist() -> Program:
    """Four players, thirteen cards, a trump suit or none."""
    game = Whist("whist", ("North", "East", "South", "West"), 13)
    game.deal(13)
    game.tricks_loop()
    return game.finish()


class StockGame(Whist):
    """Two players with six cards; both draw after each trick while there is a stock; each deal its own trump."""

    def end_of_trick(self) -> None:
        super().end_of_trick()
        b = self.b
        for step in range(2):
            seat, card, drawn, held, empty = (
                b.temp_int(),
                b.temp_int(-1, PACK - 1),
                b.temp_set(PACK),
                b.temp_set(PACK),
                b.temp_int(0, 1),
            )
            nothing = b.label()
            b.emit("add", seat, self.leader, self.const(step))
            b.emit("mod", seat, seat, self.const(2))
            b.emit("draw", card, self.pile)
            b.emit("lt", empty, card, self.const(0))
            b.emit("if", empty, nothing)
            b.emit("only", drawn, card)
            b.emit("load_set", held, self.hand, seat)
            b.emit("join", held, held, drawn)
            b.emit("store_set", self.hand, seat, held)
            b.place(nothing)


def stock_game() -> Program:
    """Two players, six cards each and a stock."""
    game = StockGame("stock game", ("Ann", "Ben"), 26)
    game.deal(6)
    game.tricks_loop()
    return game.finish()
