import CaromMaths

// The application of force fields. Before each step the fields are evaluated for every awake
// dynamic body, in creation order, and their sum becomes a force for the whole step.
//
// A force that depends on position is evaluated at the body's position in the middle of the step,
//
//     x½ = x + v·Δt/2,   v′ = v + a(x½)·Δt,   x′ = x½ + v′·Δt/2
//
// the leapfrog scheme (L. Verlet, Phys. Rev. 159, 1967): it preserves areas in phase space, so the
// energy of orbits and springs does not drift. Drag uses the exact solution under the sum g of all
// other accelerations, so that it is stable for any strength and the terminal speed is exact:
//
//     v′ = v·e^(−cΔt/m) + g·(m/c)·(1 − e^(−cΔt/m))
//
// Sleep. A constant field neither wakes bodies nor keeps them awake: a body that it presses against
// a wall may sleep there. There are two exceptions. Noise that changes with time keeps its bodies
// awake. And a slow body without support, whose accelerations do not cancel, is at a turning point
// or about to start, so it stays awake.

/// The stage that adds the forces of the force fields, and of gravity with a factor, to the awake
/// bodies.
///
/// Input: fields, gravity and its factors, motion of the awake bodies. Output: forces, sleep times
/// of bodies that cannot rest, and the time of animated noise.
final class FieldEvaluator {
  private let bodies: BodyStore
  private let colliders: ColliderStore
  private let fields: FieldStore

  init(_ bodies: BodyStore, _ colliders: ColliderStore, _ fields: FieldStore) {
    self.bodies = bodies
    self.colliders = colliders
    self.fields = fields
  }

  func run(_ dt: Float, gravity: Vector3) {
    if !bodies.gravityFactors.isEmpty { addScaledGravity(gravity) }
    guard !fields.isEmpty else { return }
    let (records, count) = (fields.base, fields.count)
    for slot in 0..<bodies.awake.count {
      let index = Int(bodies.awake.base[slot])
      let b = bodies.base + index
      guard b.pointee.isDynamic else { continue }
      let effect = Self.effect(records, count, b, dt)
      guard effect.isAny else { continue }
      var others = b.pointee.force * b.pointee.inverseMass + effect.acceleration
      if b.pointee.has(BodyRecord.Flag.gravity) { others += gravity }
      var acceleration = effect.acceleration
      if effect.drag > 0 {
        let slowed = Self.slowed(
          b.pointee.velocity, others, rate: effect.drag * b.pointee.inverseMass, dt)
        acceleration += (slowed - b.pointee.velocity) / dt - others
      } else if effect.drag < 0 {
        // Negative drag accelerates: there is no terminal speed.
        acceleration -= b.pointee.velocity * (effect.drag * b.pointee.inverseMass)
      }
      let force = acceleration * b.pointee.mass
      guard force.isFinite else { continue }
      b.pointee.force += force
      if b.pointee.sleepTime > 0 && (effect.isRestless || isFalling(b, others)) {
        b.pointee.sleepTime = 0
      }
    }
    for slot in 0..<count where records[slot].isEnabled != 0 {
      if records[slot].isFluid { addBuoyancy(records + slot, dt, gravity: gravity) }
      records[slot].advance(dt)
    }
  }

  /// Adds the buoyancy and the drag of a fluid to the awake bodies that it wets.
  private func addBuoyancy(
    _ f: UnsafeMutablePointer<FieldRecord>, _ dt: Float, gravity: Vector3
  ) {
    for slot in 0..<bodies.awake.count {
      let b = bodies.base + Int(bodies.awake.base[slot])
      guard b.pointee.isDynamic,
        let effect = f.pointee.fluidEffect(on: b, colliders, gravity: gravity, dt)
      else { continue }
      b.pointee.force += effect.force
      b.pointee.torque += effect.torque
      if b.pointee.sleepTime == 0 { continue }
      var acceleration = b.pointee.force * b.pointee.inverseMass
      if b.pointee.has(BodyRecord.Flag.gravity) { acceleration += gravity }
      if isFalling(b, acceleration) { b.pointee.sleepTime = 0 }
    }
  }

  /// Adds the weight of the bodies with a factor other than 1.
  private func addScaledGravity(_ gravity: Vector3) {
    for slot in 0..<bodies.awake.count {
      let index = Int(bodies.awake.base[slot])
      let b = bodies.base + index
      guard b.pointee.isDynamic, b.pointee.has(BodyRecord.Flag.ownGravity) else { continue }
      let force = gravity * (bodies.gravityFactors.base[index] * b.pointee.mass)
      if force.isFinite { b.pointee.force += force }
    }
  }

