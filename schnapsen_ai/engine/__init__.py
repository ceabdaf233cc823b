"""Templates over one record: steps from Python, counting, rollouts, exact search, whole sets."""
