import CaromDocuments
import CaromMaths
import CaromSceneGraph

/// The bodies of a glTF file, by node.
///
/// - A node with `motion` becomes a dynamic or kinematic body. Its shape combines its own collider
///   and all colliders below it, down to the next nodes with `motion`.
/// - A collider outside of such a body becomes a static body.
/// - A trigger becomes a sensor body: on the node itself if it has no other body, otherwise on a
///   child named `trigger`. Inside of a moving body it is kinematic and follows that body.
///
/// - Source: Khronos, KHR_physics_rigid_bodies.
struct GLTFBodies {
  /// The body of each node that has one.
  private(set) var bodies: [Int: BodyState] = [:]
  /// The sensor bodies on a child named `trigger`, by node.
  private(set) var triggers: [Int: BodyState] = [:]

  private let reader: GLTFReader
  private let nodes: [GLTFNode]
  private let meshes: [GLTFMesh]
  private let shapes: [GLTFShape?]
  private let filters: GLTFFilters
  /// The `KHR_physics_rigid_bodies` object of each node.
  private var descriptions: [JSON?]
  /// The compound triggers that list a node as a part, by node.
  private var compoundTriggers: [Int: Set<Int>] = [:]

  init(_ reader: GLTFReader, _ nodes: [GLTFNode], _ meshes: [GLTFMesh]) {
    self.reader = reader
    self.nodes = nodes
    self.meshes = meshes
    shapes = reader.readShapes()
    filters = GLTFFilters(reader)
    descriptions = reader.table(.nodes).map {
      $0.isObject ? reader.extension(GLTFExtension.bodies.rawValue, of: $0) : nil
    }
    for json in descriptions {
      guard let json else { continue }
      for key in ["motion", "collider", "trigger", "joint"] {
        if let part = json[key], !part.isObject { reader.fail(part, wants: "an object") }
      }
    }
    guard reader.isGood else { return }
    for (i, json) in descriptions.enumerated() {
      for part in json?["trigger"]?["nodes"]?.elements.map(Array.init) ?? [] {
        if let part = part.integer(Int.self) { compoundTriggers[part, default: []].insert(i) }
      }
    }
    for i in nodes.indices { addBody(i) }
    for i in nodes.indices { addTrigger(i) }
  }

  /// The node with `motion` that a node belongs to: the node itself or its nearest such ancestor.
  private func movingNode(of node: Int) -> Int? {
    var at: Int? = node
    while let i = at {
      if descriptions[i]?["motion"] != nil { return i }
      at = nodes[i].parent
    }
    return nil
  }

  private mutating func addBody(_ i: Int) {
    guard let json = descriptions[i] else { return }
    if let motion = json["motion"] {
      var state = BodyState()
      var parts: [GLTFBodyPart] = []
      collect(i, .identity, reader.bool(motion, "isKinematic"), into: &parts)
      // The body has the surface of its first collider, the others what differs from it.
      if let first = parts.first { state.properties = first.surface }
      state.shape = Self.shape(parts.compactMap { $0.solid(unlike: state.properties) })
      read(motion, of: i, into: &state)
      // A moving node without colliders becomes a small sensor that collides with nothing.
      if state.shape == nil, json["trigger"] == nil {
        state.shape = .sphere(Sphere(radius: 0.01))
        state.isSensor = true
      }
      if state.shape != nil { bodies[i] = state }
    } else if let collider = json["collider"], movingNode(of: i) == nil {
      var state = BodyState()
      state.type = .static
      guard let solid = solid(collider, .identity, allowsMesh: true) else { return }
      state.shape = Self.shape([solid])
      readSurface(collider, into: &state)
      bodies[i] = state
    }
  }

  /// Collects a node's own collider and the colliders below that move with it.
  private func collect(
    _ i: Int, _ matrix: Matrix4, _ allowsMesh: Bool, into parts: inout [GLTFBodyPart]
  ) {
    if let collider = descriptions[i]?["collider"] {
      var own = BodyState()
      readSurface(collider, into: &own)
      parts.append(
        GLTFBodyPart(
          solid: solid(collider, matrix, allowsMesh: allowsMesh), surface: own.properties))
    }
    for child in nodes[i].children where descriptions[child]?["motion"] == nil {
      collect(child, matrix * nodes[child].transform, allowsMesh, into: &parts)
    }
  }

