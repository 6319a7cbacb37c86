public import CaromMaths
public import CaromPhysics
public import CaromProperties

/// Makes a node a body of the simulation.
///
/// It is a description until its node is in a scene, then a live view: reading and writing its
/// properties reads and changes the simulation immediately. The properties of `BodyProperties` are
/// accessed directly: `body.friction = 0.8`. A body belongs to one node; ``copy()`` makes another.
@dynamicMemberLookup
public final class PhysicsBody {
  /// The description, with the initial velocities.
  private(set) var described = BodyState() { didSet { node?.stateChanged() } }
  /// The node of the body, or nil.
  public internal(set) unowned(unsafe) var node: Node?
  /// The handle in the simulation, while the node is in a scene.
  public internal(set) var handle: BodyHandle? { didSet { node?.stateChanged() } }
  /// The scale baked into the shape.
  var bakedScale = Vector3.one { didSet { node?.stateChanged() } }
  /// Whether code moved the node since the last step.
  var wasMovedByCode = false { didSet { node?.stateChanged() } }
  /// Whether the next move of the node is a teleport, which pushes no other body.
  var isTeleporting = false { didSet { node?.stateChanged() } }
  /// Whether geometry, pivot or children may have changed since the shape was baked.
  var needsShape = false { didSet { node?.stateChanged() } }

  /// Creates a dynamic body with the shape of its node's geometry.
  public init() {}

  /// Creates a body; without `shape`, it uses the shape of its node's geometry.
  public init(_ type: BodyKind, shape: PhysicsShape? = nil) {
    described.type = type
    described.shape = shape
  }

  /// Creates a body from a description.
  public init(_ state: BodyState) { described = state }

  /// Creates a body that is moved by forces, gravity and contacts.
  public static func dynamic(_ shape: PhysicsShape? = nil) -> PhysicsBody {
    PhysicsBody(.dynamic, shape: shape)
  }
  /// Creates a body that does not move.
  public static func `static`(_ shape: PhysicsShape? = nil) -> PhysicsBody {
    PhysicsBody(.static, shape: shape)
  }
  /// Makes a body that is moved by its node, or moves it by its velocity.
  public static func kinematic(_ shape: PhysicsShape? = nil) -> PhysicsBody {
    PhysicsBody(.kinematic, shape: shape)
  }

  /// The whole description, with the current velocities; setting it applies every difference.
  ///
  /// The velocities of a kinematic body are those that were set, not those with which its node
  /// moves it.
  public var state: BodyState {
    get {
      var state = described
      if described.type != .kinematic {
        state.velocity = velocity
        state.angularVelocity = angularVelocity
      }
      return state
    }
    set {
      let old = state
      described = newValue
      guard let live else { return }
      if newValue.type == .dynamic, !ensureBoundedShape(live) { described.type = old.type }
      let becomesKinematic = described.type == .kinematic && old.type != .kinematic
      live.kind = described.type
      // A velocity that is not set stays; a body that becomes kinematic stops.
      var properties = described.resolvedProperties
      if newValue.velocity == old.velocity {
        if becomesKinematic { described.velocity = .zero }
        properties.velocity = becomesKinematic ? .zero : live.velocity
      }
      if newValue.angularVelocity == old.angularVelocity {
        if becomesKinematic { described.angularVelocity = .zero }
        properties.angularVelocity = becomesKinematic ? .zero : live.angularVelocity
      }
      live.properties = properties
      needsShape = true
      guard let node else { return }
      node.scene?.markBodyDirty(node)
      node.scene?.trackMotion(of: node)
    }
  }

  /// A body with the same properties and velocities for another node.
  public func copy() -> PhysicsBody { PhysicsBody(state) }

  /// The body in the simulation, or nil outside a scene.
  var live: Body? {
    guard let handle, let world = node?.scene?.physicsWorld.simulation else { return nil }
    return world.body(handle)
  }

  /// The body in the simulation, created now if its node has just entered the scene.
  var liveOrCreated: Body? {
    if handle == nil { node?.scene?.createBodies() }
    return live
  }

  /// Changes only the description.
  func updateDescribed(_ body: (inout BodyState) -> Void) { body(&described) }

  /// Applies the description to the simulation, except the velocities.
  func updateLive() {
    guard let live else { return }
    var properties = described.resolvedProperties
    (properties.velocity, properties.angularVelocity) = (live.velocity, live.angularVelocity)
    live.properties = properties
  }
}

