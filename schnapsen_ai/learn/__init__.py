"""Learning to play: features, a small network, self-play, training."""
