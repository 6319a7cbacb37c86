import CaromDocuments
import CaromMaths
import CaromSceneGraph

/// What a glTF file holds, read and checked once; nodes are made of it for each use.
///
/// The lists of vertices are shared between all uses.
struct GLTFModel {
  let path: String
  let nodes: [GLTFNode]
  let roots: [Int]
  let meshes: [GLTFMesh]
  let materials: [Material]
  let cameras: [Camera]
  let lights: [Light]
  let skins: [GLTFSkin?]
  let animations: [GLTFAnimation]
  /// The body of each node that has one, and those on a child `trigger` of nodes.
  let bodies: [Int: BodyState]
  let triggers: [Int: BodyState]
  /// What ties bodies together.
  let joints: [GLTFJoint]
  /// Hashes of the pictures by what slots of materials call them.
  let images: [String: UInt64]

  /// Reads a file; nil if something was wrong, which the reader has noted.
  init?(_ reader: GLTFReader) {
    path = reader.path
    reader.checkHeader()
    guard reader.isGood else { return nil }
    let images = reader.readImages()
    let textures = reader.readTextures(images)
    materials = reader.readMaterials(textures)
    meshes = reader.readMeshes()
    cameras = reader.readCameras()
    lights = reader.readLights()
    nodes = reader.readNodes(meshes)
    roots = reader.roots()
    reader.checkRoots(roots, nodes)
    skins = reader.readSkins()
    guard reader.isGood else { return nil }
    reader.checkSkins(nodes, meshes, skins)
    animations = reader.readAnimations(nodes, meshes)
    guard reader.isGood else { return nil }
    // Only what came of it is kept, as it knows all the bytes of the file.
    let physics = GLTFBodies(reader, nodes, meshes)
    (bodies, triggers) = (physics.bodies, physics.triggers)
    joints = reader.isGood ? GLTFJoints(reader, nodes, bodies).joints : []
    self.images = Dictionary(images.map { ($0.name, $0.hash) }) { first, _ in first }
    guard reader.isGood else { return nil }
  }

  /// How many nodes a use has.
  var nodeCount: Int {
    var count = 0
    var left = roots
    while let i = left.popLast() {
      count += 1
      left += nodes[i].children
    }
    return count + triggers.count
  }
}

/// Makes the nodes of one use of a model, with materials and geometries of their own.
struct GLTFBuilder {
  let model: GLTFModel
  private var materials: [Material] = []
  private var geometries: [Int: Geometry] = [:]
  private lazy var standard = GLTFReader.standardMaterial
  private var made: [Int: Node] = [:]
  /// How often each mesh is shown.
  private var uses: [Int: Int] = [:]

  init(_ model: GLTFModel) {
    self.model = model
    materials = model.materials.map { material in
      let own = material.copy()
      own.name = material.name
      return own
    }
    for node in model.nodes { if let mesh = node.mesh { uses[mesh, default: 0] += 1 } }
  }

  /// A node that holds the outermost nodes of the file's scene.
  ///
  /// It also plays the file's animations. The first starts at once and goes on for ever; the others
  /// wait until code plays them, by their names.
  mutating func build() -> Node {
    let root = Node()
    for i in model.roots { root.addChildNode(node(i)) }
    for i in model.nodes.indices { if let node = made[i] { bend(node, model.nodes[i]) } }
    for joint in model.joints { tie(joint) }
    var state = root.state
    var twins: [String: Int] = [:]
    for animation in model.animations {
      // A number follows a name that an earlier one has.
      twins[animation.name, default: 0] += 1
      let number = twins[animation.name] ?? 1
      let key = number == 1 ? animation.name : "\(animation.name) \(number)"
      let channels = animation.channels.compactMap(channel)
      guard !channels.isEmpty else { continue }
      var made = Animation(channels)
      made.repeatsForever = true
      let isFirst = state.animations.isEmpty
      state.animations.append(AnimationEntry(made, key: key, isPaused: !isFirst))
    }
    root.state = state
    return root
  }

  /// A channel for the nodes of this use; nil where its node is in no scene.
  private func channel(_ source: GLTFChannel) -> AnimationChannel? {
    guard let node = made[source.node] else { return nil }
    var channel = AnimationChannel(
      source.keyPath, of: node, keyTimes: source.keyTimes, values: source.values,
      interpolation: source.interpolation)
    channel.inTangents = source.inTangents
    channel.outTangents = source.outTangents
    return channel
  }

