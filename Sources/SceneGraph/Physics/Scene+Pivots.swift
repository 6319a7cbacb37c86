import CaromMaths

// Anchors of joints and places of wheels are told in the space of a node, and kept in that of its
// body, which the pivot of the node does not move: when that changes they are elsewhere on the body.
extension Node {
  /// Called after its pivot was set.
  func pivotChanged(from old: Matrix4?) {
    guard storage.pivot != old else { return }
    let inverse = storage.pivot?.affineInverse ?? .identity
    let hadInverse = old?.affineInverse != nil
    let change = BodyChange(matrix: inverse * (hadInverse ? old ?? .identity : .identity))
    for joint in storage.joints { joint.isDirty = true }
    storage.vehicle?.follow(change, scale: storage.physicsBody?.bakedScale ?? .one)
    guard let scene, storage.physicsBody != nil else { return }
    for node in scene.physicsComponentNodes {
      for joint in node.storage.joints where joint.state.bodyB.node(in: scene) === self {
        joint.follow(change)
      }
    }
  }
}

/// How points of a node moved on its body.
struct BodyChange {
  /// From the old place to the new one, before the scale of the body.
  var matrix: Matrix4

  /// Where a point of a body of a scale is now.
  func apply(_ point: Vector3, scale: Vector3) -> Vector3 {
    matrix.apply(point: point / scale) * scale
  }

  /// How something that was turned on the body is turned now.
  func apply(_ turn: Quaternion) -> Quaternion {
    ((matrix.decomposed?.orientation ?? .identity) * turn).normalized
  }
}

extension PhysicsJoint {
  /// Goes along with points of body B.
  fileprivate func follow(_ change: BodyChange) {
    isDirty = true
    guard let frame = frameB else { return }
    frameB = Transform(
      position: change.apply(frame.position, scale: scaleB),
      orientation: change.apply(frame.orientation))
  }
}
