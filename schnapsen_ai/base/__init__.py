"""No game and no card: the compiler, the folder of machine code, arrays, seeds, files."""
