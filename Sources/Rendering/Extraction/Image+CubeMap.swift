import CaromImages
import CaromMaths

// Conversion of cube maps to equirectangular panoramas.

extension Image {
  /// The faces of a cube map in one strip; nil unless one side is six times the other.
  ///
  /// From left to right or from top to bottom, the faces are +X, −X, +Y, −Y, +Z, −Z.
  var cubeFaces: [Image]? {
    guard width == 6 * height || height == 6 * width else { return nil }
    let side = min(width, height)
    return (0..<6).map { face in
      var image = Image(width: side, height: side)
      let (left, top) = width > height ? (face * side, 0) : (0, face * side)
      for y in 0..<side {
        for x in 0..<side { image[x, y] = self[left + x, top + y] }
      }
      return image
    }
  }

  /// Converts the six faces of a cube map to an equirectangular panorama with its center at −Z.
  ///
  /// Each face is upright as seen from the center; the tops of +Y and −Y face +Z and −Z. The height
  /// is twice that of the largest face, at most 1,024 pixels.
  ///
  /// - Precondition: There are six faces.
  init(equirectangularFromCube faces: [Image]) {
    precondition(faces.count == 6, "A cube map has six faces")
    let largest = faces.reduce(1) { max($0, max($1.width, $1.height)) }
    let height = min(1_024, 2 * largest)
    let width = 2 * height
    var picture = Image(width: width, height: height)
    let around = (0..<width).map { x in
      Portable.sincos(2 * Float.pi * ((Float(x) + 0.5) / Float(width) - 0.5))
    }
    for y in 0..<height {
      let (up, level) = Portable.sincos(Float.pi * (0.5 - (Float(y) + 0.5) / Float(height)))
      for x in 0..<width {
        let direction = Vector3(around[x].0 * level, up, -around[x].1 * level)
        let (face, right, down) = Image.face(direction)
        picture[x, y] = faces[face].blended(right, down)
      }
    }
    self = picture
  }

  /// The face that a direction hits, and the position on it, −1 to 1 to the right and down.
  private static func face(_ d: Vector3) -> (face: Int, right: Float, down: Float) {
    let size = d.magnitudes
    if size.x >= size.y, size.x >= size.z {
      return d.x > 0 ? (0, d.z / size.x, -d.y / size.x) : (1, -d.z / size.x, -d.y / size.x)
    }
    if size.y >= size.z {
      return d.y > 0 ? (2, d.x / size.y, -d.z / size.y) : (3, d.x / size.y, d.z / size.y)
    }
    return d.z > 0 ? (4, -d.x / size.z, -d.y / size.z) : (5, d.x / size.z, -d.y / size.z)
  }

  /// Bilinear interpolation at a position from −1 to 1 to the right and down.
  private func blended(_ right: Float, _ down: Float) -> Pixel {
    let x = max(0, min(Float(width - 1), (right + 1) * 0.5 * Float(width) - 0.5))
    let y = max(0, min(Float(height - 1), (down + 1) * 0.5 * Float(height) - 0.5))
    let (x0, y0) = (Int(x), Int(y))
    let (x1, y1) = (min(x0 + 1, width - 1), min(y0 + 1, height - 1))
    let (u, v) = (x - Float(x0), y - Float(y0))
    func mix(_ part: (Pixel) -> UInt8) -> UInt8 {
      let top = Float(part(self[x0, y0])) * (1 - u) + Float(part(self[x1, y0])) * u
      let bottom = Float(part(self[x0, y1])) * (1 - u) + Float(part(self[x1, y1])) * u
      return UInt8(max(0, min(255, top * (1 - v) + bottom * v + 0.5)))
    }
    return Pixel(mix(\.red), mix(\.green), mix(\.blue), mix(\.alpha))
  }
}
