import CaromMaths
import CaromProperties

/// An element of the scene tree, with a transform, attachments such as geometry and physics, and
/// children.
///
/// Code, actions and physics write the node's own values. Animations and constraints write overlays
/// on top of them; ``presentation`` reads the combined result, and removing them restores the
/// node's own values. A node and its scene are used by one thread at a time.
public final class Node {
  /// The identity in the scene, numbered from 1 in the order in which nodes first enter it; 0
  /// before that.
  ///
  /// A node that leaves and re-enters the same scene keeps its identity.
  public internal(set) var id: Int32 = 0 { didSet { stateChanged() } }
  /// The name, which need not be unique; searches return the first match in depth-first order.
  public var name: String? {
    didSet {
      stateChanged()
      scene?.treeDidChange()
    }
  }
  /// The scene that contains the node, or nil.
  public internal(set) unowned(unsafe) var scene: Scene?
  /// The parent node, or nil.
  public internal(set) unowned(unsafe) var parent: Node? { didSet { stateChanged() } }
  /// The children, in order.
  public internal(set) var childNodes: [Node] = []
  /// The number of discontinuous moves, which are not interpolated; not part of the state.
  public internal(set) var teleportCount: UInt32 = 0

  /// The node's own values; written through the properties below so that the scene is notified.
  var storage: NodeState { didSet { stateChanged() } }
  /// The state as it was saved last, from the identity to ``storage``; nil after a change.
  var savedState: SavedState?
  /// Values written by constraints, on top of the animation overlay.
  var constraintOverlay = PresentationValues()
  /// Whether ``constraintOverlay`` is a preview, which is not part of the state.
  var isConstraintPreviewed = false
  /// Whether ``animationOverlay`` and ``animatedValues`` are a preview, which is not part of the
  /// state.
  var isAnimationPreviewed = false
  /// Values written by animations, on top of the node's own.
  var animationOverlay = PresentationValues()
  /// Animated values of the light, the camera and the morpher.
  var animatedValues: [AnimatedValue] = []
  /// The ``Scene/animationRound`` of the last animation output; not part of the state.
  var animationRound: UInt32 = 0
  /// The animation players, in the order in which they were added.
  var players: [AnimationPlayer] = [] { didSet { scene?.animationTable.invalidate() } }
  /// The emitters, in the order of ``NodeState/particleSystems``.
  var emitters: [Emitter] = []
  /// The cached surface after morphing and skinning.
  var deformation: Deformation?
  /// The ``Scene/constraintRound`` in which the constraints were last applied; not part of the
  /// state.
  var constraintRound: UInt32 = 0
  /// True while constraints are applied, once inverse kinematics has rotated the node.
  var isInActiveIKChain = false
  /// The running actions, in the order in which they were started.
  var runningActions: [RunningAction] = []
  var isAdvancing = false
  /// The action round in which the actions went to sleep, while they are asleep.
  var sleepRound: UInt64 = 0
  /// The action round in which the actions wake; zero while they are awake.
  var wakeRound: UInt64 = 0

  /// Cached world transforms of the model and of the presentation; valid unless marked stale.
  ///
  /// All descendants of a stale node are stale, so invalidation stops at a stale node.
  var worldTransformCache = Matrix4.identity
  var presentationWorldTransformCache = Matrix4.identity
  /// Nil until it is used.
  var presentationWorldOrientationCache: Quaternion?
  var isWorldTransformStale = true
  var isPresentationStale = true
  /// True while the node is in ``Scene/dirtyBodyNodes``.
  var isBodyDirty = false
  /// True while the node is in ``Scene/pendingBodyNodes``.
  var isBodyPending = false
  /// The serial number of the force field in the simulation; 0 if it has none.
  var fieldSerial: UInt32 = 0
  /// The scene that assigned ``id``.
  var sceneIdentity: SceneIdentity?

  /// Discards ``savedState``, after anything that it contains has changed.
  @inline(__always) func stateChanged() { if savedState != nil { savedState = nil } }

  /// Creates an empty node without a name.
  public init() { storage = NodeState() }

  /// Creates an empty node with a name.
  public convenience init(name: String?) {
    self.init()
    self.name = name
  }

  /// Creates a node with a geometry.
  public convenience init(name: String? = nil, geometry: Geometry) {
    self.init(name: name)
    storage.geometry = geometry
  }

  /// Creates a node from a state.
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

