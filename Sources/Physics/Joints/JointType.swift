import CaromMaths
import CaromProperties

/// A kind of joint: its parameters, the rows that it builds and the values that it measures.
///
/// A new kind is one file with a conforming type and one line in ``JointKind/types``; the solver,
/// the energy limiter, snapshots, scene files, the schema and tests follow from these. Kinds with
/// separate parameters for each axis set ``usesAxes``.
protocol JointType: Part, Hashable, Sendable {
  /// The key in scene files.
  static var key: String { get }
  /// The number in records and snapshots, unique and without gaps.
  static var number: UInt32 { get }
  /// The bits of ``JointFeature`` that a joint of this kind can have.
  static var features: UInt32 { get }

  /// The parameters as records store them; called only if the parameters are valid.
  var parameters: JointParameters { get }
  /// The parameters of the six axes as records store them.
  var axes: JointAxes { get }
  /// Creates the parameters from those of a record.
  init(_ parameters: JointParameters, _ axes: JointAxes)
  /// The distance of the anchors in the world, in meters, from which parameters are measured.
  func distance(_ a: Vector3, _ b: Vector3) -> Float
  /// The parameters with the values of those that are measured when the joint is created.
  func resolved(distance: Float) -> Self

  /// The number of rows in the block, which come first, and of all rows.
  static func rowCount(_ features: UInt32) -> (block: Int32, rows: Int32)
  /// Appends all rows, in the order in which ``rowCount(_:)`` counts them.
  static func buildRows(_ rows: inout JointRowBuilder)

  /// Whether each of the six axes has separate parameters.
  static var usesAxes: Bool { get }
  /// Whether ``JointParameters/target`` is a parameter.
  static var hasTarget: Bool { get }
  /// Whether the anchors on A and B are different points, as for a distance joint.
  static var spansDistance: Bool { get }
  /// Whether the error of the first row is stored from step to step, because the poses of the
  /// bodies do not determine it.
  static var tracksRotation: Bool { get }
  /// Whether the force or torque on A is not opposite to that on B, as for gears.
  static var isTransmission: Bool { get }
  /// The number of times that a pass solves the rows outside the block; more than one if they
  /// conflict.
  static var rowIterations: Int32 { get }
  /// Whether a joint with these features holds one point and has no other effect.
  static func isPoint(_ features: UInt32) -> Bool

  /// The angle of frame B from frame A in ±π; 0 where the kind has none.
  static func angle(_ frames: JointFrames) -> Float
  /// The position of frame B along its axis, in meters; 0 where the kind has none.
  static func position(_ frames: JointFrames) -> Float
  /// The rate of change of the angle or the position; 0 where the kind has none.
  static func speed(_ motion: JointMotion) -> Float
}

extension JointType {
  var axes: JointAxes { JointAxes() }
  func resolved(distance: Float) -> Self { self }
  func distance(_ a: Vector3, _ b: Vector3) -> Float { a.distance(to: b) }
  static var usesAxes: Bool { false }
  static var hasTarget: Bool { false }
  static var spansDistance: Bool { false }
  static var tracksRotation: Bool { false }
  static var isTransmission: Bool { false }
  static var rowIterations: Int32 { 1 }
  static func isPoint(_ features: UInt32) -> Bool { false }
  static func angle(_ frames: JointFrames) -> Float { 0 }
  static func position(_ frames: JointFrames) -> Float { 0 }
  static func speed(_ motion: JointMotion) -> Float { 0 }
}

/// The frames of a joint in the world.
struct JointFrames {
  let a: Transform
  let b: Transform
  /// From the origin of frame A to that of frame B.
  var gap: Vector3 { b.position - a.position }
  /// The rotation of frame B as seen from frame A.
  var rotation: Quaternion { a.orientation.inverse * b.orientation }

  /// The twist of frame B about X and its swing about Y and Z, in radians; see
  /// ``Joint/twistAndSwing``.
  var twistAndSwing: Vector3 {
    let q = rotation
    let twist = 2 * (q.w < 0 ? Portable.atan2(-q.x, -q.w) : Portable.atan2(q.x, q.w))
    let (x, y) = (a.orientation.rotate(.unitX), b.orientation.rotate(.unitX))
    let local = a.orientation.unrotate(y)
    let sine = (local.y * local.y + local.z * local.z).squareRoot()
    let scale = sine > 1e-6 ? Portable.atan2(sine, x.dot(y)) / sine : 1
    return Vector3(twist, -local.z * scale, local.y * scale)
  }
}

/// The frames of a joint in the world and their velocities.
struct JointMotion {
  let frames: JointFrames
  /// The velocities of the origins of the frames.
  let velocityA: Vector3
  let velocityB: Vector3
  let angularVelocityA: Vector3
  let angularVelocityB: Vector3

  /// The angular velocity of B as seen from A.
  var angularVelocity: Vector3 { angularVelocityB - angularVelocityA }
}
