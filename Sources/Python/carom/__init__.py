"""Carom from Python: a 3D physics game engine whose runs are equal bit for bit."""

__version__ = "0.1.0"
