import CaromCollision
import CaromMaths
import CaromPhysics
import CaromProperties

/// Short ways to build worlds for tests.
struct TestWorld {
  let world: World

  init(gravity: Vector3 = Vector3(0, -9.8, 0), change: (inout WorldSettings) -> Void = { _ in }) {
    var settings = WorldSettings()
    settings.gravity = gravity
    change(&settings)
    world = World(settings)
  }

  /// Adds a body without damping, so that formulas hold, and returns its view.
  @discardableResult
  func add(
    _ kind: BodyKind, _ shape: Shape, at position: Vector3 = .zero,
    _ change: (inout BodyDefinition) -> Void = { _ in }
  ) throws -> Body {
    var d = BodyDefinition(kind, shape: shape, position: position)
    d.damping = 0
    d.angularDamping = 0
    change(&d)
    let handle = try world.createBody(d)
    guard let body = world.body(handle) else { preconditionFailure("A new body is there") }
    return body
  }

  /// Makes steps of 1/60 s, checking the world after each.
  func run(_ steps: Int, checked: Bool = true, _ each: (Int) -> Void = { _ in }) {
    for step in 0..<steps {
      world.step(1 / 60)
      if checked { world.checkInvariants() }
      each(step)
    }
  }
}

extension Shape {
  static func ball(_ radius: Float) -> Shape { .sphere(SphereShape(radius: radius)) }
  static func box(_ x: Float, _ y: Float, _ z: Float) -> Shape {
    .box(BoxShape(size: Vector3(x, y, z)))
  }
  static var floor: Shape { .plane(PlaneShape()) }
}

extension World {
  /// A new world with the state of this one.
  func restored() throws -> World {
    let buffer = StateBuffer()
    buffer.fill { save(into: &$0) }
    let world = World()
    var source = StateSource(buffer.bytes)
    try world.load(from: &source)
    try source.finish()
    return world
  }
}
