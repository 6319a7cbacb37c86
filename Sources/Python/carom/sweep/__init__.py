"""Sweeps run a command of ``carom`` over seeds and levels on many processors or machines."""
