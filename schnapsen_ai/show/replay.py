"""A deal to step through in a notebook: one HTML string, no dependencies, nothing fetched.

>>> from schnapsen_ai.show.replay import Replay
>>> Replay(state)                       # at the end of a cell
"""

from __future__ import annotations

from html import escape
from typing import Any

from ..deal.history import DealHistory
from ..deal.state import State
from .card_faces import HEIGHT, WIDTH, sprite
from .notebook import scene_html
from .scene import frames
from .words import card_name, move_name, say

_STYLE = (
    "body{margin:0;font-family:sans-serif}.f{display:none}.f.on{display:block}"
    "button,input{font-size:16px;margin:2px}nav{padding:4px}"
)
_SCRIPT = """
const all=[...document.querySelectorAll('.f')],s=document.querySelector('input');
let timer=0;
function show(n){n=Math.max(0,Math.min(all.length-1,n));s.value=n;
all.forEach((f,i)=>f.classList.toggle('on',i===n));}
function stop(){clearInterval(timer);timer=0;}
const acts={first:()=>show(0),back:()=>show(+s.value-1),forward:()=>show(+s.value+1),
last:()=>show(all.length-1),run:()=>{if(timer)return stop();timer=setInterval(()=>{
if(+s.value>=all.length-1)stop();else show(+s.value+1);},900);}};
for(const b of document.querySelectorAll('button'))
b.onclick=()=>{if(b.id!=='run')stop();acts[b.id]();};
s.oninput=()=>{stop();show(+s.value);};
document.onkeydown=e=>{if(e.key==='ArrowLeft')acts.back();if(e.key==='ArrowRight')acts.forward();};
show(0);
"""


class Replay:
    """A replay of a deal, finished or not, with all cards open, for the end of a notebook cell."""

    def __init__(self, state: State | DealHistory, language: str = "en") -> None:
        self.history = state if isinstance(state, DealHistory) else DealHistory.of(state)
        self.language = language

    def __repr__(self) -> str:
        moves = [
            f"seat {seat}: {self.history.game.move_text(move)}" for seat, move in self.history.log
        ]
        return "\n".join([f"replay of {self.history.game.spec}", *moves, str(self.history.state)])

    def page(self) -> str:
        """The whole page, as it stands inside the frame."""
        language, style = self.language, self.history.game.rules.CARD_STYLE
        shown = frames(self.history)

        def card(which: int | None, height: int) -> str:
            label = say(language, "hidden_card")
            label = label if which is None else card_name(language, which, style)
            symbol = "back" if which is None else f"c{which}"
            return (
                f'<svg width="{height * WIDTH // HEIGHT}" height="{height}" role="img" '
                f'aria-label="{escape(label)}"><use href="#{symbol}"/></svg>'
            )

        parts = []
        for n, frame in enumerate(shown):
            text = say(language, "start_of") if n == 0 else _what(frame, language, n, len(shown))
            parts.append(
                f'<div class="f"><div>{escape(text)}</div>{scene_html(frame, language, card)}</div>'
            )
        buttons = "".join(
            f'<button id="{key}" title="{escape(say(language, key))}" '
            f'aria-label="{escape(say(language, key))}">{sign}</button>'
            for key, sign in zip(
                ("first", "back", "forward", "last", "run"),
                ("|◀", "◀", "▶", "▶|", "▶▶"),
                strict=True,
            )
        )
        return (
            f"<!doctype html><html><head><meta charset='utf-8'><style>{_STYLE}</style></head><body>"
            f'<div style="display:none">{sprite(style)}</div><nav>{buttons}<input type="range" '
            f'min="0" max="{len(shown) - 1}" value="0" '
            f'aria-label="{escape(say(language, "replay"))}">'
            f"</nav>{''.join(parts)}<script>{_SCRIPT}</script></body></html>"
        )

    def _repr_html_(self) -> str:
        height = 240 + 125 * self.history.seats
        return (
            f'<iframe sandbox="allow-scripts" style="border:0;width:100%;height:{height}px" '
            f'srcdoc="{escape(self.page(), quote=True)}"></iframe>'
        )


def _what(frame: dict[str, Any], language: str, n: int, of: int) -> str:
    """The move that led to a frame."""
    if not frame["log"]:
        return say(language, "m.resign")
    seat, move = frame["log"][-1]
    style = frame["style"]
    if "card" in move:
        text = card_name(language, move["card"], style)
    else:
        text = move_name(language, move["name"], style)
    who = say(language, "t.seat", n=seat)
    played = say(language, "played", who=who, move=text)
    return f"{say(language, 'ply', n=n, all=of - 1)} · {played}"
