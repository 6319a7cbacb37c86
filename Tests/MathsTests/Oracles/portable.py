"""Derives the coefficients of Portable and writes the table of correctly rounded values.

Usage (needs mpmath):  python3 portable.py coefficients | python3 portable.py table > portable.txt

Each polynomial interpolates a function at the Chebyshev nodes of its interval (mpmath.chebyfit, 60
digits); its error is within a small factor of the minimax error. Factors that make a function odd, or
that fix its value at zero, are divided out before the fit, so that they stay exact. The coefficients are
rounded to Double and printed from the lowest degree. The printed error is that of the rounded polynomial
times these factors, relative to the function, over 2,000 points.
"""
import random
import struct
import sys

import mpmath as mp

mp.mp.dps = 60
TINY = mp.mpf(10) ** -25


def odd(f):
    """Returns g, where f(r) = r * (1 + t * g(t)) and t = r * r, for an odd f with slope 1 at zero."""
    return lambda t: (f(mp.sqrt(max(t, TINY))) / mp.sqrt(max(t, TINY)) - 1) / max(t, TINY)


POLYNOMIALS = {
    # name: (reduced function, maximum t, number of terms, function from t and p, reference from t)
    "sine": (odd(mp.sin), (mp.pi / 4) ** 2, 6, lambda t, p: 1 + t * p, lambda t: mp.sin(mp.sqrt(t)) / mp.sqrt(t)),
    "cosine": (lambda t: (mp.cos(mp.sqrt(max(t, TINY))) - 1) / max(t, TINY), (mp.pi / 4) ** 2, 6,
               lambda t, p: 1 + t * p, lambda t: mp.cos(mp.sqrt(t))),
    "arctangent": (odd(mp.atan), (mp.sqrt(2) - 1) ** 2, 10, lambda t, p: 1 + t * p,
                   lambda t: mp.atan(mp.sqrt(t)) / mp.sqrt(t)),
    "arcsine": (odd(mp.asin), mp.mpf(1) / 4, 11, lambda t, p: 1 + t * p,
                lambda t: mp.asin(mp.sqrt(t)) / mp.sqrt(t)),
    "logarithm": (odd(mp.atanh), (mp.sqrt(2) - 1) ** 4, 7, lambda t, p: 1 + t * p,
                  lambda t: mp.atanh(mp.sqrt(t)) / mp.sqrt(t)),
}


def horner(c, x):
    s = mp.mpf(0)
    for a in reversed(c):
        s = s * x + mp.mpf(a)
    return s


def coefficients():
    for name, (f, top, terms, join, whole) in POLYNOMIALS.items():
        c = [float(a) for a in reversed(mp.chebyfit(f, [0, top], terms))]
        worst = max(
            abs(join(t, horner(c, t)) / whole(t) - 1)
            for t in (top * i / 2000 for i in range(1, 2001)))
        print(f"{name}: relative error {mp.nstr(worst, 3)} = 2^{mp.nstr(mp.log(worst, 2), 4)}")
        print("    " + ", ".join(repr(a) for a in c))
    half = mp.log(2) / 2
    g = lambda r: (mp.exp(r) - 1) / r if abs(r) > TINY else mp.mpf(1)
    g2 = lambda r: (g(r) - 1) / r if abs(r) > mp.mpf(10) ** -20 else mp.mpf(1) / 2
    c = [float(a) for a in reversed(mp.chebyfit(g2, [-half, half], 10))]
    worst = max(
        abs((1 + r + r * r * horner(c, r)) / mp.exp(r) - 1)
        for r in (half * i / 1000 for i in range(-1000, 1001)))
    print(f"exponential: relative error {mp.nstr(worst, 3)} = 2^{mp.nstr(mp.log(worst, 2), 4)}")
    print("    " + ", ".join(repr(a) for a in c))

    def split(name, value, bits):
        head = mp.floor(value * 2 ** bits) / mp.mpf(2) ** bits
        print(f"{name}: head {float(head)!r} ({float(head).hex()}), tail {float(value - head)!r}")

    split("pi/2", mp.pi / 2, 32)
    split("ln 2", mp.log(2), 40)
    print("2/pi:", repr(float(2 / mp.pi)), " 1/ln 2:", repr(float(1 / mp.log(2))))
    mp.mp.dps = 120
    digits = int(mp.floor((2 / mp.pi) * mp.mpf(2) ** 256))
    print("2/pi as 64-bit words:", ", ".join(hex(digits >> s & (2 ** 64 - 1)) for s in (192, 128, 64, 0)))
    mp.mp.dps = 60


