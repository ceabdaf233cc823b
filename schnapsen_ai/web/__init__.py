"""The web table: play, watch and review in a browser (extra ``web``)."""
