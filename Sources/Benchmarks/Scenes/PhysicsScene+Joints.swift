import CaromMaths

extension PhysicsScene {
  /// S6: a net of spheres that hangs from its first row and is pushed sideways; without collisions.
  static var jointGrid: PhysicsScene {
    var scene = PhysicsScene("S6", "a net of 2,450 spheres and 4,851 joints", steps: 300)
    scene.collides = false
    let size = 50
    for row in 0..<size {
      for column in 0..<size {
        let position = Vector3(Float(column), -Float(row), 0)
        scene.addSphere(
          0.4, at: position, velocity: Vector3(0, 0, row > 0 ? 0.1 * Float(row) : 0),
          isDynamic: row > 0)
        let body = row * size + column
        if row > 0 {
          scene.joints.append(
            Joint(
              a: body - size, b: body, anchor: Vector3(Float(column), -Float(row) + 0.5, 0)))
        }
        if column > 0 && row > 0 {
          scene.joints.append(
            Joint(
              a: body - 1, b: body, anchor: Vector3(Float(column) - 0.5, -Float(row), 0)))
        }
      }
    }
    return scene
  }
}
