import CaromCollision
import CaromMaths
import CaromPhysics

extension PhysicsScene {
  /// S7: marbles that roll down a terrain of 80,000 triangles.
  static var terrain: PhysicsScene {
    var scene = PhysicsScene("S7", "500 marbles on a mesh of 80,000 triangles", steps: 300)
    var vertices: [Vector3] = []
    var indices: [Int32] = []
    for row in 0...200 {
      for column in 0...200 {
        let (x, z) = (0.5 * Float(column - 100), 0.5 * Float(row - 100))
        vertices.append(Vector3(x, terrainHeight(x, z), z))
      }
    }
    for row in 0..<200 {
      for column in 0..<200 {
        let a = Int32(row * 201 + column)
        let (b, c, d) = (a + 1, a + 201, a + 202)
        indices += [a, c, b, b, c, d]
      }
    }
    guard let mesh = try? MeshShape(vertices: vertices, indices: indices) else {
      preconditionFailure("Hills are a mesh")
    }
    scene.bodies.append(Body(kind: .static, shape: .mesh(mesh), position: .zero))
    for i in 0..<500 {
      let (column, row) = (i % 25, i / 25)
      let shift: Float = 0.1 * Float(row % 3)
      let x: Float = (Float(column) - 12) * 3 + shift
      let z: Float = (Float(row) - 9.5) * 3
      scene.addSphere(
        0.3, at: Vector3(x, terrainHeight(x, z) + 2, z), velocity: Vector3(3, 0, 2))
    }
    return scene
  }

  /// The height: ½·sin(0.8x)·cos(0.8z) + 0.002·(x² + z²), rounded once.
  private static func terrainHeight(_ x: Float, _ z: Float) -> Float {
    let (x, z) = (Double(x), Double(z))
    let waves: Double = 0.5 * DoubleTrigonometry.sine(0.8 * x) * DoubleTrigonometry.cosine(0.8 * z)
    return Float(waves + 0.002 * (x * x + z * z))
  }
}