def single(bits):
    return struct.unpack("<f", struct.pack("<I", bits))[0]


def rounded(value):
    """Returns the bits of the Float nearest to a value: ties go to even, overflow to infinity."""
    if mp.isnan(value):
        return 0x7FC00000
    if value == 0:
        return 0
    sign = 0x80000000 if value < 0 else 0
    v = abs(value)
    if mp.isinf(v):
        return sign | 0x7F800000
    e = max(int(mp.floor(mp.log(v, 2))) - 23, -149)
    n = int(mp.nint(v / mp.mpf(2) ** e))
    if n >= 2 ** 24:
        n, e = n // 2, e + 1
    if e > 104:
        return sign | 0x7F800000
    return sign | (n if n < 2 ** 23 else ((e + 150) << 23) + (n - 2 ** 23))


def table():
    r = random.Random(20261121)
    anything = lambda: r.getrandbits(1) << 31 | r.randrange(1, 0x7F800000)
    def near(lo, hi):
        return lambda: struct.unpack("<I", struct.pack("<f", r.uniform(lo, hi)))[0]
    unit, turn = near(-1, 1), near(-7, 7)
    # The Float that is nearest to a multiple of pi/2, and others that are near one.
    hard = [0x5F18B878 - 0, 0x6F5C7A2E, 0x4F12E4E0, 0x40490FDB, 0x3FC90FDB, 0x40C90FDB, 0x7F7FFFFF,
            struct.unpack("<I", struct.pack("<f", 16367173 * 2.0 ** 72))[0]]
    plans = {
        "sin": (mp.sin, hard, (anything, turn, turn)), "cos": (mp.cos, hard, (anything, turn, turn)),
        "tan": (mp.tan, hard, (anything, turn, turn)),
        "asin": (mp.asin, [0x3F7FFFFF, 0xBF7FFFFF, 0x3F000000, 0x3F000001], (unit, unit)),
        "acos": (mp.acos, [0x3F7FFFFF, 0xBF7FFFFF, 0x3F000000, 0x3F000001], (unit, unit)),
        "atan": (mp.atan, [0x3F800000, 0x3ED413CD, 0x3ED413CC], (anything, unit, turn)),
        "exp": (mp.exp, [0x42B17217, 0x42B17218, 0xC2AEAC50, 0xC2CFF1B5, 0x00000001],
                (near(-104, 89), near(-88, 88), unit)),
        "log": (mp.log, [0x3F7FFFFF, 0x3F800001, 0x00000001, 0x7F7FFFFF],
                (lambda: anything() & 0x7FFFFFFF, near(0.5, 1.5))),
    }
    for name, (f, special, sources) in plans.items():
        for x in special + [s() for s in sources for _ in range(40)]:
            mp.mp.dps = 100
            print(f"{name} {x:08x} {rounded(f(mp.mpf(single(x)))):08x}")
    for _ in range(100):
        y, x = (anything(), anything()) if r.random() < 0.3 else (unit(), unit())
        print(f"atan2 {y:08x} {x:08x} {rounded(mp.atan2(mp.mpf(single(y)), mp.mpf(single(x)))):08x}")
    while _ < 250:
        x, y = anything() & 0x7FFFFFFF, near(-3, 3)()
        if r.random() < 0.5:
            x, y = near(0.9, 1.1)(), near(-800, 800)()
        print(f"pow {x:08x} {y:08x} {rounded(mp.power(mp.mpf(single(x)), mp.mpf(single(y)))):08x}")
        _ += 1


if __name__ == "__main__":
    {"coefficients": coefficients, "table": table}[sys.argv[1]]()
