import CaromMaths

// A kinematic body keeps to its motion, whatever resists it, so it does work: the impulse P on a
// body of a group, times the velocity u of the kinematic body where it acts. The work is added to
// the energy of the group, as that of motors is. Friction is known for the last substep only; it is
// taken as the same share of the normal impulse in the others. After an impact that was over by
// then, it is at most μ·N, and the group is credited what it gains.

extension EnergyLimiter {
  /// Adds the work of kinematic bodies and of moving surfaces in the step.
  func addDriving() {
    let surfaces = SurfaceMotions(
      bodies: bodies.base, extras: bodies.extras.elements, colliders: colliders.extras.elements)
    for number in 0..<storage.drivingContacts.count {
      addContact(Int(storage.drivingContacts.base[number]), surfaces)
    }
    for index in 0..<jointSolver.storage.balls.count {
      let p = jointSolver.storage.balls.base + index
      let lanes = JointLanes(p)
      for lane in 0..<4 where lanes.isDriven(lane) {
        addJoint(
          lanes, lane, force: p.pointee.total.lane(lane), torque: .zero,
          arm: (p.pointee.centers + p.pointee.anchorB).lane(lane), p.pointee.anchorB.lane(lane))
      }
    }
    for index in 0..<jointSolver.storage.packs.count {
      let p = jointSolver.storage.packs.base + index
      let lanes = JointLanes(p)
      for lane in 0..<4 where lanes.isDriven(lane) {
        addJoint(
          lanes, lane, force: p.pointee.force.lane(lane), torque: p.pointee.torque.lane(lane),
          arm: (p.pointee.centers + p.pointee.anchorB).lane(lane), p.pointee.anchorB.lane(lane),
          isTransmission: JointKind.kindType(p.pointee.kind).isTransmission)
      }
    }
  }

  /// Adds the work of a joint with a kinematic body, whose impulse and moment on B are those at the
  /// anchor on B.
  ///
  /// `arm` is the vector from A's center to that anchor when the step began, `armB` that from B's;
  /// the work is that at its middle. The force of a transmission on A is not known, so its work on
  /// B is taken.
  private func addJoint(
    _ p: JointLanes, _ lane: Int, force: Vector3, torque: Vector3, arm: Vector3, _ armB: Vector3,
    isTransmission: Bool = false
  ) {
    guard let g = group(p.writeA, p.writeB, lane) else { return }
    let isA = p.writeA[lane] == 0
    let driver = solver.bodies.base + Int(isA ? p.bodyA[lane] : p.bodyB[lane])
    let start = isA ? arm : armB
    let middle: Vector3 = (start + driver.pointee.turned.rotate(start)) * 0.5
    let u = driver.pointee.linear + driver.pointee.angular.cross(middle)
    g.pointee.carrying += SIMD3(Double(u.x), Double(u.y), Double(u.z))
    g.pointee.carriers += 1
    if isTransmission && isA {
      let b = solver.bodies.base + Int(p.bodyB[lane])
      let v = b.pointee.linear + b.pointee.angular.cross(armB)
      g.pointee.driving += Double(force.dot(v) + torque.dot(b.pointee.angular))
    } else {
      let work = Double(force.dot(u) + torque.dot(driver.pointee.angular))
      g.pointee.driving += isA ? work : -work
    }
  }

