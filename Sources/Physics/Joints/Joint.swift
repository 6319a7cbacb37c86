public import CaromMaths

/// A live view of a joint in its world, which reads and changes its properties.
///
/// The view is a small value. Store the ``handle`` rather than the view, and get the view again
/// from ``World/joint(_:)``. Changes wake the joined bodies. Using a view after its joint broke or
/// was destroyed traps.
public struct Joint {
  /// The world that the joint is in.
  public let world: World
  /// The handle of the joint.
  public let handle: JointHandle

  var index: Int { world.index(of: handle) }

  /// The record, for reading.
  var record: JointRecord {
    _read { yield world.joints.base[index] }
  }

  /// Changes the record in place.
  func change(_ change: (inout JointRecord) -> Void) {
    change(&world.joints.base[index])
  }
}

// MARK: Properties

extension Joint {
  /// The kind of the joint; its parameters can change, the kind cannot.
  ///
  /// - Precondition: The kind is that of the joint, and its numbers are in their ranges.
  public var kind: JointKind {
    get { JointKind(record.kind, record.parameters, axes) }
    nonmutating set {
      set(newValue)
      wake()
    }
  }

  /// Changes the parameters; wakes the bodies if a parameter differs.
  package func update(_ kind: JointKind) { if set(kind) { wake() } }

  /// Changes the parameters; returns whether they differ from those before.
  @discardableResult
  private func set(_ newKind: JointKind) -> Bool {
    precondition(newKind.number == record.kind, "The kind of a joint cannot change")
    if let error = newKind.error { preconditionFailure(error.description) }
    let joint = newKind.resolved(distance: record.parameters.target).joint
    let (parameters, axes) = (joint.parameters, joint.axes)
    let (oldParameters, oldAxes) = (record.parameters, self.axes)
    if parameters == oldParameters && axes == oldAxes { return false }
    if parameters.features != oldParameters.features { world.joints.isPlanStale = true }
    let hasSameSprings =
      parameters.spring == oldParameters.spring
      && parameters.secondSpring == oldParameters.secondSpring && axes == oldAxes
    change {
      $0.parameters = parameters
      if !hasSameSprings { $0.invalidateSpringMasses() }
    }
    world.joints.axes.record(index)?.pointee.axes = axes
    return true
  }

  /// The parameters of the axes, for kinds that use them.
  private var axes: JointAxes {
    world.joints.axes.record(index)?.pointee.axes ?? JointAxes()
  }

  /// The body that frame A is fixed to.
  public var bodyA: BodyHandle { world.handle(Int(record.bodyA)) }

  /// The body that frame B is fixed to, or nil for the world.
  public var bodyB: BodyHandle? {
    let b = record.bodyB
    return b < 0 ? nil : world.handle(Int(b))
  }

  /// The frame of the joint on body A, in the body's local space.
  public var frameA: Transform {
    get { record.frameA }
    nonmutating set { setFrame(\.frameA, newValue) }
  }

  /// The frame of the joint on body B, in the body's local space, or in the world if B is the
  /// world.
  public var frameB: Transform {
    get { record.frameB }
    nonmutating set { setFrame(\.frameB, newValue) }
  }

  private func setFrame(_ path: WritableKeyPath<JointRecord, Transform>, _ frame: Transform) {
    precondition(
      frame.position.isFinite && frame.orientation.isFinite, "The frame of a joint must be finite")
    let clean = Transform(position: frame.position, orientation: frame.orientation.normalized)
    change {
      $0[keyPath: path] = clean
      $0.invalidateSpringMasses()
    }
    wake()
  }

  /// Whether the joint is enabled; the bodies of a disabled joint collide again.
  public var isEnabled: Bool {
    get { record.has(JointRecord.Flag.enabled) }
    nonmutating set {
      guard newValue != isEnabled else { return }
      let index = index
      change { $0.set(JointRecord.Flag.enabled, newValue) }
      if newValue {
        world.jointLifecycle.attachIfPossible(index)
      } else {
        world.jointLifecycle.detach(index)
      }
    }
  }

  /// Whether the two bodies collide with each other.
  public var collideConnected: Bool {
    get { record.has(JointRecord.Flag.collideConnected) }
    nonmutating set {
      guard newValue != collideConnected else { return }
      change { $0.set(JointRecord.Flag.collideConnected, newValue) }
      let (a, b) = (Int(record.bodyA), Int(record.bodyB))
      if b >= 0 { world.refilter(world.bodies.base[a].isDynamic ? a : b) }
    }
  }

  /// The force in newtons at which the joint breaks; infinity never breaks.
  ///
  /// - Precondition: It is in ``JointDefinition/breakingRange`` or infinite.
  public var breakingForce: Float {
    get { record.breakingForce }
    nonmutating set {
      precondition(
        JointDefinition.isBreakingStrength(newValue),
        "A breaking force is 1e-6...1e12 N or infinite")
      change { $0.breakingForce = newValue }
      wake()
    }
  }

