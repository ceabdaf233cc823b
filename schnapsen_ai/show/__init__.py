"""How things look to a person: cards as SVG, a deal as plain data, words in three languages.

`faces` draws cards, `words` and its languages have every text, `deal.history` keeps a deal with all
that led to it, `scene` is what a seat sees as plain data, `html` renders for notebooks and
`refusal` says why a move is refused.  No web server and no compiled code in here.
"""
