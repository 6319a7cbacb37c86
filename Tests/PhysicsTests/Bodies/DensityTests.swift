import CaromCollision
import CaromMaths
import CaromPhysics
import Testing

@Suite("Density")
struct DensityTests {
  static let shapes: [(shape: Shape, volume: Float)] = [
    (.ball(0.5), 4 / 3 * Float.pi * 0.125),
    (.box(1, 2, 3), 6),
    (.cylinder(CylinderShape(radius: 0.5, halfHeight: 1)), Float.pi * 0.5),
  ]

  @Test("The mass of a body with a density is density times volume", arguments: shapes)
  func mass(shape: Shape, volume: Float) throws {
    let t = TestWorld()
    let body = try t.add(.dynamic, shape) { $0.density = 700 }
    #expect(abs(body.mass - 700 * volume) < 1e-3 * body.mass)
    #expect(abs(body.density - 700) < 0.1)
    let same = try t.add(.dynamic, shape, at: Vector3(9, 0, 0)) { $0.mass = body.mass }
    #expect(same.worldInertia == body.worldInertia)
  }

  @Test("A change of density changes the mass and wakes the body; a mass replaces it")
  func live() throws {
    let t = TestWorld(gravity: .zero)
    let body = try t.add(.dynamic, .box(1, 1, 1))
    t.run(120)
    #expect(body.mass == 1 && body.isAsleep)
    body.density = 250
    #expect(abs(body.mass - 250) < 1e-3 && !body.isAsleep)
    body.mass = 3
    #expect(body.mass == 3 && abs(body.density - 3) < 1e-4)
  }

  @Test("A definition with both mass and density is refused, and so is a mass out of range")
  func refusals() {
    let world = World()
    var both = BodyDefinition(.dynamic, shape: .ball(0.5))
    (both.mass, both.density) = (2, 700)
    #expect(
      both.error?.description
        == "density: both mass and density are given; one is accepted, and null resets the other")
    #expect(throws: PhysicsError.self) { try world.createBody(both) }
    var light = BodyDefinition(.dynamic, shape: .ball(1e-3))
    light.density = 1e-3
    #expect(light.error?.description.hasPrefix("density: it gives a mass of ") == true)
    var wrong = BodyDefinition(.dynamic, shape: .ball(1))
    wrong.density = .nan
    #expect(wrong.error?.description.hasPrefix("density: nan is out of range") == true)
    #expect(world.bodyCount == 0)
  }

  @Test("A static body may have a density, whatever its shape")
  func staticBody() throws {
    let t = TestWorld()
    let floor = try t.add(.static, .floor) { $0.density = 2400 }
    #expect(floor.kind == .static && t.world.bodyCount == 1)
  }
}
