"""One deal of Schnapsen or Sixty-Six, slow and obvious.

Written from the rules page alone. References such as "A6.3" or "B19" are to that page's sections.
Cards are ints, 8 * suit + rank (suits C S H D, ranks 7 8 9 J Q K T A); moves are ints too: a card,
32-35 marriage, 36 exchange, 37 close, 38 claim, 39 end, 40 draw. Seat 0 is forehand.

Where the page leaves a choice, this file chose:
 1. close_before_draw puts the node {claim, close, draw} after every trick won with an open talon,
    also when closing is impossible (talon_min_close) and when claim=auto leaves only {draw}.
    talon_min_close counts the talon as it then lies, before the draw. There is no exchange and no
    marriage in that node; exchange_when=on_turn adds "before following" only.
 2. beaten_closer=as_failed_close is 2, or 3 if he had no trick at the close, whatever failed_close
    says: always3 and last_trick speak only of cards that run out.
 3. failed_close=last_trick under last_trick=ten_points: 1 to the taker; no ten are added (closed).
 4. Under claim=auto there is no final window, whatever final_claim says; the ten points of the
    last trick count for the automatic claim.
 5. final_claim=auto with fewer than 66 is "end"; final_claim=none is always "end".
 6. marriage=auto with claim=declared: the lead has passed the turn, so the marriage itself cannot
    be claimed on; the next chance is the next trick won. A marriage by lead that ends the deal
    (claim=auto) leaves the led card on the table.
 7. A true claim by the closer's opponent is the ending "beaten_closer", said or automatic.
 8. After the close the turned-down turn-up stays known to both (they saw it, or the swap).
 9. Everyone sees his own cards packet by packet (first three, then the rest).
"""

from __future__ import annotations

import copy

from naive_options import DEFAULTS, PRESETS

SUITS, RANKS = "CSHD", "789JQKTA"
VALUES = (0, 0, 0, 2, 3, 4, 10, 11)  # A1, by rank
JACK, NINE, QUEEN, KING = 3, 2, 4, 5
MARRIAGE, EXCHANGE, CLOSE, CLAIM, END, DRAW = 32, 36, 37, 38, 39, 40


def suit(card: int) -> int:
    return card // 8


def rank(card: int) -> int:
    return card % 8


def cards(text: str) -> list[int]:
    """The cards of a text such as "AS TH"."""
    return [8 * SUITS.index(word[1]) + RANKS.index(word[0]) for word in text.split()]


def full_pack(game: str) -> list[int]:
    """A1: jack and better; Sixty-Six has the nines too."""
    lowest = NINE if game == "sixty_six" else JACK
    return [card for card in range(32) if rank(card) >= lowest]


def beats(card: int, other: int, trump: int) -> bool:
    """A5: does `card`, played after `other`, win the trick?"""
    if suit(card) == suit(other):
        return rank(card) > rank(other)
    return suit(card) == trump


