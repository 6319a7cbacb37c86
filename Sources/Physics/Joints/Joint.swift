public import CaromMaths

/// A live view of a joint in its world: reads what is, and changes it at once.
///
/// A small value; keep the ``handle`` and ask the world for it again rather than storing it. Changes
/// wake the joined bodies. Using a view after its joint broke or was destroyed traps.
public struct Joint {
  /// The world that the joint is in.
  public let world: World
  /// The name of the joint.
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

// MARK: What it is

extension Joint {
  /// What the joint allows; the parameters can change, the case cannot.
  ///
  /// - Precondition: The case is that of the joint, and its numbers are in their ranges.
  public var kind: JointKind {
    get { JointKind(record.kindNumber, record.parameters) }
    nonmutating set {
      precondition(newValue.number == record.kindNumber, "A joint keeps its kind")
      if let problem = newValue.coding.problem { preconditionFailure(problem.description) }
      let parameters = newValue.coding.parameters
      if parameters.features != record.parameters.features { world.isJointPlanStale = true }
      change {
        let isSame =
          parameters.spring == $0.parameters.spring
          && parameters.secondSpring == $0.parameters.secondSpring
        $0.parameters = parameters
        if !isSame { $0.invalidateSpringMasses() }
      }
      wake()
    }
  }

  /// The body that frame A is fixed to.
  public var bodyA: BodyHandle { world.handle(Int(record.bodyA)) }

  /// The body that frame B is fixed to, or nil for the world.
  public var bodyB: BodyHandle? {
    let b = record.bodyB
    return b < 0 ? nil : world.handle(Int(b))
  }

  /// Where the joint is on body A, in the body's own axes.
  public var frameA: Transform {
    get { record.frameA }
    nonmutating set { setFrame(\.frameA, newValue) }
  }

  /// Where the joint is on body B, in the body's own axes; in the world's when that is the world.
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

  /// Whether the joint holds; switching it off lets its bodies go and collide again.
  public var isEnabled: Bool {
    get { record.has(JointRecord.Flag.enabled) }
    nonmutating set {
      guard newValue != isEnabled else { return }
      let index = index
      change { $0.set(JointRecord.Flag.enabled, newValue) }
      if newValue { world.attachIfPossible(index) } else { world.detach(index) }
    }
  }

  /// Whether the two bodies still push each other.
  public var collideConnected: Bool {
    get { record.has(JointRecord.Flag.collideConnected) }
    nonmutating set {
      guard newValue != collideConnected else { return }
      change { $0.set(JointRecord.Flag.collideConnected, newValue) }
      let (a, b) = (Int(record.bodyA), Int(record.bodyB))
      if b >= 0 { world.refilter(world.bodies.base[a].isDynamic ? a : b) }
    }
  }

  /// The force in newtons at which the joint breaks, above 0; infinity never does.
  public var breakingForce: Float {
    get { record.breakingForce }
    nonmutating set {
      precondition(newValue > 0, "A breaking force is above 0")
      change { $0.breakingForce = newValue }
      wake()
    }
  }

