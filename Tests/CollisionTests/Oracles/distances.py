"""Writes distances.txt: the distances of pairs of convex shapes, computed by constrained optimization.

Needs numpy and scipy; the file was made with scipy 1.17. Each line contains the kind, three sizes, the
position and the orientation (x y z w) of shape A, the same of shape B, and their distance in meters.
Kinds: 0 sphere (radius), 1 box (half extents), 2 capsule (radius, half length), 3 cylinder (radius, half
height).
"""

import numpy as np
from scipy.optimize import minimize

rng = np.random.default_rng(20261121)


def matrix(q):
    x, y, z, w = q
    return np.array([
        [1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
        [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
        [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)],
    ])


def solid():
    kind = int(rng.integers(0, 4))
    size = np.round(rng.uniform(0.1, 1.0, 3), 3)
    if kind in (0,):
        size[1:] = 0
    if kind in (2, 3):
        size[2] = 0
    q = rng.normal(size=4)
    q /= np.linalg.norm(q)
    q = np.float32(q).astype(float)
    p = np.round(rng.uniform(-1.6, 1.6, 3), 3)
    return kind, size, p, q


def constraints(s, offset):
    """Returns the constraints on a point of a solid's core, and the radius around the core.

    The point is the three unknowns that start at `offset`.
    """
    kind, size, p, q = s
    r = matrix(q / np.linalg.norm(q))
    local = lambda v: r.T @ (v[offset:offset + 3] - p)
    if kind == 0:
        return [{"type": "eq", "fun": lambda v: local(v)}], size[0]
    if kind == 1:
        return [{"type": "ineq", "fun": lambda v: size - local(v)},
                {"type": "ineq", "fun": lambda v: size + local(v)}], 0.0
    if kind == 2:
        return [{"type": "eq", "fun": lambda v: local(v)[[0, 2]]},
                {"type": "ineq", "fun": lambda v: size[1] - local(v)[1]},
                {"type": "ineq", "fun": lambda v: size[1] + local(v)[1]}], size[0]
    return [{"type": "ineq", "fun": lambda v: size[0] ** 2 - local(v)[0] ** 2 - local(v)[2] ** 2},
            {"type": "ineq", "fun": lambda v: size[1] - local(v)[1]},
            {"type": "ineq", "fun": lambda v: size[1] + local(v)[1]}], 0.0


def distance(a, b):
    ca, ra = constraints(a, 0)
    cb, rb = constraints(b, 3)
    start = np.concatenate([a[2], b[2]])
    best = None
    for scale in (1.0, 0.5, 0.0):
        x0 = start + scale * 0.05 * rng.normal(size=6)
        found = minimize(lambda v: np.sum((v[:3] - v[3:]) ** 2), x0, constraints=ca + cb,
                         method="SLSQP", options={"ftol": 1e-16, "maxiter": 500})
        if found.success and (best is None or found.fun < best):
            best = found.fun
    return None if best is None else np.sqrt(max(best, 0)) - ra - rb


with open("distances.txt", "w") as out:
    written = 0
    while written < 300:
        a, b = solid(), solid()
        d = distance(a, b)
        if d is None or d < 0.01:
            continue
        numbers = [v for s in (a, b) for part in s[1:] for v in part]
        fields = [a[0], *numbers[:10], b[0], *numbers[10:], d]
        out.write(" ".join(repr(float(f)) if not isinstance(f, int) else str(f) for f in fields))
        out.write("\n")
        written += 1
