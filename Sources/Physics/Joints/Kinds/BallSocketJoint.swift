public import CaromProperties

/// A ball socket, also called a spherical or point joint: one point of B stays on one point of A.
///
/// B turns freely about the point, against ``frictionTorque`` if there is any, or is driven to an
/// orientation by ``pose``.
public struct BallSocketJoint: Part, Hashable, Sendable {
  /// The description in the schema.
  public static let summary = "Rotates freely about one point"

  /// The maximum friction torque about each axis of frame A, in newton-meters.
  public var frictionTorque: Float = 0
  /// The spring that turns B towards an orientation, or nil.
  public var pose: PoseSpring?

  /// Creates a joint that turns freely.
  public init() {}

  /// Creates a joint with friction.
  public init(frictionTorque: Float = 0, pose: PoseSpring? = nil) {
    (self.frictionTorque, self.pose) = (frictionTorque, pose)
  }

  /// Declares the properties.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property(
      "frictionTorque", \.frictionTorque, "The maximum friction torque", .newtonMeters, 0...1e9)
    p.property("pose", \.pose, "The spring towards an orientation; if absent, none", in: .file)
  }
}

extension BallSocketJoint: JointType {
  static let key = "ballSocket"
  static let number: UInt32 = 0
  static let features = JointFeature.friction | JointFeature.secondSpring

  var parameters: JointParameters {
    var p = JointParameters()
    p.friction = frictionTorque
    p.poseSpring = pose
    p.set(JointFeature.friction, frictionTorque > 0)
    return p
  }

  init(_ p: JointParameters, _: JointAxes) {
    (frictionTorque, pose) = (p.friction, p.poseSpring)
  }

  static func isPoint(_ features: UInt32) -> Bool { features == 0 }

  static func rowCount(_ features: UInt32) -> (block: Int32, rows: Int32) {
    (3, 3 + JointFeature.frictionRows(features) + JointFeature.poseRows(features))
  }

  static func buildRows(_ rows: inout JointRowBuilder) {
    rows.pointRows()
    if rows.has(JointFeature.friction) { rows.frictionRows(rows.frameA) }
    rows.poseRows()
  }
}

extension JointKind {
  /// Creates a ball socket.
  public static func ballSocket(_ joint: BallSocketJoint = BallSocketJoint()) -> JointKind {
    JointKind(joint)
  }

  /// The parameters of a ball socket; nil for other kinds, which setting does not change.
  public var ballSocket: BallSocketJoint? {
    get { self[BallSocketJoint.self] }
    set { self[BallSocketJoint.self] = newValue }
  }
}