// MARK: Properties

extension PhysicsBody {
  /// A live property of `BodyProperties`.
  public subscript<Value>(dynamicMember path: WritableKeyPath<BodyProperties, Value>) -> Value {
    get { described.properties[keyPath: path] }
    set {
      described.properties[keyPath: path] = newValue
      updateLive()
    }
  }

  /// What moves the body; a body in a scene that becomes kinematic stops, as in SceneKit.
  public var type: BodyKind {
    get { described.type }
    set {
      guard newValue != described.type else { return }
      described.type = newValue
      live?.kind = newValue
      if newValue == .kinematic, live != nil { (velocity, angularVelocity) = (.zero, .zero) }
      updateLive()
    }
  }
  /// The shape; nil takes the node's geometry or, without one, the geometries of its descendants.
  public var shape: PhysicsShape? {
    get { described.shape }
    set {
      described.shape = newValue
      shapeChanged()
    }
  }
  /// The category of the body, as bits; 2 for a static body and 1 for others unless set.
  public var categoryBitMask: UInt32 {
    get { described.category }
    set {
      described.categoryBitMask = newValue
      updateLive()
    }
  }
  /// The mass in kilograms; 0 for bodies that are not dynamic, unless set.
  ///
  /// Setting 0 resets it, and setting any mass removes a ``density``. With a density, the mass is
  /// available while the node is in a scene.
  public var mass: Float {
    get {
      if described.density != nil { return liveOrCreated?.mass ?? 0 }
      // Parts of the shape may have densities.
      if described.mass == nil, described.type == .dynamic, let live { return live.mass }
      return described.mass ?? (described.type == .dynamic ? BodyProperties.defaultMass : 0)
    }
    set {
      described.mass = newValue > 0 ? newValue : nil
      described.density = nil
      updateLive()
    }
  }
  /// The density in kg/m³, from which the mass is computed, or nil; setting it replaces the mass.
  public var density: Float? {
    get { described.density }
    set {
      described.density = newValue
      if newValue != nil { described.mass = nil }
      updateLive()
    }
  }
  /// The velocity in meters per second; set in a contact callback it overrides the bounce.
  ///
  /// A kinematic body moves its node by the velocity that was set, in every tick, under whatever
  /// parents. In a tick in which code or an action sets the transform of the node itself, the body
  /// moves there instead, and continues with its velocity from there. Moves of the ancestors add to
  /// the velocity. Animations and constraints lie on top of the node's transform as ever, and the
  /// body is where the node is presented. While a node moves its body, this is the resulting
  /// velocity.
  public var velocity: Vector3 {
    get { live?.velocity ?? described.velocity }
    set {
      live?.velocity = newValue
      guard live == nil || described.type == .kinematic else { return }
      described.velocity = newValue
      if let node { node.scene?.trackMotion(of: node) }
    }
  }
  /// The angular velocity in radians per second about the axes of the world.
  ///
  /// A kinematic body rotates its node by it about the origin of the node; see ``velocity``.
  public var angularVelocity: Vector3 {
    get { live?.angularVelocity ?? described.angularVelocity }
    set {
      live?.angularVelocity = newValue
      guard live == nil || described.type == .kinematic else { return }
      described.angularVelocity = newValue
      if let node { node.scene?.trackMotion(of: node) }
    }
  }
}

// MARK: Declaration

// The description is declared; snapshots add the handle in the simulation.
extension PhysicsBody: DescribedPart {
  /// Appends the description and the handle; the simulation's own state is saved by the simulation.
  public func save(_ sink: inout StateSink) {
    described.save(&sink)
    sink.put(handle?.index ?? .max)
    sink.put(handle?.generation ?? 0)
    sink.put(bakedScale)
    sink.put(wasMovedByCode)
    sink.put(isTeleporting)
    sink.put(needsShape)
  }
  /// Reads the description and the handle.
  public func load(_ source: inout StateSource) {
    described.load(&source)
    let index = source.get(UInt32.self)
    let generation = source.get(UInt32.self)
    handle = index == .max ? nil : BodyHandle(index: index, generation: generation)
    bakedScale = source.get()
    wasMovedByCode = source.getBool()
    isTeleporting = source.getBool()
    needsShape = source.getBool()
  }
}
