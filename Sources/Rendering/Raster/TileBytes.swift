import CaromMaths

/// The output bytes of one tile: tone mapping, sRGB encoding and storing of its pixels.
struct TileBytes {
  /// The address of the first pixel, in RGBA order.
  let first: UnsafeMutablePointer<UInt8>
  /// The distance between rows in bytes.
  let stride: Int
  /// The number of columns inside the image.
  let columns: Int
  let steps: UnsafePointer<UInt64>
  let tone: ToneMap

  /// Tone maps and encodes four pixels.
  @inline(__always) func encoded(_ color: Vector3W) -> U4 {
    var c = color
    if tone.isActive { c = Vector3W(tone.map(c.x), tone.map(c.y), tone.map(c.z)) }
    return SRGB.pixels(c.x, c.y, c.z, steps)
  }

  /// Stores four encoded pixels.
  @inline(__always) func store(_ pixels: U4, _ group: Int) {
    let column = (group & (Tile.groups &- 1)) &* 4
    let left = columns &- column
    if left <= 0 { return }
    let at = UnsafeMutableRawPointer(first) + (group / Tile.groups &* stride &+ column &* 4)
    if left >= 4 {
      at.storeBytes(of: pixels, as: U4.self)
    } else {
      withUnsafeBytes(of: pixels) {
        at.copyMemory(from: $0.baseAddress ?? UnsafeRawPointer(at), byteCount: left * 4)
      }
    }
  }
}
