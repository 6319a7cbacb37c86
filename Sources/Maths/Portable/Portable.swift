/// Trigonometry, exponential and logarithm with the same bits on all machines.
///
/// The C library's functions differ between versions, processors and settings, so nothing that
/// affects a game's state calls them. These functions consist of `+ - * /`, square roots,
/// comparisons and integer operations in a fixed order without fused operations, all of which IEEE
/// 754 defines exactly. They reduce the argument, evaluate one polynomial in `Double` and round
/// once to `Float`, so that nearly all results are correctly rounded.
///
/// The maximum error in units in the last place, compared with the Double-precision C library. The
/// best possible value is 0.5, and every result found is one of the two nearest Floats:
///
/// | function | arguments | error |
/// |---|---|---|
/// | `sin`, `cos`, `tan`, `asin`, `acos`, `atan`, `exp`, `log` | 2.1 million for each | 0.5000 |
/// | `atan2`, `pow` | a million random pairs for each | 0.5000 |
///
/// Zeros keep their sign; infinities and domain errors behave as in C99 (annex F). A NaN result is
/// always `Float.nan`, with the same bits everywhere. No function traps, and floating-point flags
/// are undefined.
///
/// - Source: the coefficients are Carom's own: interpolation at Chebyshev nodes with mpmath, by
///   `Tests/MathsTests/Oracles/portable.py`, which prints the error of each polynomial.
public enum Portable {
  /// 1.5 · 2⁵²: adding it to a Double rounds to an integer in the last bits.
  static let roundingShift: Double = 0x1.8p52
}
