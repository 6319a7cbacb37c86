public import CaromMaths

/// The presented values of a node: its own values with those of animations and constraints on top.
///
/// The values are always current. A presentation node has no parent and no children; its world
/// transform includes the presented transforms of the ancestors.
public struct PresentationNode {
  /// The node that is presented.
  public let node: Node

  /// The position of the node's origin in its parent, in meters.
  public var position: Vector3 {
    node.constraintOverlay.has(.position) ? node.constraintOverlay.position : node.animatedPosition
  }
  /// The orientation in the parent; a unit quaternion.
  public var orientation: Quaternion {
    node.constraintOverlay.has(.orientation)
      ? node.constraintOverlay.orientation : node.animatedOrientation
  }
  /// Pitch, yaw and roll in radians.
  public var eulerAngles: Vector3 {
    node.constraintOverlay.has(.orientation)
      ? node.constraintOverlay.orientation.eulerAngles : node.animatedAngles
  }
  /// The scale along the node's own axes.
  public var scale: Vector3 {
    node.constraintOverlay.has(.scale) ? node.constraintOverlay.scale : node.animatedScale
  }
  /// The node's own opacity, 0 to 1, without that of the ancestors.
  public var opacity: Float {
    node.constraintOverlay.has(.opacity) ? node.constraintOverlay.opacity : node.animatedOpacity
  }
  /// The transform from local space to the parent's, including the pivot.
  public var transform: Matrix4 {
    guard !node.constraintOverlay.isEmpty || !node.animationOverlay.isEmpty else {
      return node.storage.transform
    }
    let m = Matrix4(position: position, orientation: orientation, scale: scale)
    guard let inverse = node.storage.pivot?.affineInverse else { return m }
    return m * inverse
  }
  /// The transform from local to world space.
  public var worldTransform: Matrix4 { node.presentationWorldTransform }
  /// The position in the world, in meters; with a pivot, the position of the pivot.
  public var worldPosition: Vector3 {
    node.parent.map { $0.presentationWorldTransform.apply(point: position) } ?? position
  }
  /// The orientation in the world; a unit quaternion.
  public var worldOrientation: Quaternion {
    let transform = worldTransform
    if let cached = node.presentationWorldOrientationCache { return cached }
    let turn: Quaternion
    if let parent = node.parent {
      turn =
        parent.isUniform
        ? (parent.presentation.worldOrientation * orientation).normalized
        : transform.decomposed?.orientation ?? orientation
    } else {
      turn = orientation
    }
    node.presentationWorldOrientationCache = turn
    return turn
  }
  /// The rotation axis in the parent and, in `w`, the angle in radians.
  public var rotation: Vector4 { orientation.axisAngle }
  /// The local −Z axis in the world, along which cameras and lights point.
  public var worldFront: Vector3 { worldOrientation.rotate(Node.localFront) }
  /// The local +X axis in the world.
  public var worldRight: Vector3 { worldOrientation.rotate(Node.localRight) }
  /// The local +Y axis in the world.
  public var worldUp: Vector3 { worldOrientation.rotate(Node.localUp) }
  /// The opacity with which the node is drawn, 0 to 1: its own times that of all ancestors.
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
  /// The presented values of the node.
  public var presentation: PresentationNode { PresentationNode(node: self) }

  /// The transform from local to world space, with the presented values of the node and its
  /// ancestors.
  var presentationWorldTransform: Matrix4 {
    if isPresentationStale {
      // Without closures, which would add a runtime exclusivity check of the parent.
      let local = presentation.transform
      if let parent {
        presentationWorldTransformCache = parent.presentationWorldTransform * local
      } else {
        presentationWorldTransformCache = local
      }
      presentationWorldOrientationCache = nil
      isPresentationStale = false
    }
    return presentationWorldTransformCache
  }
}