  /// Adds the work of a contact with a kinematic body or a moving surface.
  private func addContact(_ index: Int, _ surfaces: SurfaceMotions) {
    let c = contacts.base + index
    let manifold = Int(c.pointee.manifold)
    guard manifold >= 0 else { return }
    let m = contacts.manifolds.base + manifold
    let (count, impulse) = (Int(m.pointee.pointCount), m.pointee.impulse)
    guard count > 0, impulse > 0 else { return }
    let a = bodies.poses.base + Int(c.pointee.bodyA)
    let b = bodies.poses.base + Int(c.pointee.bodyB)
    let member = a.pointee.isMovable ? a : b
    let number = storage.numbers.base[Int(member.pointee.solverIndex) - 1]
    guard number >= 0 else { return }
    let n = Vector3(m.pointee.normal)
    var (last, weights): (Float, Float) = (0, 0)
    var (onSide, along, reached) = (Vector3.zero, Vector3.zero, Vector3.zero)
    for slot in 0..<count {
      let point = contacts.position(of: slot, in: manifold, bodies.poses.base)
      let own = contacts.points.base[manifold * 4 + slot].impulse
      // Without impulses in the last substep, all points count.
      let weight: Float = own + 1e-6 * impulse
      let onA = surfaces.velocity(c.pointee.bodyA, c.pointee.colliderA, at: point).linear
      let onB = surfaces.velocity(c.pointee.bodyB, c.pointee.colliderB, at: point).linear
      let relative = drive(a, at: point) - drive(b, at: point)
      last += own
      weights += weight
      onSide += relative * weight
      along += (relative + (onA - onB)) * weight
      reached += (mean(b, at: point) - mean(a, at: point)) * weight
    }
    let (speed, slide, moved) = (onSide / weights, along / weights, reached / weights)
    let g = storage.groups.base + Int(number)
    g.pointee.driving += Double(impulse * Self.delivered(speed.dot(n), moved.dot(n)))
    let spin = spin(a) - spin(b)
    let torque = n * m.pointee.frictionImpulse.w + Vector3(m.pointee.roll)
    let friction = Vector3(m.pointee.frictionImpulse)
    let work: Float = Self.delivered(friction.dot(slide), friction.dot(moved)) + torque.dot(spin)
    let across = (slide - n * slide.dot(n)).length
    let most: Float = m.pointee.normal.w * across + m.pointee.roll.w * spin.length
    if last > 0 {
      g.pointee.driving += Double(max(-most, min(work / last, most)) * impulse)
    } else {
      g.pointee.motors += Double(most * impulse)
    }
  }

  /// The part of the driver's power that reaches the member, which moves less where it is jammed.
  private static func delivered(_ driver: Float, _ member: Float) -> Float {
    driver > 0 ? max(min(driver, member), 0) : driver
  }

  /// The mean velocity at a point of a movable body in the step; zero for other bodies.
  ///
  /// The work of an impulse is its product with the mean of the velocities before and after it.
  private func mean(_ pose: UnsafeMutablePointer<BodyPose>, at point: Vector3) -> Vector3 {
    guard pose.pointee.isMovable else { return .zero }
    let s = solver.bodies.base + Int(pose.pointee.solverIndex)
    let b = bodies.base + Int(bodies.awake.base[Int(pose.pointee.solverIndex) - 1])
    let w = s.pointee.angular + b.pointee.angularVelocity
    let v = s.pointee.linear + b.pointee.velocity
    return (v + w.cross(point - Vector3(pose.pointee.center))) * 0.5
  }

  /// The velocity of a kinematic body at a point; zero for other bodies.
  private func drive(_ pose: UnsafeMutablePointer<BodyPose>, at point: Vector3) -> Vector3 {
    guard pose.pointee.solverIndex > 0, !pose.pointee.isMovable else { return .zero }
    let s = solver.bodies.base + Int(pose.pointee.solverIndex)
    return s.pointee.linear + s.pointee.angular.cross(point - Vector3(pose.pointee.center))
  }

  /// The angular velocity of a kinematic body; zero for other bodies.
  private func spin(_ pose: UnsafeMutablePointer<BodyPose>) -> Vector3 {
    guard pose.pointee.solverIndex > 0, !pose.pointee.isMovable else { return .zero }
    return solver.bodies.base[Int(pose.pointee.solverIndex)].angular
  }
}

extension JointLanes {
  /// Whether one of the bodies of a lane is a kinematic body that moves, and the other is movable.
  func isDriven(_ lane: Int) -> Bool {
    (writeA[lane] == 0 && bodyA[lane] > 0 && writeB[lane] > 0)
      || (writeB[lane] == 0 && bodyB[lane] > 0 && writeA[lane] > 0)
  }
}
