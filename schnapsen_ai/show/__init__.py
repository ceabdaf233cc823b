"""How things look to a person: cards as SVG, a deal as plain data, words in three languages.

`card_faces` draws cards, `words` and its languages have every text, `scene` is what a seat sees as
plain data, `notebook` renders for notebooks, `stepper` and ``static/`` step through a deal on any
page, `why_illegal` says why a move is refused.  No web server and no compiled code in here.
"""
