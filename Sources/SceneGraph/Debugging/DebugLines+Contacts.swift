import CaromCollision
import CaromMaths
import CaromPhysics

extension DebugLines {
  /// Adds contact points with their normals, and arrows for the impulses of the last step.
  ///
  /// The length of an arrow is proportional to the mean force in the last step: half a meter for
  /// the weight of the lighter dynamic body at 9.8 m/s², and at most two meters.
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
