import CaromDocuments

/// A node of a glTF file.
struct ModelNode: Hashable, Sendable {
  /// The path of the file, relative to the root.
  let path: String
  /// The index of the node.
  let number: Int
}

/// The texts of glTF files, for the positions of problems that are found after reading.
///
/// Models do not keep their text, so a file is read again at its first problem.
final class ModelTexts {
  private let root: SceneRoot
  private let limit: Int
  private var known: [String: JSON?] = [:]

  init(_ root: SceneRoot, limit: Int) { (self.root, self.limit) = (root, limit) }

  /// The root object of a file; nil if the file cannot be read any more.
  func document(_ path: String) -> JSON? {
    if let known = known[path] { return known }
    let found = (try? root.read(path, limit: limit)).flatMap { bytes in
      (try? GLTFContainer.open(bytes, name: root.name(of: path)))?.document.root
    }
    known[path] = .some(found)
    return found
  }

  /// The place in a file of one of a node's keys in a scene file, or else of the node.
  func place(of node: ModelNode, keys: [String]) -> JSON? {
    let json = document(node.path)?["nodes"]?[node.number]
    for key in keys {
      let found: JSON?
      switch key {
      case "physics", "joints": found = json?["extensions"]?[GLTFExtension.bodies.rawValue]
      case "geometry": found = json?["mesh"]
      case "light": found = json?["extensions"]?[GLTFExtension.lights.rawValue]
      default: found = json?[key]
      }
      if let found { return found }
    }
    return json
  }
}
