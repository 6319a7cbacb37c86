public import CaromMaths

// MARK: Transform and velocity

extension Body {
  /// The transform of the shape's origin; setting it is the same as ``teleport(to:)``.
  public var transform: Transform {
    get { record.transform }
    nonmutating set { teleport(to: newValue) }
  }

  /// The position of the shape's origin, in meters; setting it keeps velocity and orientation.
  public var position: Vector3 {
    get { record.position }
    nonmutating set {
      teleport(to: Transform(position: newValue, orientation: record.orientation))
    }
  }

  /// The orientation of the body; setting it keeps position and velocity.
  public var orientation: Quaternion {
    get { record.orientation }
    nonmutating set {
      teleport(to: Transform(position: record.position, orientation: newValue))
    }
  }

  /// Sets the transform of the body immediately; its velocity is unchanged.
  ///
  /// Bodies between the two positions are not hit. Bodies that touch the body wake.
  public func teleport(to target: Transform) {
    Self.require(target.position, "The position")
    precondition(target.orientation.isFinite, "The orientation must be finite")
    let index = index
    world.wake(index)
    world.wakeTouching(index)
    change {
      $0.position = target.position
      $0.orientation = target.orientation.normalized
      $0.flags &= ~(BodyRecord.Flag.hasTarget | BodyRecord.Flag.givenVelocity)
      $0.updateCenter()
    }
    world.updateProxies(index)
  }

  /// Moves a kinematic body to `target` in the next step, colliding with bodies in its path.
  ///
  /// During the step, the body has the velocity that moves it to the target; afterwards its
  /// velocity is zero. A target equal to the current transform costs nothing.
  /// - Precondition: The body is kinematic.
  public func moveKinematic(to target: Transform) {
    Self.require(target.position, "The position")
    precondition(target.orientation.isFinite, "The orientation must be finite")
    precondition(record.isKinematic, "Only kinematic bodies move to a target")
    let orientation = target.orientation.normalized
    let r = record
    let isThere = target.position == r.position && orientation == r.orientation
    if isThere && !r.isMoving { return }
    change {
      $0.targetPosition = target.position
      $0.targetOrientation = orientation
      $0.set(BodyRecord.Flag.hasTarget, true)
      $0.set(BodyRecord.Flag.givenVelocity, false)
    }
    world.startMoving(index)
  }

  /// Moves a kinematic body to `target` in the next step, with velocities that its owner knows.
  ///
  /// ``moveKinematic(to:)`` computes the velocities from the difference of the transforms: they are
  /// rounded, and a rotation by more than half a turn takes the shorter way. Contacts see the given
  /// ones instead. The caller ensures that they lead to the target.
  /// - Parameters:
  ///   - target: The transform at the end of the step.
  ///   - velocity: In meters per second.
  ///   - angularVelocity: In radians per second about the world's axes.
  /// - Precondition: The body is kinematic.
  public func moveKinematic(
    to target: Transform, velocity: Vector3, angularVelocity: Vector3
  ) {
    Self.require(velocity, "The velocity")
    Self.require(angularVelocity, "The angular velocity")
    moveKinematic(to: target)
    guard record.has(BodyRecord.Flag.hasTarget) else { return }
    change {
      $0.velocity = velocity
      $0.angularVelocity = angularVelocity
      $0.set(BodyRecord.Flag.givenVelocity, true)
    }
  }

  /// The velocity of the center of mass in meters per second; setting it wakes the body.
  ///
  /// A velocity set between steps overrides the result of a bounce. Static bodies have none.
  public var velocity: Vector3 {
    get { record.velocity }
    nonmutating set {
      Self.require(newValue, "The velocity")
      guard !record.isStatic, newValue != record.velocity else { return }
      change {
        $0.velocity = newValue
        $0.flags &= ~(BodyRecord.Flag.targetVelocity | BodyRecord.Flag.givenVelocity)
      }
      world.startMoving(index)
    }
  }

  /// The angular velocity in radians per second about the world's axes; setting it wakes the body.
  public var angularVelocity: Vector3 {
    get { record.angularVelocity }
    nonmutating set {
      Self.require(newValue, "The angular velocity")
      guard !record.isStatic, newValue != record.angularVelocity else { return }
      change {
        $0.angularVelocity = newValue
        $0.flags &= ~(BodyRecord.Flag.targetVelocity | BodyRecord.Flag.givenVelocity)
      }
      world.startMoving(index)
    }
  }

  /// The velocity of the body at a point of the world, in meters per second.
  public func velocity(at point: Vector3) -> Vector3 {
    let r = record
    return r.velocity + r.angularVelocity.cross(point - r.center)
  }
}

// MARK: Forces and impulses

extension Body {
  /// The force that acts in the next step, in newtons.
  public var force: Vector3 { record.force }
  /// The torque that acts in the next step, in newton-meters.
  public var torque: Vector3 { record.torque }

  /// Adds a force in newtons on the center of mass; it acts during the next step and is then
  /// cleared.
  public func apply(force: Vector3) {
    Self.require(force, "The force")
    guard record.isDynamic, force != .zero else { return }
    change { $0.force += force }
    wake()
  }

  /// Adds a force in newtons at a point of the world; it acts during the next step and is then
  /// cleared.
  public func apply(force: Vector3, at point: Vector3) {
    Self.require(point, "The point")
    apply(force: force)
    apply(torque: (point - record.center).cross(force))
  }

  /// Adds a torque in newton-meters; it acts during the next step and is then cleared.
  public func apply(torque: Vector3) {
    Self.require(torque, "The torque")
    guard record.isDynamic, torque != .zero else { return }
    change { $0.torque += torque }
    wake()
  }

  /// Applies an impulse in newton-seconds to the center of mass; the velocity changes immediately.
  public func apply(impulse: Vector3) {
    Self.require(impulse, "The impulse")
    guard record.isDynamic, impulse != .zero else { return }
    change { $0.velocity += impulse * $0.inverseMass * $0.velocityFactor }
    wake()
  }

  /// Applies an impulse in newton-seconds at a point of the world; the velocities change
  /// immediately.
  public func apply(impulse: Vector3, at point: Vector3) {
    Self.require(point, "The point")
    apply(impulse: impulse)
    apply(angularImpulse: (point - record.center).cross(impulse))
  }

  /// Applies an angular impulse in newton-meter-seconds; the angular velocity changes immediately.
  public func apply(angularImpulse impulse: Vector3) {
    Self.require(impulse, "The impulse")
    guard record.isDynamic, impulse != .zero else { return }
    change { $0.angularVelocity += $0.worldInverseInertia($0.orientation) * impulse }
    wake()
  }

  /// Clears the forces and torques of the next step; the velocity is unchanged.
  public func clearForces() {
    change { ($0.force, $0.torque) = (.zero, .zero) }
  }
}
