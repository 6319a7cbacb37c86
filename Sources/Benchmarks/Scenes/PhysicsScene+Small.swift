import CaromMaths

extension PhysicsScene {
  /// A marble that rolls about on the stones of a level, as in the marble maze: what most games are.
  ///
  /// Not one of those that other engines run. Its walls do not bounce, so the marble runs along them and
  /// comes to lie in a corner, awake: 2,000 steps of a world in which next to nothing happens.
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
