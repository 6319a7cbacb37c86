import CaromCollision
import CaromMaths
import CaromPhysics
import Testing

@Suite("Densities of colliders")
struct ColliderDensityTests {
  /// Two balls of radius 0.5 at ±1 on the X axis.
  private static let dumbbell = Shape.compound(
    CompoundShape([
      ShapeLeaf(shape: .ball(0.5), placement: Transform(position: Vector3(-1, 0, 0))),
      ShapeLeaf(shape: .ball(0.5), placement: Transform(position: Vector3(1, 0, 0))),
    ]))
  private static let volume: Float = 4 * .pi / 3 / 8

  private func dense(_ density: Float?) -> ColliderProperties {
    var p = ColliderProperties()
    p.density = density
    return p
  }

  @Test("A dumbbell of steel and wood has the mass, center and inertia of both balls")
  func dumbbell() throws {
    let t = TestWorld(gravity: .zero)
    let body = try t.add(.dynamic, Self.dumbbell) {
      $0.colliderProperties = [self.dense(7800), self.dense(600)]
    }
    let (steel, wood): (Float, Float) = (7800 * Self.volume, 600 * Self.volume)
    #expect(abs(body.mass / (steel + wood) - 1) < 1e-5)
    let center: Float = (wood - steel) / (wood + steel)
    #expect(body.centerOfMass.distance(to: Vector3(center, 0, 0)) < 1e-5)
    // 2/5·m·r² of each ball, and the reduced mass at the distance of 2 m.
    let about: Float = 0.1 * (steel + wood)
    let across: Float = about + steel * wood / (steel + wood) * 4
    #expect(abs(body.worldInertia.x.x / about - 1) < 1e-4)
    #expect(abs(body.worldInertia.y.y / across - 1) < 1e-4)
  }

  @Test("Colliders without a density have that of the body, what is left of its mass, or water's")
  func others() throws {
    let t = TestWorld(gravity: .zero)
    func mass(_ change: (inout BodyDefinition) -> Void) throws -> (mass: Float, center: Float) {
      let body = try t.add(.dynamic, Self.dumbbell) {
        $0.colliderProperties = [self.dense(500)]
        change(&$0)
      }
      return (body.mass, body.centerOfMass.x)
    }
    let unit = Self.volume
    #expect(abs(try mass { $0.density = 1500 }.mass / (2000 * unit) - 1) < 1e-5)
    #expect(abs(try mass { _ in }.mass / (1500 * unit) - 1) < 1e-5)
    let given = try mass { $0.mass = 800 * unit }
    #expect(given.mass == 800 * unit)
    #expect(abs(given.center - (300 - 500) / 800) < 1e-4)
    var d = BodyDefinition(.dynamic, shape: Self.dumbbell)
    (d.colliderProperties, d.mass) = ([dense(500)], 400 * unit)
    #expect(d.error.map { "\($0)" }?.contains("a mass above that is accepted") == true)
  }

  @Test("Densities are live, keep the others' density, and are restored")
  func live() throws {
    let t = TestWorld(gravity: .zero)
    let body = try t.add(.dynamic, Self.dumbbell) { $0.density = 1000 }
    body.colliderProperties = [dense(3000), ColliderProperties()]
    #expect(abs(body.mass / (4000 * Self.volume) - 1) < 1e-5)
    #expect(abs(body.centerOfMass.x + 0.5) < 1e-5)
    body.friction = 0.9
    #expect(abs(body.mass / (4000 * Self.volume) - 1) < 1e-5)
    t.run(3)
    let restored = try t.world.restored()
    #expect(restored.body(body.handle)?.colliderProperties == body.colliderProperties)
    #expect(restored.stateHash == t.world.stateHash)
    body.colliderProperties = []
    #expect(abs(body.mass / (2000 * Self.volume) - 1) < 1e-5)
    #expect(abs(body.centerOfMass.x) < 1e-5)
  }
}
