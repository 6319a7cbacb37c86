import CaromMaths
import CaromSceneGraph
import CaromSimulation

/// The nodes of a session with dynamic bodies, updated once per second and for each level.
final class DynamicBodies {
  private var scene: Scene
  private var nodes: [(node: Node, body: PhysicsBody)] = []

  init(_ session: Session) {
    scene = session.scene
    find(session)
  }

  /// The current nodes and bodies.
  func now(_ session: Session) -> [(node: Node, body: PhysicsBody)] {
    if session.tick % 60 == 0 || session.scene !== scene { find(session) }
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
    scene = session.scene
    nodes = scene.rootNode.allNodes.compactMap { node in
      guard let body = node.physicsBody, body.type == .dynamic else { return nil }
      return (node, body)
    }
  }
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
