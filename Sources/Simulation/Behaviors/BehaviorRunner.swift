import CaromMaths
import CaromSceneGraph

/// Runs the behaviors of a session's scene.
///
/// It has no state: the lists are caches of the scene's tree and roles.
final class BehaviorRunner {
  /// The scene and the version of its tree for which the lists were made.
  ///
  /// Not weak, because every later use of an object that a weak reference has named takes longer.
  private var scene: Scene?
  private var version: UInt64?
  /// The nodes with a behavior, in tree order.
  private var nodes: [Node] = []
  /// Those whose behavior is updated in every tick.
  private var updatedNodes: [Node] = []
  /// The type of the behavior of each of the nodes.
  private var types: [ObjectIdentifier: ObjectIdentifier] = [:]
  /// The requests that are being performed.
  private var requests: [BehaviorRequest] = []
  private var isPerforming = false

  /// The greatest number of effects that one event can cause, so that none can last forever.
  private static let mostRequests = 10_000

  /// Prepares the behaviors before the first tick.
  func start(_ session: Session) {
    findNodes(session.scene)
    prepareContacts()
    for node in nodes { change(node, session) { $0.start(&$1) } }
    perform(session)
  }

  /// Prepares the behaviors that a reload of the scene's files has added.
  func startAdded(_ session: Session) {
    let known = types
    findNodes(session.scene)
    prepareContacts()
    for node in nodes {
      let identity = ObjectIdentifier(node)
      if types[identity] != known[identity] { change(node, session) { $0.start(&$1) } }
    }
    perform(session)
  }

  /// Prepares the behaviors of a copied subtree that was added to the scene.
  func start(copy: Node, _ session: Session) {
    copy.enumerateHierarchy { node in
      if node.role is any Behavior { change(node, session) { $0.start(&$1) } }
    }
  }

  /// Updates the behaviors of a tick.
  func update(_ session: Session) {
    findNodes(session.scene)
    guard !updatedNodes.isEmpty, runs(session.game) else { return }
    for node in updatedNodes where node.scene === session.scene && !node.rests {
      change(node, session) { $0.update(&$1) }
      perform(session)
    }
  }

  /// Tells the behaviors of both bodies that a contact began.
  func didBegin(_ contact: PhysicsContact, _ session: Session) {
    tell(contact, session) { $0.didBegin($1, &$2) }
  }

  /// Tells the behaviors of both bodies that a contact ended.
  func didEnd(_ contact: PhysicsContact, _ session: Session) {
    tell(contact, session) { $0.didEnd($1, &$2) }
  }

  /// Tells the behaviors what a player did with a control, also those of a game that is over.
  func didUse(_ event: ControlEvent, _ session: Session) {
    findNodes(session.scene)
    for node in nodes where node.scene === session.scene && !node.rests {
      change(node, session) { $0.didUse(event, &$1) }
    }
    perform(session)
  }

  // MARK: Nodes

  private func findNodes(_ scene: Scene) {
    guard version != scene.treeVersion || self.scene !== scene else { return }
    (self.scene, version) = (scene, scene.treeVersion)
    nodes.removeAll(keepingCapacity: true)
    updatedNodes.removeAll(keepingCapacity: true)
    types.removeAll(keepingCapacity: true)
    scene.rootNode.enumerateChildNodes { node in
      guard let role = node.role, let behavior = role as? any Behavior else { return }
      nodes.append(node)
      types[ObjectIdentifier(node)] = ObjectIdentifier(type(of: behavior))
      if type(of: behavior).updatesEveryTick { updatedNodes.append(node) }
    }
  }

  /// Makes the bodies of behaviors report the contacts that the behaviors need.
  private func prepareContacts() {
    for node in nodes {
      let mask = (node.role as? any Behavior)?.contactBitMask ?? 0
      if mask != 0 { addContactTest(mask, to: node) }
    }
  }

