import CaromDocuments
import CaromMaths
import CaromSceneGraph

/// The bodies of a file: for each node what it becomes in the simulation.
///
/// - A node with `motion` is a dynamic body, or a kinematic one. Its solid is that of its own collider
///   and of all colliders below it, up to the next node with `motion`.
/// - A collider in no such body is a static body of its own.
/// - A trigger is a body that only reports: the node's own where it has no other, or else on a child
///   named `trigger`. Inside of a moving body it is kinematic, and so moves along.
///
/// - Source: Khronos, KHR_physics_rigid_bodies.
struct GLTFBodies {
  /// The body of each node that has one.
  private(set) var bodies: [Int: BodyState] = [:]
  /// The bodies on a child `trigger` of nodes.
  private(set) var triggers: [Int: BodyState] = [:]

  private let reader: GLTFReader
  private let nodes: [GLTFNode]
  private let meshes: [GLTFMesh]
  private let shapes: [GLTFShape?]
  private let filters: GLTFFilters
  /// What each node says.
  private var said: [JSON?]
  /// The triggers that name a node as their part.
  private var wholes: [Int: Set<Int>] = [:]

  init(_ reader: GLTFReader, _ nodes: [GLTFNode], _ meshes: [GLTFMesh]) {
    self.reader = reader
    self.nodes = nodes
    self.meshes = meshes
    shapes = reader.readShapes()
    filters = GLTFFilters(reader)
    said = reader.table(.nodes).map {
      $0.isObject ? reader.extension(GLTFExtension.bodies.rawValue, of: $0) : nil
    }
    for json in said {
      guard let json else { continue }
      for key in ["motion", "collider", "trigger", "joint"] {
        if let part = json[key], !part.isObject { reader.fail(part, wants: "an object") }
      }
    }
    guard reader.isGood else { return }
    for (i, json) in said.enumerated() {
      for part in json?["trigger"]?["nodes"]?.elements.map(Array.init) ?? [] {
        if let part = part.integer(Int.self) { wholes[part, default: []].insert(i) }
      }
    }
    for i in nodes.indices { addBody(i) }
    for i in nodes.indices { addTrigger(i) }
  }

  /// The node with `motion` that a node belongs to: itself or the next above.
  private func mover(of node: Int) -> Int? {
    var at: Int? = node
    while let i = at {
      if said[i]?["motion"] != nil { return i }
      at = nodes[i].parent
    }
    return nil
  }

  private mutating func addBody(_ i: Int) {
    guard let json = said[i] else { return }
    if let motion = json["motion"] {
      var state = BodyState()
      var solids: [PlacedShape] = []
      var first: JSON?
      collect(i, .identity, reader.bool(motion, "isKinematic"), into: &solids, &first)
      state.shape = Self.shape(solids)
      read(motion, of: i, into: &state)
      if let first { readSurface(first, into: &state) }
      // A moving node without any collider is in no one's way: it only reports.
      if state.shape == nil, json["trigger"] == nil {
        state.shape = .sphere(Sphere(radius: 0.01))
        state.isSensor = true
      }
      if state.shape != nil { bodies[i] = state }
    } else if let collider = json["collider"], mover(of: i) == nil {
      var state = BodyState()
      state.type = .static
      guard let solid = solid(collider, .identity, mayBeHollow: true) else { return }
      state.shape = Self.shape([solid])
      readSurface(collider, into: &state)
      bodies[i] = state
    }
  }

  /// The solids of a node's own collider and of those below that move with it.
  private func collect(
    _ i: Int, _ matrix: Matrix4, _ mayBeHollow: Bool, into solids: inout [PlacedShape],
    _ first: inout JSON?
  ) {
    if let collider = said[i]?["collider"] {
      if let solid = solid(collider, matrix, mayBeHollow: mayBeHollow) { solids.append(solid) }
      first = first ?? collider
    }
    for child in nodes[i].children where said[child]?["motion"] == nil {
      collect(child, matrix * nodes[child].transform, mayBeHollow, into: &solids, &first)
    }
  }

  private func solid(
    _ json: JSON, _ matrix: Matrix4, mayBeHollow: Bool = false
  ) -> PlacedShape? {
    reader.shape(json, shapes)?.placed(by: matrix, mayBeHollow: mayBeHollow, surface: surface)
  }

  /// The triangles of a mesh, or of a node's meshes and those below it in the node's space.
  private func surface(_ shape: GLTFShape) -> SurfaceTriangles {
    var surface = SurfaceTriangles()
    func add(_ mesh: GLTFMesh, _ matrix: Matrix4) {
      let start = Int32(surface.vertices.count)
      let place = mesh.vertices.positions
      guard reader.spend(place.count * 24, for: reader.root) else { return }
      surface.vertices += place.map { matrix.apply(point: $0) }
      for element in mesh.elements where element.primitiveType == .triangles {
        surface.indices += element.indices.map { $0 + start }
      }
    }
    func add(_ i: Int, _ matrix: Matrix4) {
      // Many solids may be of one large tree of nodes.
      guard reader.spend(64, for: reader.root) else { return }
      if let mesh = nodes[i].mesh { add(meshes[mesh], matrix) }
      for child in nodes[i].children { add(child, matrix * nodes[child].transform) }
    }
    switch shape {
    case .mesh(let mesh, _): add(meshes[mesh], .identity)
    case .surface(let node, _): add(node, .identity)
    default: break
    }
    return surface
  }

