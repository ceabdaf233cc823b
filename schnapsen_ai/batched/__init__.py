"""Many deals side by side, stepped by one compiled loop: ``sa.batch("schnapsen", n=4096)``."""

from ..base.faces import face

__getattr__ = face(
    __name__,
    {"Batch": "environment", "batch": "environment", "Layout": "layout", "Element": "layout"},
)
