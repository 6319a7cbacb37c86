import CaromMaths

/// A place in the scene: it carries what is seen, lit, simulated and heard, and moves its children.
///
/// Code, actions and physics write the node. Animations and constraints write on top of it, and what
/// comes of both is read through ``presentation``; removing them uncovers the node's own values.
/// A node is used by one thread at a time, like its whole scene.
public final class Node {
  /// The identity in its scene: counted from 1 in the order nodes first enter it; 0 before.
  ///
  /// A node that leaves and comes back to the same scene keeps it.
  public internal(set) var id: Int32 = 0
  /// The name, which need not be unique; searches find the first in the order of the tree.
  public var name: String? { didSet { scene?.treeDidChange() } }
  /// The scene it is in, or nil.
  public internal(set) unowned(unsafe) var scene: Scene?
  /// The node it is in, or nil.
  public internal(set) unowned(unsafe) var parent: Node?
  /// The nodes in it, in order.
  public internal(set) var childNodes: [Node] = []
  /// How often it was moved by a jump that must not be drawn as a motion; not part of the state.
  public internal(set) var teleportCount: UInt32 = 0

  /// What it is; written through the properties below so that the scene learns of it.
  var storage: NodeState
  /// What constraints wrote on top of all else.
  var constraintOverlay = PresentationOverlay()
  /// What animations wrote on top of the storage.
  var animationOverlay = PresentationOverlay()
  /// What animations show of its light, camera and morpher.
  var animatedValues: [AnimatedValue] = []
  /// The scene's ``Scene/animationRound`` when animations wrote it last; no state.
  var animationRound: UInt32 = 0
  /// The animations it plays, in the order they were added.
  var players: [AnimationPlayer] = [] { didSet { scene?.animationTable.invalidate() } }
  /// Its particle systems at work, in the order of ``NodeState/particleSystems``.
  var emitters: [Emitter] = []
  /// Its surface as morpher and skinner bend it; a cache.
  var deformation: Deformation?
  /// The scene's ``Scene/constraintRound`` when its constraints applied last; no state.
  var constraintRound: UInt32 = 0
  /// True while constraints apply, after one turned it as a part of a chain.
  var isInActiveIKChain = false
  /// The actions it runs, in the order they were started.
  var running: [RunningAction] = []
  var isAdvancing = false
  /// The round of actions in which it fell asleep, while it sleeps.
  var sleepRound: UInt64 = 0
  /// The round in which its actions have to be looked at again; zero while it is awake.
  var wakeRound: UInt64 = 0

  /// World transforms of the node itself and of what is shown, while they are not stale.
  ///
  /// A stale node's descendants are all stale, so marking stops at one that is.
  var worldTransformCache = Matrix4.identity
  var presentationWorldTransformCache = Matrix4.identity
  var isWorldTransformStale = true
  var isPresentationStale = true
  /// True while the scene has it in the list of bodies to move.
  var isBodyDirty = false
  /// True while the scene has it in the list of bodies to make.
  var isBodyPending = false
  /// The number of its force field in the simulation; 0 while it has none there.
  var fieldSerial: UInt32 = 0
  /// The scene whose counter gave ``id``.
  var home: SceneIdentity?

  /// Makes an empty node without name.
  public init() { storage = NodeState() }

  /// Makes an empty node with a name.
  public convenience init(name: String?) {
    self.init()
    self.name = name
  }

  /// Makes a node that shows a surface.
  public convenience init(name: String? = nil, geometry: Geometry) {
    self.init(name: name)
    storage.geometry = geometry
  }

  /// Makes a node of a state, as files and snapshots have it.
  public convenience init(name: String? = nil, state: NodeState) {
    self.init(name: name)
    storage = state
    state.physicsBody?.attach(to: self)
    physicsComponentsChanged(from: NodeState())
  }

  deinit {
    for child in childNodes where child.parent === self { child.parent = nil }
    if let body = storage.physicsBody, body.node === self { body.node = nil }
    for behavior in behaviors where behavior.node === self { behavior.node = nil }
    if let character = storage.character, character.node === self { character.node = nil }
  }

  /// Everything the node is, at once; setting it has every effect that setting each part has.
  public var state: NodeState {
    get { storage }
    set {
      var new = newValue
      let body = new.physicsBody
      new.physicsBody = storage.physicsBody
      let wasHidden = storage.isHidden
      let wasPaused = storage.isPaused
      let hadConstraints = !storage.constraints.isEmpty
      let old = storage
      storage = new
      physicsComponentsChanged(from: old)
      pivotChanged(from: old.pivot)
      if storage.physicsBody !== body { physicsBody = body }
      if new.isHidden != wasHidden { visibilityChanged() }
      if new.isPaused != wasPaused { wakeActionsInSubtree() }
      if !new.particleSystems.isEmpty || !emitters.isEmpty { particlesChanged() }
      if hadConstraints || !new.constraints.isEmpty { constraintsChanged() }
      storage.physicsBody?.shapeChanged()
      moved()
    }
  }
}

