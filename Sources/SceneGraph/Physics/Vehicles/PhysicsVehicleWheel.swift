public import CaromMaths
public import CaromPhysics
public import CaromProperties

/// A wheel of a ``PhysicsVehicle``: a ray with a spring, and the node that displays it.
///
/// The properties of `WheelProperties` and `WheelControls` are accessed directly:
/// `wheel.frictionSlip = 2`, `wheel.engineForce = 300`. Positions and axes are in the chassis
/// node's space.
@dynamicMemberLookup
public struct PhysicsVehicleWheel: Part {
  /// The description in the schema.
  public static let summary = "A wheel of a vehicle"

  /// The node that displays the wheel, which the vehicle moves and rotates; empty for none.
  public var node = NodeReference()
  /// The connection of the suspension to the chassis; nil places the unloaded wheel at its node.
  public var connectionPosition: Vector3?
  /// The radius in meters; nil is half the greatest extent of the node's content.
  public var radius: Float?
  /// The axes, suspension and friction.
  public var properties = WheelProperties()
  /// Engine, brake and steering.
  public var controls = WheelControls()
  /// Whether the three values below have been measured.
  var isMeasured = false
  /// The position of the node relative to the chassis's body when the vehicle was made.
  var nodePosition = Vector3.zero
  /// The orientation of the node relative to the chassis when the vehicle was made.
  var nodeOrientation = Quaternion.identity
  /// The radius of the node's content when the vehicle was made, in meters.
  var measuredRadius: Float = 0

  /// Creates a wheel without a node; set its connection and radius.
  public init() {}

  /// Creates a wheel that is displayed by a node.
  public init(node: Node) { self.node = NodeReference(node) }

  /// A property of `WheelProperties`.
  public subscript<Value>(dynamicMember path: WritableKeyPath<WheelProperties, Value>) -> Value {
    get { properties[keyPath: path] }
    set { properties[keyPath: path] = newValue }
  }

  /// A property of `WheelControls`.
  public subscript<Value>(dynamicMember path: WritableKeyPath<WheelControls, Value>) -> Value {
    get { controls[keyPath: path] }
    set { controls[keyPath: path] = newValue }
  }

  /// Declares the properties.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property("node", \.node, "The node that displays the wheel")
    p.property(
      "connectionPosition", \.connectionPosition,
      "The connection of the suspension to the chassis; if absent, from the wheel's node", .meters,
      WheelDefinition.connectionRange)
    p.property(
      "radius", \.radius, "The radius; if absent, that of the node", .meters,
      WheelDefinition.radiusRange)
    p.embed(\.properties)
    p.embed(\.controls)
    p.property("isMeasured", \.isMeasured, "Whether the position has been measured", in: .state)
    p.property(
      "nodePosition", \.nodePosition, "The position of the node relative to the chassis", .meters,
      in: .state)
    p.property(
      "nodeOrientation", \.nodeOrientation, "The orientation of the node relative to the chassis",
      in: .state)
    p.property(
      "measuredRadius", \.measuredRadius, "The radius of the node's content", .meters, in: .state)
  }

  /// The problem with the wheel's position, or nil; wheel defaults need no position.
  var positionProblem: String? {
    guard node.isEmpty, connectionPosition == nil || radius == nil else { return nil }
    return
      "a wheel without a node has no position; one with \"connectionPosition\" and \"radius\" is "
      + "accepted"
  }

  /// The problem with the wheel, or nil.
  public var problem: String? { properties.problem }
}

extension PhysicsVehicleWheel {
  /// Measures the node relative to the chassis, once.
  mutating func measure(_ shown: Node?, _ chassis: Transform) {
    guard !isMeasured, let shown else { return }
    isMeasured = true
    let world = shown.presentationWorldTransform
    nodePosition = chassis.unapply(world.translation)
    let parts = world.decomposed
    nodeOrientation = (chassis.orientation.inverse * (parts?.orientation ?? .identity)).normalized
    let size = shown.boundingBox.size * (parts?.scale.magnitudes ?? .one)
    measuredRadius = shown.boundingBox.isEmpty ? 0.5 : 0.5 * size.greatest
  }

  /// The definition for the simulation.
  func definition(_ chassis: Node, _ scale: Vector3) -> WheelDefinition {
    let down = chassis.bodyAxis(properties.steeringAxis, scale).normalized(or: -.unitY)
    let connection = connectionPosition.map { chassis.bodyPoint($0, scale) }
    var wheel = WheelDefinition(
      connectionPosition: connection ?? nodePosition - down * properties.suspensionRestLength,
      radius: radius ?? max(measuredRadius, 1e-3))
    wheel.properties = properties
    wheel.properties.steeringAxis = down
    wheel.properties.axle = chassis.bodyAxis(properties.axle, scale)
    return wheel
  }
}
