"""Cards as SVG, drawn by this file: French and German suits, legible without colour.

A face is markup for a box of 100 x 140 units.  `card_svg` gives a whole image of one card, for
notebooks; `sprite` one document with a symbol for every card (``c0`` .. ``c31``, ``back``), for
pages that show many.  No style attributes: a page may forbid them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from html import escape

from ..cards import Card

WIDTH, HEIGHT = 100, 140
STYLES = ("french", "german")

_INK, _RED, _GREEN, _GOLD, _BROWN, _BLUE = (
    "#1d1d24", "#c3142d", "#2c7a34", "#e0a100", "#8a5318", "#27508f",
)
_CIRCLE = "M{a} {y}a4.7 4.7 0 1 1 9.4 0a4.7 4.7 0 1 1-9.4 0Z"
_HEART = "M0 10C-3 5-10 1-10-4.4A5.2 5.2 0 0 1 0-6A5.2 5.2 0 0 1 10-4.4C10 1 3 5 0 10Z"

# Each suit sign in a box of -10 .. 10.
_FRENCH = (
    f'<path fill="{_INK}" d="{_CIRCLE.format(a=-4.7, y=-5.2)}{_CIRCLE.format(a=-10, y=2)}'
    f'{_CIRCLE.format(a=0.6, y=2)}M-3-1H3V4H-3ZM0 0Q.6 8 4 10H-4Q-.6 8 0 0Z"/>',
    f'<path fill="{_INK}" d="M0-10C3-5 10-1 10 4A4.8 4.8 0 0 1 1.4 6.6Q2 9 4 10H-4Q-2 9-1.4 6.6'
    'A4.8 4.8 0 0 1-10 4C-10-1-3-5 0-10Z"/>',
    f'<path fill="{_RED}" d="{_HEART}"/>',
    f'<path fill="{_RED}" d="M0-10Q3.5-4.5 8 0Q3.5 4.5 0 10Q-3.5 4.5-8 0Q-3.5-4.5 0-10Z"/>',
)
_GERMAN = (
    f'<g stroke="{_INK}" stroke-width=".8"><path fill="{_GOLD}" d="M-6-1Q-6 7 0 10Q6 7 6-1Z"/>'
    f'<path fill="{_BROWN}" d="M-7.6 0Q-7.5-6.5-1-6.8Q-1.2-9 1-10L2-9Q1-8.4 1-6.8Q7.5-6.5 7.6 0Z"/>'
    '<path fill="none" d="M-7-2.6H7M-3.6-6L-2 0M3.6-6L2 0M0-6.8V0"/></g>',
    f'<g stroke="{_INK}" stroke-width=".8"><path fill="{_GREEN}" d="M0-10Q4-7 8.6-4Q10 3 1 5.4Q1 8 '
    '3 10H-2Q-1 8-1 5.4Q-10 3-8.6-4Q-4-7 0-10Z"/><path stroke="#fff" fill="none" '
    'd="M0-7V5M0-2L5-4M0-2L-5-4M0 2L5 0M0 2L-5 0"/></g>',
    f'<path fill="{_RED}" stroke="{_INK}" stroke-width=".8" d="{_HEART}"/>',
    f'<g stroke="{_INK}" stroke-width=".9"><path fill="{_GOLD}" d="M-1.6-8.2a1.8 1.8 0 1 1 3.2 0A9 '
    '9 0 1 1-1.6-8.2Z"/><path fill="none" d="M-8.7-1.2H8.7M-8.7 1.4H8.7"/>'
    f'<path fill="{_INK}" d="M-1.2 8.6V4.4H1.2V8.6Z"/><circle cx="0" cy="4.2" r="1.5" '
    f'fill="{_INK}"/></g>',
)
_SIGNS = {"french": _FRENCH, "german": _GERMAN}
_INDEX = {"french": ("7", "8", "9", "J", "Q", "K", "10", "A"),
          "german": ("7", "8", "9", "U", "O", "K", "10", "A")}
_COLOURS = {"french": (_INK, _INK, _RED, _RED), "german": (_BROWN, _GREEN, _RED, "#a06a00")}
_ROBES = ((_BLUE, _GOLD), (_GREEN, _GOLD), (_RED, _BLUE), (_GOLD, _RED))

# Signs of the number cards: (x, y) from the top left corner, turned over below the middle.
_SIDES = {3: (30, 70, 110), 4: (26, 55, 85, 114)}
_PIPS = {
    0: (3, (50,)), 1: (3, (50, 90)), 2: (4, (70,)), 6: (4, (40, 100)),
}  # rank: (rows of the two side columns, the middle column)

Sign = Callable[[float, float, float, bool], str]


def suit_sign(suit: int, style: str) -> str:
    """The markup of a suit sign, in a box of -10 .. 10."""
    return _SIGNS[style][suit]


def _placed(markup: str) -> Sign:
    def sign(x: float, y: float, scale: float, turned: bool) -> str:
        turn = " rotate(180)" if turned else ""
        return f'<g transform="translate({x:g} {y:g}){turn} scale({scale:g})">{markup}</g>'

    return sign


def face(card: Card, style: str = "french", sign: Sign | None = None) -> str:
    """The markup of a face (no ``svg`` element); `sign` draws its suit sign."""
    suit, rank = card >> 3, card & 7
    sign = sign or _placed(suit_sign(suit, style))
    colour = _COLOURS[style][suit]
    index = (
        f'<text x="13" y="24" font-size="24" font-weight="700" text-anchor="middle" '
        f'font-family="Georgia,serif" letter-spacing="-2" fill="{colour}">'
        f"{_INDEX[style][rank]}</text>" + sign(13, 38, 0.95, False)
    )
    corners = index + f'<g transform="rotate(180 50 70)">{index}</g>'
    if rank in _PIPS:
        middle = _pips(rank, sign)
    elif rank == 7:
        middle = _ace(style, colour, sign)
    else:
        middle = _court(rank, suit, style, sign)
    return _sheet("#fffef9") + middle + corners


def _sheet(fill: str) -> str:
    return (
        f'<rect x="1" y="1" width="98" height="138" rx="9" fill="{fill}" stroke="#555" '
        'stroke-width="1.4"/>'
    )


def _pips(rank: int, sign: Sign) -> str:
    rows, middle = _PIPS[rank]
    places = [(x, y) for y in _SIDES[rows] for x in (36, 64)] + [(50, y) for y in middle]
    size = 0.82 if rows == 4 else 0.95
    return "".join(sign(x, y, size, y > 75) for x, y in places)


def _ace(style: str, colour: str, sign: Sign) -> str:
    if style == "german":  # the Daus: two signs
        return sign(50, 44, 2.3, False) + sign(50, 96, 2.3, True)
    ring = f'<circle cx="50" cy="70" r="33" fill="none" stroke="{colour}" stroke-width="1"/>'
    return ring + ring.replace('r="33"', 'r="30.5"').replace('"1"/>', '".6"/>') + sign(
        50, 70, 2.4, False
    )


def _court(rank: int, suit: int, style: str, sign: Sign) -> str:
    """A half figure and its mirror image; the hat tells who it is, as does the index."""
    robe, trim = _ROBES[suit]
    frame = (
        '<rect x="24" y="12" width="52" height="116" rx="3" fill="#fdf6e3" stroke="#777" '
        'stroke-width=".8"/>'
    )
    body = (
        f'<path fill="{robe}" stroke="{_INK}" d="M25 70V62Q30 49 43 47H57Q70 49 75 62V70Z"/>'
        f'<path fill="{trim}" stroke="{_INK}" stroke-width=".7" d="M44 47H56L53 70H47Z"/>'
        f'<path fill="none" stroke="{trim}" stroke-width="2" d="M30 57L36 70M70 57L64 70"/>'
    )
    head = (
        f'<path fill="#f6cfa5" stroke="{_INK}" stroke-width=".8" d="M41 31H59V39Q59 48 50 49'
        'Q41 48 41 39Z"/>'
        f'<path fill="{_INK}" d="M45 36h3v1.6h-3zM52 36h3v1.6h-3z"/>'
        f'<path fill="none" stroke="{_INK}" stroke-width=".8" d="M50 37V41H48.6M47.4 44.2Q50 45.6 '
        '52.6 44.2"/>'
    )
    figure = body + _HATS[rank].format(robe=robe, trim=trim, ink=_INK).replace("[head]", head)
    low = style == "german" and rank == 3  # the Unter has its sign below, the Ober above
    if low:
        figure += f'<circle cx="36" cy="59" r="10" fill="#fffef9" stroke="{_INK}"/>'
    figure += sign(36 if low else 34, 59 if low else 25, 0.7 if low else 0.9, False)
    if style == "german" and rank == 5:
        figure += sign(66, 25, 0.9, False)
    return frame + figure + f'<g transform="rotate(180 50 70)">{figure}</g>'


_HATS = {
    3: (  # a young man: flat cap with a feather, hair to the ears
        '<path fill="#a9702f" stroke="{ink}" stroke-width=".7" d="M39 30H61V42Q58 44 58 34H42Q42 '
        '44 39 42Z"/>[head]'
        '<path fill="{robe}" stroke="{ink}" stroke-width=".8" d="M38 31Q37 22 50 22Q63 22 62 31Z"/>'
        '<path fill="{trim}" stroke="{ink}" stroke-width=".7" d="M58 27Q70 24 71 14Q62 15 57 24Z"/>'
    ),
    4: (  # a lady (in German packs the Ober): long hair, a hat with a wide brim
        '<path fill="#d7a13c" stroke="{ink}" stroke-width=".7" d="M38 30Q36 44 37 53H43Q41 40 43 '
        '32H57Q59 40 57 53H63Q64 44 62 30Z"/>[head]'
        '<path fill="{trim}" stroke="{ink}" stroke-width=".8" d="M34 31Q42 26 43 20Q50 15 57 20Q58 '
        '26 66 31Q50 26 34 31Z"/><circle cx="50" cy="23" r="2.2" fill="{robe}"/>'
    ),
    5: (  # a king: crown and beard
        '<path fill="#8f8f93" stroke="{ink}" stroke-width=".7" d="M39 31H61V46Q57 56 50 57Q43 56 '
        '39 46Z"/>[head]'
        '<path fill="#b9b9bd" stroke="{ink}" stroke-width=".7" d="M41 40Q45 46 50 42Q55 46 59 40'
        'Q60 53 50 55Q40 53 41 40Z"/><path fill="none" stroke="{ink}" d="M47.5 47.5H52.5"/>'
        '<path fill="#e8b520" stroke="{ink}" stroke-width=".9" d="M39 31L37 17L44 24L50 14L56 24'
        'L63 17L61 31Z"/><circle cx="50" cy="27" r="1.8" fill="{robe}"/>'
    ),
}


def back() -> str:
    """The markup of the back of a card."""
    lines = "".join(f"M{x} 10L{x + 120} 130M{x + 120} 10L{x} 130" for x in range(-110, 100, 15))
    return (
        _sheet("#fffef9")
        + '<svg x="8" y="8" width="84" height="124" viewBox="8 8 84 124" overflow="hidden">'
        '<rect x="8" y="8" width="84" height="124" rx="4" fill="#7b1e2b"/>'
        f'<path fill="none" stroke="#e9c9a0" stroke-width="1.2" d="{lines}"/></svg>'
    )


def card_svg(card: Card | None, style: str = "french", height: int = 84, label: str = "") -> str:
    """An image of one card, or of a back (None), `height` pixels high."""
    what = escape(label or ("a hidden card" if card is None else f"card {card}"))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" '
        f'aria-label="{what}" width="{height * WIDTH / HEIGHT:.0f}" height="{height}">'
        f"<title>{what}</title>{back() if card is None else face(card, style)}</svg>"
    )


def sprite(
    style: str = "french", prefix: str = "", cards: Iterable[int] = range(32)
) -> str:
    """One SVG document with a symbol for each card, the back and the suit signs (s0 .. s3).

    `prefix` goes before all ids, where a page has several styles; `cards` are those wanted.
    """
    parts = [
        f'<symbol id="{prefix}s{suit}" viewBox="-10.5 -10.5 21 21"><g id="{prefix}sign{suit}">'
        f"{suit_sign(suit, style)}</g></symbol>"
        for suit in range(4)
    ]
    for card in cards:
        sign = _placed(f'<use href="#{prefix}sign{card >> 3}"/>')
        parts.append(_symbol(f"{prefix}c{card}", face(card, style, sign)))
    parts.append(_symbol(f"{prefix}back", back()))
    return f'<svg xmlns="http://www.w3.org/2000/svg">{"".join(parts)}</svg>'


def _symbol(name: str, markup: str) -> str:
    return f'<symbol id="{name}" viewBox="0 0 {WIDTH} {HEIGHT}">{markup}</symbol>'
