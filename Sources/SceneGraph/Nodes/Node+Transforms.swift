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
    get { storage.turn }
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
    get { storage.turn.axisAngle }
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
  /// Setting it does not change ``position``. A matrix without inverse counts as the identity.
  public var pivot: Matrix4 {
    get { storage.pivot ?? .identity }
    set {
      storage.pivot = newValue == .identity ? nil : newValue
      storage.physicsBody?.shapeChanged()
      moved()
    }
  }

  /// Position, rotation and scale as a matrix, without the pivot.
  ///
  /// Setting a matrix with skew drops the skew; one without inverse changes nothing but the place.
  public var transform: Matrix4 {
    get { Matrix4(position: storage.position, orientation: storage.turn, scale: storage.scale) }
    set {
      storage.position = newValue.translation
      if let parts = newValue.decomposed {
        storage.orientation = parts.orientation
        storage.scale = parts.scale
      }
      moved()
    }
  }

  /// Marks a jump that a player must not draw as a motion, such as a reset or a cut.
  public func markTeleported() { teleportCount &+= 1 }

  /// Moves along its own axes, in metres.
  public func localTranslate(by offset: Vector3) {
    position += storage.turn.rotate(offset * storage.scale)
  }

  /// Turns about its own axes.
  public func localRotate(by turn: Quaternion) {
    orientation = (storage.turn * turn).normalized
  }

  /// Turns to a point in the world with `localFront` towards it and as little roll as may be.
  public func look(
    at target: Vector3, up: Vector3 = .unitY, localFront: Vector3 = Vector3(0, 0, -1)
  ) {
    let direction = target - worldPosition
    guard let facing = direction.normalized else { return }
    let looking = Quaternion(lookingAlong: facing, up: up)
    worldOrientation = looking * Quaternion(from: localFront, to: Vector3(0, 0, -1))
  }
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
    invalidate(withBody: true)
  }

  /// Marks the world transforms of it and all below as stale, and bodies among them as moved.
  func invalidate(withBody: Bool) {
    if withBody, storage.physicsBody != nil, let scene { scene.queueBody(self) }
    if isWorldStale && isShownStale { return }
    isWorldStale = true
    isShownStale = true
    for child in childNodes { child.invalidate(withBody: true) }
  }

  /// Marks what is shown of it and all below as stale.
  func invalidateShown(withBody: Bool) {
    if withBody, storage.physicsBody != nil, let scene { scene.queueBody(self) }
    if isShownStale { return }
    isShownStale = true
    for child in childNodes { child.invalidateShown(withBody: true) }
  }
}
