"""From a seed to random words, one way.

A tournament has a *secret*: 16 bytes made from ``--seed``, or random ones.  Packs and bots get
64-bit words of a stream named by (secret, purpose), read in blocks: word k of a stream depends on
nothing else, so neither the order of work nor the number of workers matters, and a word leads back
neither to the secret nor to any other word (SHAKE-128, FIPS 202).
"""

from __future__ import annotations

import contextlib
import hashlib
import os
from typing import Any

import numpy as np

SECRET_BYTES = 16
_BLOCK = 256


def secret_of(seed: int | None) -> bytes:
    """The secret of a seed, a whole number; without one, fresh random bytes."""
    if seed is None:
        return os.urandom(SECRET_BYTES)
    if isinstance(seed, bool) or not isinstance(seed, int | np.integer):
        raise ValueError(f"seed={seed!r} is not a whole number")
    return hashlib.blake2b(f"schnapsen-ai seed {seed}".encode(), digest_size=16).digest()


def guarded_secret_of(seed: int | None) -> bytes:
    """A secret that knowing, or trying, the seed does not give: for bots of strangers.

    The seed is mixed with a key of this user on this machine, made when first needed; where none
    can be kept, fresh random bytes serve once.
    """
    if seed is None:
        return secret_of(None)
    secret_of(seed)  # a whole number?
    text = f"schnapsen-ai guarded seed {seed}".encode()
    return hashlib.blake2b(text, key=_key(), digest_size=SECRET_BYTES).digest()


def key_path() -> str:
    """``$XDG_STATE_HOME/schnapsen_ai/key``, which no isolated bot can read."""
    state = os.environ.get("XDG_STATE_HOME") or os.path.join(
        os.path.expanduser("~"), ".local", "state"
    )
    return os.path.join(state, "schnapsen_ai", "key")


def _key() -> bytes:
    """The 32 random bytes in `key_path`, made when there are none."""
    path = key_path()
    for _ in range(2):
        with contextlib.suppress(OSError), open(path, "rb") as file:
            key = file.read(33)
            if len(key) == 32:
                return key
        with contextlib.suppress(OSError):
            os.makedirs(os.path.dirname(path), mode=0o700, exist_ok=True)
            fd = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
            with os.fdopen(fd, "wb") as file:
                file.write(os.urandom(32))
    return os.urandom(32)


def words(secret: bytes, purpose: str, start: int, n: int) -> np.ndarray:
    """Words ``start .. start + n - 1`` of a stream, a uint64 array."""
    first, last = start // _BLOCK, (start + n - 1) // _BLOCK
    key = secret + purpose.encode() + b"\0"
    blocks = [
        hashlib.shake_128(key + block.to_bytes(8, "little")).digest(8 * _BLOCK)
        for block in range(first, last + 1)
    ]
    stream = np.frombuffer(b"".join(blocks), "<u8", n, 8 * (start - first * _BLOCK))
    return stream.astype(np.uint64)


def generator(word: int) -> np.random.Generator:
    """A numpy Generator from one word of a stream."""
    return np.random.Generator(np.random.PCG64(int(word)))


class Randomness:
    """A bot's random numbers: a numpy Generator made when first used; `words` for kernels.

    Made from one word that leads back neither to the seed nor to the pack.
    """

    def __init__(self, word: Any) -> None:
        self.words = np.array([word], dtype=np.uint64)
        self._generator: np.random.Generator | None = None

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        if self._generator is None:
            self._generator = generator(self.words[0])
        return getattr(self._generator, name)


def chance(rng: Any = None) -> Any:
    """Randomness as a caller gives it: a `Randomness` as it is, a numpy Generator, a seed (a whole
    number from 0 on), None for fresh random bits.  ValueError for anything else.

    What a Generator gives is one word, drawn from it.
    """
    if hasattr(rng, "words") and hasattr(rng, "integers"):
        return rng
    if rng is None:
        return Randomness(int.from_bytes(os.urandom(8), "little"))
    if isinstance(rng, np.random.Generator):
        return Randomness(rng.integers(0, 2**64, dtype=np.uint64))
    whole = isinstance(rng, int | np.integer) and not isinstance(rng, bool)
    if not whole or not 0 <= int(rng) < 2**64:
        raise ValueError(
            f"rng is a numpy Generator, as np.random.default_rng(1), a seed from 0 on, or nothing, "
            f"not {rng!r}"
        )
    return Randomness(int(rng))