  private func solid(
    _ json: JSON, _ matrix: Matrix4, allowsMesh: Bool = false
  ) -> PlacedShape? {
    let shape = reader.shape(json, shapes)
    if case .surface(let node, _)? = shape, !hasMesh(node), let place = json["geometry"]?["node"] {
      reader.warn(
        place,
        "node \(node) has no mesh, and no node below it has one, so the geometry is empty; a node "
          + "with a mesh is accepted")
    }
    return shape?.placed(by: matrix, allowsMesh: allowsMesh, surface: surface)
  }

  /// Whether a node or one below it has a mesh.
  private func hasMesh(_ node: Int) -> Bool {
    var pending = [node]
    while let next = pending.popLast() {
      if nodes[next].mesh != nil { return true }
      // Several shapes can refer to one large subtree.
      guard reader.spend(16, for: reader.root) else { return true }
      pending += nodes[next].children
    }
    return false
  }

  /// The triangles of a mesh, or of a node's meshes and those below it, in the space of the node.
  private func surface(_ shape: GLTFShape) -> SurfaceTriangles {
    var surface = SurfaceTriangles()
    func add(_ mesh: GLTFMesh, _ matrix: Matrix4) {
      let start = Int32(surface.vertices.count)
      let positions = mesh.vertices.positions
      guard reader.spend(positions.count * 24, for: reader.root) else { return }
      surface.vertices += positions.map { matrix.apply(point: $0) }
      for element in mesh.elements where element.primitiveType == .triangles {
        surface.indices += element.indices.map { $0 + start }
      }
    }
    func add(_ i: Int, _ matrix: Matrix4) {
      // Several shapes can refer to one large subtree.
      guard reader.spend(64, for: reader.root) else { return }
      if let mesh = nodes[i].mesh { add(meshes[mesh], matrix) }
      for child in nodes[i].children { add(child, matrix * nodes[child].transform) }
    }
    switch shape {
    case .mesh(let mesh, _): add(meshes[mesh], .identity)
    case .surface(let node, _): add(node, .identity)
    case .sphere, .box, .cylinder, .capsule, .plane: break
    }
    return surface
  }

  private static func shape(_ solids: [PlacedShape]) -> PhysicsShape? {
    guard let first = solids.first else { return nil }
    if solids.count == 1, first == PlacedShape(first.shape, scale: first.scale) {
      return first.shape
    }
    return .compound(solids)
  }

  // MARK: Triggers

  private mutating func addTrigger(_ i: Int) {
    guard let trigger = descriptions[i]?["trigger"], !isPartOfCompound(i) else { return }
    var state = BodyState()
    readFilter(trigger, into: &state)
    var solids: [PlacedShape] = []
    if trigger["nodes"] != nil {
      for part in reader.indices(trigger, "nodes", of: .nodes) {
        guard let json = descriptions[part]?["trigger"], json["nodes"] == nil,
          let matrix = matrix(from: i, to: part)
        else {
          reader.fail(trigger, "node \(part) is not a descendant with a trigger")
          continue
        }
        var own = state
        readFilter(json, into: &own)
        let found = GLTFBodyPart(solid: solid(json, matrix), surface: own.properties)
        if let solid = found.solid(unlike: state.properties) { solids.append(solid) }
      }
    } else if let solid = solid(trigger, .identity) {
      solids.append(solid)
    }
    guard let shape = Self.shape(solids) else { return }
    state.type = movingNode(of: i) == nil ? .static : .kinematic
    state.shape = shape
    state.isSensor = true
    state.contactTestBitMask = .max
    if bodies[i] != nil {
      triggers[i] = state
    } else if let motion = descriptions[i]?["motion"] {
      // A moving trigger without a collider is one body.
      state.type = .dynamic
      read(motion, of: i, into: &state)
      bodies[i] = state
    } else {
      bodies[i] = state
    }
  }

  /// Whether an ancestor's trigger lists this node as a part.
  private func isPartOfCompound(_ i: Int) -> Bool {
    guard let compoundTriggers = compoundTriggers[i] else { return false }
    var at = nodes[i].parent
    while let above = at {
      if compoundTriggers.contains(above) { return true }
      at = nodes[above].parent
    }
    return false
  }

  /// The transform from the space of a descendant to that of an ancestor; nil if it is not one.
  private func matrix(from above: Int, to below: Int) -> Matrix4? {
    var matrix = Matrix4.identity
    var at = below
    while at != above {
      matrix = nodes[at].transform * matrix
      guard let parent = nodes[at].parent else { return nil }
      at = parent
    }
    return matrix
  }

