public import CaromMaths
import CaromProperties

/// A tree of nodes with its physics simulation, overlay and clock.
///
/// Time advances in ticks, by ``step(_:)`` only. A scene and its nodes are used by one thread at a
/// time. The scene retains its nodes; a node does not retain its scene.
public final class Scene {
  /// The root of the tree.
  public let rootNode = Node()
  /// The physics simulation.
  public let physicsWorld = PhysicsWorld()
  /// The number of ticks since the start.
  public internal(set) var tick: UInt64 = 0
  /// The functions that actions call by name; not part of the state.
  public var functions: [String: (Node) -> Void] = [:]
  /// The functions that constraints call by name; not part of the state.
  public var constraintFunctions: [String: ConstraintFunction] = [:]
  /// The functions that custom actions call by name, with the seconds since the action began.
  ///
  /// Not part of the state.
  public var timedFunctions: [String: (Node, Double) -> Void] = [:]
  /// Named random number streams for actions, particles and game rules; part of the state.
  ///
  /// All are seeded from ``seed`` until something else reseeds them, as a session does with its own
  /// seed.
  public var random = RandomStreams(seed: SceneState().seed)
  /// The role types that nodes may have, used to restore snapshots; not part of the state.
  public var roleTypes: [any Role.Type] = []
  /// The sounds that start in the current tick, in order; not part of the state.
  public internal(set) var soundEvents: [SoundEvent] = []
  /// The sounds that are sustained through the current tick, in order; not part of the state.
  public internal(set) var sustainedSounds: [SoundEvent] = []
  /// The color over the whole picture, with its opacity as alpha; nil for none.
  ///
  /// A session sets it during a transition between two levels. Not part of the state.
  public var transitionCover: Color?
  /// The number of ``soundEvents`` that belong to the last completed tick; not part of the state.
  var reportedSoundCount = 0
  /// Errors in scene data found at run time, such as calls of unknown functions.
  ///
  /// Each is reported once. Not part of the state.
  public internal(set) var problems: [String] = []

  /// For each of ``problems``, the identity of its node, 0 for none, and the key in files.
  public internal(set) var problemLocations: [(node: Int32, key: String)] = []

  /// The nodes whose bodies could not be created, with the reason; not part of the state.
  public internal(set) var bodyProblems: [(node: Int32, reason: String)] = []

