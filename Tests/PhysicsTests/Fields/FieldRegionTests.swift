import CaromCollision
import CaromMaths
import CaromPhysics
import Testing

@Suite("Regions and masks of force fields")
struct FieldRegionTests {
  /// The speed of a body at a position after one step of a unit field.
  func speed(at place: Vector3, _ change: (inout ForceFieldDefinition) -> Void) throws -> Float {
    let t = TestWorld.space
    try t.field(.linearGravity) {
      $0.strength = 60
      change(&$0)
    }
    let body = try t.ball(at: place)
    t.run(1)
    return body.velocity.length
  }

  @Test("A box region ends at its half extents, along the field's own axes")
  func box() throws {
    let quarter = Quaternion(axis: .unitY, angle: .pi / 2)
    for scope in ForceFieldScope.allCases {
      func acts(_ place: Vector3) throws -> Bool {
        try speed(at: place) {
          $0.transform = Transform(position: Vector3(10, 0, 0), orientation: quarter)
          $0.halfExtent = Vector3(1, 2, 3)
          $0.scope = scope
        } > 0.5
      }
      // The long half axis z of the field lies along x of the world.
      let isInside = scope == .insideExtent
      #expect(try acts(Vector3(12.9, 1.9, 0.9)) == isInside)
      #expect(try acts(Vector3(13.1, 0, 0)) != isInside)
      #expect(try acts(Vector3(10, 2.1, 0)) != isInside)
      #expect(try acts(Vector3(10, 0, 1.1)) != isInside)
    }
  }

  @Test("An ellipsoid region excludes the corners of its box; a very long axis makes a cylinder")
  func ellipsoid() throws {
    func acts(_ place: Vector3, _ half: Vector3) throws -> Bool {
      try speed(at: place) { ($0.halfExtent, $0.usesEllipsoidalExtent) = (half, true) } > 0.5
    }
    #expect(try acts(Vector3(0.9, 0, 0), Vector3(1, 2, 3)))
    #expect(try acts(Vector3(0, 0, 2.9), Vector3(1, 2, 3)))
    #expect(try !acts(Vector3(0.8, 1.6, 0), Vector3(1, 2, 3)))
    #expect(try acts(Vector3(0.5, 1000, 0.5), Vector3(1, 1e9, 1)))
    #expect(try !acts(Vector3(0.8, 0, 0.8), Vector3(1, 1e9, 1)))
  }

  @Test("A field acts only on the categories of its mask, which is live")
  func mask() throws {
    let t = TestWorld.space
    let field = try t.field(.linearGravity) { ($0.strength, $0.categoryBitMask) = (60, 6) }
    let body = try t.ball { $0.filter.category = 8 }
    t.run(1)
    #expect(body.velocity == .zero)
    body.filter.category = 4
    t.run(1)
    #expect(abs(body.velocity.y + 1) < 1e-4)
    field.categoryBitMask = 8
    t.run(1)
    #expect(abs(body.velocity.y + 1) < 1e-4)
    field.categoryBitMask = .max
    field.isActive = false
    t.run(1)
    #expect(abs(body.velocity.y + 1) < 1e-4)
  }

  @Test("An exclusive field excludes other fields, but not the world's gravity")
  func exclusive() throws {
    let t = TestWorld(gravity: Vector3(0, 0, 6)) { $0.allowsSleep = false }
    try t.field(.linearGravity) { $0.strength = 60 }
    let first = try t.field(.linearGravity) {
      ($0.direction, $0.strength, $0.isExclusive) = (.unitX, 60, true)
      $0.halfExtent = .one
    }
    try t.field(.linearGravity) {
      ($0.direction, $0.strength, $0.isExclusive) = (.unitY, 60, true)
      $0.halfExtent = .one
    }
    let inside = try t.ball()
    let outside = try t.ball(at: Vector3(5, 0, 0))
    t.run(1)
    #expect((inside.velocity - Vector3(1, 0, 0.1)).length < 1e-4)
    #expect((outside.velocity - Vector3(0, -1, 0.1)).length < 1e-4)
    // Of several exclusive fields the one made first is used, then the next one.
    t.world.destroyField(first.handle)
    t.run(1)
    #expect((inside.velocity - Vector3(1, 1, 0.2)).length < 1e-4)
    #expect(t.world.field(first.handle) == nil)
    #expect(t.world.fieldHandles.count == 2)
  }

  @Test("Static and kinematic bodies are not moved")
  func dynamicsOnly() throws {
    let t = TestWorld.space
    try t.field(.linearGravity) { $0.strength = 60 }
    let moving = try t.add(.kinematic, .ball(0.1)) { $0.velocity = .unitX }
    let fixed = try t.add(.static, .ball(0.1), at: Vector3(9, 9, 9))
    t.run(10)
    #expect(moving.velocity == .unitX)
    #expect(fixed.position == Vector3(9, 9, 9))
  }

  @Test("The view reads the definition and changes it immediately")
  func live() throws {
    let t = TestWorld.space
    let field = try t.field(.noise) {
      ($0.seed, $0.smoothness, $0.noiseScale, $0.animationSpeed) = (7, 0.5, 2, 3)
      ($0.halfExtent, $0.usesEllipsoidalExtent, $0.scope) = (Vector3(1, 2, 3), true, .outsideExtent)
    }
    var expected = ForceFieldDefinition(.noise)
    (expected.seed, expected.smoothness, expected.noiseScale) = (7, 0.5, 2)
    (expected.animationSpeed, expected.scope) = (3, .outsideExtent)
    (expected.halfExtent, expected.usesEllipsoidalExtent) = (Vector3(1, 2, 3), true)
    #expect(field.definition == expected)
    field.type = .drag
    field.strength = 4
    #expect(t.world.field(field.handle)?.type == .drag && field.strength == 4)
  }
}
