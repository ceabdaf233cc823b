"""From a seed to random words, one way.

A tournament has a *secret*: 16 bytes made from ``--seed``, or random ones.  Packs and bots get
64-bit words of a stream named by (secret, purpose), read in blocks: word k of a stream depends on
nothing else, so neither the order of work nor the number of workers matters, and a word leads back
neither to the secret nor to any other word (SHAKE-128, FIPS 202).
"""

from __future__ import annotations

import hashlib
import os

import numpy as np

SECRET_BYTES = 16
_BLOCK = 256


def secret_of(seed: int | None) -> bytes:
    """The secret of a seed; without one, fresh random bytes."""
    if seed is None:
        return os.urandom(SECRET_BYTES)
    return hashlib.blake2b(f"schnapsen-ai seed {seed}".encode(), digest_size=16).digest()


def words(secret: bytes, purpose: str, start: int, n: int) -> np.ndarray:
    """Words ``start .. start + n - 1`` of a stream, a uint64 array."""
    first, last = start // _BLOCK, (start + n - 1) // _BLOCK
    key = secret + purpose.encode() + b"\0"
    blocks = [
        hashlib.shake_128(key + block.to_bytes(8, "little")).digest(8 * _BLOCK)
        for block in range(first, last + 1)
    ]
    stream = np.frombuffer(b"".join(blocks), dtype="<u8").astype(np.uint64)
    return stream[start - first * _BLOCK :][:n].copy()


def generator(word: int) -> np.random.Generator:
    """A numpy Generator from one word of a stream."""
    return np.random.Generator(np.random.PCG64(int(word)))
