"""The position notation of Schnapsen and Sixty-Six."""
