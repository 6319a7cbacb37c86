import CaromCollision
import CaromMaths

/// Square surfaces around the origin, two triangles a cell, front up.
enum TestSurface {
  static func mesh(
    _ count: Int, size: Float, height: (Float, Float) -> Float
  ) throws -> MeshShape {
    let half = 0.5 * Float(count) * size
    var vertices: [Vector3] = []
    var indices: [Int32] = []
    for row in 0...count {
      for column in 0...count {
        let (x, z) = (Float(column) * size - half, Float(row) * size - half)
        vertices.append(Vector3(x, height(x, z), z))
      }
    }
    for row in 0..<count {
      for column in 0..<count {
        let a = Int32(row * (count + 1) + column)
        let (b, c, d) = (a + 1, a + Int32(count) + 1, a + Int32(count) + 2)
        indices += [a, c, b, b, c, d]
      }
    }
    return try MeshShape(vertices: vertices, indices: indices)
  }

  static func field(
    _ count: Int, size: Float, height: (Float, Float) -> Float
  ) throws -> HeightFieldShape {
    let half = 0.5 * Float(count) * size
    var heights: [Float] = []
    for row in 0...count {
      for column in 0...count {
        heights.append(height(Float(column) * size - half, Float(row) * size - half))
      }
    }
    return try HeightFieldShape(
      heights: heights, columns: count + 1, spacingX: size, spacingZ: size)
  }
}
