import CaromMaths

// An iterative solver leaves errors that can add energy; in a loop of inconsistent constraints the
// error grows every step. So the energy of joined bodies is measured before and after each step.
// The gain is compared with the work of springs, motors, kinematic bodies, gravity and forces, plus
// the energy that earlier steps lost. If it is larger, the bodies are slowed until the excess is
// removed.
//
// The velocities of the leapfrog scheme are those at the middle of the last substep, so potential
// energy is evaluated there too: at x − h/2·v for constant forces, and with the product of the
// elongations before and after the last substep for springs. The sum is then constant for an
// oscillator, up to rounding, so a well-posed scene is never slowed.
//
// Source: E. Hairer, C. Lubich, G. Wanner, "Geometric numerical integration illustrated by the
// Störmer–Verlet method", Acta Numerica 2003, for the energy that a symplectic method conserves.

/// The stage that measures the energy of joined bodies and slows groups that gained too much.
///
/// Input: the bodies, joints and contacts, and the packs of the joint solver. Output: the
/// velocities of the solver bodies, the energy budgets, and the impulses of rejected steps.
final class EnergyLimiter {
  let bodies: BodyStore
  let colliders: ColliderStore
  let contacts: ContactStore
  let joints: JointStore
  let solver: SolverStore
  let jointSolver: JointSolver

  /// The working storage, kept between steps only to reuse its memory.
  @exclusivity(unchecked) var storage = EnergyStorage()

  init(
    _ bodies: BodyStore, _ colliders: ColliderStore, _ contacts: ContactStore,
    _ joints: JointStore, _ solver: SolverStore, _ jointSolver: JointSolver
  ) {
    (self.bodies, self.colliders) = (bodies, colliders)
    (self.contacts, self.joints) = (contacts, joints)
    (self.solver, self.jointSolver) = (solver, jointSolver)
  }

  /// Measures the energy of joined bodies before a step; `step` is the duration of a substep in
  /// seconds.
  func measure(_ step: Float, substeps: Int) {
    storage.groups.removeAll()
    guard joints.active.count > 0 else { return }
    findEnergyGroups()
    let groups = storage.groups.base
    for slot in 0..<bodies.awake.count where storage.numbers.base[slot] >= 0 {
      let g = groups + Int(storage.numbers.base[slot])
      let e = energyOfBody(slot, step)
      let mass = Double(bodyMass(slot))
      g.pointee.motion += e.motion
      g.pointee.start += e.motion - e.work
      g.pointee.mass += mass
      let change = Vector3(solver.forces.base[slot + 1].acceleration) * step
      let body = Int(bodies.awake.base[slot])
      let turn = Vector3(solver.forces.base[slot + 1].angularAcceleration) * (step * step)
      let spin = Double(turn.dot(bodies.base[body].torque))
      g.pointee.rest += 0.5 * (mass * Double(change.lengthSquared) + spin)
      if joints.jointCount(of: body) > 0 {
        g.pointee.heldMass += mass
        g.pointee.energyBudget += Double(joints.bodyLists.base[body].energyBudget)
      }
    }
    let passes = jointSolver.passes(step)
    for index in 0..<jointSolver.storage.packs.count {
      let pack = jointSolver.storage.packs.base + index
      addMotors(pack, substeps)
      guard pack.pointee.hasSprings else { continue }
      passes.update(pack, keepsSprings: true)
      for lane in 0..<4 where pack.pointee.joints[lane] >= 0 {
        guard let g = group(pack.pointee.writeA, pack.pointee.writeB, lane) else { continue }
        let energy = passes.springEnergy(pack, lane).energy
        g.pointee.motion += energy
        g.pointee.start += energy
      }
    }
  }

