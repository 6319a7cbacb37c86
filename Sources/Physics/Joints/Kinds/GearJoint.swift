import CaromMaths
public import CaromProperties

/// A gear: the rotations of two bodies about their own axes keep a ratio.
///
/// The X axis of frame A is the axis of A, that of frame B the axis of B; each body usually turns
/// on a hinge of its own. The speeds of rotation obey
///
///     ωA + ratio·ωB = 0
///
/// so axes that point alike turn in opposite directions, as outer gears do; a negative ratio is a
/// belt or a ring gear. The rotation is tracked, so gears do not drift, up to half a turn in a
/// step.
public struct GearJoint: Part, Hashable, Sendable {
  /// The description in the schema.
  public static let summary = "Keeps the ratio of two rotations"

  /// The number of turns of A for one turn of B, as the teeth of B divided by those of A.
  public var ratio: Float = 1

  /// Creates a gear of two equal wheels.
  public init() {}

  /// Creates a gear from the turns of A for one turn of B.
  public init(ratio: Float) { self.ratio = ratio }

  /// Declares the properties.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property(
      "ratio", \.ratio, "The turns of A for one turn of B, in opposite directions", .ratio,
      -1e3...1e3)
  }
}

extension GearJoint: JointType {
  static let key = "gear"
  static let number: UInt32 = 9
  static let isTransmission = true
  static let features: UInt32 = 0
  static let tracksRotation = true

  var parameters: JointParameters {
    var p = JointParameters()
    p.target = ratio
    return p
  }

  init(_ p: JointParameters, _: JointAxes) { ratio = p.target }

  static func rowCount(_ features: UInt32) -> (block: Int32, rows: Int32) { (1, 1) }

  static func buildRows(_ rows: inout JointRowBuilder) {
    let (a, b) = (rows.frameA.axisX, rows.frameB.axisX)
    let ratio = rows.pack.pointee.target
    let turned = rows.pose.rotationA.twist(about: a) + ratio * rows.pose.rotationB.twist(about: b)
    rows.driveRow(0, .zero, a, b * ratio, rows.pack.pointee.tracked + turned)
  }
}

extension JointKind {
  /// Creates a gear.
  public static func gear(_ joint: GearJoint = GearJoint()) -> JointKind { JointKind(joint) }

  /// The parameters of a gear; nil for other kinds, which setting does not change.
  public var gear: GearJoint? {
    get { self[GearJoint.self] }
    set { self[GearJoint.self] = newValue }
  }
}
