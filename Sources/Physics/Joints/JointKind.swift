package import CaromMaths
public import CaromProperties

/// The kind of a joint with its parameters, such as a ``HingeJoint``.
///
/// The main axis of every kind is the X axis of its frames. A kind is created by the function with
/// its name. The property with that name returns its parameters, or nil for every other kind:
///
///     var kind = JointKind.hinge(HingeJoint(limits: -1...1))
///     kind.hinge?.springFrequency = 2
///     kind.slider  // nil
public struct JointKind: Variant, Hashable, Sendable {
  /// Every kind of joint, in the order of scene files and of scenes' snapshots.
  static let types: [any JointType.Type] = [
    BallSocketJoint.self,
    HingeJoint.self,
    SliderJoint.self,
    ConeTwistJoint.self,
    FixedJoint.self,
    DistanceJoint.self,
    WheelJoint.self,
    SixDegreesOfFreedomJoint.self,
    FilterJoint.self,
    GearJoint.self,
    RackAndPinionJoint.self,
    PulleyJoint.self,
  ]

  /// The parameters of the kind.
  private(set) var joint: any JointType

  /// Creates a ball socket.
  public init() { joint = BallSocketJoint() }

  init(_ joint: any JointType) { self.joint = joint }

  /// Declares the kinds as the cases of a choice.
  public static func cases(_ c: inout some CaseVisitor<Self>) {
    for type in types { visit(type, &c) }
  }

  private static func visit<J: JointType>(_: J.Type, _ c: inout some CaseVisitor<Self>) {
    c.case(J.key, { (joint: J) in JointKind(joint) }) { $0.joint as? J }
  }

  /// The parameters if the kind is `J`, else nil; setting does not change a joint of another kind.
  subscript<J: JointType>(_: J.Type) -> J? {
    get { joint as? J }
    set { if let newValue, joint is J { joint = newValue } }
  }

  /// Returns true if both are of the same kind and have the same parameters.
  public static func == (a: JointKind, b: JointKind) -> Bool {
    func isEqual<J: JointType>(_ joint: J) -> Bool { b.joint as? J == joint }
    return isEqual(a.joint)
  }

  /// Adds the parameters to a hash.
  public func hash(into hasher: inout Hasher) { joint.hash(into: &hasher) }
}

// MARK: By number

extension JointKind {
  /// The kinds by ``JointType/number``.
  private static let typesByNumber: [any JointType.Type] = {
    let sorted = types.sorted { $0.number < $1.number }
    let isDense = sorted.enumerated().allSatisfy { $0.offset == Int($0.element.number) }
    precondition(isDense, "The kinds of joints are numbered from 0 without gaps")
    return sorted
  }()

  /// The number of kinds, which are numbered from 0.
  static var count: Int { types.count }

  /// The kind of a number.
  @inline(__always)
  static func kindType(_ number: UInt32) -> any JointType.Type { typesByNumber[Int(number)] }

  /// The number in records.
  var number: UInt32 { type(of: joint).number }

  /// Whether each of the six axes has separate parameters.
  var usesAxes: Bool { type(of: joint).usesAxes }

  /// Creates a kind from the parameters of a record.
  init(_ number: UInt32, _ parameters: JointParameters, _ axes: JointAxes) {
    joint = Self.kindType(number).init(parameters, axes)
  }
}

// MARK: For the scene graph

extension JointKind {
  /// Returns true if both are of the same kind, with any parameters.
  package func hasSameType(as other: JointKind) -> Bool { number == other.number }

  /// Whether the anchors on A and B are different points, as for a distance joint.
  package var spansDistance: Bool { type(of: joint).spansDistance }

  /// The distance of the anchors in the world: in a line, or along the rope of a pulley, in meters.
  package func distance(_ a: Vector3, _ b: Vector3) -> Float { joint.distance(a, b) }

  /// The spring towards a pose; nil for kinds without one, which setting does not change.
  package var pose: PoseSpring? {
    get { ballSocket?.pose ?? coneTwist?.pose }
    set {
      ballSocket?.pose = newValue
      coneTwist?.pose = newValue
    }
  }

  /// The kind with the values of those parameters that are measured when the joint is created.
  ///
  /// `distance` is that of the anchors in meters, as ``distance(_:_:)`` measures it.
  package func resolved(distance: Float) -> JointKind {
    JointKind(joint.resolved(distance: distance))
  }
}