  /// The torque in newton-meters at which the joint breaks; infinity never breaks.
  ///
  /// - Precondition: It is in ``JointDefinition/breakingRange`` or infinite.
  public var breakingTorque: Float {
    get { record.breakingTorque }
    nonmutating set {
      precondition(
        JointDefinition.isBreakingStrength(newValue),
        "A breaking torque is 1e-6...1e12 N·m or infinite")
      change { $0.breakingTorque = newValue }
      wake()
    }
  }

  /// A number for the owner's use, returned in events.
  public var userTag: UInt64 {
    get { record.tag }
    nonmutating set {
      change {
        $0.tagLow = UInt32(truncatingIfNeeded: newValue)
        $0.tagHigh = UInt32(truncatingIfNeeded: newValue >> 32)
      }
    }
  }

  /// Wakes both bodies.
  public func wake() {
    let r = record
    world.wake(Int(r.bodyA))
    if r.bodyB >= 0 { world.wake(Int(r.bodyB)) }
  }
}

// MARK: Drives

extension Joint {
  /// The motor of a hinge, a slider or a wheel; nil for none.
  ///
  /// - Precondition: The kind has a motor, and its numbers are in their ranges.
  public var motor: JointMotor? {
    get { record.parameters.motor }
    nonmutating set { setParameters("motor", JointFeature.motor) { $0.motor = newValue } }
  }

  /// The limits of a hinge, slider or distance joint, the twist of a cone twist, the travel of a
  /// wheel.
  ///
  /// - Precondition: The kind has limits, and they are in their range.
  public var limits: ClosedRange<Float>? {
    get { record.parameters.limits }
    nonmutating set { setParameters("limits", JointFeature.limits) { $0.limits = newValue } }
  }

  /// The rest position of the spring of a hinge, slider or wheel, or the length of a distance
  /// joint.
  ///
  /// - Precondition: The kind has one, and it is in its range.
  public var target: Float {
    get { record.parameters.target }
    nonmutating set {
      setParameters("target", record.type.hasTarget ? 0 : .max) { $0.target = newValue }
    }
  }

  /// Changes a parameter of kinds that can have the features.
  private func setParameters(
    _ name: String, _ features: UInt32, _ change: (inout JointParameters) -> Void
  ) {
    let record = record
    precondition(
      features & ~record.type.features == 0, "A joint of this kind has no \(name)")
    var parameters = record.parameters
    change(&parameters)
    kind = JointKind(record.kind, parameters, axes)
  }
}

// MARK: Measurements

extension Joint {
  /// The force of the joint on body B in newtons along the world's axes: the mean of the last step.
  ///
  /// On body A it is the opposite. It includes limits, motors and springs.
  public var force: Vector3 { record.force }

  /// The torque of the joint on body B about the joint, in newton-meters: the mean of the last
  /// step.
  public var torque: Vector3 { record.torque }

  /// The distance of the anchors in meters; for kinds that hold a point, the error.
  public var gap: Float { frames.gap.length }

  /// The angle of frame B from frame A, in radians in ±π.
  ///
  /// About X for a hinge and a wheel's spin, the twist of a cone twist; 0 for other kinds.
  public var angle: Float { record.type.angle(frames) }

  /// The angle between the X axes of both frames, in radians from 0 to π.
  public var swing: Float {
    let frames = frames
    let (x, y) = (frames.a.orientation.rotate(.unitX), frames.b.orientation.rotate(.unitX))
    return Portable.atan2(x.cross(y).length, x.dot(y))
  }

  /// The position of a slider or of a wheel's suspension, or the length of a distance joint, in
  /// meters.
  ///
  /// 0 for the other kinds.
  public var position: Float { record.type.position(frames) }

  /// The rate of change of ``angle`` of a hinge or wheel, or ``position`` of a slider or distance
  /// joint.
  ///
  /// 0 for the other kinds.
  public var speed: Float {
    let frames = frames
    let (a, b) = (record.bodyA, record.bodyB)
    let (va, wa) = velocity(Int(a), frames.a.position)
    let (vb, wb) = velocity(Int(b), frames.b.position)
    return record.type.speed(
      JointMotion(
        frames: frames, velocityA: va, velocityB: vb, angularVelocityA: wa, angularVelocityB: wb))
  }

  /// The position of the origin of frame B along the axes of frame A, in meters.
  public var offset: Vector3 {
    let frames = frames
    return frames.a.orientation.unrotate(frames.gap)
  }

  /// The rotation of frame B from frame A: the twist about X, then the swing about Y and Z, in
  /// radians.
  ///
  /// The swing is the shortest rotation of X of frame A to X of frame B; its axis has no X
  /// component, and its angle is the length of (Y, Z), at most π.
  public var twistAndSwing: Vector3 { frames.twistAndSwing }

  private func velocity(_ body: Int, _ point: Vector3) -> (Vector3, Vector3) {
    guard body >= 0 else { return (.zero, .zero) }
    let b = world.bodies.base[body]
    return (b.velocity + b.angularVelocity.cross(point - b.center), b.angularVelocity)
  }

  /// Both frames in the world.
  private var frames: JointFrames {
    let r = record
    let a = world.bodies.base[Int(r.bodyA)].transform * r.frameA
    let b = r.bodyB < 0 ? r.frameB : world.bodies.base[Int(r.bodyB)].transform * r.frameB
    return JointFrames(a: a, b: b)
  }
}