  /// The velocity after `dt` seconds of constant acceleration and drag at `rate` in 1/s.
  private static func slowed(
    _ velocity: Vector3, _ acceleration: Vector3, rate: Float, _ dt: Float
  ) -> Vector3 {
    let turns: Float = rate * dt
    // The series, where 1 − e^(−x) would lose precision.
    if turns < 1e-3 {
      let lost: Float = turns - 0.5 * turns * turns
      return velocity * (1 - lost) + acceleration * (dt * (1 - 0.5 * turns))
    }
    let decay = Portable.exp(-turns)
    return velocity * decay + acceleration * ((1 - decay) / rate)
  }

  /// Whether a slow body follows its acceleration, so that nothing supports it and it is not at
  /// rest.
  ///
  /// A body supported by a contact or a joint has not gained a quarter of the speed that it would
  /// have in free fall since it became slow. A falling body has, except for an instant at its
  /// turning point.
  private func isFalling(_ b: UnsafeMutablePointer<BodyRecord>, _ acceleration: Vector3) -> Bool {
    // 1 cm/s²: a spring that is this close to equilibrium oscillates by millimeters.
    let squared = acceleration.lengthSquared
    guard squared > 1e-4 else { return false }
    let time: Float = 0.25 * b.pointee.sleepTime
    return b.pointee.velocity.lengthSquared >= squared * time * time
  }

  /// The effect of all fields on one body, per unit of mass except for drag.
  private struct Effect {
    var acceleration = Vector3.zero
    /// The sum of the drag coefficients, in newton-seconds per meter.
    var drag: Float = 0
    var isAny = false
    var isRestless = false
  }

  private static func effect(
    _ fields: UnsafeMutablePointer<FieldRecord>, _ count: Int,
    _ b: UnsafeMutablePointer<BodyRecord>, _ dt: Float
  ) -> Effect {
    var effect = Effect()
    for slot in 0..<count {
      let f = fields + slot
      guard f.pointee.isEnabled != 0, !f.pointee.isFluid, f.pointee.acts(on: b) else { continue }
      if f.pointee.isExclusive != 0 {
        effect = Effect()
        add(f, b, dt, &effect)
        return effect
      }
      add(f, b, dt, &effect)
    }
    return effect
  }

  private static func add(
    _ f: UnsafeMutablePointer<FieldRecord>, _ b: UnsafeMutablePointer<BodyRecord>, _ dt: Float,
    _ effect: inout Effect
  ) {
    effect.isAny = true
    let q = f.pointee.transform.orientation
    let middle = b.pointee.center + b.pointee.velocity * (0.5 * dt)
    let offset = middle - f.pointee.transform.position
    let strength = f.pointee.strength
    switch ForceFieldKind(code: f.pointee.kind) ?? .linearGravity {
    case .linearGravity:
      let direction = q.rotate(f.pointee.direction).normalized(or: .zero)
      effect.acceleration += direction * (strength * falloff(f, offset.length))
    case .radialGravity:
      let inward = -(offset.normalized(or: .zero))
      effect.acceleration += inward * (strength * falloff(f, offset.length))
    case .drag:
      effect.drag += strength * falloff(f, offset.length)
    case .vortex:
      let axis = q.rotate(f.pointee.direction).normalized(or: .zero)
      let arm = offset - axis * offset.dot(axis)
      let round = axis.cross(arm.normalized(or: .zero))
      effect.acceleration += round * (strength * falloff(f, arm.length))
    case .spring:
      let rate: Float = strength * falloff(f, offset.length) * b.pointee.inverseMass
      // The implicit midpoint rule, ω² / (1 + ω²Δt²/4): as the leapfrog, but stable for any
      // stiffness.
      effect.acceleration -= offset * (rate / (1 + 0.25 * max(0, rate) * dt * dt))
    case .noise:
      effect.isRestless = effect.isRestless || f.pointee.isRestless
      effect.acceleration += noise(f, middle) * (strength * falloff(f, offset.length))
    case .turbulence:
      let speed = b.pointee.velocity.length
      if speed == 0 { return }
      effect.acceleration += noise(f, middle) * (strength * speed * falloff(f, offset.length))
    case .buoyancy: return
    }
  }

  /// max(d, minimumDistance)^−exponent.
  @inline(__always)
  private static func falloff(_ f: UnsafeMutablePointer<FieldRecord>, _ distance: Float) -> Float {
    let exponent = f.pointee.falloffExponent
    if exponent == 0 { return 1 }
    let d: Float = max(distance, f.pointee.minimumDistance)
    if exponent == 1 { return 1 / d }
    if exponent == 2 { return 1 / (d * d) }
    return Portable.pow(d, -exponent)
  }

  private static func noise(_ f: UnsafeMutablePointer<FieldRecord>, _ slot: Vector3) -> Vector3 {
    let local = f.pointee.transform.unapply(slot) / f.pointee.noiseScale
    let value = GradientNoise.vector(
      local, cell: f.pointee.cell, phase: f.pointee.phase, seed: f.pointee.seed,
      roughness: 1 - f.pointee.smoothness)
    return f.pointee.transform.orientation.rotate(value)
  }
}
