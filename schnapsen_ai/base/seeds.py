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

import numpy as np

SECRET_BYTES = 16
_BLOCK = 256


def secret_of(seed: int | None) -> bytes:
    """The secret of a seed; without one, fresh random bytes."""
    if seed is None:
        return os.urandom(SECRET_BYTES)
    return hashlib.blake2b(f"schnapsen-ai seed {seed}".encode(), digest_size=16).digest()


def guarded_secret_of(seed: int | None) -> bytes:
    """A secret that knowing, or trying, the seed does not give: for bots of strangers.

    The seed is mixed with a key of this user on this machine, made when first needed; where none
    can be kept, fresh random bytes serve once.
    """
    if seed is None:
        return secret_of(None)
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
