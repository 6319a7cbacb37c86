public import CaromMaths
public import CaromPhysics

/// What makes a node a body of the simulation.
///
/// A description until its node is in a scene, then a live view: reading and writing its properties
/// reads and changes the simulation at once. A body belongs to one node; ``copy()`` makes another.
public final class PhysicsBody {
  /// What it was described as; velocities are those it started with.
  private(set) var described = BodyState()
  /// The node it belongs to, or nil.
  public internal(set) unowned(unsafe) var node: Node?
  /// Its name in the simulation, while its node is in a scene.
  public internal(set) var handle: BodyHandle?
  /// The scale that its shape has.
  var bakedScale = Vector3.one
  /// True when code moved its node since the last step.
  var wasMovedByCode = false
  /// True when the next move of the node is a jump that pushes nothing.
  var jumps = false
  /// True when its geometry, pivot or children may have changed since the shape was made.
  var needsShape = false

  /// Makes a dynamic body with the shape of its node's geometry.
  public init() {}

  /// Makes a body; without `shape` it has that of its node's geometry.
  public init(_ type: PhysicsBodyType, shape: PhysicsShape? = nil) {
    described.type = type
    described.shape = shape
  }

  /// Makes a body of a description.
  public init(_ state: BodyState) { described = state }

  /// Makes a body that forces, gravity and contacts move.
  public static func dynamic(_ shape: PhysicsShape? = nil) -> PhysicsBody {
    PhysicsBody(.dynamic, shape: shape)
  }
  /// Makes a body that stays where its node is put.
  public static func `static`(_ shape: PhysicsShape? = nil) -> PhysicsBody {
    PhysicsBody(.static, shape: shape)
  }
  /// Makes a body that its node moves.
  public static func kinematic(_ shape: PhysicsShape? = nil) -> PhysicsBody {
    PhysicsBody(.kinematic, shape: shape)
  }

  /// Everything it is, with the velocities of now; setting it changes all that differs.
  public var state: BodyState {
    get {
      var state = described
      state.velocity = velocity
      state.angularVelocity = angularVelocity
      return state
    }
    set {
      let before = described.type
      described = newValue
      guard let live else { return }
      if newValue.type == .dynamic, !takesInside(live) { described.type = before }
      push(described, to: live)
      live.velocity = newValue.velocity
      live.angularVelocity = newValue.angularVelocity
      needsShape = true
      if let node { node.scene?.markBodyDirty(node) }
    }
  }

  /// A body with the same properties and velocities for another node.
  public func copy() -> PhysicsBody { PhysicsBody(state) }

  /// The body in the simulation, or nil outside of a scene.
  var live: Body? {
    guard let handle, let world = node?.scene?.physicsWorld.simulation else { return nil }
    return world.body(handle)
  }

  /// The body in the simulation, made now if its node has only just entered the scene.
  var made: Body? {
    if handle == nil { node?.scene?.createBodies() }
    return live
  }

  /// Changes the description alone.
  func updateDescribed(_ body: (inout BodyState) -> Void) { body(&described) }

  /// Changes the description, and the simulation with it.
  func change<T>(
    _ path: WritableKeyPath<BodyState, T>, _ value: T, _ apply: (Body) -> Void
  ) {
    described[keyPath: path] = value
    if let live { apply(live) }
  }
}

// MARK: What it is

extension PhysicsBody {
  /// What moves it.
  public var type: PhysicsBodyType {
    get { described.type }
    set {
      guard newValue != described.type else { return }
      described.type = newValue
      if let live {
        live.kind = newValue.kind
        live.filter = filter
        if newValue == .dynamic, let mass = described.mass { live.mass = mass }
      }
    }
  }
  /// Its solid shape; nil takes the node's geometry, or without one, what is below the node.
  public var shape: PhysicsShape? {
    get { described.shape }
    set {
      described.shape = newValue
      shapeChanged()
    }
  }
  /// What it is, as bits; 2 for a static body and 1 for others unless set.
  public var categoryBitMask: UInt32 {
    get { described.category }
    set { change(\.categoryBitMask, newValue) { $0.filter = filter } }
  }
  /// What it is pushed by, as bits of their categories; both bodies must agree.
  public var collisionBitMask: UInt32 {
    get { described.collisionBitMask }
    set { change(\.collisionBitMask, newValue) { $0.filter = filter } }
  }
  /// What it reports contacts with, as bits of their categories; one of both is enough.
  public var contactTestBitMask: UInt32 {
    get { described.contactTestBitMask }
    set { change(\.contactTestBitMask, newValue) { $0.filter = filter } }
  }
  /// True when it only reports contacts and pushes nothing.
  public var isSensor: Bool {
    get { described.isSensor }
    set { change(\.isSensor, newValue) { $0.isSensor = newValue } }
  }
  /// True when it may not pass moving bodies either, however fast it is.
  public var isBullet: Bool {
    get { described.isBullet }
    set { change(\.isBullet, newValue) { $0.isBullet = newValue } }
  }
  /// In kilograms; 0 for bodies that are not dynamic, unless set.
  public var mass: Float {
    get { described.mass ?? (described.type == .dynamic ? 1 : 0) }
    set {
      change(\.mass, newValue > 0 ? newValue : nil) { if newValue > 0 { $0.mass = newValue } }
    }
  }
  /// Resistance to turning about its own axes, in kg·m²; nil takes that of the shape.
  public var momentOfInertia: Vector3? {
    get { described.momentOfInertia }
    set { change(\.momentOfInertia, newValue) { $0.momentOfInertia = newValue } }
  }
  /// Moves the centre of mass, along its own axes, in metres.
  public var centerOfMassOffset: Vector3 {
    get { described.centerOfMassOffset }
    set { change(\.centerOfMassOffset, newValue) { $0.centerOfMassOffset = newValue } }
  }
  /// Resistance to sliding; multiplied with that of the other body.
  public var friction: Float {
    get { described.friction }
    set { change(\.friction, newValue) { $0.friction = newValue } }
  }
  /// Share of the speed that a bounce gives back, 0 to 1; multiplied with that of the other body.
  public var restitution: Float {
    get { described.restitution }
    set { change(\.restitution, newValue) { $0.restitution = newValue } }
  }
  /// Resistance to rolling.
  public var rollingFriction: Float {
    get { described.rollingFriction }
    set { change(\.rollingFriction, newValue) { $0.rollingFriction = newValue } }
  }
}
