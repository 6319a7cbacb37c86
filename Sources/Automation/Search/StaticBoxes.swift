import CaromMaths
import CaromSceneGraph
import CaromSimulation

/// The static boxes of a scene in its initial state.
struct StaticBoxes {
  private struct Box {
    var toLocal: Matrix4
    var bounds: AABB
    var path: String
  }
  private var boxes: [Box] = []

  init(_ session: Session) {
    for node in session.scene.rootNode.allNodes {
      guard let body = node.physicsBody, body.type == .static, !body.isSensor, body.shape == nil,
        !node.isHiddenInScene, case .box = node.geometry?.primitive,
        let toLocal = node.worldTransform.affineInverse
      else { continue }
      boxes.append(Box(toLocal: toLocal, bounds: node.boundingBox, path: node.path))
    }
  }

  /// The path of the box that contains a point, or nil.
  func path(ofBoxContaining point: Vector3) -> String? {
    for box in boxes {
      let p = box.toLocal.apply(point: point)
      let (low, high) = (box.bounds.min, box.bounds.max)
      if p.x > low.x, p.y > low.y, p.z > low.z, p.x < high.x, p.y < high.y, p.z < high.z {
        return box.path
      }
    }
    return nil
  }
}
