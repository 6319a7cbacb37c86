import CaromCollision
import CaromMaths
import CaromPhysics

/// A world of many bodies at random places, and the same bodies as a plain row to search by force.
struct Crowd {
  let world: World
  /// All bodies in the order of creation.
  var bodies: [(handle: BodyHandle, shape: Shape, definition: BodyDefinition)] = []
  var random: RandomStream

  /// Makes `count` bodies within `reach` meters of the origin.
  init(_ seed: UInt64, count: Int, reach: Float = 4) throws {
    var settings = WorldSettings()
    settings.gravity = .zero
    world = World(settings)
    random = RandomStream(seed: seed)
    for number in 0..<count {
      let kind: BodyKind = [.static, .kinematic, .dynamic, .dynamic][number % 4]
      let shape = number == 0 ? .floor : shape()
      var d = BodyDefinition(
        number == 0 ? .static : kind, shape: shape,
        transform: number == 0 ? Transform(position: Vector3(0, -reach, 0)) : placement(reach))
      d.filter.category = 1 << UInt32(random.int(below: 4))
      d.filter.collision = random.int(below: 5) == 0 ? 6 : .max
      d.isSensor = random.int(below: 8) == 0
      bodies.append((try world.createBody(d), shape, d))
    }
  }

  mutating func vector(_ reach: Float) -> Vector3 {
    Vector3(
      random.float(in: -reach..<reach), random.float(in: -reach..<reach),
      random.float(in: -reach..<reach))
  }

  mutating func placement(_ reach: Float) -> Transform {
    let q = Quaternion(
      random.float(in: -1..<1), random.float(in: -1..<1), random.float(in: -1..<1),
      random.float(in: 0.1..<1))
    return Transform(position: vector(reach), orientation: q.normalized)
  }

  /// A shape of any bounded kind, 0.2 m to 1.5 m in size.
  mutating func shape() -> Shape {
    let kind = random.int(below: 5)
    if kind < 4 { return leaf(kind) }
    return .compound(
      CompoundShape([
        ShapeLeaf(shape: leaf(0), placement: placement(0.5)),
        ShapeLeaf(shape: leaf(1), placement: placement(0.5)),
        ShapeLeaf(shape: leaf(2), placement: placement(0.5)),
      ]))
  }

  private mutating func leaf(_ kind: Int) -> Shape {
    let size = vector(0.4).magnitudes + Vector3(repeating: 0.1)
    switch kind {
    case 0: return .ball(size.x)
    case 1: return .box(size.x, size.y, size.z)
    case 2: return .capsule(CapsuleShape(radius: size.x, halfLength: size.y))
    default: return .cylinder(CylinderShape(radius: size.x, halfHeight: size.y))
    }
  }

  /// Steps the world without contacts mattering, so that boxes in the trees differ from shapes.
  mutating func drift(_ steps: Int) {
    for body in bodies where body.definition.kind != .static {
      world.body(body.handle)?.velocity = vector(3)
    }
    for _ in 0..<steps { world.step(1 / 60) }
  }

  /// Where a body is.
  func transform(_ number: Int) -> Transform {
    world.body(bodies[number].handle)?.transform ?? .identity
  }

  /// Whether a filter without predicate lets a body through, worked out here.
  func counts(_ number: Int, _ filter: QueryFilter) -> Bool {
    let d = bodies[number].definition
    if d.filter.category & filter.mask == 0 { return false }
    if let category = filter.category, d.filter.collision & category == 0 { return false }
    if !filter.kinds.contains(BodyKinds(d.kind)) { return false }
    if d.isSensor && !filter.includesSensors { return false }
    return !filter.ignoredBodies.contains(bodies[number].handle)
  }

  /// A filter drawn by chance, the default in half of the cases.
  mutating func filter() -> QueryFilter {
    var filter = QueryFilter()
    if random.int(below: 2) == 0 { return filter }
    filter.mask = UInt32(random.int(below: 15)) + 1
    if random.int(below: 2) == 0 { filter.category = 1 }
    if random.int(below: 2) == 0 { filter.kinds = [.dynamic, .static] }
    filter.includesSensors = random.int(below: 2) == 0
    filter.ignoredBodies = [bodies[random.int(below: bodies.count)].handle]
    return filter
  }
}
