// Internal state that tests inspect.

extension World {
  /// The number of contacts with recycled points whose bodies have moved since they were computed.
  package var recycledContactCount: Int {
    (0..<contacts.active.count).count { slot in
      let c = contacts.base[Int(contacts.active.base[slot])]
      return c.manifold >= 0 && c.moved > 0 && c.moved < .infinity
    }
  }

  /// The number of times that the energy limiter slowed jointed bodies, and the energy removed in
  /// joules.
  package var energyTaken: (count: Int, joules: Double) {
    (energyLimiter.storage.slowings, energyLimiter.storage.taken)
  }

  /// The energy in joules of all springs in the middle of the last substep, to which the velocities
  /// of the bodies belong, if a step takes `dt` seconds.
  package func springEnergy(_ dt: Float) -> Double {
    let substep: Float = dt / Float(settings.substeps)
    return (0..<joints.count).reduce(0.0) { sum, index in
      guard joints.base[index].has(JointRecord.Flag.attached) else { return sum }
      return sum + Double(jointSolver.storedEnergy(index, lagging: substep))
    }
  }

  /// The number of contacts with cached triangles of a mesh.
  package var cachedTriangleSetCount: Int { contacts.triangleCache.count }

  /// Makes the next step collide every contact without recycling.
  package func invalidateContactPoints() {
    for slot in 0..<contacts.active.count {
      contacts.base[Int(contacts.active.base[slot])].moved = .infinity
    }
  }

  /// The number of contacts with a color of the ``ConstraintGraph``.
  package func contactCount(ofColor color: Int32) -> Int {
    (0..<contacts.active.count).count {
      contacts.base[Int(contacts.active.base[$0])].color == color
    }
  }
}
