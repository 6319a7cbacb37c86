public import CaromMaths

// Accessors of the local transform: position, rotation and scale relative to the parent.
extension Node {
  /// The position of the node's origin in its parent, in meters.
  public var position: Vector3 {
    get { storage.position }
    set {
      storage.position = newValue
      moved()
    }
  }

  /// The orientation in the parent; a unit quaternion.
  public var orientation: Quaternion {
    get { storage.storedOrientation }
    set {
      storage.orientation = newValue
      moved()
    }
  }

  /// Pitch (x), yaw (y) and roll (z) in radians: R = Rz(roll) · Ry(yaw) · Rx(pitch).
  public var eulerAngles: Vector3 {
    get { storage.eulerAngles }
    set {
      storage.eulerAngles = newValue
      moved()
    }
  }

  /// The rotation axis and, in `w`, the angle in radians; an axis of zero means no rotation.
  public var rotation: Vector4 {
    get { storage.storedOrientation.axisAngle }
    set {
      storage.orientation = Quaternion(axisAngle: newValue)
      moved()
    }
  }

  /// The scale along the node's own axes.
  public var scale: Vector3 {
    get { storage.scale }
    set {
      storage.scale = newValue
      moved()
    }
  }

  /// The pivot: the node's content and children are transformed by the inverse of this matrix.
  ///
  /// Setting it does not change ``position``. It offsets everything attached to the node: geometry,
  /// children, light, camera, and the shape of a body, which is rebuilt. The position of the body
  /// is the node's ``position``. A singular matrix is treated as the identity.
  public var pivot: Matrix4 {
    get { storage.pivot ?? .identity }
    set {
      let old = storage.pivot
      storage.pivot = newValue == .identity ? nil : newValue
      pivotChanged(from: old)
      storage.physicsBody?.shapeChanged()
      moved()
    }
  }

  /// Position, rotation and scale as a matrix, without the pivot.
  ///
  /// - Precondition: A matrix that is set has no skew; use ``setTransform(_:)`` for untrusted
  ///   matrices.
  public var transform: Matrix4 {
    get {
      Matrix4(
        position: storage.position, orientation: storage.storedOrientation, scale: storage.scale)
    }
    set {
      do { try setTransform(newValue) } catch { preconditionFailure(error.description) }
    }
  }

  /// Sets position, rotation and scale from a matrix.
  ///
  /// If an axis has zero length the rotation is undefined and stays unchanged.
  ///
  /// - Throws: ``TransformProblem`` if the matrix is skewed, projective or not finite. The node is
  ///   unchanged then.
  public func setTransform(_ matrix: Matrix4) throws(TransformProblem) {
    try storage.setTransform(matrix)
    moved()
  }

  /// Marks a discontinuous move, such as a reset or a camera cut, which must not be interpolated.
  public func markTeleported() { teleportCount &+= 1 }

  /// Translates the node along its own axes, in meters.
  public func localTranslate(by offset: Vector3) {
    position += storage.storedOrientation.rotate(offset * storage.scale)
  }

  /// Rotates the node about its own axes.
  public func localRotate(by turn: Quaternion) {
    orientation = (storage.storedOrientation * turn).normalized
  }

  /// Rotates the node so that `localFront` points at a position in the world, with minimal roll.
  ///
  /// Does nothing if the target is at the node's own position.
  public func look(
    at target: Vector3, up: Vector3 = .unitY, localFront: Vector3 = Node.localFront
  ) {
    let direction = target - worldPosition
    guard let facing = direction.normalized else { return }
    let looking = Quaternion(lookingAlong: facing, up: up)
    worldOrientation = looking * Quaternion(from: localFront, to: Node.localFront)
  }

  /// Rotates the node about a point in the world; both its position and its orientation change.
  public func rotate(by worldRotation: Quaternion, aroundTarget worldTarget: Vector3) {
    let turn = worldRotation.normalized
    let orientation = worldOrientation
    worldPosition = worldTarget + turn.rotate(worldPosition - worldTarget)
    worldOrientation = turn * orientation
  }

  // MARK: Directions

  /// The local forward direction, −Z, along which cameras, lights and ``look(at:up:localFront:)``
  /// point.
  public static var localFront: Vector3 { Vector3(0, 0, -1) }
  /// The local right direction, +X.
  public static var localRight: Vector3 { .unitX }
  /// The local up direction, +Y.
  public static var localUp: Vector3 { .unitY }
}

// MARK: Invalidation

extension Node {
  /// Handles a change of the local transform by code or an action.
  func moved() {
    if !storage.constraints.isEmpty { restartConstraints() }
    if let body = storage.physicsBody {
      if body.type == .dynamic { teleportCount &+= 1 }
      body.wasMovedByCode = true
    }
    invalidate(includingBody: true)
  }

  /// Marks the world transforms of the node and its descendants as stale, and their bodies as
  /// dirty.
  func invalidate(includingBody: Bool) {
    if includingBody, storage.physicsBody != nil, let scene { scene.markBodyDirty(self) }
    if isWorldTransformStale && isPresentationStale { return }
    isWorldTransformStale = true
    isPresentationStale = true
    for child in childNodes { child.invalidate(includingBody: true) }
  }

  /// Marks the presentation transforms of the node and its descendants as stale.
  func invalidatePresentation(includingBody: Bool) {
    if includingBody, storage.physicsBody != nil, let scene { scene.markBodyDirty(self) }
    if isPresentationStale { return }
    isPresentationStale = true
    for child in childNodes { child.invalidatePresentation(includingBody: true) }
  }
}
