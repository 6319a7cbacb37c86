import CaromCollision
import CaromMaths
import CaromPhysics
import Testing

@Suite("Force fields")
struct ForceFieldTests {
  @Test("A linear gravity field accelerates bodies of any mass like the world's gravity")
  func linear() throws {
    let t = TestWorld.space
    let u = TestWorld(gravity: Vector3(1, -9.8, 0)) { $0.allowsSleep = false }
    try t.field(.linearGravity) {
      $0.direction = Vector3(2, -19.6, 0)
      $0.strength = Vector3(1, -9.8, 0).length
    }
    let body = try t.ball { ($0.mass, $0.velocity) = (7, Vector3(0, 5, 1)) }
    let other = try u.ball { ($0.mass, $0.velocity) = (7, Vector3(0, 5, 1)) }
    t.run(120)
    u.run(120)
    // The only error is the rounding of force to acceleration and back: 10 µm in 16 m.
    #expect((body.position - other.position).length < 1e-4)
  }

  @Test("The direction of a linear field rotates with its transform")
  func turned() throws {
    let t = TestWorld.space
    try t.field(.linearGravity) {
      $0.transform.orientation = Quaternion(axis: .unitZ, angle: .pi / 2)
      $0.strength = 2
    }
    let body = try t.ball()
    t.run(60)
    // (0, −1, 0) rotated by 90° about z is (1, 0, 0); v = a·t.
    #expect((body.velocity - Vector3(2, 0, 0)).length < 1e-4)
  }

  @Test("Drag gives the terminal speed m·g/c and the exact speed before it", arguments: [0.5, 40])
  func drag(_ coefficient: Float) throws {
    let t = TestWorld { $0.allowsSleep = false }
    try t.field(.drag) { $0.strength = coefficient }
    let body = try t.ball { $0.mass = 2 }
    t.run(30)
    // v = (m·g/c)·(1 − e^(−ct/m)), whose exact solution the step uses.
    let terminal = 2 * 9.8 / coefficient
    let soon = terminal * (1 - Portable.exp(-coefficient * 0.5 / 2))
    #expect(abs(-body.velocity.y - soon) < 1e-3 * soon)
    t.run(3000, checked: false)
    #expect(abs(-body.velocity.y - terminal) < 1e-3 * terminal)
  }

  @Test("Negative drag accelerates, and extreme drag only stops a body")
  func drives() throws {
    let t = TestWorld.space
    let field = try t.field(.drag) { $0.strength = -1 }
    let body = try t.ball { $0.velocity = Vector3(1, 0, 0) }
    t.run(60)
    #expect(body.velocity.x > 2.5 && body.velocity.x < 2.75)
    field.strength = 1e6
    t.run(1)
    #expect(body.velocity.length < 1e-6)
  }

  @Test("A planet in inverse-square radial gravity has Kepler's period")
  func orbit() throws {
    let t = TestWorld.space
    let strength: Float = 400
    try t.field(.radialGravity) {
      ($0.strength, $0.falloffExponent) = (strength, 2)
      $0.transform.position = Vector3(3, 0, 0)
    }
    // Started at the far end of an ellipse: T = 2π·√(a³/μ) with a from v² = μ(2/r − 1/a).
    let (far, speed): (Float, Float) = (10, 5)
    let axis: Float = 1 / (2 / far - speed * speed / strength)
    let period: Float = 2 * .pi * (axis * axis * axis / strength).squareRoot()
    let planet = try t.ball(at: Vector3(3 + far, 0, 0)) { $0.velocity = Vector3(0, 0, speed) }
    let steps = Int((period * 60).rounded())
    var farthest: Float = 0
    t.run(5 * steps, checked: false) { _ in
      farthest = max(farthest, (planet.position - Vector3(3, 0, 0)).length)
    }
    // After five orbits: late by less than 2 % of an orbit, and not a millimeter farther out.
    #expect((planet.position - Vector3(13, 0, 0)).length < 0.02 * 2 * .pi * axis)
    #expect(abs(farthest - far) < 0.01)
  }

