public import CaromMaths

/// What is shown of a node: its own values with those of animations and constraints on top.
///
/// A view that is always current; it has no parent and no children, but its world placement counts
/// what is shown of the nodes above.
public struct PresentationNode {
  /// The node it shows.
  public let node: Node

  /// Where its origin is in the parent, in metres.
  public var position: Vector3 {
    node.constraintOverlay.has(.position) ? node.constraintOverlay.position : node.animatedPosition
  }
  /// How it is turned in the parent; unit length.
  public var orientation: Quaternion {
    node.constraintOverlay.has(.orientation)
      ? node.constraintOverlay.orientation : node.animatedOrientation
  }
  /// Pitch, yaw and roll in radians.
  public var eulerAngles: Vector3 {
    node.constraintOverlay.has(.orientation)
      ? node.constraintOverlay.orientation.eulerAngles : node.animatedAngles
  }
  /// How it is scaled along its own axes.
  public var scale: Vector3 {
    node.constraintOverlay.has(.scale) ? node.constraintOverlay.scale : node.animatedScale
  }
  /// How solid it is, 0 to 1, without the nodes above.
  public var opacity: Float {
    node.constraintOverlay.has(.opacity) ? node.constraintOverlay.opacity : node.animatedOpacity
  }
  /// The map from its own space to its parent's, with the pivot.
  public var transform: Matrix4 {
    guard !node.constraintOverlay.isEmpty || !node.animationOverlay.isEmpty else {
      return node.storage.transform
    }
    let m = Matrix4(position: position, orientation: orientation, scale: scale)
    guard let inverse = node.storage.pivot?.affineInverse else { return m }
    return m * inverse
  }
  /// The map from its own space to the world's.
  public var worldTransform: Matrix4 { node.presentationWorldTransform }
  /// Where its origin is in the world, in metres; with a pivot, where the pivot is.
  public var worldPosition: Vector3 {
    node.parent.map { $0.presentationWorldTransform.apply(point: position) } ?? position
  }
  /// How it is turned in the world; unit length.
  public var worldOrientation: Quaternion {
    guard let parent = node.parent else { return orientation }
    return parent.isUniform
      ? (parent.presentation.worldOrientation * orientation).normalized
      : worldTransform.decomposed?.orientation ?? orientation
  }
  /// The axis it is turned about in the parent and, as `w`, the angle in radians.
  public var rotation: Vector4 { orientation.axisAngle }
  /// The direction in the world of its −Z, where cameras and lights look.
  public var worldFront: Vector3 { worldOrientation.rotate(Node.localFront) }
  /// The direction in the world of its +X.
  public var worldRight: Vector3 { worldOrientation.rotate(Node.localRight) }
  /// The direction in the world of its +Y.
  public var worldUp: Vector3 { worldOrientation.rotate(Node.localUp) }
  /// How solid it is drawn, 0 to 1: its own opacity times that of all nodes above.
  public var worldOpacity: Float {
    var (product, above) = (opacity, node.parent)
    while let n = above {
      product *= n.presentation.opacity
      above = n.parent
    }
    return product
  }
}

extension Node {
  /// What is shown of it.
  public var presentation: PresentationNode { PresentationNode(node: self) }

  /// The map from what is shown of its own space to the world.
  var presentationWorldTransform: Matrix4 {
    if isPresentationStale {
      // No closures on the way: each would have the runtime check who reads the parent.
      let local = presentation.transform
      if let parent {
        presentationWorldTransformCache = parent.presentationWorldTransform * local
      } else {
        presentationWorldTransformCache = local
      }
      isPresentationStale = false
    }
    return presentationWorldTransformCache
  }
}
