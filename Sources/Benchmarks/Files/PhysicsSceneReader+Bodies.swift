import CaromCollision
import CaromMaths
import CaromPhysics

extension PhysicsSceneReader {
  mutating func readBody(_ line: inout SceneLine) throws(PhysicsSceneError.Problem) {
    bodyIndices.append(nil)
    let kind = try Self.bodyKind(&line)
    let position = try line.vector("p")
    let orientation = try line.rotation("q")
    let velocity = try line.vector("v")
    let angularVelocity = try line.vector("w")
    let density = try line.number("DENSITY")
    let isBullet = try line.flag("BULLET")
    let birth = try line.integer("BIRTH", 0...Int(Int32.max))
    let death = try line.integer("DEATH", -1...Int(Int32.max))
    guard death == -1 || death >= birth else {
      throw line.problem("DEATH is \(death); -1 for never, or at least BIRTH, is accepted")
    }
    guard let shape = try shape(of: &line) else { return }
    var body = PhysicsScene.Body(
      kind: kind, shape: shape, position: position, orientation: orientation, velocity: velocity,
      density: density)
    body.angularVelocity = angularVelocity
    (body.isBullet, body.birth, body.death) = (isBullet, birth, death < 0 ? nil : death)
    if let error = scene.definition(of: body).error { throw line.problem("\(error)") }
    bodyIndices[bodyIndices.count - 1] = scene.bodies.count
    scene.bodies.append(body)
  }

  private static func bodyKind(
    _ line: inout SceneLine
  ) throws(PhysicsSceneError.Problem) -> BodyKind {
    switch try line.integer("KIND", 0...2) {
    case 0: .static
    case 1: .kinematic
    default: .dynamic
    }
  }

  /// Reads the pieces of a body; nil if one refers to an invalid hull or mesh.
  private mutating func shape(of line: inout SceneLine) throws(PhysicsSceneError.Problem) -> Shape?
  {
    let count = try line.integer("PIECES", 1...Limit.pieces)
    pieceCount += count
    guard pieceCount <= Limit.pieces else {
      throw line.problem("the bodies have \(pieceCount) pieces; \(Limit.pieces) are accepted")
    }
    var leaves: [ShapeLeaf] = []
    var isWhole = true
    for _ in 0..<count {
      let shape = try pieceShape(&line)
      let position = try line.vector("p of a piece")
      let orientation = try line.rotation("q of a piece").normalized
      guard let shape else {
        isWhole = false
        continue
      }
      leaves.append(
        ShapeLeaf(
          shape: shape, placement: Transform(position: position, orientation: orientation)))
    }
    try line.end()
    guard isWhole else { return nil }
    if leaves.count == 1, leaves[0].placement == .identity { return leaves[0].shape }
    return .compound(CompoundShape(leaves))
  }

  private func pieceShape(_ line: inout SceneLine) throws(PhysicsSceneError.Problem) -> Shape? {
    let kind = try line.integer("SHAPE", 0...5)
    let halfExtents = try line.vector("h")
    let radius = try line.number("r")
    let halfHeight = try line.number("hh")
    // Shapes of other kinds have any number in its place.
    let hull = try line.integer("HULL", Int(Int32.min)...Int(Int32.max))
    switch kind {
    case 0: return .box(BoxShape(halfExtents: halfExtents))
    case 1: return .sphere(SphereShape(radius: radius))
    case 2: return .capsule(CapsuleShape(radius: radius, halfLength: halfHeight))
    case 3:
      guard hulls.indices.contains(hull) else {
        throw line.problem("HULL is \(hull); the \(hulls.count) hulls above, from 0, are accepted")
      }
      return hulls[hull]
    case 4:
      guard hasMesh else { throw line.problem("SHAPE is 4; it is accepted below a mesh") }
      return mesh
    default: return .cylinder(CylinderShape(radius: radius, halfHeight: halfHeight))
    }
  }
}
