import CaromCollision
import CaromMaths

/// The force and the torque of a fluid on a body.
struct FluidEffect {
  /// In newtons, on the center of mass.
  var force = Vector3.zero
  /// In newton-meters.
  var torque = Vector3.zero
}

extension FieldRecord {
  /// The effect of the fluid on a body in a step of `dt` seconds; nil for a dry one.
  ///
  /// By Archimedes' principle, the force is the weight of the displaced fluid, at the centroid of
  /// the submerged volume. It is evaluated at the pose in the middle of the step, as the leapfrog
  /// scheme does. Drag is the exact solution for a constant submerged volume, so it is stable for
  /// any rate.
  func fluidEffect(
    on b: UnsafeMutablePointer<BodyRecord>, _ colliders: ColliderStore, gravity: Vector3,
    _ dt: Float
  ) -> FluidEffect? {
    guard wets(b) else { return nil }
    let up = -(transform.orientation.rotate(direction).normalized(or: -.unitY))
    let surface: Float = transform.position.dot(up) + fluidHeights(up).surface
    let middle = b.pointee.center + b.pointee.velocity * (0.5 * dt)
    let turned = b.pointee.orientation.advanced(by: b.pointee.angularVelocity, for: 0.5 * dt)
    let pose = Transform(
      position: middle - turned.rotate(b.pointee.localCenter), orientation: turned)
    var (submerged, whole) = (SubmergedVolume(), Float(0))
    var collider = Int(b.pointee.firstCollider)
    while collider >= 0 {
      let c = colliders.base + collider
      let shape = colliders.shapes[collider]
      submerged.add(
        shape.submergedVolume(at: c.pointee.transform(in: pose), below: surface, along: up))
      whole += shape.volume
      collider = Int(c.pointee.next)
    }
    guard submerged.volume > 0, whole > 0 else { return nil }
    let fluid = fluid
    let displaced: Float = fluid.density * strength * submerged.volume
    var effect = FluidEffect()
    let lift = gravity * -displaced
    effect.force = lift
    effect.torque = (submerged.centroid - middle).cross(lift)
    let flow = transform.orientation.rotate(fluid.flow)
    let rate: Float = max(0, fluid.linearDrag * displaced * b.pointee.inverseMass)
    let missing = flow - b.pointee.velocity
    let turns: Float = min(rate * dt, 80)
    let lost: Float = 1 - Portable.exp(-turns)
    // v′ = v + (flow − v)·(1 − e^(−ct)) + a·(1 − e^(−ct))/c, a the sum of other accelerations.
    var others = (b.pointee.force + lift) * b.pointee.inverseMass
    if b.pointee.has(BodyRecord.Flag.gravity) { others += gravity }
    let held: Float = turns > 1e-3 ? lost / turns - 1 : -0.5 * turns
    effect.force += (missing * (lost / dt) + others * held) * b.pointee.mass
    let share: Float = min(submerged.volume / whole, 1)
    let turning: Float = fluid.angularDrag * share
    let momentum = b.pointee.orientation.rotate(
      b.pointee.inertia * b.pointee.orientation.unrotate(b.pointee.angularVelocity))
    effect.torque -= momentum * ((1 - Portable.exp(-min(turning * dt, 80))) / dt)
    return effect.force.isFinite && effect.torque.isFinite ? effect : nil
  }
}
