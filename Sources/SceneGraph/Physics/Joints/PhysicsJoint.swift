public import CaromMaths
public import CaromPhysics
public import CaromProperties

/// Ties the body of its node to the body of another one or to the world.
///
///     let hinge = PhysicsJoint.hinge(
///       bodyA: door.physicsBody!, axisA: .unitY, anchorA: Vector3(-0.5, 0, 0), bodyB: frame.physicsBody)
///     hinge.hinge?.maximumAngularLimit = 1.5
///     scene.physicsWorld.addBehavior(hinge)
///
/// A description until both bodies are in a scene, then live: each property of ``JointState`` can be
/// read and set through it, and counts from the next step on.
///
/// - While a node of it is hidden, the joint lets go; when both are back it holds, and pulls them
///   together.
/// - It leaves the scene with the node it sits on. While the other node is gone it waits for that.
/// - A clone of its node has a joint of its own, to the clone of the other node if that was cloned as
///   well, or else to the same one.
/// - A joint that broke lets go for good, until ``JointState/isBroken`` is set to false again.
/// - Restoring a snapshot fills the joints of a node in their order: look up again by
///   ``Node/joints`` which is which.
@dynamicMemberLookup
public final class PhysicsJoint: PhysicsBehavior, DescribedPart {
  private var described = JointState()
  /// Its name in the simulation, while it has one.
  public internal(set) var handle: JointHandle?
  /// Where it is on B, as it was found when the joint was made, in B's body or the world.
  var frameB: Transform?
  /// How long it was when it was made, in metres.
  private var length: Float = 0
  /// The scales of the bodies that the frames count with.
  private var scaleA = Vector3.one
  private(set) var scaleB = Vector3.one

  /// Makes a ball and socket at the origin of the node it is given to.
  public override init() { super.init() }

  /// Makes a joint of a description, for a node's ``Node/joints``.
  public init(_ state: JointState) {
    described = state
    super.init()
  }

