"""What several games do alike: layers that know no game."""
