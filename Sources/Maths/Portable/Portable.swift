/// Trigonometry, exponential and logarithm that give the same bits on every machine.
///
/// The C library's functions differ between versions, processors and even settings of one machine,
/// so nothing that can change a game's state calls them. These are made of `+ - * /`, square root,
/// comparisons and integer operations in a fixed order, without fused operations, all of which IEEE
/// 754 defines to the last bit. They reduce the argument and evaluate one polynomial in `Double`,
/// then round once to `Float`, so that nearly every result is the correctly rounded one.
///
/// Greatest error in units in the last place, against the Double-precision C library; 0.5 is the best
/// possible, and no result was found that is not one of the two nearest Floats:
///
/// | function | arguments | error |
/// |---|---|---|
/// | `sin`, `cos`, `tan`, `asin`, `acos`, `atan`, `exp`, `log` | 2.1 million over the format, each | 0.5000 |
/// | `atan2`, `pow` | a million random pairs, each | 0.5000 |
///
/// Zeros keep their sign, infinities and domain errors behave as in C99 (annex F); a result that is
/// not a number is always `Float.nan`, whose bits are the same everywhere. Nothing traps and no
/// floating-point flag is meant to be read.
///
/// - Source: the coefficients are Carom's own: interpolation at Chebyshev nodes with mpmath, by
///   `Tests/MathsTests/Oracles/portable.py`, which prints each polynomial's error.
public enum Portable {
  /// One and a half times 2⁵²; adding it to a Double rounds to a whole number in the last bits.
  static let roundingShift: Double = 0x1.8p52
}
