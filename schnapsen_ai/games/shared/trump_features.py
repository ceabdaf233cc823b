"""What a hand is worth under a trump suit, as counts: for weights fitted to deals played.

Packs of 24 cards, nine lowest; cards rank A T K Q J 9.
"""

from __future__ import annotations

import numpy as np

from ...base.jit import jit
from ...cards import PACK_24, Cards, bit, count, highest, suit_cards

FEATURES = 12


@jit
def trump_features(hand: Cards, trump: int, aside: Cards, out: np.ndarray) -> None:
    """Counts of a hand, to ``out[:FEATURES]``; `aside`: trumps that count as nobody's."""
    trumps = suit_cards(trump)
    own = hand & trumps
    missing = PACK_24 & trumps & ~own & ~aside
    for i in range(FEATURES):
        out[i] = 0.0
    out[0] = 1.0
    out[1] = count(own)
    # trumps above all that others may hold
    out[2] = count(own & ~((bit(highest(missing)) << 1) - 1)) if missing else count(own)
    out[3] = 1.0 if own & bit(8 * trump + 7) else 0.0
    out[4] = 1.0 if own & bit(8 * trump + 6) else 0.0
    out[5] = 1.0 if (hand >> (8 * trump + 4)) & 3 == 3 else 0.0
    for suit in range(4):
        if suit == trump:
            continue
        cards = (hand >> (8 * suit)) & 0xFF
        if cards & 0x80:
            out[6] += 1.0
            if cards & 0x40:
                out[7] += 1.0
        elif cards == 0:
            out[8] += 1.0
        else:
            out[9] += count(cards)  # cards of a suit without its ace
        if cards & 0x30 == 0x30:
            out[10] += 1.0
        if cards & 0xC0 == 0x40:
            out[11] += 1.0
