public import CaromCollision
public import CaromMaths

/// A live view of a body in its world: reads what is, and changes it at once.
///
/// A small value; keep the ``handle`` and ask the world for it again rather than storing it. Changes
/// wake the body where they can matter. Using a view after its body is destroyed traps.
public struct Body {
  /// The world that the body is in.
  public let world: World
  /// The name of the body.
  public let handle: BodyHandle

  var index: Int { world.index(of: handle) }

  /// The record, for reading.
  var record: BodyRecord {
    _read { yield world.bodies.base[index] }
  }

  /// Changes the record in place.
  func change(_ change: (inout BodyRecord) -> Void) {
    change(&world.bodies.base[index])
  }

  static func require(_ value: Float, in range: ClosedRange<Float>, _ name: StaticString) {
    precondition(range.contains(value), "\(name): \(value) is out of range")
  }

  static func require(_ value: Vector3, _ name: StaticString) {
    precondition(value.isFinite, "\(name) must be finite")
  }
}

// MARK: What it is

extension Body {
  /// What moves the body; a change ends its contacts and begins them anew.
  public var kind: BodyKind {
    get { BodyKind(rawValue: record.kind) ?? .static }
    nonmutating set {
      guard newValue != kind else { return }
      if let problem = BodyChecks.problem(shape, newValue) { preconditionFailure(problem) }
      if newValue == .dynamic { Self.require(record.mass, in: BodyChecks.mass, "mass") }
      let index = index
      world.rebuild(index) {
        change {
          $0.kind = newValue.rawValue
          if newValue == .static { ($0.velocity, $0.angularVelocity) = (.zero, .zero) }
          $0.flags &= ~(BodyRecord.Flag.hasTarget | BodyRecord.Flag.targetVelocity)
          ($0.force, $0.torque) = (.zero, .zero)
        }
        world.updateMass(index)
      }
    }
  }

  /// The solid shape; a change ends the body's contacts and begins them anew.
  public var shape: Shape {
    get { world.shape(of: index) }
    nonmutating set {
      if let problem = BodyChecks.problem(newValue, kind) { preconditionFailure(problem) }
      world.setShape(index, newValue)
    }
  }

  /// Whether the body takes part; switching it off ends its contacts and wakes what leaned on it.
  public var isEnabled: Bool {
    get { record.has(BodyRecord.Flag.enabled) }
    nonmutating set {
      guard newValue != isEnabled else { return }
      if newValue { world.addToSimulation(index) } else { world.removeFromSimulation(index) }
    }
  }

  /// Which bodies the body meets; contacts that this forbids end, those that it allows begin.
  public var filter: CollisionFilter {
    get { record.filter }
    nonmutating set {
      guard newValue != filter else { return }
      change { $0.filter = newValue }
      world.refilter(index)
    }
  }

  /// Whether the body only reports contacts and pushes nothing.
  public var isSensor: Bool {
    get { record.has(BodyRecord.Flag.sensor) }
    nonmutating set {
      guard newValue != isSensor else { return }
      change { $0.set(BodyRecord.Flag.sensor, newValue) }
      world.refilter(index)
    }
  }

  /// Whether the body may not pass dynamic bodies either, however fast it is.
  public var isBullet: Bool {
    get { record.has(BodyRecord.Flag.bullet) }
    nonmutating set { change { $0.set(BodyRecord.Flag.bullet, newValue) } }
  }

  /// A number of the owner's own, handed back in events.
  public var userTag: UInt64 {
    get { record.tag }
    nonmutating set {
      change {
        $0.tagLow = UInt32(truncatingIfNeeded: newValue)
        $0.tagHigh = UInt32(truncatingIfNeeded: newValue >> 32)
      }
    }
  }
}

// MARK: Mass and material

extension Body {
  /// The mass in kilograms, above 0; only a dynamic body uses it.
  public var mass: Float {
    get { record.mass }
    nonmutating set {
      Self.require(newValue, in: BodyChecks.mass, "mass")
      change { $0.mass = newValue }
      world.updateMass(index)
      wake()
    }
  }

  /// The moments of inertia that replace the shape's own, in kg·m², or nil for the shape's.
  public var momentOfInertia: Vector3? {
    get { record.has(BodyRecord.Flag.ownInertia) ? record.momentOfInertia : nil }
    nonmutating set {
      precondition(
        newValue.map { $0.isFinite && $0.least > 0 } ?? true,
        "Moments of inertia must be above 0 and finite")
      change {
        $0.momentOfInertia = newValue ?? .zero
        $0.set(BodyRecord.Flag.ownInertia, newValue != nil)
      }
      world.updateMass(index)
      wake()
    }
  }

  /// How far the centre of mass is from that of the shape, in the body's axes, in metres.
  public var centerOfMassOffset: Vector3 {
    get { record.centerOfMassOffset }
    nonmutating set {
      Self.require(newValue, "centerOfMassOffset")
      change { $0.centerOfMassOffset = newValue }
      world.updateMass(index)
      wake()
    }
  }

  /// The centre of mass in the world, in metres.
  public var centerOfMass: Vector3 { record.center }