  /// Measures the energy again after the step, and slows groups that gained too much.
  func limit(_ dt: Float, _ step: Float) {
    guard storage.groups.count > 0 else { return }
    let groups = storage.groups.base
    for slot in 0..<bodies.awake.count where storage.numbers.base[slot] >= 0 {
      let g = groups + Int(storage.numbers.base[slot])
      let e = energyOfBody(slot, step)
      g.pointee.kinetic += e.motion
      g.pointee.work += e.work
      g.pointee.end += e.motion - e.work
      let v = solver.bodies.base[slot + 1].linear
      g.pointee.momentum +=
        SIMD3(Double(v.x), Double(v.y), Double(v.z)) * Double(bodyMass(slot))
    }
    let passes = jointSolver.passes(step)
    for index in 0..<jointSolver.storage.packs.count {
      let pack = jointSolver.storage.packs.base + index
      guard pack.pointee.hasSprings else { continue }
      for lane in 0..<4 where pack.pointee.joints[lane] >= 0 {
        guard let g = group(pack.pointee.writeA, pack.pointee.writeB, lane) else { continue }
        let (energy, springGain) = passes.springEnergy(pack, lane)
        g.pointee.end += energy
        g.pointee.springGain += springGain
      }
    }
    addDriving()
    // If a pass left all of the correction speed in each substep: 12 m/s by default.
    let left = Double(maxGap * passes.soft.rate * (dt / step))
    // Half a second.
    let kept = Double(max(0, 1 - 2 * dt))
    var isAnySlowed = false
    for index in 0..<storage.groups.count {
      groups[index].updateBudget(maxCorrection: 0.5 * left * left, kept: kept)
      let g = groups[index]
      guard g.isRejected != 0 || g.scale < 1 else { continue }
      isAnySlowed = true
      storage.slowings += 1
      if g.isRejected == 0 {
        storage.taken += g.kinetic * Double(1 - g.scale * g.scale)
      }
    }
    for slot in 0..<bodies.awake.count where storage.numbers.base[slot] >= 0 {
      let g = groups + Int(storage.numbers.base[slot])
      if isAnySlowed { slowDown(slot, g) }
      let body = Int(bodies.awake.base[slot])
      if joints.jointCount(of: body) > 0 {
        let share = g.pointee.energyBudget / max(g.pointee.heldMass, 1e-30)
        joints.bodyLists.base[body].energyBudget = Float(share * Double(bodyMass(slot)))
      }
    }
    if isAnySlowed { clearWarmStart() }
  }

  // MARK: Measuring

  private func bodyMass(_ slot: Int) -> Float {
    bodies.base[Int(bodies.awake.base[slot])].mass
  }

  /// The kinetic energy of a body, and the work of forces since the step began.
  private func energyOfBody(_ slot: Int, _ step: Float) -> (motion: Double, work: Double) {
    let s = solver.bodies.base + (slot + 1)
    let f = solver.forces.base + (slot + 1)
    let b = bodies.base + Int(bodies.awake.base[slot])
    // A free body follows its parabola up to rounding.
    let lag: Float = f.pointee.isFree != 0 ? 0 : 0.5 * step
    let (v, w) = (s.pointee.velocity, s.pointee.angularVelocity)
    let displacement: F4 = s.pointee.deltaPosition - v * lag
    let acceleration = f.pointee.acceleration
    var (motion, work): (Float, Float)
    let (inverseMass, inverseInertia) = (v.w, w.w)
    if inverseMass > 0 && inverseInertia > 0 {
      // The same in all directions: the record need not be read.
      motion = 0.5 * (v.dot3(v) / inverseMass + w.dot3(w) / inverseInertia)
      work = acceleration.dot3(displacement) / inverseMass
    } else {
      // A body that precesses at the end of the step has the inertia of its beginning until then.
      let start = F4(b.pointee.orientation)
      let orientation: F4 =
        f.pointee.precession == .late ? start : F4.product(s.pointee.deltaRotation, start)
      motion = b.pointee.kineticEnergy(Vector3(v), Vector3(w), Quaternion(orientation))
      work = Vector3(acceleration * displacement).dot(b.pointee.axisMass)
    }
    if any(f.pointee.angularAcceleration .!= F4()) {
      let turn =
        Vector3.angularVelocity(from: .identity, to: s.pointee.turned, in: 1) - Vector3(w) * lag
      work += b.pointee.torque.dot(turn)
    }
    return (Double(motion), Double(work))
  }

  /// The group of the joint in a lane; nil where no body is written.
  func group(_ writeA: I4, _ writeB: I4, _ lane: Int)
    -> UnsafeMutablePointer<EnergyGroup>?
  {
    let slot = Int(max(writeA[lane], writeB[lane])) - 1
    guard slot >= 0, storage.numbers.base[slot] >= 0 else { return nil }
    return storage.groups.base + Int(storage.numbers.base[slot])
  }

  /// Adds the maximum work of motors in a step: their maximum force at their target speed.
  private func addMotors(_ pack: UnsafeMutablePointer<JointPack>, _ substeps: Int) {
    guard pack.pointee.features & JointFeature.motors != 0 else { return }
    for lane in 0..<4 where pack.pointee.joints[lane] >= 0 {
      let speed = Double(abs(pack.pointee.motorSpeed[lane]))
      let impulse = Double(pack.pointee.motorImpulse[lane]) * Double(substeps)
      var work = speed * impulse
      if pack.pointee.firstAxis >= 0 {
        for axis in 0..<6 {
          let a = jointSolver.storage.axes.base + (Int(pack.pointee.firstAxis) + axis)
          let speed = Double(abs(a.pointee.motorSpeed[lane]))
          var impulse = Double(a.pointee.motorImpulse[lane])
          // With damping, the force is at most that of the motor at rest while it adds energy.
          let damping = Double(a.pointee.motorDamping[lane])
          if damping > 0 { impulse = min(impulse, damping * speed) }
          work += speed * impulse * Double(substeps)
        }
      }
      group(pack.pointee.writeA, pack.pointee.writeB, lane)?.pointee.given += work
    }
  }

