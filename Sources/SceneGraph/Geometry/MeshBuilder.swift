import CaromMaths

/// Collects the vertices and triangles of a primitive.
struct MeshBuilder {
  var positions: [Vector3] = []
  var normals: [Vector3] = []
  var texcoords: [Vector2] = []
  var elements: [MeshElement] = []

  /// Adds a vertex and returns its index.
  mutating func vertex(_ position: Vector3, _ normal: Vector3, _ texcoord: Vector2) -> UInt32 {
    positions.append(position)
    normals.append(normal)
    texcoords.append(texcoord)
    return UInt32(positions.count - 1)
  }

  /// Adds a triangle to the last element, unless two of its corners coincide.
  mutating func triangle(_ a: UInt32, _ b: UInt32, _ c: UInt32) {
    let (p, q, r) = (positions[Int(a)], positions[Int(b)], positions[Int(c)])
    guard p != q, q != r, r != p else { return }
    elements[elements.count - 1].indices.append(contentsOf: [a, b, c])
  }

  /// Starts a new element.
  mutating func element() { elements.append(MeshElement(indices: [])) }

  /// Adds a grid of `(columns + 1) × (rows + 1)` vertices and two triangles per cell.
  ///
  /// As seen from outside, columns run to the right and rows run down.
  mutating func grid(
    columns: Int, rows: Int, _ make: (Int, Int) -> (Vector3, Vector3, Vector2)
  ) {
    let first = UInt32(positions.count)
    let stride = UInt32(columns + 1)
    for row in 0...rows {
      for column in 0...columns {
        let (p, n, t) = make(column, row)
        _ = vertex(p, n, t)
      }
    }
    for row in 0..<UInt32(rows) {
      for column in 0..<UInt32(columns) {
        let a = first + row * stride + column
        triangle(a, a + stride, a + stride + 1)
        triangle(a, a + stride + 1, a + 1)
      }
    }
  }

  /// Adds a disc that faces +Y or −Y.
  mutating func disc(y: Float, radius: Float, up: Bool, circle: [Vector2]) {
    let normal = Vector3(0, up ? 1 : -1, 0)
    let center = vertex(Vector3(0, y, 0), normal, Vector2(0.5, 0.5))
    var ring: [UInt32] = []
    for c in circle {
      let position = Vector3(c.x * radius, y, c.y * radius)
      ring.append(
        vertex(position, normal, Vector2(0.5 + c.x * 0.5, 0.5 + (up ? c.y : -c.y) * 0.5)))
    }
    for i in 0..<(ring.count - 1) {
      if up {
        triangle(center, ring[i], ring[i + 1])
      } else {
        triangle(center, ring[i + 1], ring[i])
      }
    }
  }

  /// The finished mesh.
  func mesh() -> Mesh {
    Mesh(positions: positions, normals: normals, texcoords: texcoords, elements: elements)
  }
}

/// Returns the points of a unit circle, counterclockwise as seen from +Y; the first and last are
/// equal.
///
/// `x` is along X, `y` along Z. It starts at −Z and runs left, front, right, so that a wrapped
/// texture is not mirrored and its center is at the front.
func circle(_ segments: Int) -> [Vector2] {
  var points: [Vector2] = []
  for i in 0...segments {
    if i == segments {
      points.append(points[0])
    } else {
      let angle = 2 * Float.pi * (Float(i) / Float(segments))
      let (s, c) = Portable.sincos(angle)
      points.append(Vector2(-s, -c))
    }
  }
  return points
}

/// Returns a segment count clamped to a minimum and to 1,024.
func clamped(_ count: Int32, atLeast least: Int) -> Int { max(least, min(Int(count), 1_024)) }