  /// The inertia tensor about the centre of mass along the world's axes; zero unless dynamic.
  public var worldInertia: Matrix3 { record.inertia.rotated(by: record.orientation) }

  /// The coefficient of friction, 0 or more.
  public var friction: Float {
    get { record.friction }
    nonmutating set {
      Self.require(newValue, in: BodyChecks.friction, "friction")
      change { $0.friction = newValue }
      surfaceChanged()
    }
  }

  /// How much of the approach speed a bounce gives back, 0 to 1.
  public var restitution: Float {
    get { record.restitution }
    nonmutating set {
      Self.require(newValue, in: BodyChecks.share, "restitution")
      change { $0.restitution = newValue }
      world.invalidateManifolds(of: index)
    }
  }

  /// The resistance of round shapes to rolling, 0 or more.
  public var rollingFriction: Float {
    get { record.rollingFriction }
    nonmutating set {
      Self.require(newValue, in: BodyChecks.friction, "rollingFriction")
      change { $0.rollingFriction = newValue }
      surfaceChanged()
    }
  }

  /// How friction combines with that of the other body.
  public var frictionCombine: CombineMode {
    get { CombineMode(rawValue: record.frictionCombine) ?? .multiply }
    nonmutating set {
      change { $0.frictionCombine = newValue.rawValue }
      surfaceChanged()
    }
  }

  /// How restitution combines with that of the other body.
  public var restitutionCombine: CombineMode {
    get { CombineMode(rawValue: record.restitutionCombine) ?? .multiply }
    nonmutating set {
      change { $0.restitutionCombine = newValue.rawValue }
      world.invalidateManifolds(of: index)
    }
  }
}

extension Body {
  /// Makes contacts take the surface as it is now, and wakes what rubs on it: the body may be a floor.
  private func surfaceChanged() {
    world.invalidateManifolds(of: index)
    world.wakeTouching(index)
    wake()
  }
}

// MARK: How it moves

extension Body {
  /// The share of velocity lost in a second, 0 to 1.
  public var damping: Float {
    get { record.damping }
    nonmutating set {
      Self.require(newValue, in: BodyChecks.share, "damping")
      let factor = World.dampingFactor(newValue, world.dampingStep)
      change { ($0.damping, $0.dampingFactor) = (newValue, factor) }
    }
  }

  /// The share of angular velocity lost in a second, 0 to 1.
  public var angularDamping: Float {
    get { record.angularDamping }
    nonmutating set {
      Self.require(newValue, in: BodyChecks.share, "angularDamping")
      let factor = World.dampingFactor(newValue, world.dampingStep)
      change { ($0.angularDamping, $0.angularDampingFactor) = (newValue, factor) }
    }
  }

  /// How strongly forces and impulses move the body along each axis of the world; 0 locks it.
  public var velocityFactor: Vector3 {
    get { record.velocityFactor }
    nonmutating set {
      precondition(newValue.isFinite && newValue.least >= 0, "A velocity factor is 0 or more")
      change { $0.velocityFactor = newValue }
      world.isJointPlanStale = true
      world.invalidateSpringMasses(of: index)
      wake()
    }
  }

  /// How strongly torques turn the body about each axis of the world; 0 locks it.
  public var angularVelocityFactor: Vector3 {
    get { record.angularVelocityFactor }
    nonmutating set {
      precondition(newValue.isFinite && newValue.least >= 0, "A velocity factor is 0 or more")
      change { $0.angularVelocityFactor = newValue }
      world.isJointPlanStale = true
      world.invalidateSpringMasses(of: index)
      wake()
    }
  }

  /// Whether gravity pulls the body.
  public var isAffectedByGravity: Bool {
    get { record.has(BodyRecord.Flag.gravity) }
    nonmutating set {
      guard newValue != isAffectedByGravity else { return }
      change { $0.set(BodyRecord.Flag.gravity, newValue) }
      wake()
    }
  }

  /// Whether the body may fall asleep when it rests.
  public var allowsResting: Bool {
    get { record.has(BodyRecord.Flag.allowsResting) }
    nonmutating set {
      guard newValue != allowsResting else { return }
      change { $0.set(BodyRecord.Flag.allowsResting, newValue) }
      wake()
    }
  }

  /// The speed in metres a second under which the body counts as resting.
  public var linearRestingThreshold: Float {
    get { record.linearRestingThreshold }
    nonmutating set {
      Self.require(newValue, in: BodyChecks.threshold, "linearRestingThreshold")
      change { $0.linearRestingThreshold = newValue }
      wake()
    }
  }

  /// The angular speed in radians a second under which the body counts as resting.
  public var angularRestingThreshold: Float {
    get { record.angularRestingThreshold }
    nonmutating set {
      Self.require(newValue, in: BodyChecks.threshold, "angularRestingThreshold")
      change { $0.angularRestingThreshold = newValue }
      wake()
    }
  }

  /// Whether a dynamic body sleeps: it rests, and costs nothing until something wakes it.
  public var isAsleep: Bool {
    let r = record
    return r.isDynamic && r.has(BodyRecord.Flag.enabled) && !r.isAwake
  }

  /// Wakes the body and the island that it sleeps in.
  public func wake() { world.wake(index) }
}
