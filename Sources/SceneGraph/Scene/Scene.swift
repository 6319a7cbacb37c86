public import CaromMaths
import CaromProperties

/// A tree of nodes with its simulation, its overlay and its clock.
///
/// Time moves in ticks, by ``step(_:)`` alone. A scene and its nodes are used by one thread at a
/// time. The scene keeps its nodes; a node does not keep its scene.
public final class Scene {
  /// The top of the tree; always there.
  public let rootNode = Node()
  /// The simulation.
  public let physicsWorld = PhysicsWorld()
  /// How many ticks have passed.
  public internal(set) var tick: UInt64 = 0
  /// The functions that actions may call by name; not part of the state.
  public var functions: [String: (Node) -> Void] = [:]
  /// The functions that constraints may call by name; not part of the state.
  public var constraintFunctions: [String: ConstraintFunction] = [:]
  /// The functions that custom actions may call by name, with the seconds since the action began.
  ///
  /// Not part of the state.
  public var timedFunctions: [String: (Node, Double) -> Void] = [:]
  /// Named streams of random numbers, for actions, particles and rules; part of the state.
  ///
  /// All come from ``seed`` alone until something else reseeds them, as a session does with its own
  /// seed.
  public var random = RandomStreams(seed: SceneState().seed)
  /// The roles that nodes may have, so that a snapshot can make them anew; not part of the state.
  public var roleTypes: [any Role.Type] = []
  /// The sounds that begin in the current tick, in order; not part of the state.
  public internal(set) var soundEvents: [SoundEvent] = []
  /// The sounds that go on through the current tick, in order; not part of the state.
  public internal(set) var sustainedSounds: [SoundEvent] = []
  /// How many of ``soundEvents`` are of the tick that ended last; no state.
  var reportedSoundCount = 0
  /// What could not be done and is no fault of the program, such as calls of unknown functions.
  ///
  /// Each is noted once. Not part of the state.
  public internal(set) var problems: [String] = []

  /// For each of ``problems`` the node that it is about, 0 for none, and the key of it in files.
  public internal(set) var problemLocations: [(node: Int32, key: String)] = []

  /// The nodes whose bodies could not be made, with the reason; not part of the state.
  public internal(set) var bodyProblems: [(node: Int32, reason: String)] = []

  var properties = SceneState()
  let identity = SceneIdentity()
  /// The nodes by identity; none at 0.
  var nodesByID: [Node?] = [nil]
  /// Nodes with constraints, by identity.
  var constrainedNodes: [Node] = [] { didSet { constrainedInTreeOrder = ([], nil) } }
  /// The same in the order of the tree, and the ``treeVersion`` when they were put into it.
  var constrainedInTreeOrder: (nodes: [Node], round: UInt64?) = ([], nil)
  /// Counts how often constraints applied, so that each node does once; no state.
  var constraintRound: UInt32 = 0
  /// Nodes that inverse kinematics turned in the last tick, by identity.
  var ikChainNodes: [Node] = []
  /// Nodes that run actions which do more than wait, by identity.
  var activeActionNodes: [Node] = []
  /// Nodes that run actions which only wait.
  var wakeQueue = WakeQueue()
  /// How many times actions were moved on.
  var actionRound: UInt64 = 0
  /// The length of the last tick, in seconds, in which sleeping nodes count.
  var actionStep = 0.0
  /// Counts what may change which node a path or an identity leads to; no state.
  private(set) var treeVersion: UInt64 = 0
  /// Nodes that may play animations, by identity.
  var playingNodes: [Node] = []
  /// The players of those nodes laid out flat, while nothing about them changes; a cache.
  let animationTable = AnimationTable()
  /// Counts the ticks of animations, so that a node knows what is of this tick; no state.
  ///
  /// The first is 2, as a node that was in none says 0.
  var animationRound: UInt32 = 1
  /// The identities of nodes that animations write in this tick, and of those in the one before.
  var animatedNodeIDs: [Int32] = []
  var previousAnimatedNodeIDs: [Int32] = []
  /// How many nodes animations write in this tick that they wrote in the one before.
  var repeatedlyAnimatedCount = 0
  /// The materials that animations write.
  var animatedMaterials: [Material] = []
  /// Functions to call as soon as all animations of the tick have run.
  var pendingCalls: [(function: String, node: Node)] = []
  /// Nodes with particle systems, by identity.
  var emittingNodes: [Node] = []
  /// Changes that the presentation is catching up with.
  var transitions: [Transition] = []
  /// Functions to call when the time of a transaction is over.
  var completions: [TransactionCompletion] = []
  /// Transactions whose bodies run just now, the innermost last; no state.
  var openTransactions: [OpenTransaction] = []
  /// Nodes that entered with references in animations or skinners to be settled; no state.
  var unresolvedNodes: [Node] = []
  /// Nodes whose body the simulation has still to make, in order.
  var pendingBodyNodes: [Node] = []
  /// Nodes that moved or changed size since the last step and have a body, in order.
  var dirtyBodyNodes: [Node] = []
  /// Nodes with joints, vehicles, fields or characters, by identity.
  var physicsComponentNodes: [Node] = []
  /// Nodes that left with a body, until the ends of their contacts are told.
  var removedBodyNodes: [Node] = []
  /// Copies of the lists above for the time they are walked, kept to save memory traffic.
  var scratchNodes: [Node] = []

  /// Makes a scene with an empty root.
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

  /// Everything but nodes and bodies, at once.
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

  /// What the scene's own chance comes from; setting it starts all of ``random`` anew.
  public var seed: UInt64 {
    get { properties.seed }
    set {
      properties.seed = newValue
      random = RandomStreams(seed: newValue)
    }
  }
  /// What is seen where nothing is.
  public var background: MaterialProperty {
    get { properties.background }
    set { properties.background = newValue }
  }
  /// Text and bars on top of the picture.
  public var overlay: Overlay {
    get { properties.overlay }
    _modify { yield &properties.overlay }
  }
  /// True while ``step(_:)`` does nothing.
  public var isPaused: Bool {
    get { properties.isPaused }
    set { properties.isPaused = newValue }
  }
  /// The node whose camera shows the scene; the first with a camera unless it was set.
  public var pointOfView: Node? {
    get {
      properties.pointOfView.node(in: self)
        ?? rootNode.childNode { $0.camera != nil }
    }
    set { properties.pointOfView = newValue.map { NodeReference($0) } ?? NodeReference() }
  }

  /// The node with an identity, or nil when it is not in the scene.
  public func node(withID id: Int32) -> Node? {
    id > 0 && Int(id) < nodesByID.count ? nodesByID[Int(id)] : nil
  }

  /// How many nodes there are, without the root.
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

  /// Called when a node came, went, was renamed or moved to another parent.
  func treeDidChange() { treeVersion += 1 }

  /// Keeps a sentence about what is wrong, once; those beyond the hundredth are not even made.
  ///
  /// What is wrong with a body or a joint is so in every tick.
  func reportProblem(_ problem: @autoclosure () -> String, on node: Node? = nil, _ key: String = "")
  {
    guard problems.count < 100 else { return }
    let problem = (node.map { $0.path + ": " } ?? "") + problem()
    if problems.contains(problem) { return }
    problems.append(problem)
    problemLocations.append((node?.id ?? 0, key))
  }
}

/// Tells scenes apart after they are gone.
final class SceneIdentity {}
