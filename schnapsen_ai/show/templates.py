"""HTML from templates, package data; everything that is put in is escaped.

Jinja2 is imported when the first page is made: no other command waits for it.
"""

from __future__ import annotations

import functools
from importlib.resources import files
from typing import Any


def render(package: str, name: str, **values: Any) -> str:
    """``templates/NAME.html`` of a package, filled in."""
    return str(_environment().get_template(f"{package}/{name}.html").render(values))


def macro(package: str, name: str, part: str) -> Any:
    """A macro of a template, as a function that gives markup."""
    return getattr(_environment().get_template(f"{package}/{name}.html").module, part)


def raw(text: str) -> Any:
    """Markup made by this package, which is not escaped again."""
    from markupsafe import Markup

    return Markup(text)


@functools.cache
def _environment() -> Any:
    from jinja2 import Environment, FunctionLoader, StrictUndefined

    environment = Environment(
        loader=FunctionLoader(_source), autoescape=True, undefined=StrictUndefined,
        trim_blocks=True, lstrip_blocks=True, auto_reload=False,
    )
    environment.policies["json.dumps_kwargs"] = {"separators": (",", ":"), "ensure_ascii": False}
    return environment


def _source(name: str) -> str:
    package, _, file = name.partition("/")
    return files(package).joinpath("templates", file).read_text(encoding="utf-8")