  /// Sets the mask of the bodies of a node, except of those that belong to a behavior below it.
  private func addContactTest(_ mask: UInt32, to node: Node) {
    if let body = node.physicsBody, body.contactTestBitMask & mask != mask {
      body.contactTestBitMask |= mask
    }
    for child in node.childNodes where types[ObjectIdentifier(child)] == nil {
      addContactTest(mask, to: child)
    }
  }

  /// The node itself or its nearest ancestor with a behavior.
  private func owner(of node: Node) -> Node? {
    var next: Node? = node
    while let here = next {
      if types[ObjectIdentifier(here)] != nil { return here }
      next = here.parent
    }
    return nil
  }

  // MARK: Running

  private func runs(_ game: any Game) -> Bool { game.runsBehaviors }

  private func tell(
    _ contact: PhysicsContact, _ session: Session,
    _ body: (inout any Behavior, BehaviorContact, inout BehaviorContext) -> Void
  ) {
    guard !nodes.isEmpty, runs(session.game) else { return }
    findNodes(session.scene)
    for (node, other) in [(contact.nodeA, contact.nodeB), (contact.nodeB, contact.nodeA)] {
      guard let owner = owner(of: node) else { continue }
      let contact = BehaviorContact(node: node, other: other)
      change(owner, session) { body(&$0, contact, &$1) }
    }
    perform(session)
  }

  /// Changes the behavior of a node, and collects what it requests.
  private func change(
    _ node: Node, _ session: Session,
    _ body: (inout any Behavior, inout BehaviorContext) -> Void
  ) {
    guard var behavior = node.role as? any Behavior else { return }
    var context = BehaviorContext(session, node)
    body(&behavior, &context)
    node.role = behavior
    requests.append(contentsOf: context.requests)
  }

  /// Changes the behavior of a type that a node, or its nearest ancestor, has.
  ///
  /// - Returns: Whether there is one.
  @discardableResult
  func change<B: Behavior>(
    _ type: B.Type, of node: Node?, _ session: Session,
    _ body: (inout B, inout BehaviorContext) -> Void
  ) -> Bool {
    var next = node
    while let here = next {
      if var behavior: B = here.role() {
        var context = BehaviorContext(session, here)
        body(&behavior, &context)
        here.role = behavior
        requests.append(contentsOf: context.requests)
        return true
      }
      next = here.parent
    }
    return false
  }

  /// Performs all requests, including those that they cause.
  private func perform(_ session: Session) {
    guard !isPerforming, !requests.isEmpty else { return }
    isPerforming = true
    var next = 0
    while next < requests.count {
      guard next < Self.mostRequests else {
        session.scene.reportProblem(
          "behaviors caused more than \(Self.mostRequests) effects at once; no more are performed")
        break
      }
      let request = requests[next]
      next += 1
      switch request.kind {
      case .effect(let effect): effect.perform(request, session)
      case .signal(let signal): session.game.didReceive(signal, in: session)
      }
    }
    requests.removeAll(keepingCapacity: true)
    isPerforming = false
  }
}

extension Node {
  /// Whether behaviors of the node rest: it, or an ancestor, is hidden or paused.
  fileprivate var rests: Bool {
    var node: Node? = self
    while let here = node {
      if here.isHidden || here.isPaused { return true }
      node = here.parent
    }
    return false
  }

  /// The node itself or its first descendant with a body.
  var nodeWithBody: Node? {
    if physicsBody != nil { return self }
    for child in childNodes {
      if let found = child.nodeWithBody { return found }
    }
    return nil
  }

  /// Moves the node without interpolation to a position in the world, in meters, and stops its
  /// body.
  func teleport(to position: Vector3, velocity: Vector3 = .zero, spin: Vector3 = .zero) {
    worldPosition = position
    markTeleported()
    guard let body = physicsBody else { return }
    body.velocity = velocity
    body.angularVelocity = spin
    body.clearAllForces()
  }
}
