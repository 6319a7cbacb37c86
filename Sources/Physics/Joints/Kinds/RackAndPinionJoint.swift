import CaromMaths
public import CaromProperties

/// A rack and pinion: the rotation of a wheel, body A, moves a rack, body B, along its axis.
///
/// The X axis of frame A is the axis of the pinion, that of frame B the axis of the rack. Usually
/// the pinion turns on a hinge and the rack moves on a slider. The speed of the rack along its axis
/// obeys
///
///     vB = radius·ωA
///
/// both relative to the other body. The rotation is tracked, so the rack does not drift, up to half
/// a turn in a step.
public struct RackAndPinionJoint: Part, Hashable, Sendable {
  /// The description in the schema.
  public static let summary = "Moves a rack by the rotation of a wheel"

  /// The displacement of the rack for a radian of the pinion, in meters; below 0 it moves the other
  /// way.
  public var radius: Float = 0.1

  /// Creates a pinion of a radius of 0.1 m.
  public init() {}

  /// Creates a pinion of a radius in meters.
  public init(radius: Float) { self.radius = radius }

  /// Declares the properties.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property(
      "radius", \.radius, "The displacement of the rack for a radian of the pinion", .meters,
      -1e4...1e4)
  }
}

extension RackAndPinionJoint: JointType {
  static let key = "rackAndPinion"
  static let number: UInt32 = 10
  static let isTransmission = true
  static let features: UInt32 = 0
  static let tracksRotation = true

  var parameters: JointParameters {
    var p = JointParameters()
    p.target = radius
    return p
  }

  init(_ p: JointParameters, _: JointAxes) { radius = p.target }

  static func rowCount(_ features: UInt32) -> (block: Int32, rows: Int32) { (1, 1) }

  static func buildRows(_ rows: inout JointRowBuilder) {
    let (a, n) = (rows.frameA.axisX, rows.frameB.axisX)
    let (pack, pose) = (rows.pack, rows.pose)
    let radius = pack.pointee.target
    let start = pack.pointee.centers + (pack.pointee.anchorB - pack.pointee.anchorA)
    let turned = pose.rotationA.twist(about: a) - pose.rotationB.twist(about: a)
    let error = pack.pointee.tracked + (pose.gap - start).dot(n) - radius * turned
    rows.driveRow(
      0, n, n.cross(pose.armA) - a * radius, pose.armB.cross(n) + a * radius, error)
  }
}

extension JointKind {
  /// Creates a rack and pinion.
  public static func rackAndPinion(
    _ joint: RackAndPinionJoint = RackAndPinionJoint()
  ) -> JointKind { JointKind(joint) }

  /// The parameters of a rack and pinion; nil for other kinds, which setting does not change.
  public var rackAndPinion: RackAndPinionJoint? {
    get { self[RackAndPinionJoint.self] }
    set { self[RackAndPinionJoint.self] = newValue }
  }
}
