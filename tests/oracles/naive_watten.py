"""Slow twin of Watten (Bavarian, four seats), written from the rules page and nothing else.

Moves: 0-31 play a card, 44-47 trump C S H D, 48-55 Schlag 7 8 9 J Q K T A, 56 raise, 57 see,
58 fold, 36 pass when asked to raise out of turn.  A deal's context is {"scores": (team of seats 0
and 2, team of seats 1 and 3)}.
References such as W-b are to the page's table of ambiguities.
"""

from functools import partial
from typing import Any

import naive_four_redeals as four_redeals
import naive_four_seats as four
from naive_four_seats import DEALER, SEATS, card, rank_of, suit_of

OPTIONS = {
    "schlag_must_hold": False,  # W-a
    "schlag_counts_as_trump": False,  # W-b
    "krit_lifts": False,  # W-c
    "max_stake": 0,  # W-h, 0 for no limit
    "target": 15,
    "raise_window": "own_turn",  # W-e, or "any"
}
ENDINGS = (
    "tricks",  # a team has three tricks
    "fold",  # a team did not see a raise
)
PASS, TRUMP, SCHLAG, RAISE, SEE, FOLD = 36, 44, 48, 56, 57, 58
TEAMS = (0, 1, 0, 1)

MAX, BELLI, SPITZ = card("HK"), card("S7"), card("E7")
KRITISCHE = (MAX, BELLI, SPITZ)
NATURAL = [four.GERMAN_RANKS.index(rank) for rank in "789XUOKA"]  # low to high

perft = four.perft
value = four.value