  private static func shape(_ solids: [PlacedShape]) -> PhysicsShape? {
    guard let first = solids.first else { return nil }
    if solids.count == 1, first.position == .zero, first.orientation == .identity {
      return first.shape
    }
    return .compound(solids)
  }

  // MARK: Triggers

  private mutating func addTrigger(_ i: Int) {
    guard let trigger = said[i]?["trigger"], !isPartOfCompound(i) else { return }
    var solids: [PlacedShape] = []
    if trigger["nodes"] != nil {
      for part in reader.indices(trigger, "nodes", of: .nodes) {
        guard let json = said[part]?["trigger"], json["nodes"] == nil,
          let matrix = matrix(from: i, to: part)
        else {
          reader.fail(trigger, "node \(part) is no node below with a trigger of its own")
          continue
        }
        if let solid = solid(json, matrix) { solids.append(solid) }
      }
    } else if let solid = solid(trigger, .identity) {
      solids.append(solid)
    }
    guard let shape = Self.shape(solids) else { return }
    var state = BodyState()
    state.type = mover(of: i) == nil ? .static : .kinematic
    state.shape = shape
    state.isSensor = true
    state.contactTestBitMask = .max
    readFilter(trigger, into: &state)
    if bodies[i] != nil {
      triggers[i] = state
    } else if let motion = said[i]?["motion"] {
      // A moving trigger without collider is one body.
      state.type = .dynamic
      read(motion, of: i, into: &state)
      bodies[i] = state
    } else {
      bodies[i] = state
    }
  }

  /// Whether a trigger above names this one as its part.
  private func isPartOfCompound(_ i: Int) -> Bool {
    guard let wholes = wholes[i] else { return false }
    var at = nodes[i].parent
    while let above = at {
      if wholes.contains(above) { return true }
      at = nodes[above].parent
    }
    return false
  }

  /// From the space of a node below to that of one above; nil if it is not below.
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
    // Zero stands for a mass without end: nothing pushes it, gravity included.
    if json["mass"] != nil {
      let mass = reader.number(json, "mass", 1, in: 0...1e9)
      if mass < 1e-6 { state.velocityFactor = .zero } else { state.mass = mass }
    }
    if json["inertiaDiagonal"] != nil {
      let inertia = reader.vector3(json, "inertiaDiagonal", .one, in: 0...1e12)
      let turn = Matrix3(reader.quaternion(json, "inertiaOrientation"))
      // Seen from the node's axes; what ties these together is left out, as ours has none.
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
    state.isAffectedByGravity = reader.number(json, "gravityFactor", 1, in: -1e3...1e3) != 0
    // The rest of a damped world is ours; glTF knows no damping.
    state.damping = 0
    state.angularDamping = 0
    if json["centerOfMass"] != nil {
      // Ours counts from the centre of the solid, in metres of the world.
      let scale = placement(of: i).decomposed?.scale ?? .one
      let center = reader.vector3(json, "centerOfMass", .zero, in: -1e4...1e4) * scale
      let own = state.shape?.centerOfMass(scale: scale) ?? .zero
      state.centerOfMassOffset = center - own
    }
  }

  /// How a node is turned in the file.
  private func orientation(of node: Int) -> Quaternion {
    var turn = Quaternion.identity
    var at: Int? = node
    while let i = at {
      turn = nodes[i].orientation * turn
      at = nodes[i].parent
    }
    return turn.normalized
  }

  /// Where a node is in the file.
  private func placement(of node: Int) -> Matrix4 {
    var matrix = Matrix4.identity
    var at: Int? = node
    while let i = at {
      matrix = nodes[i].transform * matrix
      at = nodes[i].parent
    }
    return matrix
  }

  /// Friction, bounce and filter of a collider; a body of several has those of the first.
  private func readSurface(_ json: JSON, into state: inout BodyState) {
    readFilter(json, into: &state)
    guard let number = reader.index(json, "physicsMaterial", of: .physicsMaterials) else { return }
    let material = reader.table(.physicsMaterials)[number]
    guard material.isObject else { return }
    // Who has one friction for rest and motion takes that of motion, says the extension.
    state.friction = reader.number(material, "dynamicFriction", 0.6, in: 0...100)
    state.restitution = reader.number(material, "restitution", 0, in: 0...1)
    state.frictionCombine = combine(material, "frictionCombine")
    state.restitutionCombine = combine(material, "restitutionCombine")
  }

  private func combine(_ json: JSON, _ key: String) -> CombineMode {
    let rules = ["average", "minimum", "maximum", "multiply"]
    return reader.word(json, key, of: rules).flatMap(CombineMode.init(rawValue:)) ?? .average
  }

  private func readFilter(_ json: JSON, into state: inout BodyState) {
    guard let number = reader.index(json, "collisionFilter", of: .collisionFilters),
      number < filters.masks.count
    else { return }
    state.categoryBitMask = filters.masks[number].category
    state.collisionBitMask = filters.masks[number].collision
  }
}
