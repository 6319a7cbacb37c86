import CaromMaths

// A kinematic body keeps to its motion, whatever resists it, so it does work, which is added to the
// energy of the group as that of motors is.

extension EnergyLimiter {
  /// Adds the work of kinematic bodies and of moving surfaces in the step.
  func addDriving() {
    let surfaces = SurfaceMotions(
      bodies: bodies.base, extras: bodies.extras.elements, colliders: colliders.extras.elements)
    for number in 0..<storage.drivingContacts.count {
      addContact(contacts.base + Int(storage.drivingContacts.base[number]), surfaces)
    }
    eachLane { if $0.isDriven($1) { addJoint($0, $1) } }
  }

  /// Adds the work of a joint with a kinematic body.
  ///
  /// The impulse P and the torque L at the anchor on B do the work P·v + L·ω there, with the
  /// velocities of the kinematic body. The anchor on B may move along the kinematic body, as a bead
  /// does on a rod, so its velocity is that at the middle of its own path from p₀ to p₁, relative
  /// to the center c:
  ///
  ///     v = v_c + ω × ½(p₀ + p₁)
  ///
  /// The force of a transmission on A is not known, so those of B count.
  private func addJoint(_ p: JointLanes, _ lane: Int) {
    guard let g = group(p.writeA, p.writeB, lane) else { return }
    let drivesB = p.writeA[lane] == 0
    let isA = drivesB && !p.isTransmission
    let b = solver.bodies.base + Int(p.bodyB[lane])
    let s = isA ? solver.bodies.base + Int(p.bodyA[lane]) : b
    let anchor = p.anchorB.lane(lane)
    var (start, end) = (anchor, b.pointee.turned.rotate(anchor))
    if isA {
      let centers = p.centers.lane(lane)
      start += centers
      end += centers + b.pointee.moved - s.pointee.moved
    }
    let middle: Vector3 = (start + end) * 0.5
    let v = s.pointee.linear + s.pointee.angular.cross(middle)
    let work = Double(
      p.impulse.lane(lane).dot(v) + p.torque.lane(lane).dot(s.pointee.angular))
    g.pointee.given += drivesB ? work : -work
  }

  /// Adds the maximum work of a contact with a kinematic body or a moving surface.
  ///
  /// For the normal impulse N at a point of the driver with the velocity u, of which the part s is
  /// along the surface, that is N·(u·n + μ·s).
  private func addContact(_ c: UnsafeMutablePointer<ContactRecord>, _ surfaces: SurfaceMotions) {
    let manifold = Int(c.pointee.manifold)
    guard manifold >= 0 else { return }
    let m = contacts.manifolds.base + manifold
    let a = bodies.poses.base + Int(c.pointee.bodyA)
    let b = bodies.poses.base + Int(c.pointee.bodyB)
    let member = a.pointee.isMovable ? a : b
    let number = storage.numbers.base[Int(member.pointee.solverIndex) - 1]
    guard number >= 0 else { return }
    let n = Vector3(m.pointee.normal)
    let (driverA, driverB) = (drive(a), drive(b))
    let spin: Float = (driverA.angular - driverB.angular).length
    var most: Float = 0
    for slot in 0..<Int(m.pointee.pointCount) {
      let point = contacts.position(of: slot, in: manifold, bodies.poses.base)
      let u =
        driverA.linear + driverA.angular.cross(point - Vector3(a.pointee.center))
        - driverB.linear - driverB.angular.cross(point - Vector3(b.pointee.center))
      let onA = surfaces.velocity(c.pointee.bodyA, c.pointee.colliderA, at: point).linear
      let onB = surfaces.velocity(c.pointee.bodyB, c.pointee.colliderB, at: point).linear
      let slide: Vector3 = u + onA - onB
      let across: Float = (slide - n * slide.dot(n)).length
      let rubbing: Float = m.pointee.normal.w * across + m.pointee.roll.w * spin
      most = max(most, max(u.dot(n), 0) + rubbing)
    }
    storage.groups.base[Int(number)].given += Double(most * m.pointee.impulse)
  }

  /// The velocities of a kinematic body; zero for other bodies.
  private func drive(_ pose: UnsafeMutablePointer<BodyPose>) -> (linear: Vector3, angular: Vector3)
  {
    guard pose.pointee.solverIndex > 0, !pose.pointee.isMovable else { return (.zero, .zero) }
    let s = solver.bodies.base + Int(pose.pointee.solverIndex)
    return (s.pointee.linear, s.pointee.angular)
  }
}