class Deal(four.FourSeatDeal):
    """One deal of Watten."""

    GAME = "watten"
    PACKETS = (3, 2)
    DEFAULTS = OPTIONS

    def set_up(self) -> None:
        """Start: no Schlag, no trump, stake 2."""
        self.scores: tuple[int, int] = tuple(self.context.get("scores", (0, 0)))
        self.schlag: int | None = None
        self.trump: int | None = None
        self.stake = 2
        self.last_raise: int | None = None  # team of the last accepted raise
        self.raiser: int | None = None  # seat whose raise waits for an answer
        self.seen_now = False  # a raise was seen, and no card was played since
        self.waiting: list[int] = []  # W-e: seats that may still raise before the next card
        self.leader = 0  # W-d: the namer of the Schlag leads
        self.trick: list[int] = []  # cards on the table, the leader's first
        self.tricks = [0, 0]  # won by each team
        self.winner: int | None = None  # team, once over

    # ---- whose turn, and what may he do ----

    @property
    def to_move(self) -> int | None:
        """Seat to move, None when over."""
        if self.ending:
            return None
        if self.schlag is None:
            return 0
        if self.trump is None:
            return DEALER
        if self.raiser is not None:
            return (self.raiser + 1) % 4  # W-f
        if self.waiting:
            return self.waiting[0]
        return (self.leader + len(self.trick)) % 4

    def legal(self) -> list[int]:
        """Ascending legal moves."""
        if self.ending:
            return []
        if self.schlag is None:
            return self.legal_schlag()
        if self.trump is None:
            return [TRUMP + suit for suit in range(4)]
        if self.raiser is not None:
            return [SEE, FOLD]  # W-g: no raise as an answer
        if self.waiting:
            return [PASS, RAISE]
        return self.legal_cards() + ([RAISE] if self.may_raise(TEAMS[self.to_move]) else [])

    def legal_schlag(self) -> list[int]:
        """W-a: any rank, or only those in the namer's hand."""
        held = [rank_of(c) for c in self.hands[0]]
        must_hold = self.options["schlag_must_hold"]
        return [SCHLAG + rank for rank in range(8) if rank in held or not must_hold]

    def legal_cards(self) -> list[int]:
        """Any card, except on a Hauptschlag that opened the first trick."""
        hand = self.hands[self.to_move]
        if not self.is_forced():
            return list(hand)
        return [c for c in hand if self.satisfies(c)] or list(hand)

    def is_forced(self) -> bool:
        """First trick, opened with the Hauptschlag (W-k: when there is one)."""
        if self.tricks != [0, 0] or not self.trick or self.trick[0] != self.hauptschlag():
            return False
        lifted = any(c in KRITISCHE for c in self.trick[1:])  # W-c
        return not (lifted and self.options["krit_lifts"])

    def satisfies(self, c: int) -> bool:
        """W-b: a card of the trump suit or a Kritischer; with the option any Schlag too."""
        if suit_of(c) == self.trump or c in KRITISCHE:
            return True
        return self.options["schlag_counts_as_trump"] and rank_of(c) == self.schlag

    def may_raise(self, team: int) -> bool:
        """Raises alternate; a tense team may not raise (W-n); the stake may have a cap (W-h).

        Once a raise is seen, a card comes next.
        """
        if self.seen_now:
            return False
        tense = self.scores[team] >= self.options["target"] - 2
        cap = self.options["max_stake"]
        return team != self.last_raise and not tense and (cap == 0 or self.stake < cap)

    # ---- the order of the cards ----

    def hauptschlag(self) -> int | None:
        """The Schlag of the trump suit; none if that card is a Kritischer (W-k)."""
        named = 8 * self.trump + self.schlag
        return None if named in KRITISCHE else named

    def strength(self, c: int) -> int:
        """Classes 1 to 8 of the page, the highest number first; 0 cannot win."""
        if c in KRITISCHE:
            return 103 - KRITISCHE.index(c)
        if c == self.hauptschlag():
            return 100
        if rank_of(c) == self.schlag:
            return 90  # W-l: all equal
        if suit_of(c) == self.trump:
            return 20 + NATURAL.index(rank_of(c))
        if suit_of(c) == suit_of(self.trick[0]):
            return 10 + NATURAL.index(rank_of(c))
        return 0

    def winning_index(self) -> int:
        """Place in the trick of the winning card; the first of equals wins."""
        best = 0
        for i, c in enumerate(self.trick):
            if self.strength(c) > self.strength(self.trick[best]):
                best = i
        return best

    # ---- what a move does ----

    def apply(self, move: int) -> None:
        """Carry out a move of the seat to move."""
        seat = self.to_move
        self.history.append(move)
        if move == PASS:
            self.waiting.remove(seat)
        elif move == RAISE:
            self.raiser = seat
            self.waiting = []
        elif move == SEE:
            self.stake += 1
            self.last_raise = TEAMS[self.raiser]
            self.raiser = None
            self.seen_now = True
        elif move == FOLD:
            self.finish("fold", TEAMS[self.raiser])  # the stake before the raise
        elif move >= SCHLAG:
            self.schlag = move - SCHLAG
        elif move >= TRUMP:
            self.trump = move - TRUMP
            self.ask_others()
        else:
            self.play_card(seat, move)
            self.seen_now = False
            if not self.ending:
                self.ask_others()

    def ask_others(self) -> None:
        """W-e: before the next card those out of turn may raise, from the player's left."""
        if self.options["raise_window"] == "any":
            player = (self.leader + len(self.trick)) % 4
            after = [(player + k) % 4 for k in (1, 2, 3)]
            self.waiting = [seat for seat in after if self.may_raise(TEAMS[seat])]

    def play_card(self, seat: int, c: int) -> None:
        """Put a card on the table; the fourth one closes the trick."""
        self.hands[seat].remove(c)
        self.trick.append(c)
        if len(self.trick) < 4:
            return
        self.leader = (self.leader + self.winning_index()) % 4
        self.trick = []
        team = TEAMS[self.leader]
        self.tricks[team] += 1
        if self.tricks[team] == 3:
            self.finish("tricks", team)

    def finish(self, ending: str, team: int) -> None:
        """End the deal with a win of the team."""
        self.ending = ending
        self.winner = team

    def payoffs(self) -> tuple[int, ...]:
        """The winning team's seats get the stake, the others lose it."""
        if self.ending is None:
            raise ValueError("the deal is not over")
        return tuple(self.stake if TEAMS[s] == self.winner else -self.stake for s in SEATS)

    def sides(self) -> tuple[int, ...]:
        """Fixed partnerships."""
        return TEAMS

    def key(self) -> tuple[Any, ...]:
        """Everything that can influence the rest of the deal."""
        hands = tuple(frozenset(hand) for hand in self.hands)
        table = (self.leader, tuple(self.trick), tuple(self.tricks))
        raising = (self.stake, self.last_raise, self.raiser, self.scores)
        raising += (self.seen_now, tuple(self.waiting))
        return (hands, self.schlag, self.trump, table, raising, self.ending, self.winner)


class Match(four.FourSeatMatch):
    """A match to `target` points, 15 unless said otherwise."""

    def __init__(self, target: int = OPTIONS["target"]) -> None:
        """Start at 0:0."""
        super().__init__()
        self.target = target
        self.scores = [0, 0]  # of the teams of players: 0 and 2, 1 and 3

    def next_context(self) -> dict[str, Any] | None:
        """Context of the next deal, in the seats of that deal; None when the match is over."""
        if self.winner is not None:
            return None
        mine = TEAMS[self.seating()[0]]
        return {"scores": (self.scores[mine], self.scores[1 - mine])}

    def record(self, payoffs: tuple[int, ...]) -> None:
        """Add a deal (payoffs by its seats); the deal passes to the left."""
        for seat in (0, 1):  # one seat of each team
            self.scores[TEAMS[self.seating()[seat]]] += max(payoffs[seat], 0)
        self.played += 1

    @property
    def winner(self) -> int | None:
        """Team of players that has reached the target, None before."""
        reached = [team for team in (0, 1) if self.scores[team] >= self.target]
        return reached[0] if reached else None


# A layout is the four hands and the cards out of play.  With 12 out there are many: 2730 with one
# card in each hidden hand, 21840 with hands of 2 1 1, 1.7 million with 2 2 2 (too many to list).
redeals = partial(four_redeals.redeals, Deal)
consistent = partial(four_redeals.consistent, Deal)
