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
    return layers.first?.problem(message) ?? Problem("\(path): \(message)")
  }

  /// The problems that the scene reported since it was read, each at the position of its node.
  public var runtimeProblems: [Problem] {
    zip(scene.problems, scene.problemLocations).map { message, location in
      location.node == 0
        ? Problem("\(path): \(message)")
        : problem(message, ofNode: location.node, keys: [location.key])
    }
  }

  /// A problem with an image, at the first position that names it.
  public func problem(_ message: String, ofImage name: String) -> Problem {
    for file in files {
      guard let root = documents[file]?.root else { continue }
      if let location = Self.location(ofImage: name, in: root) { return location.problem(message) }
    }
    return Problem("\(path): \(message)")
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
