public import CaromMaths
import CaromPhysics
public import CaromProperties

/// What a force field does; SceneKit's electric and magnetic fields have no counterpart.
public enum PhysicsFieldType: String, EnumName, Sendable {
  /// Accelerates along its direction, by its strength in metres a second squared.
  case linearGravity
  /// Accelerates towards its centre, by its strength in metres a second squared.
  case radialGravity
  /// Slows down: strength, in newton-seconds a metre, times speed.
  case drag
  /// Accelerates round its direction through the centre, by the right-hand rule.
  case vortex
  /// Pulls to its centre: strength, in newtons a metre, times distance.
  case spring
  /// Accelerates by smooth noise of zero mean.
  case noise
  /// As noise, times the speed of the body.
  case turbulence
}

/// On which side of its extent's surface a field acts.
public enum PhysicsFieldScope: String, EnumName, Sendable {
  /// Within the extent.
  case insideExtent
  /// Everywhere but in the extent.
  case outsideExtent
}

/// Pushes bodies around its node without touching them.
///
/// It acts on dynamic bodies whose centre of mass is within its extent and whose category shares a
/// bit with its mask. It moves, turns and grows with its node, and rests while that is hidden. Names
/// and defaults are SceneKit's.
public struct PhysicsField: Part, Hashable, Sendable {
  /// What the schema says of it.
  public static let summary = "Pushes bodies around its node without touching them"

  /// What it does.
  public var type = PhysicsFieldType.linearGravity
  /// The factor on its effect; negative turns it round.
  public var strength: Float = 1
  /// The power by which the effect falls with distance: 0 constant, 2 inverse square.
  public var falloffExponent: Float = 0
  /// The distance in metres within which the effect does not grow any more.
  public var minimumDistance: Float = 1e-6
  /// False while it does nothing.
  public var isActive = true
  /// True when no other field acts where this one does; of several, the one that was there first.
  public var isExclusive = false
  /// On which side of its extent it acts.
  public var scope = PhysicsFieldScope.insideExtent
  /// Half the size of where it acts along the node's axes, in the node's space; nil is everywhere.
  public var halfExtent: Vector3?
  /// True when its extent is an ellipsoid rather than a box.
  public var usesEllipsoidalExtent = false
  /// Where its centre is, in the node's space.
  public var offset = Vector3.zero
  /// The direction of a linear gravity or the axis of a vortex, in the node's space.
  public var direction = Vector3(0, -1, 0)
  /// The categories of bodies on which it acts.
  public var categoryBitMask = UInt32.max
  /// How smooth noise is, 0 to 1.
  public var smoothness: Float = 1
  /// How often in a second noise changes entirely; 0 stands still.
  public var animationSpeed: Float = 0
  /// The size of the coarsest features of noise, in metres; not in SceneKit.
  public var noiseScale: Float = 1
  /// What noise is made from; not in SceneKit.
  public var seed: UInt32 = 0

  /// Makes a gravity downwards of 1 m/s².
  public init() {}

  /// Makes a field of strength 1 without bounds.
  public init(_ type: PhysicsFieldType) { self.type = type }

  /// A field that accelerates along its ``direction``.
  public static func linearGravity() -> PhysicsField { PhysicsField(.linearGravity) }
  /// A field that accelerates to its centre.
  public static func radialGravity() -> PhysicsField { PhysicsField(.radialGravity) }
  /// A field that slows down.
  public static func drag() -> PhysicsField { PhysicsField(.drag) }
  /// A field that accelerates round its ``direction``.
  public static func vortex() -> PhysicsField { PhysicsField(.vortex) }
  /// A field that pulls to its centre, more from afar.
  public static func spring() -> PhysicsField { PhysicsField(.spring) }
  /// A field that pushes by chance.
  public static func noiseField(smoothness: Float, animationSpeed: Float) -> PhysicsField {
    var field = PhysicsField(.noise)
    (field.smoothness, field.animationSpeed) = (smoothness, animationSpeed)
    return field
  }
  /// A field that pushes by chance what moves.
  public static func turbulenceField(smoothness: Float, animationSpeed: Float) -> PhysicsField {
    var field = PhysicsField(.turbulence)
    (field.smoothness, field.animationSpeed) = (smoothness, animationSpeed)
    return field
  }

