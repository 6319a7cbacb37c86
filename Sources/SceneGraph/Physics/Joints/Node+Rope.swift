import CaromMaths
public import CaromPhysics

extension Node {
  /// Creates a node whose children are the segments of a rope: capsules that ball sockets join.
  ///
  /// The ends are in the space of the node. Add it to a scene at the origin of its parent, then
  /// join its ends: an end that `definition` holds to the world is joined at once, and bodies of
  /// other nodes are given here, because a definition knows only handles. The segments and their
  /// joints are nodes like any other: they are part of files, snapshots and clones.
  ///
  /// - Parameters:
  ///   - definition: The ends, the number of segments, the radius in meters and the mass in
  ///     kilograms. Its holders that are bodies are ignored.
  ///   - startBody: The body that holds the start; nil for the holder of the definition.
  ///   - endBody: The body that holds the end; nil for the holder of the definition.
  /// - Returns: The parent of the segments.
  /// - Precondition: The definition is valid, and the bodies belong to nodes.
  public static func rope(
    _ definition: RopeDefinition, startBody: PhysicsBody? = nil, endBody: PhysicsBody? = nil
  ) -> Node {
    if let problem = definition.problem { preconditionFailure(problem) }
    let rope = Node(name: "rope")
    let points = definition.points(down: -.unitY)
    let kind = JointKind.ballSocket(BallSocketJoint(frictionTorque: definition.frictionTorque))
    let count = points.count - 1
    var last: PhysicsBody?
    for number in 0..<count {
      let (from, to) = (points[number], points[number + 1])
      let length: Float = from.distance(to: to)
      let segment = Node(
        name: "segment\(number)", geometry: .capsule(capRadius: definition.radius, height: length))
      segment.position = (from + to) * 0.5
      segment.orientation = Quaternion(
        from: .unitY, to: (to - from).normalized(or: .unitY))
      var state = BodyState()
      state.properties = definition.properties
      (state.properties.density, state.properties.mass) = (nil, definition.mass / Float(count))
      let body = PhysicsBody(state)
      segment.physicsBody = body
      rope.addChildNode(segment)
      let (bottom, top) = (Vector3(0, -0.5 * length, 0), Vector3(0, 0.5 * length, 0))
      if number == 0 {
        let joins = startBody != nil || definition.startHolder == .world
        if joins {
          segment.joints.append(
            PhysicsJoint(kind, bodyA: body, anchorA: bottom, bodyB: startBody))
        }
      } else if let last {
        segment.joints.append(PhysicsJoint(kind, bodyA: body, anchorA: bottom, bodyB: last))
      }
      if number == count - 1 && (endBody != nil || definition.endHolder == .world) {
        segment.joints.append(PhysicsJoint(kind, bodyA: body, anchorA: top, bodyB: endBody))
      }
      last = body
    }
    return rope
  }
}
