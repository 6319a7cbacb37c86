import CaromMaths
import CaromPhysics
import CaromProperties
import CaromSceneGraph

/// Random scenes that use most of the format.
struct RandomScenes {
  var random: RandomStream
  private var materials: [Material] = []
  private var geometries: [Geometry] = []

  init(seed: UInt64) {
    random = RandomStream(seed: seed)
  }

  /// A scene of up to `count` nodes whose shared objects are named.
  mutating func scene(count: Int = 30) -> Scene {
    let scene = Scene()
    scene.roleTypes = testRoles
    materials = (0..<3).map { i in material("m\(i)") }
    geometries = (0..<2).map { i in
      let g = Geometry(primitive(), name: "g\(i)")
      g.materials = pick(materials)
      return g
    }
    // Built outside of the scene first, so that identifiers are assigned in tree order.
    let top = Node()
    var nodes = [top]
    for i in 0..<(1 + random.int(below: count)) {
      let node = Node(name: coin(5) ? nil : "n\(i)")
      node.state = state(near: nodes)
      nodes[random.int(below: nodes.count)].addChildNode(node)
      nodes.append(node)
    }
    equip(nodes.dropFirst().map { $0 })
    for child in top.childNodes { scene.rootNode.addChildNode(child) }
    var whole = scene.state
    if coin(2) { whole.background = slot() }
    if coin(2) { whole.physics.gravity = vector(20) }
    if coin(3) {
      whole.overlay.labels = [Label("l\(random.int(below: 9))", text: "é \"\n", position: .zero)]
    }
    if coin(3) { whole.overlay.bars = [Bar()] }
    if coin(3) {
      var panel = Panel("p", position: Vector2(random.float(in: -9...9), 3), size: Vector2(9, 9))
      panel.borderWidth = 2
      whole.overlay.panels = [panel]
      whole.overlay.icons = [Icon("i", .star, position: .zero, count: Int32(random.int(below: 5)))]
      whole.overlay.margin = 12
    }
    if coin(2), let node = nodes.dropFirst().last { whole.pointOfView = NodeReference(node) }
    scene.state = whole
    return scene
  }

  /// Changes a scene randomly; with `moves`, nodes are also added and removed.
  mutating func change(_ scene: Scene, moves: Bool) {
    materials = []
    geometries = []
    var nodes: [Node] = []
    scene.rootNode.enumerateChildNodes { nodes.append($0) }
    for _ in 0..<(1 + random.int(below: 6)) {
      let node = nodes[random.int(below: nodes.count)]
      guard node.scene != nil else { continue }
      switch random.int(below: moves ? 12 : 9) {
      case 0: node.position = vector(9)
      case 1: node.eulerAngles = coin(3) ? .zero : vector(3)
      case 2: node.orientation = Quaternion(eulerAngles: vector(3))
      case 3: node.geometry?.materials.first?.diffuse = slot()
      case 4: node.geometry?.primitive = primitive()
      case 5: node.geometry = nodes[random.int(below: nodes.count)].geometry
      case 6: node.physicsBody = coin(2) ? nil : PhysicsBody(body())
      case 7: node.role = role(near: nodes)
      case 8:
        let references = node.state.constraints
        node.state = state(near: nodes)
        if coin(2) { node.constraints = references }
        if coin(2) { equip(nodes.filter { $0.scene != nil }) }
      case 9: if !isTarget(node, scene) { node.removeFromParentNode() }
      case 10: node.addChildNode(Node(name: "new\(random.int(below: 1 << 30))"))
      default: node.name = "re\(random.int(below: 1 << 30))"
      }
    }
    dropLooseJoints(scene)
  }

  /// Whether the node or a descendant is referenced, so that it must not be removed.
  private func isTarget(_ node: Node, _ scene: Scene) -> Bool {
    var found = false
    scene.rootNode.enumerateHierarchy { other in
      other.updateReferences { reference in
        if let target = reference.node(in: scene), node.isAncestorOrSelf(of: target) {
          found = true
        }
      }
    }
    if let view = scene.state.pointOfView.node(in: scene), node.isAncestorOrSelf(of: view) {
      found = true
    }
    return found
  }

