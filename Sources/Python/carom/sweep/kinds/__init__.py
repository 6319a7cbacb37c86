"""The commands of ``carom`` that sweeps run, each with its chunks, results and table."""

from carom.sweep.kinds.bench import Bench
from carom.sweep.kinds.fuzz import Fuzz
from carom.sweep.kinds.generate import Generate
from carom.sweep.kinds.kind import Kind
from carom.sweep.kinds.run import Run
from carom.sweep.kinds.solve import Solve
from carom.sweep.kinds.test import Test

ALL: tuple[Kind, ...] = (Fuzz(), Solve(), Generate(), Test(), Run(), Bench())
"""The commands in the order of the help."""