  /// Declares the properties.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property("type", \.type, "What it does")
    p.property("strength", \.strength, "The factor on its effect", .none, -1e6...1e6)
    p.property(
      "falloffExponent", \.falloffExponent, "The power by which it falls with distance", .none,
      -16...16)
    p.property(
      "minimumDistance", \.minimumDistance, "Nearer than this it does not grow", .metres, 1e-6...1e6
    )
    p.property("isActive", \.isActive, "Whether it does anything")
    p.property("isExclusive", \.isExclusive, "Whether no other field acts where it does")
    p.property("scope", \.scope, "On which side of its extent it acts")
    p.property(
      "halfExtent", \.halfExtent, "Half the size of where it acts; if not everywhere", .metres,
      1e-6...1e9)
    p.property(
      "usesEllipsoidalExtent", \.usesEllipsoidalExtent, "Whether its extent is an ellipsoid")
    p.property("offset", \.offset, "Where its centre is, in the node's space", .metres, -1e5...1e5)
    p.property(
      "direction", \.direction, "Where it pulls to or what it turns about, in the node's space",
      .ratio, -1e5...1e5)
    p.property(
      "categoryBitMask", \.categoryBitMask, "The categories of bodies on which it acts", .mask)
    p.property("smoothness", \.smoothness, "How smooth noise is", .ratio, 0...1)
    p.property(
      "animationSpeed", \.animationSpeed, "How often noise changes entirely", .perSecond, 0...1e3)
    p.property("noiseScale", \.noiseScale, "The size of its coarsest features", .metres, 1e-3...1e6)
    p.property("seed", \.seed, "What noise is made from")
  }

  /// What is wrong with the direction, or nil.
  public var problem: String? {
    direction.normalized == nil
      ? "the direction has no length; one of a length above 0 is accepted" : nil
  }
}

extension PhysicsField {
  /// The same for the simulation, seen from a node; nil where the node is flat.
  func definition(_ node: Node) -> ForceFieldDefinition? {
    let world = node.shownWorldTransform
    guard let parts = world.decomposed else { return nil }
    var d = ForceFieldDefinition(type.kind)
    d.transform = Transform(position: world.apply(point: offset), orientation: parts.orientation)
    d.strength = strength
    d.falloffExponent = falloffExponent
    d.minimumDistance = minimumDistance
    if let halfExtent { d.halfExtents = halfExtent * parts.scale.magnitudes }
    d.isEllipsoidal = usesEllipsoidalExtent
    d.scope = scope == .insideExtent ? .inside : .outside
    d.isExclusive = isExclusive
    d.direction = direction
    d.categoryMask = categoryBitMask
    d.isEnabled = isActive && !node.isHiddenInScene
    d.smoothness = smoothness
    d.noiseScale = noiseScale
    d.animationSpeed = animationSpeed
    d.seed = seed
    return d
  }
}

extension PhysicsFieldType {
  fileprivate var kind: ForceFieldKind {
    switch self {
    case .linearGravity: .linearGravity
    case .radialGravity: .radialGravity
    case .drag: .drag
    case .vortex: .vortex
    case .spring: .spring
    case .noise: .noise
    case .turbulence: .turbulence
    }
  }
}

extension Scene {
  /// Makes the simulation have the field of a node.
  ///
  /// What cannot be simulated, such as a strength that is no number, is noted and does nothing.
  func keepUpField(_ node: Node) {
    guard let field = node.storage.physicsField, let definition = field.definition(node) else {
      return removeField(node)
    }
    if let problem = definition.problem {
      note("a field cannot be: \(problem)", on: node, "physicsField")
      return removeField(node)
    }
    let simulation = physicsWorld.simulation
    if let live = simulation.field(FieldHandle(serial: node.fieldSerial)) {
      live.definition = definition
    } else if let handle = try? simulation.createField(definition) {
      node.fieldSerial = handle.serial
    }
  }

  /// Takes the field of a node out of the simulation.
  func removeField(_ node: Node) {
    let handle = FieldHandle(serial: node.fieldSerial)
    if physicsWorld.simulation.field(handle) != nil { physicsWorld.simulation.destroyField(handle) }
    node.fieldSerial = 0
  }
}
