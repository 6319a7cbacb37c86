import CaromMaths

/// The sRGB transfer function, computed with portable arithmetic, so that results are bit-exact
/// everywhere.
///
/// - Source: IEC 61966-2-1.
package enum SRGB {
  /// Decodes a byte to linear light, 0 to 1.
  package static func linear(_ byte: Int) -> Double { linear(Double(byte) / 255) }

  /// Decodes an encoded value to linear light, 0 to 1.
  package static func linear(_ encoded: Double) -> Double {
    guard encoded > 0.04045 else { return max(0, encoded) / 12.92 }
    let base = (encoded + 0.055) / 1.055
    // x^2.4 is the twelfth power of the fifth root.
    let root = fifthRoot(base)
    let square = root * root
    let fourth = square * square
    return fourth * fourth * fourth
  }

  /// Newton's method from above, which converges monotonically.
  private static func fifthRoot(_ x: Double) -> Double {
    var y = x > 1 ? x : 1.0
    for _ in 0..<64 {
      let fourth = y * y * (y * y)
      let next = y - (fourth * y - x) / (5 * fourth)
      if next >= y { break }
      y = next
    }
    return y
  }

  /// The number of cells in the encoding table; the byte grows by at most one per cell.
  ///
  /// The curve is steepest at zero, with 12.92 · 255 = 3,295 bytes per unit of light.
  static let cells = 4_096

  /// Tables that encode linear light as bytes.
  struct Tables: Sendable {
    /// For each cell, the byte at its lower end in the upper half, and the bits of the threshold of
    /// the next byte in the lower half.
    var steps: [UInt64]

    init() {
      // The least linear light that rounds to each byte, followed by infinity.
      var thresholds = (0..<256).map { byte in
        byte == 0 ? 0 : Float(SRGB.linear((Double(byte) - 0.5) / 255))
      }
      thresholds.append(.infinity)
      steps = []
      var byte = 0
      for cell in 0...SRGB.cells {
        let light = Float(cell) / Float(SRGB.cells)
        while light >= thresholds[byte + 1] { byte += 1 }
        steps.append(UInt64(byte) << 32 | UInt64(thresholds[byte + 1].bitPattern))
      }
    }
  }

  /// The shared tables.
  static let tables = Tables()

  /// Encodes linear light as the nearest byte, clamped to 0 to 1.
  package static func encode(_ light: Float) -> UInt8 {
    let clamped = light > 0 ? min(light, 1) : 0
    let step = tables.steps[Int(clamped * Float(cells))]
    let byte = UInt8(step >> 32)
    return clamped >= Float(bitPattern: UInt32(step & 0xFFFF_FFFF)) ? byte + 1 : byte
  }

  /// Encodes four opaque pixels as RGBA bytes, clamping each component.
  ///
  /// Out of line, because the compiler would otherwise scalarize the arithmetic around it.
  @inline(never) static func pixels(
    _ r: F4, _ g: F4, _ b: F4, _ steps: UnsafePointer<UInt64>
  ) -> U4 {
    let red: U4 = bytes(saturate(r), steps)
    let green: U4 = bytes(saturate(g), steps) &<< U4(repeating: 8)
    let blue: U4 = bytes(saturate(b), steps) &<< U4(repeating: 16)
    return (red | green) | (blue | U4(repeating: 0xFF00_0000))
  }

  /// Encodes four components, zero to one, as bytes.
  @inline(__always) static func bytes(_ light: F4, _ steps: UnsafePointer<UInt64>) -> U4 {
    let cell: U4 = unsafeBitCast(truncated(light * F4(repeating: Float(cells))), to: U4.self)
    let a = unsafeBitCast(steps.pair(cell.x, cell.y), to: U4.self)
    let b = unsafeBitCast(steps.pair(cell.z, cell.w), to: U4.self)
    let (threshold, byte) = (U4(a.x, a.z, b.x, b.z), U4(a.y, a.w, b.y, b.w))
    let below: I4 = greater(unsafeBitCast(threshold, to: F4.self), light)
    // A set mask is minus one.
    return byte &+ U4(repeating: 1) &+ unsafeBitCast(below, to: U4.self)
  }
}
