public import CaromDocuments
import CaromSceneGraph

// Warnings about parts of a scene that have no effect, as far as its files show.
extension SceneFile {
  /// A warning for each action, and each effect of a behavior, that plays a sound without a file;
  /// `known` are the sounds with files.
  public func missingSounds(known: [String]) -> [Problem] {
    var found: [Problem] = []
    for file in files {
      if let root = documents[file]?.root { Self.findSounds(root, known, &found) }
    }
    return Problem.removingDuplicates(found)
  }

  private static func findSounds(_ json: JSON, _ known: [String], _ found: inout [Problem]) {
    for element in json.elements.map(Array.init) ?? [] { findSounds(element, known, &found) }
    for member in json.members.map(Array.init) ?? [] {
      guard member.isNamed("playAudio") || member.isNamed("sound"),
        let sound = member.value["sound"], let name = sound.string
      else {
        findSounds(member.value, known, &found)
        continue
      }
      if known.contains(name) { continue }
      // Sounds are named without the ending of their files.
      let plain = name.split(separator: "/").last?.split(separator: ".").first.map(String.init)
      let hint = suggestion(for: known.first { $0 == plain } ?? name, in: known)
      found.append(sound.problem("there is no sound \"\(name)\"\(hint)").asWarning)
    }
  }

  /// The roles in all files of the scene, in their order, each with its name and its properties.
  package func rolesInFiles() -> [(name: String, properties: JSON)] {
    var found: [(name: String, properties: JSON)] = []
    for file in files {
      if let root = documents[file]?.root { Self.findRoles(root, &found) }
    }
    return found
  }

  private static func findRoles(_ json: JSON, _ found: inout [(name: String, properties: JSON)]) {
    for element in json.elements.map(Array.init) ?? [] { findRoles(element, &found) }
    for member in json.members.map(Array.init) ?? [] {
      guard member.isNamed("role"), let role = member.value.members?.first(where: { _ in true })
      else {
        findRoles(member.value, &found)
        continue
      }
      found.append((role.key, role.value))
    }
  }

  /// A warning for each node whose place is given twice; the last form of the format is used.
  public func doubledTransforms() -> [Problem] {
    var found: [Problem] = []
    scene.rootNode.enumerateChildNodes { node in
      for layer in elements[node.id] ?? [] {
        let unused =
          layer["transform"] == nil
          ? (layer["orientation"] == nil ? [] : [("eulerAnglesDegrees", "orientation")])
          : ["position", "eulerAnglesDegrees", "orientation", "scale"].map { ($0, "transform") }
        for (key, other) in unused {
          guard let json = layer[key] else { continue }
          let text = "has no effect beside \"\(other)\"; one of them is accepted"
          found.append(json.problem("\(key) \(text)").asWarning)
        }
      }
    }
    return Problem.removingDuplicates(found)
  }

  /// A warning for each node with a role that needs a game, in a scene that no game plays.
  public func idleRoles() -> [Problem] {
    guard game == nil else { return [] }
    var found: [Problem] = []
    scene.rootNode.enumerateChildNodes { node in
      guard let role = node.role, type(of: role).needsGame, found.count < 100 else { return }
      found.append(
        problem(
          "the role has no effect, because the scene names no game; a scene with \"game\" is "
            + "accepted", ofNode: node.id, keys: ["role"]
        ).asWarning)
    }
    return found
  }
}
