"""Train a policy on the first level of Marble Maze: ``python -m carom.examples.learn``.

It needs NumPy and Gymnasium. The modules in the order of reading: :mod:`.course` is the path that
progress is measured along, :mod:`.environment` the reward, :mod:`.policy` the policy,
:mod:`.evolution` the evolution strategy, :mod:`.training` the loop around them.
"""