  /// The torque in newton-metres at which the joint breaks, above 0; infinity never does.
  public var breakingTorque: Float {
    get { record.breakingTorque }
    nonmutating set {
      precondition(newValue > 0, "A breaking torque is above 0")
      change { $0.breakingTorque = newValue }
      wake()
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

  /// Wakes both bodies.
  public func wake() {
    let r = record
    world.wake(Int(r.bodyA))
    if r.bodyB >= 0 { world.wake(Int(r.bodyB)) }
  }
}

// MARK: What drives it

extension Joint {
  /// The motor of a hinge, a slider or a wheel; nil for none.
  ///
  /// - Precondition: The kind has a motor, and its numbers are in their ranges.
  public var motor: JointMotor? {
    get { record.parameters.motor }
    nonmutating set {
      setParameters(of: [.hinge, .slider, .wheel], "motor") { $0.motor = newValue }
    }
  }

  /// The limits of a hinge, slider, distance joint, the twist of a cone-twist or travel of a wheel.
  ///
  /// - Precondition: The kind has limits, and they are in their range.
  public var limits: ClosedRange<Float>? {
    get { record.parameters.limits }
    nonmutating set {
      setParameters(of: [.hinge, .slider, .distance, .coneTwist, .wheel], "limits") {
        $0.limits = newValue
        let isRod = newValue == nil && $0.spring == nil
        $0.set(JointFeature.rod, record.kindNumber == .distance && isRod)
      }
    }
  }

  /// Where the spring of a hinge, slider or wheel rests, or the length of a distance joint.
  ///
  /// - Precondition: The kind has one, and it is in its range.
  public var target: Float {
    get { record.parameters.target }
    nonmutating set {
      setParameters(of: [.hinge, .slider, .distance, .wheel], "target") { $0.target = newValue }
    }
  }

  /// How far the axle of a wheel is turned about Y, in radians within ±π/2.
  ///
  /// - Precondition: The joint is a wheel.
  public var steeringAngle: Float {
    get { record.parameters.secondTarget }
    nonmutating set {
      setParameters(of: [.wheel], "steering angle") { $0.secondTarget = newValue }
    }
  }

  private func setParameters(
    of kinds: [JointKindNumber], _ name: String, _ change: (inout JointParameters) -> Void
  ) {
    let number = record.kindNumber
    precondition(kinds.contains(number), "A joint of this kind has no \(name)")
    var parameters = record.parameters
    change(&parameters)
    kind = JointKind(number, parameters)
  }
}

// MARK: What it measures

extension Joint {
  /// The force of the joint on body B in newtons along the world's axes: the mean of the last step.
  ///
  /// On body A it is the opposite. It holds everything: limits, motors and springs too.
  public var force: Vector3 { record.force }

  /// The torque of the joint on body B about the joint, in newton-metres: the mean of the last step.
  public var torque: Vector3 { record.torque }

  /// How far the anchors are apart, in metres; for kinds that hold a point, the error.
  public var gap: Float { measured.gap.length }

  /// How far frame B is turned from frame A, in radians in ±π.
  ///
  /// About X for a hinge, a wheel's spin, and a cone-twist, for which it is the twist; 0 for others.
  public var angle: Float {
    let m = measured
    switch record.kindNumber {
    case .hinge, .wheel:
      let y = m.b.orientation.rotate(.unitY)
      let a = m.a.orientation
      return Portable.atan2(y.dot(a.rotate(.unitZ)), y.dot(a.rotate(.unitY)))
    case .coneTwist:
      let q = m.a.orientation.inverse * m.b.orientation
      return 2 * (q.w < 0 ? Portable.atan2(-q.x, -q.w) : Portable.atan2(q.x, q.w))
    case .ballSocket, .slider, .fixed, .distance: return 0
    }
  }

  /// How far X of frame B leans from X of frame A, in radians from 0 to π.
  public var swing: Float {
    let m = measured
    let (x, y) = (m.a.orientation.rotate(.unitX), m.b.orientation.rotate(.unitX))
    return Portable.atan2(x.cross(y).length, x.dot(y))
  }

  /// How far a slider is out or a wheel is sprung, or the length of a distance joint, in metres.
  ///
  /// 0 for the other kinds.
  public var position: Float {
    let m = measured
    switch record.kindNumber {
    case .slider: return m.gap.dot(m.a.orientation.rotate(.unitX))
    case .wheel: return m.gap.dot(m.a.orientation.rotate(.unitY))
    case .distance: return m.gap.length
    case .ballSocket, .hinge, .fixed, .coneTwist: return 0
    }
  }

  /// The rate at which ``angle`` of a hinge or wheel, or ``position`` of a slider or distance changes.
  ///
  /// 0 for the other kinds.
  public var speed: Float {
    let m = measured
    let r = record
    let (va, wa) = velocity(Int(r.bodyA), m.a.position)
    let (vb, wb) = velocity(Int(r.bodyB), m.b.position)
    switch r.kindNumber {
    case .hinge: return (wb - wa).dot(m.a.orientation.rotate(.unitX))
    case .wheel: return (wb - wa).dot(m.b.orientation.rotate(.unitX))
    case .slider: return (vb - va - wa.cross(m.gap)).dot(m.a.orientation.rotate(.unitX))
    case .distance: return (vb - va).dot(m.gap.normalized(or: .zero))
    case .ballSocket, .fixed, .coneTwist: return 0
    }
  }

  private func velocity(_ body: Int, _ point: Vector3) -> (Vector3, Vector3) {
    guard body >= 0 else { return (.zero, .zero) }
    let b = world.bodies.base[body]
    return (b.velocity + b.angularVelocity.cross(point - b.center), b.angularVelocity)
  }

  /// Both frames in the world, and the way from the origin of A's to that of B's.
  private var measured: (a: Transform, b: Transform, gap: Vector3) {
    let r = record
    let a = world.bodies.base[Int(r.bodyA)].transform * r.frameA
    let b = r.bodyB < 0 ? r.frameB : world.bodies.base[Int(r.bodyB)].transform * r.frameB
    return (a, b, b.position - a.position)
  }
}