  @Test("A body in a spring field oscillates with period 2π√(m/k) and constant amplitude")
  func spring() throws {
    let t = TestWorld.space
    try t.field(.spring) { $0.strength = 8 * .pi * .pi }
    // m = 2 kg: ω = 2π, so one turn a second.
    let body = try t.ball(at: Vector3(1, 0, 0)) { $0.mass = 2 }
    var crossings: [Float] = []
    var last: Float = 1
    var widest: Float = 0
    t.run(1210, checked: false) { step in
      let x = body.position.x
      if last < 0 && x >= 0 { crossings.append(Float(step) + last / (last - x)) }
      if step > 1100 { widest = max(widest, abs(x)) }
      last = x
    }
    let period = (crossings[19] - crossings[0]) / 19 / 60
    // Half a per mille of the step's error in frequency, (ωΔt)²/12.
    #expect(abs(period - 1) < 1.5e-3)
    #expect(abs(widest - 1) < 0.01)
  }

  @Test("A spring field too stiff for the time step is stable")
  func stiffSpring() throws {
    let t = TestWorld.space
    try t.field(.spring) { $0.strength = 1e6 }
    let body = try t.ball(at: Vector3(1, 0, 0))
    t.run(600) { _ in #expect(body.position.length < 1.1) }
  }

  @Test("A vortex accelerates around its axis by the right-hand rule, for any height and mass")
  func vortex() throws {
    let t = TestWorld.space
    try t.field(.vortex) {
      ($0.direction, $0.strength) = (Vector3(0, 3, 0), 2)
      $0.transform.position = Vector3(1, 0, 0)
    }
    let body = try t.ball(at: Vector3(3, 9, 0)) { $0.mass = 5 }
    t.run(1)
    // At +x of an axis along +y the tangential direction is y × x = −z; v = a·Δt.
    #expect((body.velocity - Vector3(0, 0, -2.0 / 60)).length < 1e-6)
    let centered = try t.ball(at: Vector3(1, -4, 0))
    t.run(1)
    #expect(centered.velocity == .zero)
  }

  @Test("The effect decreases with distance as d^−n and is constant below the minimum distance")
  func falloff() throws {
    for exponent: Float in [0, 1, 2, 2.5, -1] {
      for distance: Float in [0.1, 0.5, 1, 2, 5] {
        let t = TestWorld.space
        try t.field(.radialGravity) {
          ($0.strength, $0.falloffExponent, $0.minimumDistance) = (0.3, exponent, 0.5)
        }
        let body = try t.ball(at: Vector3(0, distance, 0))
        t.run(1)
        let expected = -0.3 * Portable.pow(max(distance, 0.5), -exponent) / 60
        #expect(abs(body.velocity.y - expected) < 1e-5 * abs(expected), "\(exponent) \(distance)")
      }
    }
  }

  @Test("A vortex measures its distance from the axis")
  func vortexFalloff() throws {
    let t = TestWorld.space
    try t.field(.vortex) { $0.falloffExponent = 1 }
    let body = try t.ball(at: Vector3(4, 100, 0))
    t.run(1)
    #expect(abs(body.velocity.length - 0.25 / 60) < 1e-6)
  }

  @Test("Two fields add up")
  func sum() throws {
    let t = TestWorld.space
    try t.field(.linearGravity) { $0.strength = 3 }
    try t.field(.linearGravity) { ($0.direction, $0.strength) = (.unitX, 4) }
    let body = try t.ball()
    t.run(60)
    #expect((body.velocity - Vector3(4, -3, 0)).length < 1e-4)
  }

  @Test("Invalid fields are refused with the name of the property")
  func refusals() {
    let world = World()
    let bad: [(String, (inout ForceFieldDefinition) -> Void)] = [
      ("transform", { $0.transform.position.x = .nan }), ("strength", { $0.strength = .infinity }),
      ("falloffExponent", { $0.falloffExponent = .nan }),
      ("minimumDistance", { $0.minimumDistance = 0 }),
      ("halfExtent", { $0.halfExtent = Vector3(1, .nan, 1) }),
      ("halfExtent", { $0.halfExtent = Vector3(1, 1, 0) }),
      ("direction", { $0.direction = .zero }), ("smoothness", { $0.smoothness = 1.5 }),
      ("noiseScale", { $0.noiseScale = -1 }), ("animationSpeed", { $0.animationSpeed = .nan }),
    ]
    for (name, spoil) in bad {
      var d = ForceFieldDefinition(.noise)
      spoil(&d)
      let error = #expect(throws: PhysicsError.self) { try world.createField(d) }
      #expect(error?.description.hasPrefix(name) == true, "\(name)")
    }
    #expect(world.fieldHandles.isEmpty)
  }
}
