import CaromMaths

extension PhysicsScene {
  /// A marble that rolls on the stones of a level, as in the marble maze: the size of most games.
  ///
  /// Not part of the comparison with other engines. The walls have no restitution, so the marble
  /// rolls along them and stops in a corner, awake: 2,000 steps of a nearly idle world.
  static var maze: PhysicsScene {
    var scene = PhysicsScene("maze", "a marble on 81 stones between walls", steps: 2000)
    for stone in 0..<81 {
      scene.addStatic(
        Vector3(0.5, 0.5, 0.5), at: Vector3(Float(stone % 9), -0.5, Float(stone / 9)))
    }
    for side in [-0.75, 8.75] as [Float] {
      scene.addStatic(Vector3(0.25, 1.5, 5), at: Vector3(side, 0.5, 4))
      scene.addStatic(Vector3(5, 1.5, 0.25), at: Vector3(4, 0.5, side))
    }
    scene.addSphere(0.45, at: Vector3(4, 0.45, 4), velocity: Vector3(0.6, 0, 0.4))
    return scene
  }
}
