public import CaromMaths
public import CaromPhysics
public import CaromProperties

/// A joint that connects the body of its node to the body of another node or to the world.
///
///     let hinge = PhysicsJoint.hinge(
///       bodyA: door.physicsBody!, axisA: .unitY, anchorA: Vector3(-0.5, 0, 0), bodyB: frame.physicsBody)
///     hinge.hinge?.maximumAngularLimit = 1.5
///     scene.physicsWorld.addBehavior(hinge)
///
/// Until both bodies are in a scene, the joint is only a description. From then on it is live: each
/// property of ``JointState`` can be read and set through it, and takes effect with the next step.
/// The parameters of its kind are a property with the name of the kind, such as `hinge`; it is nil
/// for joints of other kinds.
///
/// - While one of its nodes is hidden, the joint is disabled; when both are visible again, it pulls
///   the bodies together.
/// - It leaves the scene with its node. While the other node is not in the scene, the joint is
///   inactive.
/// - A clone of its node has a separate joint. It connects to the clone of the other node if that
///   was cloned together with it, otherwise to the other node itself.
/// - A joint that broke stays broken until ``JointState/isBroken`` is set to false.
/// - Restoring a snapshot restores the joints of a node in their order; get them again from
///   ``Node/joints``.
@dynamicMemberLookup
public final class PhysicsJoint: PhysicsBehavior, DescribedPart {
  private var described = JointState() { didSet { node?.stateChanged() } }
  /// Its handle in the simulation, while it has one.
  public internal(set) var handle: JointHandle? { didSet { node?.stateChanged() } }
  /// The frame on B, measured when the joint was made, in the space of B's body or the world.
  var frameB: Transform? { didSet { node?.stateChanged() } }
  /// The distance of the anchors when it was made, in meters.
  private var length: Float = 0 { didSet { node?.stateChanged() } }
  /// The scales of the bodies for which the frames were computed.
  private var scaleA = Vector3.one { didSet { node?.stateChanged() } }
  private(set) var scaleB = Vector3.one { didSet { node?.stateChanged() } }

  /// Creates a ball socket at the origin of its node.
  public override init() { super.init() }

  /// Creates a joint from its declared state, for a node's ``Node/joints``.
  public init(_ state: JointState) {
    described = state
    super.init()
  }

  /// Creates a joint from the body of its node to another body, or to the world.
  ///
  /// Anchors and axes are in the space of the bodies' nodes; those of B that are nil are measured
  /// when the joint is made.
  ///
  /// - Precondition: The bodies belong to nodes.
  public init(
    _ kind: JointKind, bodyA: PhysicsBody, axisA: Vector3 = .unitX, anchorA: Vector3 = .zero,
    bodyB: PhysicsBody? = nil, axisB: Vector3? = nil, anchorB: Vector3? = nil
  ) {
    described.kind = kind
    (described.axisA, described.anchorA) = (axisA, anchorA)
    (described.axisB, described.anchorB) = (axisB, anchorB)
    if let bodyB {
      guard let node = bodyB.node else {
        preconditionFailure("The bodies of a joint belong to nodes")
      }
      described.bodyB = NodeReference(node)
    }
    super.init()
    firstBody = bodyA
  }

  /// The whole declared state; setting it has the effects of setting each property.
  public var state: JointState {
    get { described }
    set {
      if !newValue.hasSameFrames(as: described) { invalidateFrame() }
      described = newValue
      isDirty = true
    }
  }

  /// A live property of the declared state.
  public subscript<Value>(dynamicMember path: WritableKeyPath<JointState, Value>) -> Value {
    get { described[keyPath: path] }
    set {
      var new = described
      new[keyPath: path] = newValue
      state = new
    }
  }

  /// The body of its node.
  public var bodyA: PhysicsBody? { node?.physicsBody ?? firstBody }

  /// The other body; nil for the world, and while its node has no body in the scene.
  public var bodyB: PhysicsBody? {
    guard !described.bodyB.isEmpty, let node else { return described.bodyB.pending?.physicsBody }
    return described.bodyB.node(near: node)?.physicsBody
  }

  /// A joint with the same state for another node; the copy of a broken joint is broken.
  public func copy() -> PhysicsJoint { PhysicsJoint(described) }

