import CaromMaths

extension PhysicsScene {
  /// S1: one pyramid of 820 boxes.
  static var pyramid: PhysicsScene {
    var scene = PhysicsScene("S1", "a pyramid of 820 boxes", steps: 300)
    scene.addStatic(Vector3(100, 1, 100), at: Vector3(0, -1, 0))
    scene.addPyramid(40, x: 0, z: 0)
    return scene
  }

  /// S2: a hundred small, separate pyramids.
  static var manyPyramids: PhysicsScene {
    var scene = PhysicsScene("S2", "100 pyramids of 55 boxes", steps: 120)
    scene.addStatic(Vector3(100, 1, 100), at: Vector3(0, -1, 0))
    for row in 0..<10 {
      for column in 0..<10 {
        scene.addPyramid(10, x: (Float(column) - 4.5) * 12, z: (Float(row) - 4.5) * 3)
      }
    }
    return scene
  }

  /// S5: a wall of bricks in running bond, hit by ten heavy spheres.
  static var wall: PhysicsScene {
    var scene = PhysicsScene("S5", "a wall of 800 bricks hit by 10 balls", steps: 300)
    scene.addStatic(Vector3(100, 1, 100), at: Vector3(0, -1, 0))
    for row in 0..<20 {
      let shift: Float = row & 1 == 1 ? 0.5 : 0
      for column in 0..<40 {
        scene.addBox(
          Vector3(0.5, 0.25, 0.25),
          at: Vector3(Float(column) - 19.5 + shift, 0.25 + 0.5 * Float(row), 0))
      }
    }
    for ball in 0..<10 {
      scene.addSphere(
        0.5, at: Vector3(-18 + 4 * Float(ball), 2 + 1.5 * Float(ball % 5), -15),
        velocity: Vector3(0, 0, 40), density: 8000)
    }
    return scene
  }

  /// Adds a pyramid of touching unit boxes; row `i` has `size − i` boxes.
  private mutating func addPyramid(_ size: Int, x: Float, z: Float) {
    for row in 0..<size {
      for column in 0..<(size - row) {
        let left: Float = x + Float(column) - 0.5 * Float(size - row - 1)
        addBox(Vector3(0.5, 0.5, 0.5), at: Vector3(left, 0.5 + Float(row), z))
      }
    }
  }
}
