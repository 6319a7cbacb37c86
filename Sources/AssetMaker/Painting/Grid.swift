import CaromImages
import CaromMaths

/// A picture in the making: one value for each texel, rows from the top.
struct Grid<Value> {
  let width: Int
  let height: Int
  private(set) var values: [Value]

  /// Makes a grid by asking for each texel's value; `u` goes right, `v` down, both 0 to 1 at centres.
  init(_ width: Int, _ height: Int, _ value: (_ u: Float, _ v: Float) -> Value) {
    self.width = width
    self.height = height
    var made: [Value] = []
    made.reserveCapacity(width * height)
    for y in 0..<height {
      let v = (Float(y) + 0.5) / Float(height)
      for x in 0..<width {
        made.append(value((Float(x) + 0.5) / Float(width), v))
      }
    }
    values = made
  }

  private init(width: Int, height: Int, values: [Value]) {
    self.width = width
    self.height = height
    self.values = values
  }

  /// The grid with each value turned into another.
  func map<Other>(_ turn: (Value) -> Other) -> Grid<Other> {
    Grid<Other>(width: width, height: height, values: values.map(turn))
  }

  /// The value of a texel; beyond the edges the grid repeats.
  subscript(x: Int, y: Int) -> Value {
    values[(y + height) % height * width + (x + width) % width]
  }
}

extension Grid<Vector3> {
  /// The colours, 0 to 1, as eight-bit pixels without transparency.
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
  /// The tangent-space normals of a height field, packed as colours; x right, y up, z out.
  ///
  /// `relief` is the height of 1 in units of the picture's width. The field goes on beyond its left
  /// and right edges, and beyond top and bottom where it `tiles`. `stretch` says how much wider a
  /// texel of a row is than it is high: 1 for flat pictures, the cosine of the latitude for a map
  /// of a sphere.
  func normals(
    relief: Float, tiles: Bool = true, stretch: (_ v: Float) -> Float = { _ in 1 }
  ) -> Grid<Vector3> {
    var index = 0
    return Grid<Vector3>(width, height) { _, v in
      let (x, y) = (index % width, index / width)
      index += 1
      let up = tiles ? y - 1 : max(0, y - 1)
      let down = tiles ? y + 1 : min(height - 1, y + 1)
      // Sobel: a central difference along one axis, smoothed along the other.
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