  // MARK: Slowing

  private func slowDown(_ slot: Int, _ g: UnsafeMutablePointer<EnergyGroup>) {
    let s = solver.bodies.base + (slot + 1)
    if g.pointee.isRejected != 0 {
      let b = bodies.base + Int(bodies.awake.base[slot])
      // Without the impulses of this step, the next one can succeed. But a kinematic body that is
      // in the way moves on, and would add to the velocity in each step.
      let kept: Float = g.pointee.has(EnergyGroup.Mark.driven) ? 0.5 : 1
      s.pointee.linear = b.pointee.velocity * kept
      s.pointee.angular = b.pointee.angularVelocity * kept
      s.pointee.deltaPosition = F4()
      s.pointee.deltaRotation = F4(0, 0, 0, 1)
    } else if g.pointee.scale < 1 {
      let drift = g.pointee.drift
      s.pointee.linear = drift + (s.pointee.linear - drift) * g.pointee.scale
      s.pointee.angular = s.pointee.angular * g.pointee.scale
    }
  }

  /// Clears the impulses of groups whose step is rejected, since they brought the energy.
  private func clearWarmStart() {
    for index in 0..<jointSolver.storage.packs.count {
      let pack = jointSolver.storage.packs.base + index
      for lane in 0..<4 where isInRejected(pack.pointee.writeA, pack.pointee.writeB, lane) {
        for row in 0..<Int(pack.pointee.rowCount) {
          jointSolver.storage.rows.base[Int(pack.pointee.firstRow) + row].impulse[lane] = 0
        }
        pack.pointee.force.set(lane, .zero)
        pack.pointee.torque.set(lane, .zero)
      }
    }
    for index in 0..<jointSolver.storage.balls.count {
      let pack = jointSolver.storage.balls.base + index
      for lane in 0..<4 where isInRejected(pack.pointee.writeA, pack.pointee.writeB, lane) {
        pack.pointee.impulse.set(lane, .zero)
        pack.pointee.total.set(lane, .zero)
      }
    }
    for slot in 0..<contacts.active.count where contacts.classes.base[slot] != 0 {
      let c = contacts.base + Int(contacts.active.base[slot])
      let body = c.pointee.held.a >= 0 ? c.pointee.held.a : c.pointee.held.b
      let number = storage.numbers.base[Int(bodies.poses.base[Int(body)].solverIndex) - 1]
      guard number >= 0, storage.groups.base[Int(number)].isRejected != 0 else { continue }
      let m = contacts.manifolds.base + Int(c.pointee.manifold)
      m.pointee.frictionImpulse = F4()
      m.pointee.roll = F4(0, 0, 0, m.pointee.roll.w)
      m.pointee.impulse = 0
      for slot in 0..<Int(m.pointee.pointCount) {
        contacts.points.base[Int(c.pointee.manifold) * 4 + slot].impulse = 0
      }
    }
  }

  private func isInRejected(_ writeA: I4, _ writeB: I4, _ lane: Int) -> Bool {
    (group(writeA, writeB, lane)?.pointee.isRejected ?? 0) != 0
  }
}

extension JointPack {
  var hasSprings: Bool { features & JointFeature.springs != 0 }
}

extension JointPasses {
  /// The energy of the springs of a lane, and what they gain if their ends are stopped; its
  /// rows are up to date.
  func springEnergy(_ pack: UnsafeMutablePointer<JointPack>, _ lane: Int)
    -> (energy: Double, springGain: Double)
  {
    let first = rows + Int(pack.pointee.firstRow)
    let v = JointVelocities(pack.pointee.bodyA, pack.pointee.bodyB, bodies)
    var sum = (energy: 0.0, springGain: 0.0)
    for number in Int(pack.pointee.blockCount)..<Int(pack.pointee.rowCount) {
      let r = first + number
      guard r.pointee.isSpring else { continue }
      let stiffness = Double(stiffness(r, pack, lane))
      let stretch = Double(r.pointee.error[lane])
      let maxForce = Double(r.pointee.maxImpulse[lane]) / Double(step)
      if stiffness * abs(stretch) > maxForce {
        // A spring at its maximum force stores the work that this force can return.
        sum.energy += maxForce * (abs(stretch) - 0.5 * maxForce / stiffness)
      } else {
        let speed = Double(Self.velocity(r, v)[lane])
        let before = stretch - speed * Double(coefficients(r, pack).lag[lane])
        let energy = 0.5 * stiffness * max(stretch * before, 0)
        sum.energy += energy
        sum.springGain += 0.5 * stiffness * stretch * stretch - energy
      }
    }
    return sum
  }
}