// MARK: What sits on it

extension Node {
  /// The surface it shows, perhaps shared with other nodes.
  public var geometry: Geometry? {
    get { storage.geometry }
    set {
      storage.geometry = newValue
      storage.physicsBody?.shapeChanged()
    }
  }
  /// What shines from it.
  public var light: Light? {
    get { storage.light }
    set { storage.light = newValue }
  }
  /// The view from it.
  public var camera: Camera? {
    get { storage.camera }
    set { storage.camera = newValue }
  }
  /// Rules applied after physics, in order, to what is shown.
  public var constraints: [Constraint] {
    get { storage.constraints }
    set {
      storage.constraints = newValue
      constraintsChanged()
    }
  }
  /// What makes it a body of the simulation; a body belongs to one node.
  public var physicsBody: PhysicsBody? {
    get { storage.physicsBody }
    set {
      guard newValue !== storage.physicsBody else { return }
      storage.physicsBody?.detach()
      storage.physicsBody = newValue
      newValue?.attach(to: self)
    }
  }
  /// What ties its body to others, or to the world; a joint belongs to one node.
  ///
  /// `PhysicsWorld/addBehavior(_:)` adds to it, in SceneKit's manner. After a snapshot was restored
  /// an object of the list may be another of its joints: look them up again.
  public var joints: [PhysicsJoint] {
    get { storage.joints }
    set {
      let old = storage
      storage.joints = newValue
      physicsComponentsChanged(from: old)
    }
  }
  /// The wheels under its dynamic body; a vehicle belongs to one node.
  public var vehicle: PhysicsVehicle? {
    get { storage.vehicle }
    set {
      let old = storage
      storage.vehicle = newValue
      physicsComponentsChanged(from: old)
    }
  }
  /// What makes it walk, climb and jump; a character belongs to one node.
  public var character: PhysicsCharacter? {
    get { storage.character }
    set {
      let old = storage
      storage.character = newValue
      physicsComponentsChanged(from: old)
    }
  }
  /// What pushes bodies around it without touching them; changes count from the next step on.
  public var physicsField: PhysicsField? {
    get { storage.physicsField }
    set {
      let old = storage
      storage.physicsField = newValue
      physicsComponentsChanged(from: old)
    }
  }
  /// What the game takes it for.
  public var role: (any Role)? {
    get { storage.role.value }
    set { storage.role.value = newValue }
  }
  /// The role as a type, or nil when it has another or none.
  public func role<R: Role>(as _: R.Type = R.self) -> R? { storage.role.value as? R }
}

// MARK: How it is drawn

extension Node {
  /// True when it and all below are neither drawn nor simulated; their actions go on.
  public var isHidden: Bool {
    get { storage.isHidden }
    set {
      guard newValue != storage.isHidden else { return }
      storage.isHidden = newValue
      visibilityChanged()
    }
  }
  /// True when it or a node above is hidden.
  public var isHiddenInScene: Bool {
    var node: Node? = self
    while let n = node {
      if n.storage.isHidden { return true }
      node = n.parent
    }
    return false
  }
  /// True when its and all actions below stand still; physics goes on.
  public var isPaused: Bool {
    get { storage.isPaused }
    set {
      guard newValue != storage.isPaused else { return }
      storage.isPaused = newValue
      wakeActionsInSubtree()
    }
  }
  /// How solid it and all below are, 0 to 1; multiplied down the tree.
  public var opacity: Float {
    get { storage.opacity }
    set { storage.opacity = max(0, min(1, newValue)) }
  }
  /// When it is drawn: greater ones later.
  public var renderingOrder: Int {
    get { Int(storage.renderingOrder) }
    set { storage.renderingOrder = Int32(clamping: newValue) }
  }
  /// True when it throws shadows.
  ///
  /// SceneKit's `movabilityHint` has no counterpart: nothing here is faster for nodes that stay.
  public var castsShadow: Bool {
    get { storage.castsShadow }
    set { storage.castsShadow = newValue }
  }
  /// Which lights, cameras and queries see it: those whose mask shares a bit.
  ///
  /// Not the category of its physics body.
  public var categoryBitMask: UInt32 {
    get { storage.categoryBitMask }
    set { storage.categoryBitMask = newValue }
  }
}
