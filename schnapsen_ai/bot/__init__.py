"""Bots: what one is (`interface`), by what name (`spec`, `loading`), compiled, held to limits."""

from ..base.faces import face

__getattr__ = face(
    __name__,
    {
        "Bot": "interface",
        "Resign": "interface",
        "BotError": "interface",
        "Randomness": "interface",
        "CompiledBot": "compiled",
        "BotSpec": "spec",
        "make_bot": "spec",
        "built_in_names": "loading",
    },
)