  /// Ties two bodies of this use; a node that is in no scene holds nothing.
  private func tie(_ source: GLTFJoint) {
    guard let node = made[source.bodyA] else { return }
    var state = source.state
    if let other = source.bodyB {
      guard let held = made[other] else { return }
      state.bodyB = NodeReference(held)
    }
    node.joints.append(PhysicsJoint(state))
  }

  /// Gives a node its bones and morph targets.
  private func bend(_ node: Node, _ source: GLTFNode) {
    guard let number = source.mesh, node.geometry != nil else { return }
    let mesh = model.meshes[number]
    var state = node.state
    if !mesh.vertices.targets.isEmpty { state.morpher = mesh.morpher(source.weights) }
    if let skin = source.skin.flatMap({ model.skins[$0] }) {
      let bones = skin.joints.compactMap { made[$0] }
      // Bones outside of the scene that is shown cannot move anything.
      if bones.count == skin.joints.count {
        var skinner = Skinner(
          bones: bones, boneInverseBindTransforms: skin.inverseBinds,
          boneWeights: mesh.vertices.fullWeights,
          boneIndices: mesh.vertices.joints.map { Int32($0) })
        if let top = skin.skeleton.flatMap({ made[$0] }) { skinner.skeleton = NodeReference(top) }
        state.skinner = skinner
      }
    }
    node.state = state
  }

  private mutating func node(_ i: Int) -> Node {
    let source = model.nodes[i]
    var state = NodeState()
    state.position = source.position
    state.orientation = source.orientation
    state.scale = source.scale
    state.geometry = source.mesh.flatMap { geometry($0) }
    state.camera = source.camera.map { model.cameras[$0] }
    state.light = source.light.map { model.lights[$0] }
    state.physicsBody = model.bodies[i].map { PhysicsBody($0) }
    let node = Node(name: source.name, state: state)
    made[i] = node
    for child in source.children { node.addChildNode(self.node(child)) }
    if let trigger = model.triggers[i] {
      let holder = Node(name: GLTFNames.free("trigger", below: node))
      holder.physicsBody = PhysicsBody(trigger)
      node.addChildNode(holder)
    }
    return node
  }

  /// The surface of a mesh; nodes that show the same mesh share it.
  private mutating func geometry(_ i: Int) -> Geometry? {
    if let known = geometries[i] { return known }
    let mesh = model.meshes[i]
    guard !mesh.elements.isEmpty else { return nil }
    let geometry = Geometry(.mesh(mesh.surface))
    // One that is shared has a name, one that is not can be changed in part by overrides.
    if uses[i, default: 0] > 1 { geometry.name = mesh.name.isEmpty ? "mesh \(i)" : mesh.name }
    if mesh.materials.contains(where: { $0 != nil }) {
      geometry.materials = mesh.materials.map { $0.map { materials[$0] } ?? standard }
    } else {
      geometry.materials = [standard]
    }
    geometries[i] = geometry
    return geometry
  }
}

extension GLTFNames {
  /// A name that no child of a node has yet.
  static func free(_ wish: String, below node: Node) -> String {
    var name = wish
    var number = 2
    while node.childNodes.contains(where: { $0.name == name }) {
      name = "\(wish) \(number)"
      number += 1
    }
    return name
  }
}

extension GLTFMesh {
  /// What blends the mesh; weights of the node count before those of the mesh.
  func morpher(_ own: [Float]?) -> Morpher {
    let count = vertices.positions.count
    let shapes = vertices.targets.enumerated().map { i, target in
      MorphTarget(
        name: i < targetNames.count ? targetNames[i] : "",
        positions: target.positions.isEmpty
          ? Array(repeating: .zero, count: count) : target.positions,
        normals: target.normals)
    }
    let none = [Float](repeating: 0, count: vertices.targets.count)
    return Morpher(shapes, weights: own ?? (weights.isEmpty ? none : weights), mode: .additive)
  }

  /// The mesh as geometries have it; its colours become sRGB.
  var surface: CustomMesh {
    var surface = CustomMesh()
    surface.positions = vertices.positions
    surface.normals = vertices.normals
    surface.tangents = vertices.tangents
    surface.texcoords = vertices.texcoords
    surface.texcoords2 = vertices.texcoords2
    surface.colors = vertices.colors.map { Color(linear: $0.xyz, alpha: $0.w) }
    surface.elements = elements
    return surface
  }
}