  var properties = SceneState() { didSet { savedProperties = nil } }
  /// ``properties`` as they were saved last; nil after a change.
  var savedProperties: SavedState?
  let identity = SceneIdentity()
  /// The nodes indexed by identity; index 0 is unused.
  var nodesByID: [Node?] = [nil]
  /// Nodes with constraints, sorted by identity.
  var constrainedNodes: [Node] = [] {
    didSet { (constrainedInTreeOrder, constraintOrder) = (([], nil), ([], nil)) }
  }
  /// The same nodes in tree order, and the ``treeVersion`` for which that order was computed.
  var constrainedInTreeOrder: (nodes: [Node], round: UInt64?) = ([], nil)
  /// Those nodes in the order in which their constraints are applied, and the version of the tree.
  var constraintOrder: (nodes: [Node], version: UInt64?) = ([], nil)
  /// A counter of constraint passes, so that each node is processed once per pass; not part of the
  /// state.
  var constraintRound: UInt32 = 0
  /// The constraints presented before a tick has applied them; not part of the state.
  var constraintPreview = ConstraintPreview()
  /// The animations presented before a tick has advanced them; not part of the state.
  var animationPreview = AnimationPreview()
  /// Nodes with bodies whose presentation transforms are stale because of a preview; not part of
  /// the state.
  var stalePreviewNodes: [Node] = []
  /// Nodes rotated by inverse kinematics in the last tick, sorted by identity.
  var ikChainNodes: [Node] = []
  /// Nodes with running actions that are not asleep, sorted by identity.
  var activeActionNodes: [Node] = []
  /// Nodes whose actions only wait, with the round in which they wake.
  var wakeQueue = WakeQueue()
  /// The number of action updates since the start.
  var actionRound: UInt64 = 0
  /// The duration of the last tick in seconds; sleeping actions advance in units of it.
  var actionStep = 0.0
  /// A counter of changes that may affect which node a path or identity resolves to, and which
  /// nodes have which role; not part of the state.
  package private(set) var treeVersion: UInt64 = 0
  /// The descendants of the root with a role, in tree order, and the ``treeVersion`` for which they
  /// were found; a cache.
  private var rolesInTreeOrder: (nodes: [(type: ObjectIdentifier, node: Node)], version: UInt64?) =
    ([], nil)
  /// All nodes in tree order, and the ``treeVersion`` of that order; a cache.
  private var treeOrder: (nodes: [Unmanaged<Node>], version: UInt64?) = ([], nil)
  /// All nodes by identity, and the ``treeVersion`` for which they were found; a cache.
  private var identityOrder: (nodes: [Unmanaged<Node>], version: UInt64?) = ([], nil)
  /// The states of all nodes in tree order as they were saved last, and the ``treeVersion``; nil if
  /// they are saved one by one.
  var savedNodes: (sequence: SavedSequence, version: UInt64)?
  /// Nodes with animation players, sorted by identity.
  var playingNodes: [Node] = []
  /// A flat table of the players of those nodes; a cache.
  let animationTable = AnimationTable()
  /// A counter of animation ticks that marks output of the current tick; not part of the state.
  ///
  /// The first tick is 2, because nodes without output hold 0.
  var animationRound: UInt32 = 1
  /// The identities of nodes written by animations in this tick and in the previous one.
  var animatedNodeIDs: [Int32] = []
  var previousAnimatedNodeIDs: [Int32] = []
  /// The number of nodes written by animations both in this tick and in the previous one.
  var repeatedlyAnimatedCount = 0
  /// The materials written by animations.
  var animatedMaterials: [Material] = []
  /// Functions to call after all animations of the tick.
  var pendingCalls: [(function: String, node: Node)] = []
  /// Nodes with particle systems, sorted by identity.
  var emittingNodes: [Node] = []
  /// Running implicit animations of transactions.
  var transitions: [Transition] = []
  /// Functions to call at the end of transactions.
  var completions: [TransactionCompletion] = []
  /// The open transactions, innermost last; not part of the state.
  var openTransactions: [OpenTransaction] = []
  /// Nodes whose animations or skinner contain unresolved references; not part of the state.
  var unresolvedNodes: [Node] = []
  /// Nodes whose body is not created yet, in order.
  var pendingBodyNodes: [Node] = []
  /// Nodes with a body whose transform or scale changed since the last step, in order.
  var dirtyBodyNodes: [Node] = []
  /// Nodes whose kinematic bodies have a velocity, sorted by identity.
  var movingBodyNodes: [Node] = []
  /// Nodes with joints, vehicles, fields or characters, sorted by identity.
  var physicsComponentNodes: [Node] = []
  /// Removed nodes with a body, until the ends of their contacts are reported.
  var removedBodyNodes: [Node] = []
  /// A reusable buffer for copies of the lists above during iteration.
  var scratchNodes: [Node] = []

  /// Creates a scene with an empty root node.
  public init() {
    rootNode.scene = self
    physicsWorld.scene = self
    register(rootNode)
  }

  deinit {
    physicsWorld.scene = nil
    rootNode.enumerateHierarchy {
      $0.storage.physicsBody?.handle = nil
      $0.clearPhysicsComponentHandles()
      $0.isBodyDirty = false
      $0.isBodyPending = false
      $0.scene = nil
    }
  }

  /// The state of the scene apart from its nodes.
  public var state: SceneState {
    get {
      var state = properties
      state.physics = physicsWorld.state
      return state
    }
    set {
      if newValue.seed != properties.seed { random = RandomStreams(seed: newValue.seed) }
      properties = newValue
      physicsWorld.state = newValue.physics
      properties.pointOfView.resolve(in: self)
    }
  }

