"""Slow twin of Schafkopf (Bavarian, called ace), written from the rules page and nothing else.

Moves: 0-31 play a card, 36 pass, 37 double, 40 Wenz, 41-43 call the ace of C S D, 44-47 solo
C S H D.  References such as K-f are to the page's table of ambiguities.
"""

from collections.abc import Iterable
from functools import partial
from typing import Any

import naive_four_redeals as four_redeals
import naive_four_seats as four
import naive_schafkopf_cards as book
from naive_four_seats import SEATS, rank_of
from naive_schafkopf_cards import CALLS, DOUBLE, PASS, SOLO, WENZ

OPTIONS = {
    "ace_still_forced": False,  # K-f
    "at_deal": False,  # K-g
    "only_declarers": False,  # K-k
    "kontra": "after_first_card",  # K-c, or "before_lead"
    "n_stoss_max": 2,  # K-d, or 4
    "passed_out": "counts",  # K-n, or dealt again by "next_dealer" or "same_dealer"
    "deals": 24,
}
ENDINGS = (
    "void",  # all four passed
    "won",  # by the declaring side
    "lost",
)

perft = four.perft
value = four.value


class Deal(four.FourSeatDeal):
    """One deal of Schafkopf."""

    GAME = "schafkopf"
    PACKETS = (4, 4)
    DEFAULTS = OPTIONS

    def set_up(self) -> None:
        """Start: nobody has spoken."""
        self.dealt = [frozenset(hand) for hand in self.hands]  # for Laufende, called ace, K-g
        self.spoken = 0  # seats that have bid
        self.contract = PASS  # the highest bid so far
        self.declarer: int | None = None
        self.partner: int | None = None  # seat that was dealt the called ace
        self.asked: list[int] = []  # seats still to be asked in the open doubling window
        self.doublers: list[int] = []  # Kontra, Re, ... in order
        self.ran = False  # the holder of the called ace has run away
        self.leader = 0
        self.trick: list[int] = []  # cards on the table, the leader's first
        self.points = [0, 0, 0, 0]  # card points taken by each seat
        self.tricks = [0, 0, 0, 0]  # won by each seat

    @property
    def to_move(self) -> int | None:
        """Seat to move, None when over."""
        if self.ending:
            return None
        if self.spoken < 4:
            return self.spoken
        if self.asked:
            return self.asked[0]
        return (self.leader + len(self.trick)) % 4

    def legal(self) -> list[int]:
        """Ascending legal moves."""
        if self.ending:
            return []
        if self.spoken < 4:
            return self.legal_bids()
        if self.asked:
            return [PASS, DOUBLE] if self.may_double(self.asked[0]) else [PASS]
        return self.legal_leads() if not self.trick else self.legal_follows()

    # ---- bidding ----

    def legal_bids(self) -> list[int]:
        """Pass, or a contract of a strictly higher class; one round only (K-a, K-b)."""
        hand = self.hands[self.spoken]
        bids = [bid for bid, suit in CALLS.items() if book.may_call(hand, suit)]
        bids += [WENZ, SOLO, SOLO + 1, SOLO + 2, SOLO + 3]
        standing = book.bid_class(self.contract)
        return sorted([PASS] + [bid for bid in bids if book.bid_class(bid) > standing])

    def called_suit(self) -> int | None:
        """Suit of the called ace, None in Wenz and solo."""
        return CALLS.get(self.contract)

    def called_ace(self) -> int | None:
        """The called ace, None in Wenz and solo."""
        suit = self.called_suit()
        return None if suit is None else 8 * suit + book.ACE

    def sides(self) -> tuple[int, ...] | None:
        """Declaring side 0, the others 1; None before the end of the bidding and in a void deal."""
        if self.spoken < 4 or self.declarer is None:
            return None
        return tuple(0 if s in (self.declarer, self.partner) else 1 for s in SEATS)

    # ---- doubling ----

    def open_window(self) -> None:
        """Ask for the next doubling, from the left of the last doubler, first from seat 0.

        Not asked: who is openly on the wrong side, the declarer or a doubler of the other side
        (in Wenz and solo all sides are open).  Whose side is secret is asked, if only to pass.
        """
        if len(self.doublers) == self.options["n_stoss_max"]:
            return
        start = self.doublers[-1] + 1 if self.doublers else 0
        order = [(start + i) % 4 for i in range(4)]
        self.asked = [s for s in order if self.open_side(s) in (None, self.doubling_side())]

    def doubling_side(self) -> int:
        """Kontra is the defenders', Re the declaring side's, and so on in turn."""
        return 1 if len(self.doublers) % 2 == 0 else 0

    def open_side(self, seat: int) -> int | None:
        """Side that bids and doublings have shown, None while secret."""
        if seat == self.declarer or seat in self.doublers[1::2]:
            return 0
        if seat in self.doublers[0::2] or self.called_suit() is None:
            return 1
        return None

    def may_double(self, seat: int) -> bool:
        """Only the side whose turn it is to double (K-e)."""
        return self.sides()[seat] == self.doubling_side()

    # ---- playing ----

    def holds_called_ace(self) -> bool:
        """The seat to move has the called ace in hand."""
        return self.called_ace() in self.hands[self.to_move]

    def legal_leads(self) -> list[int]:
        """Any card; the holder of the called ace leads its suit with the ace or runs away."""
        hand = self.hands[self.to_move]
        if not self.holds_called_ace() or self.ran or self.may_run_away():
            return list(hand)
        ace, suit = self.called_ace(), self.called_suit()
        return [c for c in hand if c == ace or book.class_of(c, self.contract) != suit]

    def may_run_away(self) -> bool:
        """K-g: four cards of the called suit, ace included, now (or at the deal)."""
        seat = self.to_move
        held = self.dealt[seat] if self.options["at_deal"] else self.hands[seat]
        return len(self.of_called_suit(held)) >= 4

    def of_called_suit(self, held: Iterable[int]) -> list[int]:
        """Cards of the called suit, the ace included, Obers and Unters not."""
        return [c for c in held if book.class_of(c, self.contract) == self.called_suit()]

    def legal_follows(self) -> list[int]:
        """Follow the class led, else anything; the called ace has duties of its own."""
        hand = self.hands[self.to_move]
        led = book.class_of(self.trick[0], self.contract)
        choice = [c for c in hand if book.class_of(c, self.contract) == led] or list(hand)
        if not self.holds_called_ace():
            return choice
        ace = self.called_ace()
        if led == self.called_suit():  # searched, by another seat
            must_fall = not self.ran or self.options["ace_still_forced"]  # K-f
            return [ace] if must_fall else choice
        if self.ran or hand == [ace]:  # K-h
            return choice
        return [c for c in choice if c != ace]

    # ---- what a move does ----

    def apply(self, move: int) -> None:
        """Carry out a move of the seat to move."""
        seat = self.to_move
        self.history.append(move)
        if self.spoken < 4:
            self.bid(seat, move)
        elif self.asked:
            self.answer(seat, move)
        else:
            self.play_card(seat, move)

    def bid(self, seat: int, move: int) -> None:
        """Take a bid; the fourth is the last."""
        self.spoken += 1
        if move != PASS:
            self.contract, self.declarer = move, seat
        if self.spoken == 4:
            self.end_bidding()

    def end_bidding(self) -> None:
        """Void if nobody bid (K-n); else the sides are settled."""
        if self.declarer is None:
            self.ending = "void"
            return
        holders = [s for s in SEATS if self.called_ace() in self.dealt[s]]
        self.partner = holders[0] if holders else None
        if self.options["kontra"] == "before_lead":
            self.open_window()

    def answer(self, seat: int, move: int) -> None:
        """Take an answer in a doubling window."""
        self.asked.remove(seat)
        if move == DOUBLE:
            self.doublers.append(seat)
            self.asked = []
            self.open_window()

    def play_card(self, seat: int, c: int) -> None:
        """Put a card on the table; the first opens the window, the fourth closes the trick."""
        low = c != self.called_ace() and book.class_of(c, self.contract) == self.called_suit()
        if low and not self.trick and self.holds_called_ace():
            self.ran = True
        self.hands[seat].remove(c)
        self.trick.append(c)
        first = len(self.trick) == 1 and sum(self.tricks) == 0
        if first and self.options["kontra"] == "after_first_card":
            self.open_window()
        if len(self.trick) == 4:
            self.close_trick()

    def close_trick(self) -> None:
        """Give the trick to its winner, who leads; after the eighth the deal is over."""
        self.leader = (self.leader + book.winning_index(self.trick, self.contract)) % 4
        self.points[self.leader] += sum(book.CARD_POINTS.get(rank_of(c), 0) for c in self.trick)
        self.tricks[self.leader] += 1
        self.trick = []
        if sum(self.tricks) == 8:  # K-p: no early stop
            self.finish()

    def finish(self) -> None:
        """End a played deal: 61 points win it for the declaring side."""
        self.ending = "won" if self.of_side(self.points, 0) >= 61 else "lost"

    # ---- the result ----

    def of_side(self, amounts: list[int], side: int) -> int:
        """Sum over the seats of a side."""
        return sum(amounts[s] for s in SEATS if self.sides()[s] == side)

    def laufende(self) -> int:
        """Run of top trumps dealt to the side (either, K-k) that holds the highest."""
        owner = {c: self.sides()[s] for s in SEATS for c in self.dealt[s]}
        side, run = book.run_of_top_trumps(owner, self.contract)
        if side == 1 and self.options["only_declarers"]:
            return 0
        return run if run >= (2 if self.contract == WENZ else 3) else 0  # K-m

    def is_schneider(self) -> bool:
        """Won with 91 or more, lost with 30 or fewer."""
        points = self.of_side(self.points, 0)
        return points >= 91 if self.ending == "won" else points <= 30

    def is_schwarz(self) -> bool:
        """The losing side took no trick (on top of Schneider, K-j)."""
        return self.of_side(self.tricks, 1 if self.ending == "won" else 0) == 0

    def game_value(self) -> int:
        """What each defender pays or gets; doublings double the extras too (K-l)."""
        base = 20 if self.contract in CALLS else 50
        extras = self.laufende() + self.is_schneider() + self.is_schwarz()
        return (base + 10 * extras) * 2 ** len(self.doublers)

    def payoffs(self) -> tuple[int, ...]:
        """Each defender's gain is the declaring side's loss; a single declarer pays three."""
        if self.ending is None:
            raise ValueError("the deal is not over")
        if self.ending == "void":
            return (0, 0, 0, 0)
        gain = self.game_value() if self.ending == "won" else -self.game_value()
        share = 3 if self.sides().count(0) == 1 else 1
        return tuple(-gain if side == 1 else share * gain for side in self.sides())

    def key(self) -> tuple[Any, ...]:
        """Everything that can influence the rest of the deal."""
        hands = tuple(frozenset(hand) for hand in self.hands)
        bids = (self.spoken, self.contract, self.declarer, self.ending)
        if self.sides() is None:
            return (hands, bids)
        doubling = (tuple(self.asked), tuple(self.doublers))
        table = (self.leader, tuple(self.trick), self.ran)
        taken = tuple(self.of_side(x, side) for x in (self.points, self.tricks) for side in (0, 1))
        held = [] if self.partner is None else self.of_called_suit(self.dealt[self.partner])  # K-g
        return (hands, bids, doubling, table, taken, self.partner, len(held), self.laufende())


class Match(four.FourSeatMatch):
    """A number of deals, in money."""

    def __init__(self, deals: int, passed_out: str = "counts") -> None:
        """Start with no money won."""
        super().__init__()
        self.deals = deals
        self.passed_out = passed_out
        self.booked = 0
        self.money = [0, 0, 0, 0]  # of the players

    def next_context(self) -> dict[str, Any] | None:
        """Context of the next deal (it inherits nothing); None when the match is over."""
        return {} if self.booked < self.deals else None

    def record(self, payoffs: tuple[int, ...], void: bool = False) -> None:
        """Pay a deal (payoffs by its seats); what a void one does is K-n."""
        if void and self.passed_out != "counts":
            self.played += {"next_dealer": 1, "same_dealer": 0}[self.passed_out]
            return
        self.booked += 1
        for player, amount in zip(self.seating(), payoffs, strict=True):
            self.money[player] += amount
        self.played += 1


redeals = partial(four_redeals.redeals, Deal)  # a layout is the four hands
consistent = partial(four_redeals.consistent, Deal)
