import CaromDocuments
import CaromProperties
import CaromSceneGraph

/// The classes of a file: named sets of node properties that can extend each other.
struct ClassTable {
  /// The keys of a class in addition to those of `NodeState`.
  static let keys = ["extends"]
  /// The maximum length of a chain of classes that extend each other.
  static let depth = 32

  private var classes: [String: JSON] = [:]
  private var names: [String] = []
  /// The classes that nodes have, directly or by extension.
  private var used: Set<String> = []

  /// Reads the classes of a file and validates each of them, whether it is used or not.
  mutating func read(_ json: JSON?, _ reader: inout Reader) {
    guard let json else { return }
    guard let members = json.members else {
      return reader.fail(json, wants: "an object of classes by name")
    }
    for member in members where classes[member.key] == nil {
      classes[member.key] = member.value
      names.append(member.key)
    }
    reader.checksRequired = false
    for name in names {
      guard let json = classes[name] else { continue }
      var state = NodeState()
      state.readProperties(json, &reader, alsoAccepting: Self.keys)
      if let base = json["extends"] { _ = layers(of: base, &reader) }
    }
    used = []
    reader.checksRequired = true
  }

  /// Whether a node has a class, directly or by extension.
  func isUsed(_ name: String) -> Bool { used.contains(name) }

  /// The class that a value names and the classes that it extends, the most general first.
  mutating func layers(of json: JSON, _ reader: inout Reader) -> [JSON] {
    var layers: [JSON] = []
    var chain: [String] = []
    var link = json
    while true {
      guard let name = link.string else {
        reader.fail(link, wants: "the name of a class in \"defaults\"")
        break
      }
      guard let found = classes[name] else {
        let hint =
          names.isEmpty ? "; the file has no \"defaults\"" : suggestion(for: name, in: names)
        reader.fail(link, "there is no class \"\(name)\"\(hint)")
        break
      }
      if chain.contains(name) {
        let circle = (chain.drop { $0 != name } + [name]).joined(separator: " → ")
        reader.fail(link, "classes extend each other in a circle: \(circle)")
        break
      }
      chain.append(name)
      used.insert(name)
      layers.append(found)
      guard let base = found["extends"] else { break }
      guard chain.count < Self.depth else {
        reader.fail(base, "more than \(Self.depth) classes extend each other; fewer are accepted")
        break
      }
      link = base
    }
    return layers.reversed()
  }
}