  /// The seed of the random streams; setting it restarts all of ``random``.
  public var seed: UInt64 {
    get { properties.seed }
    set {
      properties.seed = newValue
      random = RandomStreams(seed: newValue)
    }
  }
  /// The background behind all nodes.
  public var background: MaterialProperty {
    get { properties.background }
    set { properties.background = newValue }
  }
  /// The overlay elements drawn over the scene, such as text and bars.
  public var overlay: Overlay {
    _read { yield properties.overlay }
    _modify { yield &properties.overlay }
  }
  /// What a good player achieves in the scene; of no effect on the simulation.
  public var par: ParValues {
    get { properties.par }
    set { properties.par = newValue }
  }
  /// True while ``step(_:)`` does nothing.
  public var isPaused: Bool {
    get { properties.isPaused }
    set { properties.isPaused = newValue }
  }
  /// The node whose camera renders the scene; the first node with a camera unless set.
  public var pointOfView: Node? {
    get {
      properties.pointOfView.node(in: self)
        ?? rootNode.childNode { $0.camera != nil }
    }
    set { properties.pointOfView = newValue.map { NodeReference($0) } ?? NodeReference() }
  }

  /// Returns the node with an identity, or nil if it is not in the scene.
  public func node(withID id: Int32) -> Node? {
    id > 0 && Int(id) < nodesByID.count ? nodesByID[Int(id)] : nil
  }

  /// The number of nodes without the root.
  public var nodeCount: Int { nodesByID.reduce(-1) { $0 + ($1 == nil ? 0 : 1) } }

  func callFunction(_ name: String, _ node: Node) {
    guard let function = functions[name] else {
      return reportProblem("no function is called \"\(name)\"")
    }
    function(node)
  }

  func callFunction(_ name: String, _ node: Node, after elapsed: Double) {
    guard let function = timedFunctions[name] else {
      return reportProblem("no timed function is called \"\(name)\"")
    }
    function(node, elapsed)
  }

  /// The descendants of the root with a role and its type, in tree order.
  var nodesWithRoles: [(type: ObjectIdentifier, node: Node)] {
    if rolesInTreeOrder.version != treeVersion {
      var found: [(type: ObjectIdentifier, node: Node)] = []
      rootNode.enumerateChildNodes { node in
        if let type = node.storage.role.type { found.append((type, node)) }
      }
      rolesInTreeOrder = (found, treeVersion)
    }
    return rolesInTreeOrder.nodes
  }

  /// The nodes in tree order, beginning with the root.
  ///
  /// They are visited without counting references, because that would take most of the time of a
  /// snapshot.
  var nodesInTreeOrder: [Unmanaged<Node>] {
    if treeOrder.version != treeVersion {
      var found: [Unmanaged<Node>] = []
      rootNode.enumerateHierarchy { found.append(.passUnretained($0)) }
      treeOrder = (found, treeVersion)
    }
    return treeOrder.nodes
  }

  /// The same nodes in the order of their identities.
  var nodesInIdentityOrder: [Unmanaged<Node>] {
    if identityOrder.version != treeVersion {
      identityOrder = (nodesByID.compactMap { $0.map { .passUnretained($0) } }, treeVersion)
    }
    return identityOrder.nodes
  }

  /// Marks the tree as changed after a node was added, removed, renamed or reparented.
  func treeDidChange() { treeVersion += 1 }

  /// Reports a problem once; messages beyond the hundredth are not evaluated.
  ///
  /// A problem of a body or a joint recurs in every tick.
  package func reportProblem(
    _ problem: @autoclosure () -> String, on node: Node? = nil, _ key: String = ""
  ) {
    guard problems.count < 100 else { return }
    let problem = (node.map { $0.path + ": " } ?? "") + problem()
    if problems.contains(problem) { return }
    problems.append(problem)
    problemLocations.append((node?.id ?? 0, key))
  }
}

/// Identifies a scene, also after it was deallocated.
final class SceneIdentity {}
