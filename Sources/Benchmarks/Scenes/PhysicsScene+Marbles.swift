import CaromMaths

extension PhysicsScene {
  /// S3: marbles that fall into an open box.
  static var marbles: PhysicsScene {
    var scene = PhysicsScene("S3", "4,000 marbles in a box", steps: 300)
    scene.addMarbles()
    return scene
  }

  /// S8: the marbles of S3 with rays cast into them from above.
  static var marblesAndRays: PhysicsScene {
    var scene = PhysicsScene("S8", "100,000 rays into the marbles of S3", steps: 300)
    scene.addMarbles()
    scene.addRays(100_000)
    return scene
  }

  /// Adds a floor of 10 m by 10 m with four walls.
  mutating func addOpenBox() {
    addStatic(Vector3(6, 0.5, 6), at: Vector3(0, -0.5, 0))
    addStatic(Vector3(0.5, 20, 6), at: Vector3(-5.5, 20, 0))
    addStatic(Vector3(0.5, 20, 6), at: Vector3(5.5, 20, 0))
    addStatic(Vector3(5, 20, 0.5), at: Vector3(0, 20, -5.5))
    addStatic(Vector3(5, 20, 0.5), at: Vector3(0, 20, 5.5))
  }

  private mutating func addMarbles() {
    addOpenBox()
    for i in 0..<4000 {
      let (layer, column, row) = (i / 256, i % 16, i / 16 % 16)
      let shiftX: Float = 0.01 * Float(i * 7 % 11 - 5)
      let shiftZ: Float = 0.01 * Float(i * 5 % 13 - 6)
      let x: Float = (Float(column) - 7.5) * 0.6 + shiftX
      let z: Float = (Float(row) - 7.5) * 0.6 + shiftZ
      addSphere(0.25, at: Vector3(x, 0.5 + 0.6 * Float(layer), z))
    }
  }

  /// Adds rays from 8 m above the floor through random points of the heap, extended by half their
  /// length.
  private mutating func addRays(_ count: Int) {
    var sequence = CongruentialSequence(state: 777)
    for _ in 0..<count {
      let x: Float = sequence.next() * 9.8 - 4.9
      let z: Float = sequence.next() * 9.8 - 4.9
      let toX: Float = sequence.next() * 9.8 - 4.9
      let toY: Float = sequence.next() * 4
      let toZ: Float = sequence.next() * 9.8 - 4.9
      let translation = Vector3((toX - x) * 1.5, (toY - 8) * 1.5, (toZ - z) * 1.5)
      rays.append(Ray(origin: Vector3(x, 8, z), translation: translation))
    }
  }
}

/// The linear congruential generator of the scenes, the same in every engine's harness.
///
/// - Source: Numerical Recipes, section 7.1 ("an even quicker generator").
struct CongruentialSequence {
  var state: UInt32

  /// The next number in 0..<1, a multiple of 2⁻²⁴.
  mutating func next() -> Float {
    state = state &* 1_664_525 &+ 1_013_904_223
    return Float(state >> 8) * (1 / 16_777_216)
  }
}
