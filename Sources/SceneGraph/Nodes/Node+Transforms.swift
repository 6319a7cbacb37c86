public import CaromMaths

// Views of one state: position, rotation and scale in the parent.
extension Node {
  /// Where its origin is in the parent, in metres.
  public var position: Vector3 {
    get { storage.position }
    set {
      storage.position = newValue
      moved()
    }
  }

  /// How it is turned in the parent; unit length.
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

  /// The axis it is turned about and, as `w`, the angle in radians; a zero axis turns nothing.
  public var rotation: Vector4 {
    get { storage.storedOrientation.axisAngle }
    set {
      storage.orientation = Quaternion(axisAngle: newValue)
      moved()
    }
  }

  /// How it is scaled along its own axes.
  public var scale: Vector3 {
    get { storage.scale }
    set {
      storage.scale = newValue
      moved()
    }
  }

  /// Where its content and children sit in it: they are placed by the inverse of this matrix.
  ///
  /// Setting it does not change ``position``. It shifts what sits on the node, all alike: geometry,
  /// children, light and camera, and the shape of a body, which is made anew; the body's own place
  /// is the node's ``position``. A matrix without inverse counts as the identity.
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
  /// - Precondition: A matrix that is set has no skew; use ``setTransform(_:)`` for matrices from
  ///   outside.
  public var transform: Matrix4 {
    get {
      Matrix4(
        position: storage.position, orientation: storage.storedOrientation, scale: storage.scale)
    }
    set {
      do { try setTransform(newValue) } catch { preconditionFailure(error.description) }
    }
  }

  /// Takes position, rotation and scale from a matrix.
  ///
  /// Along an axis without length the rotation cannot be told: then it stays as it is.
  ///
  /// - Throws: ``TransformProblem`` when the matrix is skewed, projective or not finite; nothing has
  ///   changed then.
  public func setTransform(_ matrix: Matrix4) throws(TransformProblem) {
    try storage.setTransform(matrix)
    moved()
  }

  /// Marks a jump that a player must not draw as a motion, such as a reset or a cut.
  public func markTeleported() { teleportCount &+= 1 }

  /// Moves along its own axes, in metres.
  public func localTranslate(by offset: Vector3) {
    position += storage.storedOrientation.rotate(offset * storage.scale)
  }

  /// Turns about its own axes.
  public func localRotate(by turn: Quaternion) {
    orientation = (storage.storedOrientation * turn).normalized
  }

  /// Turns to a point in the world with `localFront` towards it and as little roll as may be.
  ///
  /// A target at its own place changes nothing.
  public func look(
    at target: Vector3, up: Vector3 = .unitY, localFront: Vector3 = Node.localFront
  ) {
    let direction = target - worldPosition
    guard let facing = direction.normalized else { return }
    let looking = Quaternion(lookingAlong: facing, up: up)
    worldOrientation = looking * Quaternion(from: localFront, to: Node.localFront)
  }

  /// Turns it about a point of the world, as on an arm: it moves around and turns by the same.
  public func rotate(by worldRotation: Quaternion, aroundTarget worldTarget: Vector3) {
    let turn = worldRotation.normalized
    let orientation = worldOrientation
    worldPosition = worldTarget + turn.rotate(worldPosition - worldTarget)
    worldOrientation = turn * orientation
  }

  // MARK: Directions

  /// Where cameras, lights and ``look(at:up:localFront:)`` look in a node's own space: −Z.
  public static var localFront: Vector3 { Vector3(0, 0, -1) }
  /// The right of a node in its own space: +X.
  public static var localRight: Vector3 { .unitX }
  /// Up in a node's own space: +Y.
  public static var localUp: Vector3 { .unitY }
}

// MARK: Telling the scene

extension Node {
  /// Called when code or an action moved it.
  func moved() {
    if !storage.constraints.isEmpty { restartConstraints() }
    if let body = storage.physicsBody {
      if body.type == .dynamic { teleportCount &+= 1 }
      body.wasMovedByCode = true
    }
    invalidate(includingBody: true)
  }

  /// Marks the world transforms of it and all below as stale, and bodies among them as moved.
  func invalidate(includingBody: Bool) {
    if includingBody, storage.physicsBody != nil, let scene { scene.markBodyDirty(self) }
    if isWorldTransformStale && isPresentationStale { return }
    isWorldTransformStale = true
    isPresentationStale = true
    for child in childNodes { child.invalidate(includingBody: true) }
  }

  /// Marks what is shown of it and all below as stale.
  func invalidatePresentation(includingBody: Bool) {
    if includingBody, storage.physicsBody != nil, let scene { scene.markBodyDirty(self) }
    if isPresentationStale { return }
    isPresentationStale = true
    for child in childNodes { child.invalidatePresentation(includingBody: true) }
  }
}
