import CaromCollision
import CaromMaths
import CaromPhysics
import Testing

/// A plank that stood on its foot and fell over slapped the floor at 4.2 m/s where 5.3 m/s are due,
/// and was thrown into a roll of 30 rad/s about its length.
///
/// Its end came down by 9 cm in a step, and its contact knew the points within 2.5 cm alone, which
/// were those of the foot. The sweep took the end for something that the solver had failed to keep
/// out: it stopped one corner inside the floor and took its speed, with a blow that no event told
/// of. A point that no contact knew of is now stopped at the surface with its speed, so that the
/// next step's contact has the whole blow.
///
/// Meshes and height fields, where a plank met the edges of triangles with its middle, are tested
/// with the other floors in `FallingPlankTests`.
@Suite("Falling planks")
struct SlappingPlankTests {
  /// The box is 1 m high.
  static func floor(_ kind: String) -> Shape { kind == "box" ? .box(10, 1, 10) : .floor }

  @Test(
    "The end of a plank hits with the speed of its fall, at both corners",
    arguments: ["box", "plane"],
    [(25, 0.1), (28, 0.1), (30, 0.1), (31, 0.04), (33, 0.2), (35, 0.1)] as [(Float, Float)])
  func topple(kind: String, start: (degrees: Float, thickness: Float)) throws {
    let t = TestWorld()
    let top: Float = kind == "box" ? 0.5 : 0
    try t.add(.static, Self.floor(kind))
    let plank = try t.add(.dynamic, .box(2, start.thickness, 0.4)) {
      $0.filter.contactTest = .max
      $0.restitution = 0
      $0.friction = 0
      $0.allowsResting = false
    }
    let angle = start.degrees * .pi / 180
    let half = 0.5 * start.thickness
    let height = Portable.sin(angle) + half * Portable.cos(angle)
    plank.transform = Transform(
      position: Vector3(0, top + height, 0), orientation: Quaternion(axis: .unitZ, angle: angle))
    var fastest: Float = 0
    var roll: Float = 0
    t.run(60) { _ in
      for hit in t.world.hitEvents where hit.point.x > 0.9 {
        fastest = max(fastest, hit.approachSpeed)
      }
      roll = max(roll, abs(plank.angularVelocity.x))
    }
    // Its middle falls straight down at ω·1 m: ½(1 + (4 + thickness²)/12)·ω² = g·fall. The speed of
    // a hit is that of the step's beginning, 1.5·g/60 = 0.25 m/s either way.
    let inertia = 1 + (4 + start.thickness * start.thickness) / 12
    let speed = 2 * (2 * 9.8 * (height - half) / inertia).squareRoot()
    #expect(abs(fastest - speed) < 0.3, "\(fastest) where \(speed) is due")
    // Corners are solved one after the other, so that one gets a little more in the first substep.
    #expect(roll < 5, "\(roll)")
  }

  @Test(
    "A plank that lands with one end first rotates about it, without penetration",
    arguments: ["box", "plane"], [1.5, 3, 5] as [Float])
  func land(kind: String, speed: Float) throws {
    for tilt in [0.02, 0.05, 0.1] as [Float] {
      let t = TestWorld()
      let top: Float = kind == "box" ? 0.5 : 0
      try t.add(.static, Self.floor(kind))
      let plank = try t.add(.dynamic, .box(2, 0.1, 0.4)) {
        $0.restitution = 0
        $0.friction = 0
        $0.allowsResting = false
        $0.velocity = Vector3(0, -speed, 0)
        $0.transform = Transform(
          position: Vector3(0, top + 1, 0), orientation: Quaternion(axis: .unitZ, angle: tilt))
      }
      let start = 0.5 * speed * speed + 9.8
      let impact = (2 * (start - 9.8 * 0.05)).squareRoot()
      var (roll, least): (Float, Float) = (0, 1)
      t.run(60) { _ in
        roll = max(roll, abs(plank.angularVelocity.x))
        for x: Float in [-1, 1] {
          for z: Float in [-0.2, 0.2] {
            least = min(least, plank.transform.apply(Vector3(x, -0.05, z)).y - top)
          }
        }
        let (v, w) = (plank.velocity, plank.angularVelocity)
        let spin: Float = (plank.worldInertia * w).dot(w) / plank.mass
        let energy: Float = 0.5 * v.lengthSquared + 0.5 * spin + 9.8 * (plank.position.y - top)
        // A body that is stopped on its way has the speed of the whole step, but did not fall so
        // far.
        #expect(energy < start + 9.8 * impact / 60 + 0.1, "\(energy) of \(start)")
      }
      #expect(roll < 1.5 * speed + 3 && least > -0.03, "tilt \(tilt): roll \(roll), depth \(least)")
    }
  }
}
