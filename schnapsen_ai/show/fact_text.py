"""The facts of a scene in words."""

from __future__ import annotations

from typing import Any

from ..words import card_name, move_name, say


def fact_lines(shown: dict[str, Any], language: str = "en") -> list[str]:
    """The facts of a scene in words, one line each."""
    return [f"{say(language, 'f.' + f['name'])}: {fact_text(f, shown, language)}"
            for f in shown["facts"]]


def fact_text(fact: dict[str, Any], shown: dict[str, Any], language: str) -> str:
    """The value of a fact in words."""
    value = fact["value"]
    if not isinstance(value, list):
        return _value(fact["kind"], value, shown, language)
    texts = [_value(fact["kind"], v, shown, language) for v in value]
    if fact["of"] == "side":
        return ", ".join(f"{say(language, f'side.{i}')} {t}" for i, t in enumerate(texts))
    return " : ".join(texts)


def _value(kind: str, value: Any, shown: dict[str, Any], language: str) -> str:
    style = shown["style"]
    if kind == "suit":
        return say(language, f"{style}.suit.{value}")
    if kind == "rank":
        return say(language, f"{style}.rank.{value}")
    if kind == "card":
        return card_name(language, value, style)
    if kind == "seat":
        return say(language, "t.seat", n=value)
    if kind == "level":
        return say(language, f"level.{value}")
    if kind == "times":
        return say(language, "once" if value == 1 else "times", n=value)
    if kind == "move":
        return move_name(language, value, style)
    return str(value)