  // MARK: Values

  private func read(_ json: JSON, of i: Int, into state: inout BodyState) {
    state.type = reader.bool(json, "isKinematic") ? .kinematic : .dynamic
    // A mass of zero means infinite mass: forces and gravity have no effect.
    if json["mass"] != nil {
      let mass = reader.number(json, "mass", 1, in: 0...1e9)
      if mass < 1e-6 { state.velocityFactor = .zero } else { state.mass = mass }
    }
    if let orientation = json["inertiaOrientation"], json["inertiaDiagonal"] == nil {
      reader.warn(
        orientation,
        "the orientation of the inertia has no effect without \"inertiaDiagonal\"; both are accepted"
      )
    }
    if json["inertiaDiagonal"] != nil {
      let inertia = reader.vector3(json, "inertiaDiagonal", .one, in: 0...1e12)
      let turn = Matrix3(reader.quaternion(json, "inertiaOrientation"))
      // The tensor is rotated to the axes of the node; off-diagonal terms are dropped, as bodies
      // store the diagonal only.
      let tensor = turn * Matrix3(diagonal: inertia) * turn.transpose
      state.momentOfInertia = Vector3(tensor.x.x, tensor.y.y, tensor.z.z)
        .maximum(Vector3(repeating: 1e-9))
      for axis in 0..<3 where inertia[axis] == 0 {
        let own = turn * [Vector3.unitX, .unitY, .unitZ][axis]
        state.angularVelocityFactor =
          state.angularVelocityFactor * (Vector3.one - own * own).maximum(.zero)
      }
    }
    let turn = orientation(of: i)
    let speeds: ClosedRange<Float> = -1e4...1e4
    state.velocity = turn.rotate(reader.vector3(json, "linearVelocity", .zero, in: speeds))
    state.angularVelocity = turn.rotate(reader.vector3(json, "angularVelocity", .zero, in: speeds))
    let gravity = reader.number(json, "gravityFactor", 1, in: -1e3...1e3)
    if gravity == 0 { state.isAffectedByGravity = false } else { state.gravityFactor = gravity }
    // glTF defines no damping, so the default damping is disabled.
    state.damping = 0
    state.angularDamping = 0
    if json["centerOfMass"] != nil {
      // `centerOfMassOffset` is relative to the center of the shape, in meters of world space.
      let scale = placement(of: i).decomposed?.scale ?? .one
      let center = reader.vector3(json, "centerOfMass", .zero, in: -1e4...1e4) * scale
      let own = state.shape?.centerOfMass(scale: scale) ?? .zero
      state.centerOfMassOffset = center - own
    }
  }

  /// The orientation of a node in the space of the file.
  private func orientation(of node: Int) -> Quaternion {
    var turn = Quaternion.identity
    var at: Int? = node
    while let i = at {
      turn = nodes[i].orientation * turn
      at = nodes[i].parent
    }
    return turn.normalized
  }

  /// The transform of a node in the space of the file.
  private func placement(of node: Int) -> Matrix4 {
    var matrix = Matrix4.identity
    var at: Int? = node
    while let i = at {
      matrix = nodes[i].transform * matrix
      at = nodes[i].parent
    }
    return matrix
  }

  /// Reads friction, restitution and filter of a collider.
  private func readSurface(_ json: JSON, into state: inout BodyState) {
    readFilter(json, into: &state)
    guard let number = reader.index(json, "physicsMaterial", of: .physicsMaterials) else { return }
    let material = reader.table(.physicsMaterials)[number]
    guard material.isObject else { return }
    // The extension recommends dynamic friction for engines with a single coefficient.
    state.friction = reader.number(material, "dynamicFriction", 0.6, in: 0...100)
    state.restitution = reader.number(material, "restitution", 0, in: 0...1)
    state.frictionCombine = combine(material, "frictionCombine")
    state.restitutionCombine = combine(material, "restitutionCombine")
  }

  private func combine(_ json: JSON, _ key: String) -> CombineMode {
    let rules = ["average", "minimum", "maximum", "multiply"]
    return reader.keyword(json, key, of: rules).flatMap(CombineMode.init(rawValue:)) ?? .average
  }

  private func readFilter(_ json: JSON, into state: inout BodyState) {
    guard let number = reader.index(json, "collisionFilter", of: .collisionFilters),
      number < filters.masks.count
    else { return }
    state.categoryBitMask = filters.masks[number].category
    state.collisionBitMask = filters.masks[number].collision
  }
}
