import CaromMaths
import CaromPhysics
import CaromSceneGraph
import CaromSimulation

/// The box around the bodies of a scene in its initial state, enlarged by a margin.
///
/// Geometry without a body, sensors and infinite planes do not count: nothing holds a body there.
/// Kinematic bodies, such as lifts, count where they are now as well.
struct SceneBounds {
  /// The box around the bodies, without the margin; empty for a scene without bodies.
  let bodies: AABB
  private let margin: Float
  private let kinematics: [Node]

  init(_ session: Session, margin: Float) {
    var box = AABB.empty
    var kinematics: [Node] = []
    for node in session.scene.rootNode.allNodes {
      guard let own = Self.bounds(of: node, session.scene) else { continue }
      box = box.union(own)
      if node.physicsBody?.type == .kinematic { kinematics.append(node) }
    }
    bodies = box
    self.margin = margin
    self.kinematics = kinematics
  }

  /// The distance of a point from the bodies of the scene if it is outside of the margin, or nil.
  func distance(outside point: Vector3, _ scene: Scene) -> Float? {
    guard !bodies.isEmpty, !bodies.expanded(by: margin).contains(point) else { return nil }
    var box = bodies
    for node in kinematics {
      if let own = Self.bounds(of: node, scene) { box = box.union(own) }
    }
    if box.expanded(by: margin).contains(point) { return nil }
    let nearest = Vector3(
      min(max(point.x, box.min.x), box.max.x), min(max(point.y, box.min.y), box.max.y),
      min(max(point.z, box.min.z), box.max.z))
    return point.distance(to: nearest)
  }

  /// The box around the shape of a node's body; nil if it holds nothing back or is infinite.
  static func bounds(of node: Node, _ scene: Scene) -> AABB? {
    guard let body = node.physicsBody, !body.isSensor, !node.isHiddenInScene,
      let handle = body.handle, let live = scene.physicsWorld.simulation.body(handle)
    else { return nil }
    let box = live.shape.bounds(at: live.transform)
    guard box.min.isFinite, box.max.isFinite, box.halfExtents.length < 1e4 else { return nil }
    return box
  }
}
