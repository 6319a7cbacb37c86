public import CaromDocuments
import CaromSceneGraph

// Positions in files for problems that are detected after reading, such as a body without extent.
extension SceneFile {
  /// A problem with a node, at the position of one of its keys.
  ///
  /// - Parameters:
  ///   - message: What is wrong and, after a semicolon, what is accepted.
  ///   - id: The identifier of the node in the scene as it was read.
  ///   - keys: Keys of the node in order of preference; without any of them, the position of the
  ///     node is used.
  /// - Returns: The problem and its position.
  public func problem(_ message: String, ofNode id: Int32, keys: [String]) -> Problem {
    let layers = (elements[id] ?? []).reversed()
    for key in keys {
      for layer in layers {
        if let value = layer[key] { return value.problem(message) }
      }
    }
    if let place = modelNodes[id].flatMap({ modelTexts.place(of: $0, keys: keys) }) {
      return place.problem(message)
    }
    return layers.first?.problem(message) ?? Problem("\(reader.root.name(of: path)): \(message)")
  }

  /// A problem with the whole scene, at the position of a key of its outermost file, or at the
  /// start of the file.
  public func problem(_ message: String, ofKey key: String) -> Problem {
    guard let root = documents[path]?.root else {
      return Problem("\(reader.root.name(of: path)): \(message)")
    }
    return (root[key] ?? root).problem(message)
  }

  /// The problems that the scene reported since it was read, each at the position of its node.
  public var runtimeProblems: [Problem] {
    zip(scene.problems, scene.problemLocations).map { message, location in
      problem(ofTick: message, node: location.node, key: location.key)
    }
  }

  /// A problem that this scene, or another session of the same file, reported during a tick.
  ///
  /// - Parameters:
  ///   - message: What is wrong, as in `Scene.problems`.
  ///   - node: The identifier of the node; 0 for none.
  ///   - key: The key of the node.
  /// - Returns: The problem and its position.
  public func problem(ofTick message: String, node: Int32, key: String) -> Problem {
    node == 0
      ? Problem("\(reader.root.name(of: path)): \(message)")
      : problem(message, ofNode: node, keys: [key])
  }

  /// What goes wrong when the bodies of the scene are created and simulated, at the positions of
  /// their nodes; found in a copy of the scene.
  ///
  /// Bodies that cannot be created are errors. A body without a shape is a warning: nothing
  /// collides with it and it does not move.
  public func simulationProblems() -> [Problem] {
    guard let copy = try? copyOfScene() else { return [] }
    let file = with(copy)
    copy.createBodies()
    // A session has already created the bodies of its scene.
    let refused = Set((scene.bodyProblems + copy.bodyProblems).map(\.node))
    // Joints and vehicles of missing bodies would only repeat their problems.
    if refused.isEmpty { copy.prepareSimulation() }
    var found = runtimeProblems + file.runtimeProblems
    copy.rootNode.enumerateChildNodes { node in
      if !node.joints.isEmpty { found += file.idleJoints(of: node, refused) }
      guard let body = node.physicsBody, body.handle == nil, !refused.contains(node.id) else {
        return
      }
      found.append(
        problem(
          "the body has no shape, so nothing collides with it and it does not move; a node with "
            + "\"geometry\", or a \"shape\", is accepted", ofNode: node.id, keys: ["physics"]
        ).asWarning)
    }
    return Problem.removingDuplicates(found)
  }

  /// The joints of a node that hold nothing, because one of their bodies has no shape; in a scene
  /// whose bodies are created.
  private func idleJoints(of node: Node, _ refused: Set<Int32>) -> [Problem] {
    let isHeld = node.physicsBody?.handle != nil
    return node.joints.compactMap { joint in
      let other = joint.bodyB?.node
      guard let idle = isHeld ? (joint.bodyB?.handle == nil ? other : nil) : node,
        idle.physicsBody != nil, !refused.contains(idle.id)
      else { return nil }
      return problem(
        "the joint has no effect, because the body of \"\(idle.name ?? "")\" has no shape; a "
          + "\"shape\" of it is accepted, or a joint without \"bodyB\", which holds its node to "
          + "the world", ofNode: node.id, keys: ["joints"]
      ).asWarning
    }
  }

  /// A copy of the scene; a scene without a game keeps its roles.
  private func copyOfScene() throws -> Scene {
    let types = scene.roleTypes
    defer { scene.roleTypes = types }
    scene.rootNode.enumerateChildNodes { node in
      guard let role = node.role.map({ type(of: $0) }) else { return }
      if !scene.roleTypes.contains(where: { $0.name == role.name }) { scene.roleTypes.append(role) }
    }
    return try scene.deepCopy()
  }

  /// A problem with an image, at the first position in a scene file or a model that names it.
  public func problem(_ message: String, ofImage name: String) -> Problem {
    for file in files {
      guard let root = documents[file]?.root else { continue }
      if let location = Self.location(ofImage: name, in: root) { return location.problem(message) }
    }
    for file in files where models[file] != nil {
      guard let root = modelTexts.document(file),
        let location = Self.location(ofImage: name, ofModel: file, root)
      else { continue }
      return location.problem(message)
    }
    return Problem("\(reader.root.name(of: path)): \(message)")
  }

  /// The image of a glTF file that materials name so.
  private static func location(
    ofImage name: String, ofModel path: String, _ root: JSON
  ) -> JSON? {
    for (number, image) in (root["images"]?.elements.map(Array.init) ?? []).enumerated() {
      if GLTFEmbeddedImage.name(path, number) == name { return image }
      guard let uri = image["uri"], let text = uri.string.flatMap(DataURI.percentDecoded),
        let file = try? SceneRoot.join(text, from: path), file == name
      else { continue }
      return uri
    }
    return nil
  }

  private static func location(ofImage name: String, in json: JSON) -> JSON? {
    if let elements = json.elements {
      for element in elements {
        if let found = location(ofImage: name, in: element) { return found }
      }
    }
    for member in json.members.map(Array.init) ?? [] {
      if member.isNamed("image"), member.value.string == name { return member.value }
      if let found = location(ofImage: name, in: member.value) { return found }
    }
    return nil
  }
}
