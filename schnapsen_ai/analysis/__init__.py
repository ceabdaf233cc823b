"""What a decision is worth, which are worth a look, and how much was luck."""

from ..base.faces import face

__getattr__ = face(
    __name__,
    {
        "analyse": "decision",
        "Analysis": "decision",
        "MoveRow": "rows",
    },
)