  /// Makes a joint from the body that it sits on to another one, or to the world.
  ///
  /// Anchors and axes are in the space of the bodies' nodes; nil for B takes where A has them when
  /// the joint is made.
  ///
  /// - Precondition: the bodies belong to nodes.
  public init(
    _ kind: PhysicsJointKind, bodyA: PhysicsBody, axisA: Vector3 = .unitX, anchorA: Vector3 = .zero,
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

  /// Everything it is, at once; setting it has every effect that setting each part has.
  public var state: JointState {
    get { described }
    set {
      if !newValue.hasSamePlace(as: described) { forgetPlace() }
      described = newValue
      isDirty = true
    }
  }

  /// A property of the description, live.
  public subscript<Value>(dynamicMember path: WritableKeyPath<JointState, Value>) -> Value {
    get { described[keyPath: path] }
    set {
      var new = described
      new[keyPath: path] = newValue
      state = new
    }
  }

  /// The body of the node it sits on.
  public var bodyA: PhysicsBody? { node?.physicsBody ?? firstBody }

  /// The other body; nil for the world, and while it is not there.
  public var bodyB: PhysicsBody? {
    guard !described.bodyB.isEmpty, let node else { return described.bodyB.pending?.physicsBody }
    return described.bodyB.node(near: node)?.physicsBody
  }

  /// A joint with the same description for another node; a broken one is broken.
  public func copy() -> PhysicsJoint { PhysicsJoint(described) }

  // MARK: References and places

  /// Visits the node it names.
  func updateReferences(_ body: (inout NodeReference) -> Void) {
    guard !described.bodyB.isEmpty else { return }
    body(&described.bodyB)
    isDirty = true
  }

  /// Names a node by its identity as soon as it has one.
  func resolve(in scene: Scene) { described.bodyB.resolve(in: scene) }

  /// Takes over where another joint found its bodies.
  func takePlace(of other: PhysicsJoint) {
    (frameB, length, scaleB) = (other.frameB, other.length, other.scaleB)
  }

  /// Finds anew where it is on B when it is made the next time.
  private func forgetPlace() { frameB = nil }

  override func leaveScene(_ scene: Scene) {
    let simulation = scene.physicsWorld.simulation
    if let handle, simulation.contains(handle) { simulation.destroyJoint(handle) }
    handle = nil
  }

  // MARK: State

  /// Appends the description, its name in the simulation and where it was made.
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

  /// Reads the description back, and which joint of the simulation it is.
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
  /// The joint in the simulation, while it holds two bodies.
  var live: Joint? {
    guard let handle else { return nil }
    return node?.scene?.physicsWorld.simulation.joint(handle)
  }

  /// Makes the simulation have what is described, as far as the bodies are there.
  func keepUp(_ node: Node, _ scene: Scene) {
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
      if let definition = definition(node, a, other, b), definition.kind.isKind(of: live.kind) {
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

  /// Notes that it broke: the simulation has it no more.
  func didBreak() {
    handle = nil
    described.isBroken = true
  }

  private func push(_ definition: JointDefinition, to live: Joint) {
    isDirty = false
    if definition.error != nil {
      let problem = "a joint keeps its settings: its new ones are refused"
      node?.scene?.reportProblem(problem, on: node, "joints")
      return
    }
    if live.kind != definition.kind { live.kind = definition.kind }
    if live.frameA != definition.frameA { live.frameA = definition.frameA }
    if live.frameB != definition.frameB { live.frameB = definition.frameB }
    live.breakingForce = definition.breakingForce
    live.breakingTorque = definition.breakingTorque
    live.collideConnected = definition.collideConnected
    live.isEnabled = definition.isEnabled
  }

  /// Everything the simulation has to know; finds where the joint is on B if that is not known.
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
      // Where it was found stays the same part of a body that grew.
      if newScaleB != scaleB { known.position = known.position * newScaleB / scaleB }
      frameB = known
    } else {
      let place = a.transform * frameA
      var found = b?.transform.relative(place) ?? place
      if let anchor = d.anchorB {
        found.position = other?.bodyPoint(anchor, newScaleB) ?? anchor
      } else if case .distance = d.kind {
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
      length = (end.position - place.position).length
    }
    scaleB = newScaleB
    var definition = JointDefinition(
      d.kind.joint(length: length), bodyA: a.handle, bodyB: b?.handle, frameA: frameA,
      frameB: frameB ?? .identity)
    definition.collideConnected = d.collidesConnected
    definition.breakingForce = d.breakingForce ?? .infinity
    definition.breakingTorque = d.breakingTorque ?? .infinity
    definition.isEnabled = d.isEnabled
    definition.userTag = UInt64(node.id)
    return definition
  }
}

// MARK: What it measures

extension PhysicsJoint {
  /// True while it is at work between bodies of a scene; false also while one of them is hidden.
  public var isHolding: Bool {
    guard let live, live.isEnabled, let a = bodyA?.live else { return false }
    return a.isEnabled && (bodyB?.live?.isEnabled ?? true)
  }
  /// Its force on B in newtons along the axes of the world: the mean of the last step.
  public var force: Vector3 { live?.force ?? .zero }
  /// Its torque on B in newton-metres along the axes of the world: the mean of the last step.
  public var torque: Vector3 { live?.torque ?? .zero }
  /// How far the anchors are apart, in metres.
  public var gap: Float { live?.gap ?? 0 }
  /// How far a hinge, a wheel or a twist is turned, in radians in ±π; 0 for other kinds.
  public var angle: Float { live?.angle ?? 0 }
  /// How far a slider is out or a wheel sprung, or how long a distance is, in metres; else 0.
  public var position: Float { live?.position ?? 0 }
  /// The rate at which ``angle`` or ``position`` changes; 0 for other kinds.
  public var speed: Float { live?.speed ?? 0 }
}

// MARK: Short ways to make one

extension PhysicsJoint {
  /// Holds a point of a body on a point of another one, or of the world.
  public static func ballSocket(
    bodyA: PhysicsBody, anchorA: Vector3, bodyB: PhysicsBody? = nil, anchorB: Vector3? = nil
  ) -> PhysicsJoint {
    PhysicsJoint(
      .ballSocket(PhysicsBallSocketJoint()), bodyA: bodyA, anchorA: anchorA, bodyB: bodyB,
      anchorB: anchorB)
  }
  /// Lets a body turn about an axis of another one, or of the world.
  public static func hinge(
    bodyA: PhysicsBody, axisA: Vector3, anchorA: Vector3, bodyB: PhysicsBody? = nil,
    axisB: Vector3? = nil, anchorB: Vector3? = nil
  ) -> PhysicsJoint {
    PhysicsJoint(
      .hinge(PhysicsHingeJoint()), bodyA: bodyA, axisA: axisA, anchorA: anchorA, bodyB: bodyB,
      axisB: axisB, anchorB: anchorB)
  }
  /// Lets a body move along an axis of another one, or of the world.
  public static func slider(
    bodyA: PhysicsBody, axisA: Vector3, anchorA: Vector3, bodyB: PhysicsBody? = nil,
    axisB: Vector3? = nil, anchorB: Vector3? = nil
  ) -> PhysicsJoint {
    PhysicsJoint(
      .slider(PhysicsSliderJoint()), bodyA: bodyA, axisA: axisA, anchorA: anchorA, bodyB: bodyB,
      axisB: axisB, anchorB: anchorB)
  }
  /// Lets a body lean and twist about the X axis of a frame, a matrix in its node's space.
  ///
  /// - Precondition: the matrices have no skew and no flat direction.
  public static func coneTwist(
    bodyA: PhysicsBody, frameA: Matrix4, bodyB: PhysicsBody? = nil, frameB: Matrix4? = nil
  ) -> PhysicsJoint {
    let joint = PhysicsJoint(.coneTwist(PhysicsConeTwistJoint()), bodyA: bodyA, bodyB: bodyB)
    joint.anchorA = frameA.translation
    (joint.axisA, joint.upA) = (frameA.linear.x, frameA.linear.y)
    if let frameB {
      joint.anchorB = frameB.translation
      (joint.axisB, joint.upB) = (frameB.linear.x, frameB.linear.y)
    }
    return joint
  }
  /// Holds a body to another one, or to the world, as they stand when the joint is made.
  public static func fixed(bodyA: PhysicsBody, bodyB: PhysicsBody? = nil) -> PhysicsJoint {
    PhysicsJoint(.fixed(PhysicsFixedJoint()), bodyA: bodyA, bodyB: bodyB)
  }
  /// Keeps the distance between two points of bodies, or of a body and the world.
  public static func distance(
    bodyA: PhysicsBody, anchorA: Vector3 = .zero, bodyB: PhysicsBody? = nil,
    anchorB: Vector3 = .zero, length: Float? = nil
  ) -> PhysicsJoint {
    var kind = PhysicsDistanceJoint()
    kind.length = length
    return PhysicsJoint(
      .distance(kind), bodyA: bodyA, anchorA: anchorA, bodyB: bodyB, anchorB: anchorB)
  }
  /// Puts a wheel, body B, on an axle of a chassis that rides along `up`.
  public static func wheel(
    bodyA: PhysicsBody, axisA: Vector3 = .unitX, up: Vector3 = .unitY, anchorA: Vector3,
    bodyB: PhysicsBody
  ) -> PhysicsJoint {
    let joint = PhysicsJoint(
      .wheel(PhysicsWheelJoint()), bodyA: bodyA, axisA: axisA, anchorA: anchorA, bodyB: bodyB)
    joint.upA = up
    return joint
  }
}

extension Transform {
  /// A frame whose X axis is `axis` and whose Y axis comes near to `up`; nil without a direction.
  fileprivate init?(position: Vector3, axis: Vector3, up: Vector3?) {
    guard let x = axis.normalized else { return nil }
    let side = up.map { x.cross($0) }?.normalized
    let z = side ?? (x == .unitX ? .unitZ : x.perpendicular)
    self.init(position: position, orientation: Quaternion(Matrix3(x, z.cross(x), z)))
  }
}

extension JointKind {
  /// True when both are of one kind, whatever their parameters.
  fileprivate func isKind(of other: JointKind) -> Bool {
    switch (self, other) {
    case (.ballSocket, .ballSocket), (.hinge, .hinge), (.slider, .slider), (.fixed, .fixed),
      (.distance, .distance), (.coneTwist, .coneTwist), (.wheel, .wheel):
      true
    default: false
    }
  }
}

extension Node {
  /// A point of its own space as its body has it.
  func bodyPoint(_ point: Vector3, _ scale: Vector3) -> Vector3 {
    (storage.pivot?.affineInverse?.apply(point: point) ?? point) * scale
  }

  /// A direction of its own space as its body has it; of any length.
  func bodyAxis(_ axis: Vector3, _ scale: Vector3) -> Vector3 {
    (storage.pivot?.affineInverse.map { $0.linear * axis } ?? axis) * scale
  }
}
