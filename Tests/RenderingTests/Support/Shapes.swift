import CaromMaths
import CaromRendering

/// Simple meshes for tests of the rasterizer.
enum Shapes {
  /// A square in the XY plane that faces +Z, two meters a side, divided into `cells` a side.
  static func square(cells: Int = 1, repeats: Float = 1) -> PreparedMesh {
    grid(columns: cells, rows: cells) { u, v in
      (Vector3(u * 2 - 1, 1 - v * 2, 0), .unitZ, .unitX, Vector2(u * repeats, v * repeats))
    }
  }

  /// A square in the XZ plane that faces +Y, two meters a side.
  static let ground: PreparedMesh = grid(columns: 1, rows: 1) { u, v in
    (Vector3(u * 2 - 1, 0, v * 2 - 1), .unitY, .unitX, Vector2(u, v))
  }

  /// A sphere with a radius of one meter.
  static func ball(segments: Int = 32) -> PreparedMesh {
    grid(columns: segments, rows: segments / 2) { u, v in
      let (s, c) = Portable.sincos(u * 2 * .pi)
      let (t, d) = Portable.sincos(v * .pi)
      let n = Vector3(s * t, d, c * t)
      return (n, n, Vector3(c, 0, -s), Vector2(u, v))
    }
  }

  /// A box of two meters a side.
  static let box: PreparedMesh = {
    var positions: [Vector3] = []
    var normals: [Vector3] = []
    var tangents: [Vector4] = []
    var texcoords: [Vector2] = []
    var indices: [UInt32] = []
    let faces: [(Vector3, Vector3)] = [
      (.unitZ, .unitX), (.unitX, -Vector3.unitZ), (-Vector3.unitZ, -Vector3.unitX),
      (-Vector3.unitX, .unitZ), (.unitY, .unitX), (-Vector3.unitY, .unitX),
    ]
    for (normal, right) in faces {
      let up = normal.cross(right)
      let base = UInt32(positions.count)
      for (x, y) in [(-1, 1), (-1, -1), (1, -1), (1, 1)] as [(Float, Float)] {
        positions.append(normal + right * x + up * y)
        normals.append(normal)
        tangents.append(Vector4(right, 1))
        texcoords.append(Vector2((x + 1) / 2, (1 - y) / 2))
      }
      indices += [base, base + 1, base + 2, base, base + 2, base + 3]
    }
    return PreparedMesh(
      positions: positions, normals: normals, tangents: tangents, texcoords: texcoords,
      elements: [indices])
  }()

  private static func grid(
    columns: Int, rows: Int, _ vertex: (Float, Float) -> (Vector3, Vector3, Vector3, Vector2)
  ) -> PreparedMesh {
    var positions: [Vector3] = []
    var normals: [Vector3] = []
    var tangents: [Vector4] = []
    var texcoords: [Vector2] = []
    var indices: [UInt32] = []
    for row in 0...rows {
      for column in 0...columns {
        let (p, n, t, c) = vertex(Float(column) / Float(columns), Float(row) / Float(rows))
        positions.append(p)
        normals.append(n)
        tangents.append(Vector4(t, 1))
        texcoords.append(c)
        if row < rows && column < columns {
          let a = UInt32(row * (columns + 1) + column)
          let b = a + UInt32(columns + 1)
          indices += [a, b, b + 1, a, b + 1, a + 1]
        }
      }
    }
    return PreparedMesh(
      positions: positions, normals: normals, tangents: tangents, texcoords: texcoords,
      elements: [indices])
  }
}
