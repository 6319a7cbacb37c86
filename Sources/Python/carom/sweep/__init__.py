"""Sweeps run a command of ``carom`` over seeds and levels on many processors or machines.

The work is cut into chunks. A chunk is one process of ``carom``, whose result depends on its
arguments alone, so it can be repeated anywhere and at any time. Results are merged in the order of
the chunks: they are the same bytes for any number of workers and machines.
"""
