import CaromMaths
import CaromSceneGraph
import CaromSimulation

/// The nodes of a session with dynamic bodies, updated once per second.
final class DynamicBodies {
  private var nodes: [(node: Node, body: PhysicsBody)] = []

  init(_ session: Session) { find(session) }

  /// The current nodes and bodies.
  func now(_ session: Session) -> [(node: Node, body: PhysicsBody)] {
    if session.tick % 60 == 0 { find(session) }
    return nodes
  }

  /// Their kinetic and potential energy divided by their mass.
  func energy(_ session: Session) -> Float {
    let gravity = session.scene.physicsWorld.gravity
    var (energy, mass): (Float, Float) = (0, 0)
    for (node, body) in now(session) {
      energy +=
        body.mass * (0.5 * body.velocity.lengthSquared - gravity.dot(node.worldPosition))
      mass += body.mass
    }
    return mass > 0 ? energy / mass : 0
  }

  private func find(_ session: Session) {
    nodes = session.scene.rootNode.allNodes.compactMap { node in
      guard let body = node.physicsBody, body.type == .dynamic else { return nil }
      return (node, body)
    }
  }
}

/// The initial bounds of a scene, enlarged by a margin.
struct SceneBounds {
  /// The half extent along each axis from the center of the scene, in meters.
  let distance: Float
  private let box: AABB

  init(_ session: Session, margin: Float) {
    var box = AABB.empty
    for node in session.scene.rootNode.allNodes
    where node.geometry != nil || node.physicsBody != nil {
      let own = node.boundingBox
      let center = node.worldPosition
      let bounds =
        own.isEmpty
        ? AABB(min: center, max: center) : own.transformed(by: node.worldTransform)
      // Infinite floors do not contribute to the bounds.
      guard bounds.min.isFinite, bounds.max.isFinite, bounds.halfExtents.length < 1e4 else {
        continue
      }
      box = box.union(bounds)
    }
    distance = box.isEmpty ? margin : box.halfExtents.length * 2 + margin
    let center = box.isEmpty ? .zero : box.center
    self.box = AABB(center: center, halfExtents: Vector3(repeating: distance))
  }

  func contains(_ point: Vector3) -> Bool { box.contains(point) }
}

extension Node {
  /// The node and all its descendants, in breadth-first order.
  var allNodes: [Node] {
    var found = [self]
    var next = 0
    while next < found.count {
      found += found[next].childNodes
      next += 1
    }
    return found
  }
}
