public import CaromCollision
public import CaromMaths

/// A live view of a body in its world, for reading and changing its properties.
///
/// A small value; store the ``handle`` and get the view from the world again rather than storing
/// the view. Changes that can affect the motion wake the body. Using a view after its body has been
/// destroyed traps.
@dynamicMemberLookup
public struct Body {
  /// The world that the body is in.
  public let world: World
  /// The handle of the body.
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

  static func require(_ value: Vector3, _ name: StaticString) {
    precondition(value.isFinite, "\(name) must be finite")
  }
}

// MARK: Kind and shape

extension Body {
  /// The kind of the body; a change ends its contacts and begins new ones.
  public var kind: BodyKind {
    get { BodyKind(code: record.kind) ?? .static }
    nonmutating set {
      guard newValue != kind else { return }
      if let problem = BodyLimits.problem(shape, newValue) { preconditionFailure(problem) }
      let index = index
      world.rebuild(index) {
        change {
          $0.kind = newValue.code
          if newValue == .static { ($0.velocity, $0.angularVelocity) = (.zero, .zero) }
          $0.flags &=
            ~(BodyRecord.Flag.hasTarget | BodyRecord.Flag.targetVelocity
            | BodyRecord.Flag.givenVelocity)
          ($0.force, $0.torque) = (.zero, .zero)
        }
        world.updateMass(index)
      }
    }
  }

  /// The solid shape; a change ends the contacts of the body and begins new ones.
  ///
  /// The colliders of a new shape have the filter and the material of the body.
  public var shape: Shape {
    get { world.shape(of: index) }
    nonmutating set { setShape(newValue) }
  }

  /// Sets the shape, and the filters and materials of its colliders; see
  /// ``BodyDefinition/colliderProperties``.
  public func setShape(_ shape: Shape, colliderProperties: [ColliderProperties] = []) {
    if let problem = BodyLimits.problem(shape, kind) { preconditionFailure(problem) }
    if let error = ColliderProperties.error(colliderProperties, shape) {
      preconditionFailure("\(error)")
    }
    world.setShape(index, shape, colliderProperties)
  }

  /// The filters and materials of the colliders that differ from those of the body, one for each
  /// leaf of the shape; empty if none does.
  ///
  /// Setting them ends contacts that they exclude, and begins those that they allow. Leaves beyond
  /// the end of the list have those of the body. A value outside its declared range traps.
  public var colliderProperties: [ColliderProperties] {
    get { world.colliderProperties(of: index) }
    nonmutating set {
      let (index, shape) = (index, shape)
      if let error = ColliderProperties.error(newValue, shape) { preconditionFailure("\(error)") }
      let new = ColliderProperties.normalized(newValue, count: shape.leafCount)
      let old = colliderProperties
      guard new != old else { return }
      world.storeColliderProperties(index, new)
      world.updateMass(index, from: old, to: new)
      world.updatePose(index)
      world.refilter(index)
      world.invalidateManifolds(of: index)
      world.wakeTouching(index)
      wake()
    }
  }

  /// Whether the body is simulated; disabling it ends its contacts and wakes bodies that touch it.
  public var isEnabled: Bool {
    get { record.has(BodyRecord.Flag.enabled) }
    nonmutating set {
      guard newValue != isEnabled else { return }
      if newValue { world.addToSimulation(index) } else { world.removeFromSimulation(index) }
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
}

// MARK: Mass and sleep

extension Body {
  /// The center of mass in the world, in meters.
  public var centerOfMass: Vector3 { record.center }

  /// The inertia tensor about the center of mass in the world's axes; zero unless the body is
  /// dynamic.
  public var worldInertia: Matrix3 { record.inertia.rotated(by: record.orientation) }

  /// Whether a dynamic body is asleep: it rests, and costs nothing until it is woken.
  public var isAsleep: Bool {
    let r = record
    return r.isDynamic && r.has(BodyRecord.Flag.enabled) && !r.isAwake
  }

  /// Wakes the body and its island.
  public func wake() { world.wake(index) }
}
