"""Results of tournaments in one SQLite file, written while they run.

A file holds any number of tournaments and may be read at any time, also while it is written (the
write-ahead log keeps readers and the one writer apart).  `Store` writes; `read` gives an `Archive`
(`schnapsen_ai.store.reader`), which needs no engine.  A set is in the file whole or not at all.

Schema, version 2 (``PRAGMA user_version``; ``application_id`` is 0x5363686E)
-----------------------------------------------------------------------------
``tournament``  one stream of packs: pack k of it is the same for all its pairings.
    experiment  its name, '' where none was given
    game, options  name, and every option with its value (JSON)
    unit        'deal' or 'match'
    seed        as given (text), NULL if none was; secret: the 16 bytes that all packs follow from
    packs       packs that were given, a byte a card, pack by pack; NULL where they are dealt
    limits      JSON, limits on time and the like
    facts       JSON, what a reader without the engine needs: seats, cards (of a pack),
                seatings (for each the set of seats that B holds, as bits), endings (names by
                number), moves (names of the moves that are no cards)
``bot``         text: as named on the command line; params: all of them with their values (JSON);
                sees_all; compiled; source: hash of the file it is in.  A bot whose file was edited
                is another bot.
``pairing``     tournament, and a and b, two bots.
``session``     one run of the program: started, ended (UTC; NULL after a kill), command, and
                versions (JSON, see `schnapsen_ai.store.provenance`).
``block``       consecutive sets of a pairing, ``first`` .. ``first + sets - 1``: session; sums
                deals, points_a, points_b, wins_a, wins_b, matches_a (NULL with unit=deal),
                seconds_a, seconds_b (thinking), asked_a, asked_b (decisions that were timed);
                and, as blobs of `schnapsen_ai.store.codec`, by set and seating:
    points, wins  of A and B (the last axis), summed over the deals, the mean over the seats that
                the bot held; a draw is half a win
    counts      of deals; matches: 1 if A won the match, 0, 0.5 if nobody did
    marks       of a match, against A and B; NULL with unit=deal and in older files
    endings     of the last deal
``log``         the deals of a block move by move, where they were played so (a pairing of compiled
                bots plays in one loop: its deals follow from the secret).  Columns as in
                `blocks.Log`, little-endian numbers one after the other.
``fault``       block, "set", seating, deal, seat, bot (0 or 1), what, charged, and trace ->
                ``trace.text``, kept once for all faults that share it.

``verdict``     where a sequential test of a pairing stood last (`schnapsen_ai.stats.sprt`): after
                so many sets, in index order, it had this log likelihood ratio and accepted 'H0',
                'H1' or ''.  Sets beyond were begun by other workers; the test does not count them.

``record``      deals played elsewhere or by people, one row each: game with changed options,
                players and payoffs by seat (JSON; NULL if not finished), and the deal in the text
                form of `schnapsen_ai.deal.transcript`.

``seal``        for each table (of ``block``: for each pairing, and for the schema) how many rows
                there are and the sum of their digests, so that what is missing is found.

A view ``standing`` sums up each pairing.  Every row has a ``digest``; that of a block covers its
faults and, by ``log_digest``, its log (`schnapsen_ai.store.seals`).  Version 1 had none of these:
such a file is read as it is, and gets them when it is next written to.
"""

from ..base.faces import face

__getattr__ = face(
    __name__,
    {"Archive": "reader", "Store": "writer", "StoreError": "errors", "read": "reader"},
)
