import CaromMaths
import CaromPhysics
import CaromSceneGraph
import CaromSimulation

/// The static boxes and planes that no body may be inside of.
///
/// Boxes that enclose a dynamic body at the start are left out, such as a post that holds the hinge
/// of a door. So are those that were hidden once, because they can reappear around a body, and
/// those that bodies pass in one direction.
final class StaticBoxes {
  private struct Box {
    let node: Node
    let placement: Transform
    /// Half the size; nil for the half space below a plane.
    let halfExtents: Vector3?

    func contains(_ point: Vector3) -> Bool {
      let p = placement.inverse.apply(point)
      guard let h = halfExtents else { return p.y < 0 }
      return abs(p.x) < h.x && abs(p.y) < h.y && abs(p.z) < h.z
    }
  }
  private var boxes: [Box] = []

  init(_ session: Session) {
    let scene = session.scene
    let points = DynamicBodies(session).now(session).map(\.node.worldPosition)
    for node in scene.rootNode.allNodes {
      guard let body = node.physicsBody, body.type == .static, !body.isSensor,
        body.oneWay == nil, !node.isHiddenInScene, let handle = body.handle,
        let live = scene.physicsWorld.simulation.body(handle)
      else { continue }
      for leaf in live.shape.leaves {
        let placement = live.transform * leaf.placement
        let box: Box
        if case .box(let shape) = leaf.shape {
          box = Box(node: node, placement: placement, halfExtents: shape.halfExtents)
        } else if case .plane = leaf.shape {
          box = Box(node: node, placement: placement, halfExtents: nil)
        } else {
          continue
        }
        if !points.contains(where: box.contains) { boxes.append(box) }
      }
    }
  }

  /// Leaves out the boxes that are hidden now.
  func update() {
    if boxes.contains(where: { $0.node.isHiddenInScene }) {
      boxes.removeAll { $0.node.isHiddenInScene }
    }
  }

  /// The path of the box or plane that contains a point, or nil.
  func path(ofBoxContaining point: Vector3) -> String? {
    boxes.first { $0.contains(point) }?.node.path
  }
}
