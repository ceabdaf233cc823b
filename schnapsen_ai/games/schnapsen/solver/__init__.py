"""Exact open-card values of Schnapsen and Sixty-Six."""
