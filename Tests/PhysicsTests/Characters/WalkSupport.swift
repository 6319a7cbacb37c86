import CaromCollision
import CaromMaths
import CaromPhysics

/// A world in which a character walks, 60 moves a second.
final class Walk {
  let test = TestWorld()
  var mover: CharacterMover

  /// Places a character on level ground at the origin, or at a position.
  init(
    at feet: Vector3 = .zero, hasFloor: Bool = true,
    _ change: (inout CharacterSettings) -> Void = { _ in }
  ) throws {
    var settings = CharacterSettings()
    change(&settings)
    mover = try CharacterMover(settings, at: feet + Vector3(0, 0.5 * settings.height, 0))
    if hasFloor { try test.add(.static, .floor) }
  }

  /// Walks for a number of steps.
  func walk(_ velocity: Vector3 = .zero, steps: Int, _ each: (Int) -> Void = { _ in }) {
    for step in 0..<steps {
      test.world.step(1 / 60)
      mover.move(in: test.world, by: 1 / 60, walking: velocity)
      each(step)
    }
  }

  /// A wall of 1 m thickness whose face has the normal `normal`, through a point.
  func wall(_ point: Vector3, _ normal: Vector3) throws {
    let turn = Quaternion(from: .unitX, to: normal)
    try test.add(.static, .box(1, 20, 40)) {
      $0.transform = Transform(position: point - normal * 0.5, orientation: turn)
    }
  }
}