  // MARK: References and frames

  /// Visits its reference to a node.
  func updateReferences(_ body: (inout NodeReference) -> Void) {
    guard !described.bodyB.isEmpty else { return }
    body(&described.bodyB)
    isDirty = true
  }

  /// Resolves its reference as soon as the node has an identity.
  func resolve(in scene: Scene) { described.bodyB.resolve(in: scene) }

  /// Copies the measured frame of another joint.
  func copyMeasuredFrame(of other: PhysicsJoint) {
    (frameB, length, scaleB) = (other.frameB, other.length, other.scaleB)
  }

  /// Discards the frame on B, which is measured again when the joint is next created in the
  /// simulation.
  private func invalidateFrame() { frameB = nil }

  override func leaveScene(_ scene: Scene) {
    let simulation = scene.physicsWorld.simulation
    if let handle, simulation.contains(handle) { simulation.destroyJoint(handle) }
    handle = nil
  }

  // MARK: State

  /// Appends the declared state, the handle in the simulation and the measured frame.
  public func save(_ sink: inout StateSink) {
    described.save(&sink)
    sink.put(handle?.index ?? .max)
    sink.put(handle?.generation ?? 0)
    sink.put(isDirty)
    sink.put(length)
    sink.put(scaleA)
    sink.put(scaleB)
    sink.put(frameB != nil)
    guard let frameB else { return }
    sink.put(frameB.position)
    sink.put(frameB.orientation)
  }

  /// Reads the declared state, the handle in the simulation and the measured frame.
  public func load(_ source: inout StateSource) {
    described.load(&source)
    let index = source.get(UInt32.self)
    let generation = source.get(UInt32.self)
    handle = index == .max ? nil : JointHandle(index: index, generation: generation)
    isDirty = source.getBool()
    length = source.get()
    scaleA = source.get()
    scaleB = source.get()
    frameB = nil
    if source.getBool() {
      frameB = Transform(position: source.get(), orientation: source.get())
    }
  }
}

// MARK: In the simulation

extension PhysicsJoint {
  /// The joint in the simulation, while it connects bodies.
  var live: Joint? {
    guard let handle else { return nil }
    return node?.scene?.physicsWorld.simulation.joint(handle)
  }

  /// Creates or updates the joint in the simulation, if both bodies are in the scene.
  func sync(_ node: Node, _ scene: Scene) {
    resolve(in: scene)
    let simulation = scene.physicsWorld.simulation
    let isToWorld = described.bodyB.isEmpty
    let other = isToWorld ? nil : described.bodyB.node(in: scene)
    guard !described.isBroken, let bodyA = node.physicsBody, let a = bodyA.live,
      isToWorld || other?.physicsBody?.live != nil
    else { return leaveScene(scene) }
    let (bodyB, b) = (other?.physicsBody, other?.physicsBody?.live)
    if let handle, let live = simulation.joint(handle), live.bodyA == a.handle,
      live.bodyB == b?.handle
    {
      let isSameSize = bodyA.bakedScale == scaleA && (bodyB?.bakedScale ?? .one) == scaleB
      if !isDirty && isSameSize && frameB != nil { return }
      if let definition = definition(node, a, other, b),
        definition.kind.hasSameType(as: live.kind)
      {
        push(definition, to: live)
        return
      }
    }
    leaveScene(scene)
    guard let definition = definition(node, a, other, b) else { return }
    do {
      if let error = definition.error { throw error }
      handle = try simulation.createJoint(definition)
      isDirty = false
    } catch { scene.reportProblem("a joint cannot be made: \(error)", on: node, "joints") }
  }

  /// Records that it broke and is no longer in the simulation.
  func didBreak() {
    handle = nil
    described.isBroken = true
  }

  private func push(_ definition: JointDefinition, to live: Joint) {
    isDirty = false
    if definition.error != nil {
      let problem = "the new settings of a joint are invalid, so it keeps the old ones"
      node?.scene?.reportProblem(problem, on: node, "joints")
      return
    }
    live.update(definition.kind)
    if live.frameA != definition.frameA { live.frameA = definition.frameA }
    if live.frameB != definition.frameB { live.frameB = definition.frameB }
    live.breakingForce = definition.breakingForce
    live.breakingTorque = definition.breakingTorque
    live.collideConnected = definition.collideConnected
    live.isEnabled = definition.isEnabled
  }

