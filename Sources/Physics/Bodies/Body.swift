public import CaromCollision
public import CaromMaths

/// A live view of a body in its world: reads what is, and changes it at once.
///
/// A small value; keep the ``handle`` and ask the world for it again rather than storing it. Changes
/// wake the body where they can matter. Using a view after its body is destroyed traps.
@dynamicMemberLookup
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

  static func require(_ value: Vector3, _ name: StaticString) {
    precondition(value.isFinite, "\(name) must be finite")
  }
}

// MARK: What it is

extension Body {
  /// What moves the body; a change ends its contacts and begins them anew.
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
      if let problem = BodyLimits.problem(newValue, kind) { preconditionFailure(problem) }
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
  /// The centre of mass in the world, in metres.
  public var centerOfMass: Vector3 { record.center }

  /// The inertia tensor about the centre of mass along the world's axes; zero unless dynamic.
  public var worldInertia: Matrix3 { record.inertia.rotated(by: record.orientation) }

  /// Whether a dynamic body sleeps: it rests, and costs nothing until something wakes it.
  public var isAsleep: Bool {
    let r = record
    return r.isDynamic && r.has(BodyRecord.Flag.enabled) && !r.isAwake
  }

  /// Wakes the body and the island that it sleeps in.
  public func wake() { world.wake(index) }
}