  // MARK: Joints and fields

  /// Adds joints between bodies and force fields.
  mutating func equip(_ nodes: [Node]) {
    let bodies = nodes.filter { $0.physicsBody != nil }
    for node in bodies where coin(2) {
      let other = bodies[random.int(below: bodies.count)]
      var joint = JointState()
      joint.kind = jointKind()
      if other !== node { joint.bodyB = NodeReference(other) }
      joint.anchorA = vector(1)
      joint.axisA = vector(1) + .unitY * 2
      if coin(3) { joint.anchorB = vector(2) }
      if joint.kind.distance != nil, other === node { joint.anchorB = vector(2) }
      if coin(4) { joint.axisB = Vector3(1, 1, 1) }
      if coin(3) { joint.breakingForce = number(1, 1_000) }
      joint.isEnabled = !coin(5)
      joint.collidesConnected = coin(5)
      let types = [node, other].compactMap(\.physicsBody?.type)
      if types.contains(.dynamic) { node.joints.append(PhysicsJoint(joint)) }
    }
    for node in bodies where node.physicsBody?.type == .dynamic && coin(6) {
      var wheel = PhysicsVehicleWheel(node: nodes[random.int(below: nodes.count)])
      wheel.engineForce = number(-9, 9)
      wheel.suspensionRestLength = number(0, 1)
      if coin(2) { wheel.connectionPosition = vector(1) }
      if coin(2) { wheel.radius = 0.25 }
      let vehicle = PhysicsVehicle()
      vehicle.wheels = [wheel, wheel]
      node.vehicle = vehicle
    }
    for node in nodes where coin(12) {
      let character = PhysicsCharacter()
      character.walkingVelocity = vector(3)
      character.stepHeight = number(0, 0.5)
      node.character = character
    }
    for node in nodes where coin(9) {
      var field = PhysicsField(ForceFieldKind.allCases[random.int(below: 7)])
      field.strength = number(-3, 3)
      if coin(2) { field.halfExtent = Vector3(1, 2, number(1, 9)) }
      if coin(3) { field.falloffExponent = 2 }
      field.minimumDistance = 0.5
      field.usesEllipsoidalExtent = coin(2)
      field.scope = coin(4) ? .outsideExtent : .insideExtent
      if coin(3) { field.direction = vector(1) + .unitX * 2 }
      field.isExclusive = coin(6)
      node.physicsField = field
    }
  }

  private mutating func jointKind() -> JointKind {
    switch random.int(below: 8) {
    case 0: return .ballSocket()
    case 1:
      var kind = HingeJoint()
      if coin(2) { (kind.minimumAngularLimit, kind.maximumAngularLimit) = (-number(0, 3), 1) }
      if coin(2) { (kind.motorTargetAngularVelocity, kind.motorMaximumTorque) = (number(-3, 3), 9) }
      return .hinge(kind)
    case 2:
      var kind = SliderJoint()
      if coin(2) { kind.maximumLinearLimit = number(0, 3) }
      kind.springFrequency = coin(2) ? 2 : 0
      return .slider(kind)
    case 3:
      var kind = ConeTwistJoint()
      kind.maximumAngularLimit1 = number(0.1, 3)
      if coin(2) { kind.maximumTwistAngle = number(0, 3) }
      return .coneTwist(kind)
    case 4:
      var kind = FixedJoint()
      kind.angularFrequency = coin(2) ? 3 : 0
      return .fixed(kind)
    case 5:
      var kind = DistanceJoint()
      if coin(2) { kind.length = number(0.1, 5) }
      if coin(2) { kind.maximumLength = number(1, 5) }
      return .distance(kind)
    case 6:
      var kind = SixDegreesOfFreedomJoint()
      kind.linearX = JointLinearAxis(limits: -number(0, 1)...number(0, 1))
      kind.angularY = JointAngularAxis(spring: JointSpring(hertz: number(1, 5)), target: 0.5)
      if coin(2) { kind.angularZ.motion = .free }
      return .sixDegreesOfFreedom(kind)
    default:
      var kind = WheelJoint()
      kind.steeringAngle = number(-1, 1)
      return .wheel(kind)
    }
  }