  /// The definition for the simulation; measures the frame on B if it has not been measured.
  private func definition(_ node: Node, _ a: Body, _ other: Node?, _ b: Body?) -> JointDefinition? {
    let d = described
    let newScaleB = other?.physicsBody?.bakedScale ?? .one
    scaleA = node.physicsBody?.bakedScale ?? .one
    guard
      let frameA = Transform(
        position: node.bodyPoint(d.anchorA, scaleA), axis: node.bodyAxis(d.axisA, scaleA),
        up: d.upA.map { node.bodyAxis($0, scaleA) })
    else { return nil }
    if var known = frameB {
      // The anchor keeps its relative position in a body that was scaled.
      if newScaleB != scaleB { known.position = known.position * newScaleB / scaleB }
      frameB = known
    } else {
      let place = a.transform * frameA
      var found = b?.transform.relative(place) ?? place
      if let anchor = d.anchorB {
        found.position = other?.bodyPoint(anchor, newScaleB) ?? anchor
      } else if d.kind.spansDistance {
        found.position = .zero
      }
      if d.axisB != nil || d.upB != nil {
        let axis = d.axisB.map { other?.bodyAxis($0, newScaleB) ?? $0 }
        let up = d.upB.map { other?.bodyAxis($0, newScaleB) ?? $0 }
        guard
          let turned = Transform(
            position: found.position, axis: axis ?? found.orientation.rotate(.unitX),
            up: up ?? found.orientation.rotate(.unitY))
        else { return nil }
        found = turned
      }
      frameB = found
      let end = b.map { $0.transform * found } ?? found
      length = d.kind.distance(place.position, end.position)
    }
    scaleB = newScaleB
    var definition = JointDefinition(
      d.kind.resolved(distance: length), bodyA: a.handle, bodyB: b?.handle, frameA: frameA,
      frameB: frameB ?? .identity)
    definition.collideConnected = d.collidesConnected
    definition.breakingForce = d.breakingForce ?? .infinity
    definition.breakingTorque = d.breakingTorque ?? .infinity
    definition.isEnabled = d.isEnabled
    definition.userTag = UInt64(node.id)
    return definition
  }
}

// MARK: Measurements

extension PhysicsJoint {
  /// Whether it acts on bodies of a scene; false also while one of them is hidden.
  public var isHolding: Bool {
    guard let live, live.isEnabled, let a = bodyA?.live else { return false }
    return a.isEnabled && (bodyB?.live?.isEnabled ?? true)
  }
  /// The force on B in newtons, along the axes of the world: the mean of the last step.
  public var force: Vector3 { live?.force ?? .zero }
  /// The torque on B in newton-meters, along the axes of the world: the mean of the last step.
  public var torque: Vector3 { live?.torque ?? .zero }
  /// The distance of the anchors, in meters.
  public var gap: Float { live?.gap ?? 0 }
  /// The angle of a hinge, a wheel or a twist, in radians in ±π; 0 for other kinds.
  public var angle: Float { live?.angle ?? 0 }
  /// The position of a slider or a wheel, or the length of a distance joint, in meters; else 0.
  public var position: Float { live?.position ?? 0 }
  /// The rate of change of ``angle`` or ``position``; 0 for other kinds.
  public var speed: Float { live?.speed ?? 0 }
  /// The position of the frame on B along the axes of the frame on A, in meters.
  public var offset: Vector3 { live?.offset ?? .zero }
  /// The twist about the main axis and the swing about the other two, in radians.
  public var twistAndSwing: Vector3 { live?.twistAndSwing ?? .zero }
}

// MARK: Convenience constructors

