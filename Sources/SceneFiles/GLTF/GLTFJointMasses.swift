import CaromMaths
import CaromSceneGraph

/// The masses that a joint moves, for drives that give a force instead of an acceleration.
///
/// They are the effective masses of ``JointSpring`` in the pose of the file: the resistance of both
/// bodies to an impulse along an axis, while the locked axes of the joint hold.
struct GLTFJointMasses {
  /// The resistance of one body to impulses.
  struct Body {
    fileprivate let inverseMass: Float
    fileprivate let inverseInertia: Matrix3
    fileprivate let center: Vector3

    /// The resistance of a dynamic body in its pose in the file; nil without a mass.
    init?(_ body: BodyState, _ placement: Matrix4) {
      guard let parts = placement.decomposed,
        let uniform = body.shape?.massProperties(scale: parts.scale)
      else { return nil }
      let isFixed = body.velocityFactor == .zero
      let own = body.mass.map(uniform.scaled(toMass:)) ?? uniform.scaled(toMass: 1)
      guard own.mass > 0 else { return nil }
      inverseMass = isFixed ? 0 : 1 / own.mass
      let moments = body.momentOfInertia.map(Matrix3.init(diagonal:)) ?? own.inertia
      inverseInertia = isFixed ? .zero : moments.inverse.rotated(by: parts.orientation)
      center =
        placement.translation
        + parts.orientation.rotate(own.centerOfMass + body.centerOfMassOffset)
    }
  }

  /// The velocities of both bodies that an axis of the joint measures.
  private struct Row {
    var linear: Vector3
    /// The angular parts of both bodies.
    var angular: (Vector3, Vector3)

    static func - (a: Row, b: Row) -> Row {
      Row(
        linear: a.linear - b.linear,
        angular: (a.angular.0 - b.angular.0, a.angular.1 - b.angular.1))
    }
    static func * (a: Row, scale: Float) -> Row {
      Row(linear: a.linear * scale, angular: (a.angular.0 * scale, a.angular.1 * scale))
    }
  }

  private let a: Body?
  private let b: Body?
  private let point: Vector3
  private let axes: [Vector3]

  /// Creates the masses of a joint at a point, with the axes of its frame.
  init(_ a: Body?, _ b: Body?, at point: Vector3, axes: [Vector3]) {
    (self.a, self.b, self.point, self.axes) = (a, b, point, axes)
  }

  /// The effective mass along one of three linear axes, or the moment of inertia about one of three
  /// angular axes, while other axes are locked.
  func mass(of axis: Int, locked: [Int]) -> Float {
    var held: [Row] = []
    for other in locked where other != axis {
      let row = remainder(of: self.row(other), held)
      let size = product(row, row)
      if size > 1e-9 { held.append(row * (1 / size.squareRoot())) }
    }
    let row = remainder(of: self.row(axis), held)
    let inverse = product(row, row)
    return inverse > 1e-9 ? 1 / inverse : 1
  }

  /// The part of a row that is not resisted by a locked row.
  private func remainder(of row: Row, _ held: [Row]) -> Row {
    held.reduce(row) { $0 - $1 * product($0, $1) }
  }

  /// The row of an axis, with the sign of body B.
  private func row(_ axis: Int) -> Row {
    let n = axes[axis % 3]
    guard axis < 3 else { return Row(linear: .zero, angular: (n, n)) }
    let levers = [a, b].map { body in body.map { (point - $0.center).cross(n) } ?? .zero }
    return Row(linear: n, angular: (levers[0], levers[1]))
  }

  /// The velocity along one row for an impulse along another: a · M⁻¹ · b.
  private func product(_ p: Row, _ q: Row) -> Float {
    let mass = (a?.inverseMass ?? 0) + (b?.inverseMass ?? 0)
    let first = p.angular.0.dot((a?.inverseInertia ?? .zero) * q.angular.0)
    let second = p.angular.1.dot((b?.inverseInertia ?? .zero) * q.angular.1)
    return p.linear.dot(q.linear) * mass + first + second
  }
}