class Deal:
    """One deal, all cards known; the attributes may be set by hand to build a position."""

    def __init__(self, game: str, pack: str | list[int], **options):
        if game not in PRESETS:
            raise ValueError(f"unknown game {game!r}")
        if not set(options) <= set(DEFAULTS):
            raise ValueError(f"unknown options {sorted(set(options) - set(DEFAULTS))}")
        self.game = game
        self.options: dict = PRESETS[game] | options
        self.pack: list[int] = cards(pack) if isinstance(pack, str) else [int(c) for c in pack]
        if sorted(self.pack) != full_pack(game):
            raise ValueError("not a pack of this game")

        self.packets = self._packets()  # per seat: its first and its second packet
        self.hands: list[list[int]] = [first + second for first, second in self.packets]
        self.turn_up: int | None  # None once drawn; after a close it lies face down
        self.talon: list[int]  # face down, in drawing order, without the turn-up
        self.turn_up, self.talon = self._stock()
        self.trump: int = suit(self.turn_up)
        self.turn = 0  # the seat to move while the deal is on
        self.led: int | None = None  # the card on the table
        self.must_lead: int | None = None  # suit of the marriage declared on this lead
        self.points, self.pending, self.tricks = [0, 0], [0, 0], [0, 0]
        self.tricks_played = 0
        self.closed_by: int | None = None
        self.at_close: tuple[int, int] | None = None  # points, tricks of the closer's opponent
        self.swapped: bool | None = None  # A8.11, None until a close decides it
        self.draw_pending = False  # Sixty-Six: the winner has yet to draw or close
        self.final_window = False  # A5: {claim, end} after the very last trick
        self.marriages: list[tuple[int, int]] = []  # (seat, suit) declared so far
        self.shown: list[set[int]] = [set(), set()]  # cards all know to be in that hand
        self.history: list[int] = []
        self.ending: str | None = None
        self.result: tuple[int, int] | None = None

    # ---- A1: the deal

    def _packets(self) -> list[tuple[list[int], list[int]]]:
        p = self.pack
        if self.game == "sixty_six":
            return [(p[0:3], p[6:9]), (p[3:6], p[9:12])]
        return [(p[0:3], p[7:9]), (p[3:6], p[9:11])]

    def _stock(self) -> tuple[int, list[int]]:
        if self.game == "sixty_six":
            return self.pack[12], self.pack[13:]
        return self.pack[6], self.pack[11:]

    # ---- A2: what the state says

    @property
    def to_move(self) -> int | None:
        return None if self.ending else self.turn

    @property
    def talon_left(self) -> int:
        return len(self.talon) + (self.turn_up is not None)

    @property
    def is_open(self) -> bool:
        return self.closed_by is None and self.talon_left > 0

    @property
    def exchange_card(self) -> int:
        return 8 * self.trump + (NINE if self.game == "sixty_six" else JACK)  # A8.3

    def payoffs(self) -> tuple[int, int]:
        if self.result is None:
            raise ValueError("the deal is not over")
        return self.result

    # ---- legal moves

    def legal(self) -> list[int]:
        if self.ending:
            return []
        if self.final_window:  # A5
            return [CLAIM, END]
        if self.draw_pending:  # A8, the extra node
            moves = [DRAW] + self._claims() + self._closes()
        elif self.led is not None:
            moves = self._follows()
            if self.options["exchange_when"] == "on_turn":  # B4
                moves = moves + self._exchanges()
        else:
            moves = self._leads() + self._claims() + self._marriages()
            if not (self.must_lead is not None and self.options["marriage_locks_turn"]):  # B19
                moves = moves + self._exchanges() + self._closes()
        return sorted(moves)

    def _leads(self) -> list[int]:
        """A3 lead: any card, but after a marriage one of the pair (B7: or only the king)."""
        hand = self.hands[self.turn]
        if self.must_lead is None:
            return list(hand)
        ranks = (KING,) if self.options["marriage_lead"] == "king" else (KING, QUEEN)
        return [c for c in hand if suit(c) == self.must_lead and rank(c) in ranks]

    def _claims(self) -> list[int]:
        """A3 claim: a trick just won or a marriage on this lead; whatever the points."""
        if self.options["claim"] == "auto":  # B8
            return []
        return [CLAIM] if self.tricks_played >= 1 or self.must_lead is not None else []

    def _marriages(self) -> list[int]:
        """A3 marriage, with the move."""
        if self.options["marriage"] == "auto" or self.must_lead is not None:  # B23, one on a lead
            return []
        return [MARRIAGE + s for s in range(4) if self._can_marry(s)]

    def _can_marry(self, of_suit: int) -> bool:
        hand = self.hands[self.turn]
        if self.options["marriage_requires_trick"] and self.tricks[self.turn] == 0:  # B5
            return False
        if not self.options["marriage_after_close"] and not self.is_open:  # B6
            return False
        return 8 * of_suit + KING in hand and 8 * of_suit + QUEEN in hand

    def _exchanges(self) -> list[int]:
        """A3 exchange."""
        if not self.is_open or self.exchange_card not in self.hands[self.turn]:
            return []
        if self.talon_left < self.options["talon_min_exchange"]:  # B1
            return []
        if self.options["exchange_requires_trick"] and self.tricks[self.turn] == 0:  # B3
            return []
        return [EXCHANGE]

    def _closes(self) -> list[int]:
        """A3 close."""
        least = self.options["talon_min_close"]  # B2
        if not self.is_open or least == "never" or self.talon_left < least:
            return []
        if self.tricks_played == 0 and not self.options["close_before_first_trick"]:  # B16
            return []
        return [CLOSE]

    def _follows(self) -> list[int]:
        """A4."""
        hand, led = self.hands[self.turn], self.led
        if self.is_open:
            return list(hand)
        same = [c for c in hand if suit(c) == suit(led)]
        higher = [c for c in same if rank(c) > rank(led)]
        trumps = [c for c in hand if suit(c) == self.trump]
        return higher or same or trumps or list(hand)

    # ---- moves

    def play(self, move: int) -> None:
        if move not in self.legal():
            raise ValueError(f"illegal move {move}")
        self.history.append(move)
        if move < MARRIAGE:
            if self.led is None:
                self._lead(move)
            else:
                self._follow(move)
        elif move < EXCHANGE:
            self.must_lead = move - MARRIAGE
            self._declare(move - MARRIAGE)
        elif move == EXCHANGE:
            self._swap(self.turn)
        elif move == CLOSE:
            self._close()
        elif move == CLAIM:
            self._claim(self.turn)
        elif move == END:
            self._run_out(self.turn)
        elif move == DRAW:
            self.draw_pending = False
            self._draw()

    def _lead(self, card: int) -> None:
        declares = self._lead_declares(card)
        self._put(card)
        self.led, self.must_lead = card, None
        if declares:
            self._declare(suit(card))
        self.turn = 1 - self.turn

    def _lead_declares(self, card: int) -> bool:
        """B23: under marriage=auto the lead of one of a pair declares it (B7: only the king)."""
        if self.options["marriage"] != "auto":
            return False
        ranks = (KING,) if self.options["marriage_lead"] == "king" else (KING, QUEEN)
        return rank(card) in ranks and self._can_marry(suit(card))

    def _declare(self, of_suit: int) -> None:
        """A3 marriage, its effect; the declarer is on turn."""
        me = self.turn
        self.marriages.append((me, of_suit))
        pair = {8 * of_suit + KING, 8 * of_suit + QUEEN}
        self.shown[me] |= pair & set(self.hands[me])
        worth = 40 if of_suit == self.trump else 20
        if self.options["marriage_counts"] == "with_trick" and self.tricks[me] >= 1:
            self.points[me] += worth
            if self.options["claim"] == "auto" and self.points[me] >= 66:  # B8
                self._claim(me, automatic=True)
        else:
            self.pending[me] += worth

    def _swap(self, seat: int) -> None:
        """The exchange card of the seat against the turn-up, visible to both."""
        self.hands[seat].remove(self.exchange_card)
        self.hands[seat].append(self.turn_up)
        self.shown[seat].add(self.turn_up)
        self.turn_up = self.exchange_card

    def _close(self) -> None:
        """A3 close; A8.11 the opponent's automatic swap."""
        opponent = 1 - self.turn
        self.closed_by = self.turn
        self.at_close = (self.points[opponent], self.tricks[opponent])
        self.draw_pending = False
        if self.options["opponent_exchange_on_close"] == "auto":
            self.swapped = self.exchange_card in self.hands[opponent]
            if self.swapped:
                self._swap(opponent)

    def _put(self, card: int) -> None:
        self.hands[self.turn].remove(card)
        self.shown[self.turn].discard(card)

    def _follow(self, card: int) -> None:
        """A5."""
        led, leader = self.led, 1 - self.turn
        self._put(card)
        winner = self.turn if beats(card, led, self.trump) else leader
        self.led, self.turn = None, winner
        self.tricks_played += 1
        self.tricks[winner] += 1
        self.points[winner] += VALUES[rank(led)] + VALUES[rank(card)] + self.pending[winner]
        self.pending[winner] = 0
        cards_gone = not self.hands[0] and not self.hands[1]
        if cards_gone and self.closed_by is None and self.options["last_trick"] == "ten_points":
            self.points[winner] += 10  # A8.6
        if self.options["claim"] == "auto" and self.points[winner] >= 66:  # B8
            self._claim(winner, automatic=True)
        elif cards_gone:
            self._after_last_trick(winner)
        elif self.is_open and self.options["close_before_draw"]:  # B17
            self.draw_pending = True
        elif self.is_open:
            self._draw()

    def _draw(self) -> None:
        """A5: the winner (on turn) draws first; the turn-up is drawn last."""
        for seat in (self.turn, 1 - self.turn):
            if self.talon:
                self.hands[seat].append(self.talon.pop(0))
            else:
                self.hands[seat].append(self.turn_up)
                self.shown[seat].add(self.turn_up)
                self.turn_up = None

    def _after_last_trick(self, winner: int) -> None:
        """B14."""
        if self.options["claim"] == "declared" and self.options["final_claim"] == "offer":
            self.final_window = True
        elif self.options["final_claim"] == "auto" and self.points[winner] >= 66:
            self._claim(winner, automatic=True)
        else:
            self._run_out(winner)

    # ---- A6: the result

    def _finish(self, winner: int, game_points: int, ending: str) -> None:
        if self.options["flat"] == 1 and game_points > 0:
            game_points = 1
        self.ending = ending
        self.result = (game_points, -game_points) if winner == 0 else (-game_points, game_points)
        self.final_window = False

    def _scale(self, points: int, tricks: int) -> int:
        if tricks == 0:
            return 3
        return 2 if points < self.options["schneider_at"] else 1

    def _two_or_three(self) -> int:
        """2, or 3 if the closer's opponent had no trick at the close."""
        return 3 if self.at_close[1] == 0 else 2

    def _claim(self, me: int, automatic: bool = False) -> None:
        said = "auto_claim" if automatic else "claim"
        other = 1 - me
        if self.points[me] < 66:  # A6.1
            self._finish(other, self._false_claim(me), "false_claim")
        elif self.closed_by == other:  # A6.2, B13
            flat = self.options["beaten_closer"] == "flat2"
            self._finish(me, 2 if flat else self._two_or_three(), "beaten_closer")
        elif self.closed_by == me and self.options["close_scoring"] == "at_close":  # A6.3
            self._finish(me, self._scale(*self.at_close), said)
        else:  # A6.4, and A6.3 with at_end
            self._finish(me, self._scale(self.points[other], self.tricks[other]), said)

    def _false_claim(self, me: int) -> int:
        """A6.1, B9, B10: what the other side wins."""
        other = 1 - me
        if self.options["false_claim"] == "flat2":
            return 2
        if self.options["false_claim"] == "mirror":
            return self._scale(self.points[other], self.tricks[other])
        if self.closed_by == me and self.options["closer_false_claim"] == "at_close":
            return self._two_or_three()
        return 3 if self.tricks[other] == 0 else 2

    def _run_out(self, taker: int) -> None:
        """A6.5 and A6.6: the cards are gone and nobody has claimed."""
        if self.closed_by is not None:
            self._run_out_closed(taker)
        elif self.options["last_trick"] == "one_point":
            self._finish(taker, 1, "last_trick")
        elif self.options["last_trick"] == "scale":
            worth = self._scale(self.points[1 - taker], self.tricks[1 - taker])
            self._finish(taker, worth, "last_trick_scale")
        elif self.points[0] == self.points[1]:  # A8.6
            self._finish(taker, 0, "draw")
        else:
            winner = 0 if self.points[0] > self.points[1] else 1
            worth = self._scale(self.points[1 - winner], self.tricks[1 - winner])
            self._finish(winner, worth, "ten_points")

    def _run_out_closed(self, taker: int) -> None:
        """A6.5, B11."""
        if self.options["failed_close"] == "last_trick":
            self._finish(taker, 1, "last_trick")
        elif self.options["failed_close"] == "always3":
            self._finish(1 - self.closed_by, 3, "failed_close")
        else:
            self._finish(1 - self.closed_by, self._two_or_three(), "failed_close")

    # ---- copies and views

    def copy(self) -> Deal:
        twin = copy.copy(self)
        twin.hands = [list(hand) for hand in self.hands]
        twin.talon = list(self.talon)
        twin.points, twin.pending = list(self.points), list(self.pending)
        twin.tricks, twin.history = list(self.tricks), list(self.history)
        twin.marriages = list(self.marriages)
        twin.shown = [set(known) for known in self.shown]
        return twin

    def _facts(self) -> tuple:
        """What both seats know and what matters."""
        return (
            (self.trump, self.turn, self.led, self.must_lead, self.draw_pending),
            (tuple(self.points), tuple(self.pending), tuple(self.tricks), self.tricks_played),
            (self.closed_by, self.at_close, self.final_window, self.ending, self.result),
        )

    def key(self) -> tuple:
        """All that can influence the rest of the deal, the options (fixed for a deal) apart."""
        stock = (tuple(self.talon), self.turn_up) if self.is_open else None
        return (frozenset(self.hands[0]), frozenset(self.hands[1]), stock, *self._facts())

    def public(self, seat: int) -> tuple:
        """All that the seat can see now."""
        own_packets = tuple(frozenset(packet) for packet in self.packets[seat])
        return (
            *self._facts(),
            (self.turn_up, self.talon_left, self.swapped, tuple(self.marriages)),
            (len(self.hands[0]), len(self.hands[1])),
            (frozenset(self.shown[0]), frozenset(self.shown[1])),
            (own_packets, frozenset(self.hands[seat])),
            tuple(self.legal()) if self.to_move == seat else None,
        )


def after(deal: Deal, move: int) -> Deal:
    following = deal.copy()
    following.play(move)
    return following
