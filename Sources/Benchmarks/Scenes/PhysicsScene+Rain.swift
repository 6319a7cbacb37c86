import CaromCollision
import CaromMaths
import CaromPhysics

extension PhysicsScene {
  /// S4: boxes, capsules and hulls that fall into an open box.
  static var rain: PhysicsScene {
    var scene = PhysicsScene("S4", "2,000 boxes, capsules and hulls in a box", steps: 300)
    scene.addOpenBox()
    let hulls = (8...16).map { Self.hull(pointCount: $0) }
    var sequence = CongruentialSequence(state: 12345)
    for i in 0..<2000 {
      let (layer, column, row) = (i / 100, i % 10, i / 10 % 10)
      let shape: Shape
      switch i % 3 {
      case 0:
        let x: Float = 0.25 + 0.05 * Float(i % 4)
        let z: Float = 0.25 + 0.05 * Float(i / 4 % 3)
        shape = .box(BoxShape(halfExtents: Vector3(x, 0.3, z)))
      case 1: shape = .capsule(CapsuleShape(radius: 0.2, halfLength: 0.25))
      default: shape = hulls[i / 3 % 9]
      }
      let shiftX: Float = 0.02 * Float(i * 7 % 11 - 5)
      let shiftZ: Float = 0.02 * Float(i * 5 % 13 - 6)
      let x: Float = sequence.next() * 2 - 1
      let y: Float = sequence.next() * 2 - 1
      let z: Float = sequence.next() * 2 - 1
      let w: Float = sequence.next() + 0.1
      let scale: Float = 1 / (x * x + y * y + z * z + w * w).squareRoot()
      let position = Vector3(
        (Float(column) - 4.5) * 0.95 + shiftX, 1 + 1 * Float(layer),
        (Float(row) - 4.5) * 0.95 + shiftZ)
      scene.bodies.append(
        Body(
          kind: .dynamic, shape: shape, position: position,
          orientation: Quaternion(x * scale, y * scale, z * scale, w * scale)))
    }
    return scene
  }

  /// The hull of points on a sphere of 0.35 m radius along a Fibonacci spiral.
  private static func hull(pointCount: Int) -> Shape {
    let points = (0..<pointCount).map { index in
      let y: Double = 1 - 2 * (Double(index) + 0.5) / Double(pointCount)
      let radius: Double = (1 - y * y).squareRoot()
      let angle: Double = Double(index) * 2.399963229728653
      return Vector3(
        Float(0.35 * radius * DoubleTrigonometry.cosine(angle)), Float(0.35 * y),
        Float(0.35 * radius * DoubleTrigonometry.sine(angle)))
    }
    do {
      return .hull(try ConvexHullShape(points))
    } catch {
      preconditionFailure("Points on a ball have a hull: \(error)")
    }
  }
}
