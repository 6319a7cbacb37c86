import CaromMaths

// Joint anchors and wheel positions are given in the space of a node and stored in that of its
// body, which does not move with the node's pivot. When the pivot changes they are recomputed.
extension Node {
  /// Called after the pivot was set.
  func pivotChanged(from old: Matrix4?) {
    guard storage.pivot != old else { return }
    let inverse = storage.pivot?.affineInverse ?? .identity
    let hadInverse = old?.affineInverse != nil
    let change = PivotChange(matrix: inverse * (hadInverse ? old ?? .identity : .identity))
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

/// The change of a node's space relative to its body.
struct PivotChange {
  /// From the old to the new space, before the scale of the body.
  var matrix: Matrix4

  /// Applies the change to a point on a body of a scale.
  func apply(_ point: Vector3, scale: Vector3) -> Vector3 {
    matrix.apply(point: point / scale) * scale
  }

  /// Applies the change to an orientation.
  func apply(_ turn: Quaternion) -> Quaternion {
    ((matrix.decomposed?.orientation ?? .identity) * turn).normalized
  }
}

extension PhysicsJoint {
  /// Applies the change to the frame on body B.
  fileprivate func follow(_ change: PivotChange) {
    isDirty = true
    guard let frame = frameB else { return }
    frameB = Transform(
      position: change.apply(frame.position, scale: scaleB),
      orientation: change.apply(frame.orientation))
  }
}
