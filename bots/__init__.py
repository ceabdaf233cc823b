"""The bots that come with schnapsen-ai, one thin file each.  Installed as schnapsen_ai.bots."""