  /// Removes joints that became invalid by other changes.
  private func dropLooseJoints(_ scene: Scene) {
    scene.rootNode.enumerateChildNodes { node in
      node.joints.removeAll { joint in
        guard let a = node.physicsBody else { return true }
        if joint.state.bodyB.isEmpty { return a.type != .dynamic }
        guard let b = joint.bodyB else { return true }
        return a === b || (a.type != .dynamic && b.type != .dynamic)
      }
    }
  }

  // MARK: Parts

  mutating func state(near nodes: [Node]) -> NodeState {
    var s = NodeState()
    if coin(2) { s.position = vector(10) }
    if coin(3) {
      s.eulerAngles = vector(4)
    } else if coin(3) {
      s.orientation = Quaternion(eulerAngles: vector(3))
    }
    if coin(4) { s.scale = vector(2) + Vector3(3, 3, 3) }
    if coin(9) { s.pivot = Matrix4(position: vector(1)) }
    if s.pivot != nil { s.boundingBox = ExplicitBounds(AABB(min: .zero, max: .one)) }
    s.isHidden = coin(6)
    s.isPaused = coin(9)
    if coin(5) { s.opacity = number(0, 1) }
    if coin(8) { s.renderingOrder = Int32(random.int(below: 9)) - 4 }
    s.castsShadow = !coin(5)
    if coin(6) { s.categoryBitMask = coin(2) ? .max : UInt32(random.int(below: 100)) }
    if coin(2) {
      if !geometries.isEmpty, coin(2) {
        s.geometry = geometries[random.int(below: geometries.count)]
      } else {
        let g = Geometry(primitive())
        if !materials.isEmpty { g.materials = pick(materials) }
        if coin(3) { g.materials.append(material("")) }
        s.geometry = g
      }
    }
    if coin(5) {
      var light = Light(LightType.allCases[random.int(below: LightType.allCases.count)])
      light.intensity = number(0, 2_000)
      light.spotOuterAngle = number(0, 3)
      light.color = color()
      s.light = light
    }
    if coin(6) { s.camera = Camera(fieldOfView: number(0.1, 3)) }
    if coin(3) { s.physicsBody = PhysicsBody(body()) }
    if coin(4), let role = role(near: nodes) { s.role = RoleValue(role) }
    if coin(4), let target = nodes.dropFirst().last {
      s.constraints = [
        .follow(target, offset: vector(2), rate: number(0, 5)),
        .lookAt(target, gimbalLock: coin(2)), .replicator(ReplicatorConstraint(position: target)),
      ].filter { _ in coin(2) }
      s.constraints += rarerConstraints(target)
    }
    if coin(5) {
      s.actions = [
        .forever(
          Forever(
            .sequence(
              ActionList([
                .moveBy(MoveBy(vector(3), duration: Double(number(0, 3)))),
                .wait(Wait(1, range: 0.5)),
              ])))), .fadeTo(FadeTo(0.5, duration: 1)),
      ]
    }
    return s
  }

  /// Constraints of the other types.
  private mutating func rarerConstraints(_ target: Node) -> [Constraint] {
    var list: [Constraint] = [
      .distance(target, minimum: number(0, 1), maximum: number(1, 3)),
      .acceleration(AccelerationConstraint()), .billboard(freeAxes: [.x, .y]),
      .slider(radius: number(0.1, 1), collidingWith: 3), .avoidOccluder(target),
      .transform("wobble", inWorldSpace: coin(2)),
      .inverseKinematics(chainRoot: target, target: vector(2)),
    ].filter { _ in coin(2) }
    for i in list.indices where coin(3) {
      list[i].influenceFactor = number(0, 1)
      list[i].isIncremental.toggle()
    }
    return list
  }

