import CaromImages
import CaromMaths

/// A two-dimensional array of values, one for each texel, rows from the top.
struct Grid<Value> {
  let width: Int
  let height: Int
  private(set) var values: [Value]

  /// Creates a grid of the values at texel centers; `u` points right, `v` down, both 0 to 1.
  init(_ width: Int, _ height: Int, _ value: (_ u: Float, _ v: Float) -> Value) {
    self.width = width
    self.height = height
    var result: [Value] = []
    result.reserveCapacity(width * height)
    for y in 0..<height {
      let v = (Float(y) + 0.5) / Float(height)
      for x in 0..<width {
        result.append(value((Float(x) + 0.5) / Float(width), v))
      }
    }
    values = result
  }

  private init(width: Int, height: Int, values: [Value]) {
    self.width = width
    self.height = height
    self.values = values
  }

  /// Transforms each value.
  func map<Other>(_ transform: (Value) -> Other) -> Grid<Other> {
    Grid<Other>(width: width, height: height, values: values.map(transform))
  }

  /// The value of a texel; coordinates wrap around.
  subscript(x: Int, y: Int) -> Value {
    values[(y + height) % height * width + (x + width) % width]
  }
}

extension Grid<Vector3> {
  /// The opaque image of colors from 0 to 1.
  var image: Image {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(width * height * 4)
    for c in values {
      bytes.append(Self.byte(c.x))
      bytes.append(Self.byte(c.y))
      bytes.append(Self.byte(c.z))
      bytes.append(255)
    }
    return Image(width: width, height: height, bytes: bytes)
  }

  private static func byte(_ x: Float) -> UInt8 { UInt8(max(0, min(1, x)) * 255 + 0.5) }
}

extension Grid<Float> {
  /// The tangent-space normal map of a height field; x right, y up, z out, encoded as colors.
  ///
  /// `relief` is the height of 1 relative to the image's width. The field wraps around
  /// horizontally, and vertically if it `tiles`. `stretch` is the ratio of a texel's width to its
  /// height at a row: 1 for flat images, the cosine of the latitude for maps of a sphere.
  func normals(
    relief: Float, tiles: Bool = true, stretch: (_ v: Float) -> Float = { _ in 1 }
  ) -> Grid<Vector3> {
    var index = 0
    return Grid<Vector3>(width, height) { _, v in
      let (x, y) = (index % width, index / width)
      index += 1
      let up = tiles ? y - 1 : max(0, y - 1)
      let down = tiles ? y + 1 : min(height - 1, y + 1)
      // The Sobel operator: a central difference along one axis, smoothed along the other.
      let right = self[x + 1, up] + 2 * self[x + 1, y] + self[x + 1, down]
      let left = self[x - 1, up] + 2 * self[x - 1, y] + self[x - 1, down]
      let below = self[x - 1, down] + 2 * self[x, down] + self[x + 1, down]
      let above = self[x - 1, up] + 2 * self[x, up] + self[x + 1, up]
      let scale = relief * Float(width) / 8
      let normal = Vector3(
        -(right - left) * scale / max(0.15, stretch(v)), (below - above) * scale, 1)
      return normal.normalized(or: .unitZ) * 0.5 + Vector3(repeating: 0.5)
    }
  }
}
