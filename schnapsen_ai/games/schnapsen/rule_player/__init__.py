"""The rule player of Schnapsen and Sixty-Six."""