  mutating func role(near nodes: [Node]) -> (any Role)? {
    if coin(2) || nodes.count < 2 {
      var pearl = PearlRole()
      pearl.life = coin(3) ? 0.2 : number(0, 1)
      return pearl
    }
    var role = GuardRole()
    let post = nodes[1 + random.int(below: nodes.count - 1)]
    role.post = NodeReference(post)
    return post.parent == nil ? nil : role
  }

  mutating func body() -> BodyState {
    var b = BodyState()
    b.type = BodyKind.allCases[random.int(below: 3)]
    if coin(2) { b.mass = number(0.1, 9) }
    if coin(2) { b.shape = shape() }
    if coin(3) { b.friction = number(0, 2) }
    if coin(3) { b.velocity = vector(3) }
    if coin(4) { b.categoryBitMask = UInt32(random.int(below: 64)) }
    if coin(4) { b.contactTestBitMask = .max }
    if coin(5) { b.momentOfInertia = Vector3(1, 2, number(0.1, 3)) }
    b.isSensor = coin(6)
    return b
  }

  mutating func shape() -> PhysicsShape {
    switch random.int(below: 6) {
    case 0: .geometry(EmptyPayload())
    case 1: .box(Box(width: number(0.1, 2), height: 1, length: 2))
    case 2: .sphere(Sphere(radius: number(0.1, 2)))
    case 3: .capsule(Capsule(capRadius: 0.25, height: number(1, 2)))
    case 4: .boundingBox(EmptyPayload())
    default: .compound([PlacedShape(.sphere(Sphere(radius: 1)), position: vector(1))])
    }
  }

  mutating func primitive() -> Primitive {
    switch random.int(below: 7) {
    case 0: return .box(Box())
    case 1: return .box(Box(width: number(0, 3), height: 1, length: 2, chamferRadius: 0.1))
    case 2: return .sphere(Sphere(radius: number(0, 3)))
    case 3: return .cylinder(Cylinder(radius: 1, height: number(0, 3)))
    case 4: return .plane(Plane(width: number(0, 3), height: 1))
    case 5: return .capsule(Capsule(capRadius: 0.5, height: number(1, 3)))
    default:
      var mesh = CustomMesh()
      mesh.positions = [.zero, vector(1), vector(1)]
      mesh.elements = [GeometryElement(indices: [0, 1, 2])]
      return .mesh(mesh)
    }
  }

  mutating func material(_ name: String) -> Material {
    let m = Material()
    m.name = name
    m.diffuse = slot()
    if coin(3) { m.emission = slot() }
    m.lightingModel = LightingModel.allCases[random.int(below: 4)]
    if coin(2) { m.shininess = number(0, 100) }
    m.isDoubleSided = coin(3)
    return m
  }

  mutating func slot() -> MaterialProperty {
    var slot =
      coin(4) ? MaterialProperty(image: "p\(random.int(below: 3)).png") : .init(color: color())
    if coin(4) { slot.intensity = number(0, 2) }
    if coin(4) { slot.wrapS = .repeat }
    if coin(5) {
      slot.contentsTransform = TextureTransform(
        offset: Vector2(number(-1, 1), 0), rotation: number(0, 3), scale: Vector2(2, number(0, 9)))
    }
    return slot
  }

  private mutating func color() -> Color {
    coin(3) ? .white : Color(number(0, 1), number(0, 1), 0.25, alpha: coin(3) ? number(0, 1) : 1)
  }
  private mutating func coin(_ sides: Int) -> Bool { random.int(below: sides) == 0 }
  private mutating func number(_ low: Float, _ high: Float) -> Float {
    low + (high - low) * Float(random.int(below: 1 << 24)) / Float(1 << 24)
  }
  private mutating func vector(_ size: Float) -> Vector3 {
    Vector3(number(-size, size), coin(3) ? 0 : number(-size, size), number(-size, size))
  }
  private mutating func pick<T>(_ all: [T]) -> [T] { all.filter { _ in random.int(below: 3) == 0 } }
}