extension PhysicsJoint {
  /// Creates a ball socket: holds a point of a body on a point of another body, or of the world.
  public static func ballSocket(
    bodyA: PhysicsBody, anchorA: Vector3, bodyB: PhysicsBody? = nil, anchorB: Vector3? = nil
  ) -> PhysicsJoint {
    PhysicsJoint(
      .ballSocket(), bodyA: bodyA, anchorA: anchorA, bodyB: bodyB, anchorB: anchorB)
  }
  /// Creates a hinge: a body turns about an axis of another body, or of the world.
  public static func hinge(
    bodyA: PhysicsBody, axisA: Vector3, anchorA: Vector3, bodyB: PhysicsBody? = nil,
    axisB: Vector3? = nil, anchorB: Vector3? = nil
  ) -> PhysicsJoint {
    PhysicsJoint(
      .hinge(), bodyA: bodyA, axisA: axisA, anchorA: anchorA, bodyB: bodyB, axisB: axisB,
      anchorB: anchorB)
  }
  /// Creates a slider: a body moves along an axis of another body, or of the world.
  public static func slider(
    bodyA: PhysicsBody, axisA: Vector3, anchorA: Vector3, bodyB: PhysicsBody? = nil,
    axisB: Vector3? = nil, anchorB: Vector3? = nil
  ) -> PhysicsJoint {
    PhysicsJoint(
      .slider(), bodyA: bodyA, axisA: axisA, anchorA: anchorA, bodyB: bodyB, axisB: axisB,
      anchorB: anchorB)
  }
  /// Creates a cone twist: a body swings and twists about the X axis of a frame in its node's
  /// space.
  ///
  /// - Precondition: The matrices have no skew and are invertible.
  public static func coneTwist(
    bodyA: PhysicsBody, frameA: Matrix4, bodyB: PhysicsBody? = nil, frameB: Matrix4? = nil
  ) -> PhysicsJoint {
    let joint = PhysicsJoint(.coneTwist(ConeTwistJoint()), bodyA: bodyA, bodyB: bodyB)
    joint.anchorA = frameA.translation
    (joint.axisA, joint.upA) = (frameA.linear.x, frameA.linear.y)
    if let frameB {
      joint.anchorB = frameB.translation
      (joint.axisB, joint.upB) = (frameB.linear.x, frameB.linear.y)
    }
    return joint
  }
  /// Creates a fixed joint: holds a body to another body, or to the world, in their current poses.
  public static func fixed(bodyA: PhysicsBody, bodyB: PhysicsBody? = nil) -> PhysicsJoint {
    PhysicsJoint(.fixed(), bodyA: bodyA, bodyB: bodyB)
  }
  /// Creates a distance joint between two points of bodies, or of a body and the world.
  public static func distance(
    bodyA: PhysicsBody, anchorA: Vector3 = .zero, bodyB: PhysicsBody? = nil,
    anchorB: Vector3 = .zero, length: Float? = nil
  ) -> PhysicsJoint {
    var kind = DistanceJoint()
    kind.length = length
    return PhysicsJoint(
      .distance(kind), bodyA: bodyA, anchorA: anchorA, bodyB: bodyB, anchorB: anchorB)
  }
  /// Creates a wheel: body B spins on an axle of a chassis, sprung along `up`.
  public static func wheel(
    bodyA: PhysicsBody, axisA: Vector3 = .unitX, up: Vector3 = .unitY, anchorA: Vector3,
    bodyB: PhysicsBody
  ) -> PhysicsJoint {
    let joint = PhysicsJoint(
      .wheel(), bodyA: bodyA, axisA: axisA, anchorA: anchorA, bodyB: bodyB)
    joint.upA = up
    return joint
  }
}

extension Transform {
  /// Creates a frame with X along `axis` and Y as close as possible to `up`; nil for an axis of
  /// length 0.
  fileprivate init?(position: Vector3, axis: Vector3, up: Vector3?) {
    guard let x = axis.normalized else { return nil }
    let side = up.map { x.cross($0) }?.normalized
    let z = side ?? (x == .unitX ? .unitZ : x.perpendicular)
    self.init(position: position, orientation: Quaternion(Matrix3(x, z.cross(x), z)))
  }
}

extension Node {
  /// Converts a point from the space of the node to that of its body.
  func bodyPoint(_ point: Vector3, _ scale: Vector3) -> Vector3 {
    (storage.pivot?.affineInverse?.apply(point: point) ?? point) * scale
  }

  /// Converts a direction of any length from the space of the node to that of its body.
  func bodyAxis(_ axis: Vector3, _ scale: Vector3) -> Vector3 {
    (storage.pivot?.affineInverse.map { $0.linear * axis } ?? axis) * scale
  }
}
