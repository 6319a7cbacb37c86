public import CaromMaths
import CaromPhysics
public import CaromProperties

/// A wheel of a ``PhysicsVehicle``: a ray with a spring, and the node that shows it.
///
/// Names and defaults are SceneKit's, with lengths in metres. Places and axes are in the chassis
/// node's space.
public struct PhysicsVehicleWheel: Part {
  /// Summary for the schema.
  public static let summary = "A wheel of a vehicle"

  /// The node that shows the wheel, which the vehicle moves and turns; none shows nothing.
  public var node = NodeReference()
  /// Where the suspension hangs on the chassis; nil puts the unloaded wheel where its node is.
  public var connectionPosition: Vector3?
  /// Its radius in metres; nil is half the greatest extent of what its node shows.
  public var radius: Float?
  /// The way from the connection to the wheel, about which it also steers.
  public var steeringAxis = Vector3(0, -1, 0)
  /// The axis on which it turns; a positive engine force drives along up × axle, by default +Z.
  public var axle = Vector3(-1, 0, 0)
  /// The spring of the suspension in 1/s²: its force is this times the chassis's mass times travel.
  public var suspensionStiffness: Float = 2
  /// The damper while the suspension is pressed together, in 1/s.
  public var suspensionCompression: Float = 4.4
  /// The damper while the suspension extends, in 1/s.
  public var suspensionDamping: Float = 2.3
  /// The length of the suspension without load, in metres.
  public var suspensionRestLength: Float = 1.6
  /// How far the suspension can be pressed together, in metres; SceneKit's is in centimetres.
  public var maximumSuspensionTravel: Float = 5
  /// The greatest force of the suspension, in newtons.
  public var maximumSuspensionForce: Float = 6000
  /// The coefficient of friction between the wheel and any ground.
  public var frictionSlip: Float = 1
  /// How much sideways friction rolls the chassis, 0 to 1; not in SceneKit.
  public var rollInfluence: Float = 0.1
  /// The force with which the engine drives it forward, in newtons.
  public var engineForce: Float = 0
  /// The greatest force with which the brake holds it, in newtons.
  public var brakingForce: Float = 0
  /// How far it is steered, in radians; positive to the left.
  public var steeringAngle: Float = 0
  /// True once the three values below are known.
  var isPlaced = false
  /// Where the node was on the chassis when the vehicle was made, in the chassis's body.
  var place = Vector3.zero
  /// How the node was turned then, as seen from the chassis.
  var turn = Quaternion.identity
  /// The radius of what the node showed then, in metres.
  var measuredRadius: Float = 0

  /// Makes a wheel without node; give it a place and a radius.
  public init() {}

  /// Makes a wheel that a node shows.
  public init(node: Node) { self.node = NodeReference(node) }

  /// Declares the properties.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    let most = 1e9
    p.property("node", \.node, "The node that shows it")
    p.property(
      "connectionPosition", \.connectionPosition,
      "Where it hangs on the chassis; if not by its node", .metres, -1e4...1e4)
    p.property("radius", \.radius, "Its radius, if not that of its node", .metres, 1e-3...1e4)
    p.property("steeringAxis", \.steeringAxis, "The way down to it", .ratio, -1e5...1e5)
    p.property("axle", \.axle, "The axis on which it turns", .ratio, -1e5...1e5)
    p.property(
      "suspensionStiffness", \.suspensionStiffness, "Its spring for each kilogram of chassis",
      .none, 0...most)
    p.property(
      "suspensionCompression", \.suspensionCompression, "Its damper while it is pressed together",
      .perSecond, 0...most)
    p.property(
      "suspensionDamping", \.suspensionDamping, "Its damper while it extends", .perSecond, 0...most)
    p.property(
      "suspensionRestLength", \.suspensionRestLength, "The length of the suspension without load",
      .metres, 0...1e4)
    p.property(
      "maximumSuspensionTravel", \.maximumSuspensionTravel, "How far it can be pressed together",
      .metres, 0...1e4)
    p.property(
      "maximumSuspensionForce", \.maximumSuspensionForce, "The greatest force of the suspension",
      .newtons, 0...most)
    p.property("frictionSlip", \.frictionSlip, "Its friction on any ground", .ratio, 0...1e6)
    p.property("rollInfluence", \.rollInfluence, "How much it rolls the chassis", .ratio, 0...1)
    p.property("engineForce", \.engineForce, "What drives it forward", .newtons, -1e9...1e9)
    p.property("brakingForce", \.brakingForce, "What holds it", .newtons, 0...1e9)
    p.degrees("steeringAngleDegrees", \.steeringAngle, "How far it is steered", -180...180)
    p.property("isPlaced", \.isPlaced, "Whether the place is known", in: .state)
    p.property("place", \.place, "Where its node was on the chassis", .metres, in: .state)
    p.property("turn", \.turn, "How its node was turned", in: .state)
    p.property("measuredRadius", \.measuredRadius, "How large its node was", .metres, in: .state)
  }

  /// What is wrong with where it is, or nil; the defaults of wheels need be nowhere.
  var placeProblem: String? {
    guard node.isEmpty, connectionPosition == nil || radius == nil else { return nil }
    return "a wheel without node has no place; one with \"connectionPosition\" and \"radius\" is "
      + "accepted"
  }

  /// What is wrong with it, or nil.
  public var problem: String? {
    if steeringAxis.normalized == nil || axle.normalized == nil
      || steeringAxis.cross(axle).normalized == nil
    {
      return "steeringAxis and axle span no plane; two that differ are accepted"
    }
    return nil
  }
}

extension PhysicsVehicleWheel {
  /// Finds where the node is on the chassis, once.
  mutating func findPlace(_ shown: Node?, _ chassis: Transform) {
    guard !isPlaced, let shown else { return }
    isPlaced = true
    let world = shown.presentationWorldTransform
    place = chassis.unapply(world.translation)
    let parts = world.decomposed
    turn = (chassis.orientation.inverse * (parts?.orientation ?? .identity)).normalized
    let size = shown.boundingBox.size * (parts?.scale.magnitudes ?? .one)
    measuredRadius = shown.boundingBox.isEmpty ? 0.5 : 0.5 * size.greatest
  }

  /// The same for the simulation.
  func definition(_ chassis: Node, _ scale: Vector3) -> WheelDefinition {
    let down = chassis.bodyAxis(steeringAxis, scale).normalized(or: -.unitY)
    let hanging = connectionPosition.map { chassis.bodyPoint($0, scale) }
    var w = WheelDefinition(
      connectionPosition: hanging ?? place - down * suspensionRestLength,
      radius: radius ?? max(measuredRadius, 1e-3))
    w.steeringAxis = down
    w.axle = chassis.bodyAxis(axle, scale)
    w.suspensionStiffness = suspensionStiffness
    w.suspensionCompression = suspensionCompression
    w.suspensionDamping = suspensionDamping
    w.suspensionRestLength = suspensionRestLength
    w.maximumSuspensionTravel = maximumSuspensionTravel
    w.maximumSuspensionForce = maximumSuspensionForce
    w.frictionSlip = frictionSlip
    w.rollInfluence = rollInfluence
    return w
  }
}
