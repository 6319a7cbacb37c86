import CaromMaths
import CaromPhysics

// Transfers changes of nodes to their bodies in the simulation.
extension Scene {
  /// Schedules the creation of a node's body.
  func addBody(_ node: Node) {
    guard !node.isBodyPending else { return }
    node.isBodyPending = true
    pendingBodyNodes.append(node)
  }

  /// Marks the body of a node as dirty after its transform or scale changed.
  ///
  /// A body that is not created yet takes its transform from the node on creation.
  func markBodyDirty(_ node: Node) {
    guard !node.isBodyDirty, !node.isBodyPending else { return }
    node.isBodyDirty = true
    dirtyBodyNodes.append(node)
  }

  /// Creates the bodies of nodes that entered the scene, in that order.
  ///
  /// Each step calls this first. A reader calls it to find bodies that cannot be created, which are
  /// reported in ``problems``.
  public func createBodies() {
    guard !pendingBodyNodes.isEmpty else { return }
    let nodes = pendingBodyNodes
    pendingBodyNodes.removeAll(keepingCapacity: true)
    for node in nodes { node.isBodyPending = false }
    for node in nodes where node.scene === self {
      guard let body = node.storage.physicsBody, body.handle == nil else { continue }
      // Computes the presentation transform, so that a later move of an ancestor invalidates it.
      _ = node.presentationWorldTransform
      body.isTeleporting = false
      body.wasMovedByCode = false
      do {
        guard let definition = try body.definition(node) else { continue }
        body.handle = try physicsWorld.simulation.createBody(definition)
        trackMotion(of: node)
      } catch {
        reportProblem("\(error)", on: node, "physics")
        if !bodyProblems.contains(where: { $0.node == node.id }) {
          bodyProblems.append((node.id, "\(error)"))
        }
      }
    }
  }

  /// Creates pending bodies, moves dirty ones and synchronizes physics components.
  func syncBodies() {
    createBodies()
    moveBodies()
    syncPhysicsComponents()
  }

  /// Teleports all bodies to their nodes; kinematic bodies get no velocity from this.
  func teleportBodies() {
    createBodies()
    for node in dirtyBodyNodes { node.storage.physicsBody?.isTeleporting = true }
    moveBodies()
  }

  private func moveBodies() {
    guard !dirtyBodyNodes.isEmpty else { return }
    // The list may grow during iteration: a dynamic body that moves its node invalidates
    // descendants with bodies.
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

  /// Whether the simulation accepts a transform.
  static func isPlace(_ t: Transform) -> Bool {
    t.position.isFinite && t.position.magnitudes.greatest <= 1e7 && t.orientation.isFinite
  }

  private func move(_ body: PhysicsBody, _ node: Node) {
    guard let live = body.live else {
      // A body without a shape is created again when its node changes.
      if body.needsShape { addBody(node) }
      return
    }
    let (placement, scale) = node.bodyPlacement
    guard Scene.isPlace(placement) else {
      reportProblem(
        "the position is more than 10,000 km from the origin; the body is not moved", on: node)
      (body.isTeleporting, body.wasMovedByCode) = (false, false)
      return
    }
    body.refreshShape(node, scale, live)
    switch body.type {
    case .static:
      if live.transform != placement { live.teleport(to: placement) }
    case .kinematic:
      if body.isTeleporting {
        live.teleport(to: placement)
      } else {
        live.moveKinematic(to: placement)
      }
    case .dynamic:
      if body.wasMovedByCode {
        if live.transform != placement { live.teleport(to: placement) }
      } else {
        node.take(live.transform)
        _ = node.presentationWorldTransform
      }
    }
    // The body's own motion in the next step needs to know whether code moved the node.
    if body.isTeleporting || !body.movesByVelocity { body.wasMovedByCode = false }
    body.isTeleporting = false
  }
}
