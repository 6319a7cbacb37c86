// Looks into the world for tests, so that nothing has to be made public for them.

extension World {
  /// How many contacts still have the points of an earlier step, their bodies having moved since.
  package var recycledContactCount: Int {
    (0..<active.count).count { slot in
      let c = contacts.base[Int(active.base[slot])]
      return c.manifold >= 0 && c.moved > 0 && c.moved < .infinity
    }
  }

  /// How often joined bodies were slowed for energy that nothing paid for, and by how many joules.
  package var energyTaken: (count: Int, joules: Double) { (energies.slowings, energies.taken) }

  /// How many contacts keep triangles of a mesh.
  package var cachedTriangleSetCount: Int { triangleCache.count }

  /// Makes the next step look at every contact anew.
  package func invalidateContactPoints() {
    for slot in 0..<active.count { contacts.base[Int(active.base[slot])].moved = .infinity }
  }

  /// How many contacts have a colour of the ``ConstraintGraph``.
  package func contactCount(ofColor color: Int32) -> Int {
    (0..<active.count).count { contacts.base[Int(active.base[$0])].color == color }
  }

  /// The first body that two contacts of one colour share, as a sentence; nil when there is none.
  var colorProblem: String? {
    var used = [UInt64](repeating: 0, count: bodies.count)
    for index in 0..<contacts.count where contacts.base[index].has(ContactRecord.Flag.alive) {
      let c = contacts.base[index]
      guard c.color >= 0 && c.color != ConstraintGraph.overflow else { continue }
      let bit: UInt64 = 1 << UInt64(c.color)
      for body in [c.held.a, c.held.b] where body >= 0 {
        if used[Int(body)] & bit != 0 { return "body \(body) is twice in colour \(c.color)" }
        used[Int(body)] |= bit
      }
    }
    for body in 0..<min(used.count, graph.bodyCount) where used[body] != graph.colors(of: body) {
      return "body \(body) has other colours than its contacts"
    }
    return nil
  }
}
