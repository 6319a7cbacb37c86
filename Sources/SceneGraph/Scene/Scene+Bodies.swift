import CaromMaths
import CaromPhysics

// Bringing what code did to nodes into the simulation.
extension Scene {
  /// Notes that the simulation has to make the body of a node.
  func addBody(_ node: Node) {
    guard !node.isBodyPending else { return }
    node.isBodyPending = true
    pendingBodyNodes.append(node)
  }

  /// Notes that a node with a body moved or changed size.
  ///
  /// A body that is still to be made takes its place from the node then.
  func markBodyDirty(_ node: Node) {
    guard !node.isBodyDirty, !node.isBodyPending else { return }
    node.isBodyDirty = true
    dirtyBodyNodes.append(node)
  }

  /// Makes the bodies of nodes that entered, in the order in which they did.
  ///
  /// Called by itself before each step; a reader calls it to learn of bodies that cannot be made,
  /// which are noted in ``problems``.
  public func createBodies() {
    guard !pendingBodyNodes.isEmpty else { return }
    let nodes = pendingBodyNodes
    pendingBodyNodes.removeAll(keepingCapacity: true)
    for node in nodes { node.isBodyPending = false }
    for node in nodes where node.scene === self {
      guard let body = node.storage.physicsBody, body.handle == nil else { continue }
      // What is shown must be known, so that a later move of a node above reaches this one.
      _ = node.presentationWorldTransform
      body.jumps = false
      body.wasMovedByCode = false
      do {
        guard let definition = try body.definition(node) else { continue }
        body.handle = try physicsWorld.simulation.createBody(definition)
      } catch {
        reportProblem("\(error)", on: node, "physics")
        if !bodyProblems.contains(where: { $0.node == node.id }) {
          bodyProblems.append((node.id, "\(error)"))
        }
      }
    }
  }

  /// Makes new bodies and moves those whose nodes moved.
  func syncBodies() {
    createBodies()
    moveBodies()
    syncPhysicsComponents()
  }

  /// Brings all bodies to their nodes at once, also those that nodes lead, which push nothing then.
  func teleportBodies() {
    createBodies()
    for node in dirtyBodyNodes { node.storage.physicsBody?.jumps = true }
    moveBodies()
  }

  private func moveBodies() {
    guard !dirtyBodyNodes.isEmpty else { return }
    // The list grows meanwhile: a body that takes its own node along moves nodes below, whose bodies
    // have to come after.
    var next = 0
    while next < dirtyBodyNodes.count {
      let node = dirtyBodyNodes[next]
      next += 1
      node.isBodyDirty = false
      _ = node.presentationWorldTransform
      if let body = node.storage.physicsBody { move(body, node) }
    }
    dirtyBodyNodes.removeAll(keepingCapacity: true)
  }

  /// Whether a body may be somewhere; the simulation makes none beyond either.
  private static func isPlace(_ t: Transform) -> Bool {
    t.position.isFinite && t.position.magnitudes.greatest <= 1e7 && t.orientation.isFinite
  }

  private func move(_ body: PhysicsBody, _ node: Node) {
    guard let live = body.live else {
      // A body without a shape gets another chance when something about its node changed.
      if body.needsShape { addBody(node) }
      return
    }
    let (placement, scale) = node.bodyPlacement
    guard Scene.isPlace(placement) else {
      reportProblem("it is farther away than 10,000 km, so its body stays where it was", on: node)
      (body.jumps, body.wasMovedByCode) = (false, false)
      return
    }
    body.refreshShape(node, scale, live)
    switch body.type {
    case .static:
      if live.transform != placement { live.teleport(to: placement) }
    case .kinematic:
      if body.jumps { live.teleport(to: placement) } else { live.moveKinematic(to: placement) }
    case .dynamic:
      if body.wasMovedByCode {
        if live.transform != placement { live.teleport(to: placement) }
      } else {
        node.take(live.transform)
        _ = node.presentationWorldTransform
      }
    }
    body.jumps = false
    body.wasMovedByCode = false
  }
}
