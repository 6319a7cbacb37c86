"""Examples: programs to run, to read and to change."""
