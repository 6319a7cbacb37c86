import CaromCollision
import CaromMaths
import CaromPhysics

extension DebugLines {
  /// Where bodies touch: a cross and the normal, and an arrow where the last step pushed.
  ///
  /// An arrow is half a metre for each weight of the lighter body that moves, as if it lay on the other in
  /// gravity of 9.8 m/s²; none is longer than two metres.
  mutating func contacts(of world: PhysicsWorld) {
    color = Color(1, 0.1, 0.1)
    for contact in world.simulation.contactTestAll() {
      for i in 0..<contact.manifold.count {
        let point = contact.manifold[i].position
        cross(point, 0.05)
        line(point, point + contact.manifold.normal * 0.2)
      }
    }
    color = Color(1, 0.65, 0.1)
    let weight = 9.8 * Float(world.timeStep)
    for push in world.simulation.contactImpulses() {
      let masses = [push.bodyA, push.bodyB].compactMap { handle in
        world.simulation.body(handle).flatMap { $0.kind == .dynamic ? $0.mass : nil }
      }
      guard let mass = masses.min() else { continue }
      let length = min(push.impulse / (mass * weight) * 0.5, 2)
      arrow(push.point, push.normal * length)
    }
  }
}
