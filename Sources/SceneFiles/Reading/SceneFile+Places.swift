public import CaromDocuments
import CaromSceneGraph

// Where the files say what only turns out to be wrong later, such as a body without extent.
extension SceneFile {
  /// Describes something wrong with a node, at the place that gives it one of some keys.
  ///
  /// - Parameters:
  ///   - message: What is wrong, and after a semicolon what is accepted.
  ///   - id: The identity of the node in the scene as it was read.
  ///   - keys: Keys of the node, the most telling first; the node's own place if it has none of them.
  /// - Returns: The problem with its place.
  public func problem(_ message: String, ofNode id: Int32, keys: [String]) -> Problem {
    let layers = (elements[id] ?? []).reversed()
    for key in keys {
      for layer in layers {
        if let value = layer[key] { return value.problem(message) }
      }
    }
    return layers.first?.problem(message) ?? Problem("\(path): \(message)")
  }

  /// What the scene has noted since it was read, each at the place of the node that it is about.
  public var notedProblems: [Problem] {
    zip(scene.problems, scene.problemLocations).map { message, place in
      place.node == 0
        ? Problem("\(path): \(message)") : problem(message, ofNode: place.node, keys: [place.key])
    }
  }

  /// Describes something wrong with a picture, at the first place that names it.
  public func problem(_ message: String, ofImage name: String) -> Problem {
    for file in files {
      guard let root = documents[file]?.root else { continue }
      if let place = Self.place(ofImage: name, in: root) { return place.problem(message) }
    }
    return Problem("\(path): \(message)")
  }

  private static func place(ofImage name: String, in json: JSON) -> JSON? {
    if let elements = json.elements {
      for element in elements {
        if let found = place(ofImage: name, in: element) { return found }
      }
    }
    for member in json.members.map(Array.init) ?? [] {
      if member.isNamed("image"), member.value.string == name { return member.value }
      if let found = place(ofImage: name, in: member.value) { return found }
    }
    return nil
  }
}
