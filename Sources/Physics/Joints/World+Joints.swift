import CaromMaths

extension World {
  /// Creates a joint between two bodies, or a body and the world.
  ///
  /// The joint takes effect in the next step. Both bodies wake, and no longer collide unless
  /// ``JointDefinition/collideConnected`` is set.
  /// - Throws: ``PhysicsError`` for values that cannot be simulated, for bodies that were
  ///   destroyed, and where neither body is dynamic.
  public func createJoint(_ definition: JointDefinition) throws(PhysicsError) -> JointHandle {
    if let error = definition.error { throw error }
    guard contains(definition.bodyA) else {
      throw .invalidProperty("bodyA", problem: "there is no such body in this world")
    }
    if let b = definition.bodyB, !contains(b) {
      throw .invalidProperty("bodyB", problem: "there is no such body in this world")
    }
    let a = Int(definition.bodyA.index)
    let b = definition.bodyB.map { Int($0.index) } ?? -1
    guard bodies.base[a].isDynamic || (b >= 0 && bodies.base[b].isDynamic) else {
      throw .invalidProperty(
        "bodyA", problem: "neither body is dynamic; at least one dynamic body is required")
    }
    return joints.handle(jointLifecycle.create(definition, a, b))
  }

  /// Destroys a joint; its bodies wake, and collide again.
  public func destroyJoint(_ handle: JointHandle) { jointLifecycle.remove(index(of: handle)) }

  /// The joint of a handle, or nil when it was destroyed or broke.
  public func joint(_ handle: JointHandle) -> Joint? {
    contains(handle) ? Joint(world: self, handle: handle) : nil
  }

  /// Whether a handle refers to a joint of this world.
  public func contains(_ handle: JointHandle) -> Bool {
    let index = Int(handle.index)
    guard index < joints.count else { return false }
    return joints.base[index].generation == handle.generation
      && joints.base[index].has(JointRecord.Flag.alive)
  }

  /// The handles of all joints, ascending.
  public var jointHandles: [JointHandle] {
    (0..<joints.count).filter { joints.base[$0].has(JointRecord.Flag.alive) }.map(joints.handle)
  }

  /// The handles of the joints of a body, ascending; they are destroyed with the body.
  public func joints(of body: BodyHandle) -> [JointHandle] {
    var found: [JointHandle] = []
    joints.forEachJoint(of: index(of: body)) { joint, _ in found.append(joints.handle(joint)) }
    return found.sorted()
  }

  func index(of handle: JointHandle) -> Int {
    precondition(contains(handle), "The joint has been destroyed")
    return Int(handle.index)
  }
}
