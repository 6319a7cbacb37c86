public import CaromProperties

/// A fixed joint, also called a weld: frame B stays on frame A, or springs back to it.
public struct FixedJoint: Part, Hashable, Sendable {
  /// The description in the schema.
  public static let summary = "Holds position and orientation"

  /// The undamped frequency in hertz at which the position springs back; 0 holds it rigidly.
  public var linearFrequency: Float = 0
  /// The damping ratio of the position's spring; 1 returns without overshoot.
  public var linearDampingRatio: Float = 1
  /// The undamped frequency in hertz at which the orientation springs back; 0 holds it rigidly.
  public var angularFrequency: Float = 0
  /// The damping ratio of the orientation's spring; 1 returns without overshoot.
  public var angularDampingRatio: Float = 1

  /// Creates a rigid joint.
  public init() {}

  /// Creates a joint with springs; nil is rigid.
  public init(linearSpring: JointSpring? = nil, angularSpring: JointSpring? = nil) {
    (self.linearSpring, self.angularSpring) = (linearSpring, angularSpring)
  }

  /// The spring of the position, or nil where it is rigid.
  public var linearSpring: JointSpring? {
    get { JointSpring(linearFrequency, linearDampingRatio) }
    set {
      (linearFrequency, linearDampingRatio) = (newValue?.hertz ?? 0, newValue?.dampingRatio ?? 1)
    }
  }

  /// The spring of the orientation, or nil where it is rigid.
  public var angularSpring: JointSpring? {
    get { JointSpring(angularFrequency, angularDampingRatio) }
    set {
      (angularFrequency, angularDampingRatio) = (newValue?.hertz ?? 0, newValue?.dampingRatio ?? 1)
    }
  }

  /// Declares the properties.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property(
      "linearFrequency", \.linearFrequency, "The frequency of the position's spring; 0 is rigid",
      .hertz, 0...1e3)
    p.property(
      "linearDampingRatio", \.linearDampingRatio,
      "The damping ratio of the position's spring; 1 returns without overshoot", .ratio, 0...1e3)
    p.property(
      "angularFrequency", \.angularFrequency,
      "The frequency of the orientation's spring; 0 is rigid", .hertz, 0...1e3)
    p.property(
      "angularDampingRatio", \.angularDampingRatio,
      "The damping ratio of the orientation's spring; 1 returns without overshoot", .ratio,
      0...1e3)
  }
}

extension FixedJoint: JointType {
  static let key = "fixed"
  static let number: UInt32 = 3
  static let features = JointFeature.spring | JointFeature.secondSpring

  var parameters: JointParameters {
    var p = JointParameters()
    p.spring = linearSpring
    p.secondSpring = angularSpring
    return p
  }

  init(_ p: JointParameters, _: JointAxes) {
    self.init(linearSpring: p.spring, angularSpring: p.secondSpring)
  }

  static func rowCount(_ features: UInt32) -> (block: Int32, rows: Int32) {
    let point: Int32 = features & JointFeature.spring == 0 ? 3 : 0
    let orientation: Int32 = features & JointFeature.secondSpring == 0 ? 3 : 0
    return (point + orientation, 6)
  }

  static func buildRows(_ rows: inout JointRowBuilder) {
    let isSoft = rows.has(JointFeature.spring)
    let isSoftTurn = rows.has(JointFeature.secondSpring)
    // Rigid rows form a block, which comes first.
    if !isSoft { rows.pointRows() }
    if !isSoftTurn { rows.orientationRows(rows.frameA, rows.frameB, from: 3) }
    if isSoft {
      let first = rows.next
      rows.pointRows()
      for number in 0..<3 { rows.spring(1, UInt32(number), of: first + number) }
    }
    if isSoftTurn {
      let first = rows.next
      rows.orientationRows(rows.frameA, rows.frameB, from: 3, isSoft: true)
      for number in 0..<3 { rows.spring(2, UInt32(number), of: first + number) }
    }
  }
}

extension JointKind {
  /// Creates a fixed joint.
  public static func fixed(_ joint: FixedJoint = FixedJoint()) -> JointKind { JointKind(joint) }

  /// The parameters of a fixed joint; nil for other kinds, which setting does not change.
  public var fixed: FixedJoint? {
    get { self[FixedJoint.self] }
    set { self[FixedJoint.self] = newValue }
  }
}