  /// The complete state; setting it has the same effects as setting each property.
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
      if old.role.type != new.role.type { scene?.treeDidChange() }
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

// MARK: Attachments

extension Node {
  /// The geometry, which may be shared with other nodes.
  public var geometry: Geometry? {
    get { storage.geometry }
    set {
      storage.geometry = newValue
      storage.physicsBody?.shapeChanged()
    }
  }
  /// The light attached to the node.
  public var light: Light? {
    get { storage.light }
    set { storage.light = newValue }
  }
  /// The camera attached to the node.
  public var camera: Camera? {
    get { storage.camera }
    set { storage.camera = newValue }
  }
  /// The constraints, applied in order to the presentation after physics.
  public var constraints: [Constraint] {
    get { storage.constraints }
    set {
      storage.constraints = newValue
      constraintsChanged()
    }
  }
  /// The physics body; a body belongs to one node.
  public var physicsBody: PhysicsBody? {
    get { storage.physicsBody }
    set {
      guard newValue !== storage.physicsBody else { return }
      storage.physicsBody?.detach()
      storage.physicsBody = newValue
      newValue?.attach(to: self)
    }
  }
  /// The joints between the node's body and other bodies or the world; a joint belongs to one node.
  ///
  /// `PhysicsWorld/addBehavior(_:)` appends to this list, as in SceneKit. Restoring a snapshot may
  /// replace the joint objects; look them up again afterwards.
  public var joints: [PhysicsJoint] {
    get { storage.joints }
    set {
      let old = storage
      storage.joints = newValue
      physicsComponentsChanged(from: old)
    }
  }
  /// The vehicle whose chassis is the node's dynamic body; a vehicle belongs to one node.
  public var vehicle: PhysicsVehicle? {
    get { storage.vehicle }
    set {
      let old = storage
      storage.vehicle = newValue
      physicsComponentsChanged(from: old)
    }
  }
  /// The character controller; a character belongs to one node.
  public var character: PhysicsCharacter? {
    get { storage.character }
    set {
      let old = storage
      storage.character = newValue
      physicsComponentsChanged(from: old)
    }
  }
  /// The force field around the node; changes take effect in the next step.
  public var physicsField: PhysicsField? {
    get { storage.physicsField }
    set {
      let old = storage
      storage.physicsField = newValue
      physicsComponentsChanged(from: old)
    }
  }
  /// The role of the node in the game.
  public var role: (any Role)? {
    get { storage.role.value }
    set {
      let old = storage.role.type
      storage.role.value = newValue
      if storage.role.type != old { scene?.treeDidChange() }
    }
  }
  /// Returns the role if it has the given type, or nil.
  public func role<R: Role>(as _: R.Type = R.self) -> R? {
    storage.role.value.flatMap { $0.cast() }
  }
}

// MARK: Appearance

extension Node {
  /// True if the node and its descendants are neither drawn nor simulated; their actions keep
  /// running.
  public var isHidden: Bool {
    get { storage.isHidden }
    set {
      guard newValue != storage.isHidden else { return }
      storage.isHidden = newValue
      visibilityChanged()
    }
  }
  /// Whether the node or one of its ancestors is hidden.
  public var isHiddenInScene: Bool {
    var node: Node? = self
    while let n = node {
      if n.storage.isHidden { return true }
      node = n.parent
    }
    return false
  }
  /// True if actions and animations of the node and its descendants are paused; physics continues.
  public var isPaused: Bool {
    get { storage.isPaused }
    set {
      guard newValue != storage.isPaused else { return }
      storage.isPaused = newValue
      wakeActionsInSubtree()
    }
  }
  /// The opacity of the node and its descendants, 0 to 1; multiplied down the tree.
  public var opacity: Float {
    get { storage.opacity }
    set { storage.opacity = max(0, min(1, newValue)) }
  }
  /// The rendering order; nodes with greater values are drawn later.
  public var renderingOrder: Int {
    get { Int(storage.renderingOrder) }
    set { storage.renderingOrder = Int32(clamping: newValue) }
  }
  /// Whether the node casts shadows.
  ///
  /// SceneKit's `movabilityHint` has no counterpart, because static nodes are not rendered any
  /// faster.
  public var castsShadow: Bool {
    get { storage.castsShadow }
    set { storage.castsShadow = newValue }
  }
  /// The description for people and tools that do not see the picture, such as "Red pearl"; empty
  /// if there is none.
  ///
  /// Locators find it (`//node[@accessibilityLabel='Red pearl']`), and it does not have to be
  /// unique, unlike a name that rules and animations refer to.
  public var accessibilityLabel: String {
    get { storage.accessibilityLabel }
    set { storage.accessibilityLabel = newValue }
  }
  /// The category mask: lights, cameras and queries include the node if their mask shares a bit
  /// with it.
  ///
  /// It is independent of the physics body's category.
  public var categoryBitMask: UInt32 {
    get { storage.categoryBitMask }
    set { storage.categoryBitMask = newValue }
  }
}
