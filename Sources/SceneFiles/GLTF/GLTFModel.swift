import CaromDocuments
import CaromMaths
import CaromSceneGraph

/// The content of a glTF file, read and validated once; nodes are created from it for each use.
///
/// Vertex data is shared between all uses.
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
  /// The animations that play by default.
  let playback: GLTFPlayback
  /// The body of each node, and the sensor bodies on a child named `trigger`.
  let bodies: [Int: BodyState]
  let triggers: [Int: BodyState]
  /// The joints between bodies.
  let joints: [GLTFJoint]
  /// The hashes of the images, by the names that material properties use.
  let images: [String: UInt64]

  /// Reads a file; nil if the reader reported problems.
  init?(_ reader: GLTFReader) {
    path = reader.path
    reader.checkHeader()
    reader.checkExtensions()
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
    skins = reader.readSkins(nodes)
    guard reader.isGood else { return nil }
    reader.checkSkins(nodes, meshes, skins)
    reader.checkJoints(nodes, skins, roots: roots)
    animations = reader.readAnimations(nodes, meshes)
    playback = GLTFPlayback(reader, animations, skins)
    guard reader.isGood else { return nil }
    // Only the results are stored, because the reader retains all bytes of the file.
    let physics = GLTFBodies(reader, nodes, meshes)
    guard reader.isGood else { return nil }
    let connections = GLTFJoints(reader, nodes, physics.bodies)
    bodies = physics.bodies.merging(connections.anchors) { body, _ in body }
    triggers = physics.triggers
    joints = connections.joints
    reader.checkUnused()
    self.images = Dictionary(images.map { ($0.name, $0.hash) }) { first, _ in first }
    guard reader.isGood else { return nil }
  }

  /// The number of nodes that one use creates.
  var nodeCount: Int {
    var count = 0
    var pending = roots
    while let i = pending.popLast() {
      count += 1
      pending += nodes[i].children
    }
    return count + triggers.count
  }
}

/// Builds the nodes for one use of a model, with their own materials and geometries.
struct GLTFBuilder {
  let model: GLTFModel
  let options: ImportOptions
  private var materials: [Material] = []
  private var geometries: [Int: Geometry] = [:]
  private lazy var standard = GLTFReader.defaultMaterial
  /// The nodes that were built, by their index in the file.
  private(set) var nodes: [Int: Node] = [:]
  /// The number of nodes that use each mesh.
  private var uses: [Int: Int] = [:]

  init(_ model: GLTFModel, _ options: ImportOptions) {
    (self.model, self.options) = (model, options)
    materials = model.materials.map { material in
      let own = material.copy()
      own.name = material.name
      return own
    }
    for node in model.nodes { if let mesh = node.mesh { uses[mesh, default: 0] += 1 } }
  }

  /// A node that contains the top-level nodes of the file's scene.
  ///
  /// The node also holds the file's animations, which repeat forever. Those that the options do not
  /// start are paused until code plays them by name.
  mutating func build() -> Node {
    let root = Node()
    for i in model.roots { root.addChildNode(node(i)) }
    for i in model.nodes.indices { if let node = nodes[i] { addDeformers(node, model.nodes[i]) } }
    for joint in model.joints { addJoint(joint) }
    var state = root.state
    for (i, animation) in model.animations.enumerated() {
      let channels = animation.channels.compactMap(channel)
      guard !channels.isEmpty else { continue }
      var copy = Animation(channels)
      copy.repeatsForever = true
      let isPlayed =
        options.plays.map { $0.contains(animation.name) || $0.contains("*") }
        ?? model.playback.played.contains(i)
      state.animations.append(AnimationEntry(copy, key: animation.name, isPaused: !isPlayed))
    }
    root.state = state
    return root
  }

  /// A channel that targets the nodes of this use; nil if the node is not part of the scene.
  private func channel(_ source: GLTFChannel) -> AnimationChannel? {
    guard let node = nodes[source.node] else { return nil }
    var channel = AnimationChannel(
      source.keyPath, of: node, keyTimes: source.keyTimes, values: source.values,
      interpolation: source.interpolation)
    channel.inTangents = source.inTangents
    channel.outTangents = source.outTangents
    return channel
  }

  /// Adds a joint between two bodies of this use; ignored if a node is not part of the scene.
  private func addJoint(_ source: GLTFJoint) {
    guard let node = nodes[source.bodyA], let other = nodes[source.bodyB] else { return }
    var state = source.state
    state.bodyB = NodeReference(other)
    node.joints.append(PhysicsJoint(state))
  }

  /// Adds the skinner and the morpher of a node.
  private func addDeformers(_ node: Node, _ source: GLTFNode) {
    guard let number = source.mesh, node.geometry != nil else { return }
    let mesh = model.meshes[number]
    var state = node.state
    if !mesh.vertices.targets.isEmpty { state.morpher = mesh.morpher(source.weights) }
    if let skin = source.skin.flatMap({ model.skins[$0] }) {
      let bones = skin.joints.compactMap { nodes[$0] }
      // A skin needs all of its joints to be part of the scene.
      if bones.count == skin.joints.count {
        var skinner = Skinner(
          bones: bones, boneInverseBindTransforms: skin.inverseBinds,
          boneWeights: mesh.vertices.normalizedWeights,
          boneIndices: mesh.vertices.joints.map { Int32($0) })
        if let top = skin.skeleton.flatMap({ nodes[$0] }) { skinner.skeleton = NodeReference(top) }
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
    state.light = source.light.map(light)
    state.physicsBody = model.bodies[i].map { PhysicsBody($0) }
    let node = Node(name: source.name, state: state)
    nodes[i] = node
    for child in source.children { node.addChildNode(self.node(child)) }
    if let trigger = model.triggers[i] {
      let child = Node(name: GLTFNames.uniqueName("trigger", below: node))
      child.physicsBody = PhysicsBody(trigger)
      node.addChildNode(child)
    }
    return node
  }

  /// A light in the units of the options.
  private func light(_ i: Int) -> Light {
    var light = model.lights[i]
    light.intensity = min(light.intensity / options.luminousEfficacy, 1e9)
    light.castsShadow = options.lightsCastShadows && light.type != .omni
    return light
  }

  /// The geometry of a mesh, shared by all nodes that use the mesh.
  private mutating func geometry(_ i: Int) -> Geometry? {
    if let known = geometries[i] { return known }
    let mesh = model.meshes[i]
    guard !mesh.elements.isEmpty else { return nil }
    let geometry = Geometry(.mesh(mesh.surface))
    // A shared geometry has a name; an unshared one has none, so that overrides can change parts of
    // it.
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
  /// A name that no child of a node uses.
  static func uniqueName(_ base: String, below node: Node) -> String {
    var name = base
    var number = 2
    while node.childNodes.contains(where: { $0.name == name }) {
      name = "\(base) \(number)"
      number += 1
    }
    return name
  }
}

extension GLTFMesh {
  /// The morpher of the mesh; the node's weights take precedence over the mesh's.
  func morpher(_ own: [Float]?) -> Morpher {
    let count = vertices.positions.count
    let shapes = vertices.targets.enumerated().map { i, target in
      MorphTarget(
        name: i < targetNames.count ? targetNames[i] : "",
        positions: target.positions.isEmpty
          ? Array(repeating: .zero, count: count) : target.positions,
        normals: target.normals)
    }
    let zeros = [Float](repeating: 0, count: vertices.targets.count)
    return Morpher(shapes, weights: own ?? (weights.isEmpty ? zeros : weights), mode: .additive)
  }

  /// The mesh as a custom geometry; vertex colors are converted to sRGB.
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
