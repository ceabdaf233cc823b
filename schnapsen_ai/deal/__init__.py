"""A deal as people and programs hold it: rules with options fixed, `State` and `View`, texts."""
