package import CaromDocuments
package import CaromSceneFiles
import CaromSceneGraph
package import CaromSimulation

/// Finds names in behaviors that lead nowhere: labels and other elements of the overlay, controls
/// and levels; and spawners that nothing starts.
///
/// Nodes are references, which are resolved when the file is read. These names are text, because
/// games can add elements in code.
package struct MissingNames {
  private let labels: [String]
  private let controls: [String]
  private let elements: [String]
  private let levels: [String]
  private var found: [Problem] = []

  /// The warnings about a scene file, each at its position.
  ///
  /// - Parameters:
  ///   - file: The scene file.
  ///   - session: The session that presents it, whose game has added its elements to the overlay;
  ///     nil for none.
  /// - Returns: The warnings, in the order of the files.
  package static func warnings(of file: SceneFile, in session: Session?) -> [Problem] {
    var names = MissingNames(
      [file.scene.overlay] + (session.map { [$0.scene.overlay] } ?? []),
      levels: session.map { type(of: $0.game).levels.map(\.name) } ?? [])
    let roles = file.rolesInFiles()
    names.checkSpawners(roles)
    for (name, properties) in roles {
      let type = file.scene.roleTypes.first { $0.name == name }
      if let behavior = type as? any Behavior.Type { names.check(behavior, properties) }
    }
    return Problem.removingDuplicates(names.found)
  }

  private init(_ overlays: [Overlay], levels: [String]) {
    labels = overlays.flatMap { $0.labels.map(\.name) }
    controls = overlays.flatMap { $0.controls.map(\.name) }
    elements =
      labels + controls
      + overlays.flatMap {
        $0.panels.map(\.name) + $0.bars.map(\.name) + $0.icons.map(\.name)
      }
    self.levels = levels
  }

  private mutating func check(_ type: any Behavior.Type, _ properties: JSON) {
    if type == TimerBehavior.self || type == CounterBehavior.self {
      expect(properties["label"], "label", in: labels)
    }
    for property in properties.members.map(Array.init) ?? [] { checkEffects(in: property.value) }
  }

  /// Warns of spawners without an interval in a scene in which no effect spawns.
  private mutating func checkSpawners(_ roles: [(name: String, properties: JSON)]) {
    let spawns = roles.contains { role in
      (role.properties.members.map(Array.init) ?? []).contains { property in
        (property.value.elements.map(Array.init) ?? []).contains { $0["spawn"] != nil }
      }
    }
    for role in roles where role.name == SpawnerBehavior.name && !spawns {
      let interval = role.properties["interval"]
      guard (interval?.double ?? 0) == 0 else { continue }
      found.append(
        (interval ?? role.properties).problem(
          "nothing makes the spawner create copies; an \"interval\" above 0, or the effect \"spawn\" "
            + "of a behavior, is accepted"
        ).asWarning)
    }
  }

  /// Checks a list of effects: objects with one key.
  private mutating func checkEffects(in json: JSON) {
    for element in json.elements.map(Array.init) ?? [] {
      guard let members = element.members.map(Array.init), members.count == 1 else { continue }
      let (effect, payload) = (members[0].key, members[0].value)
      switch effect {
      case "label": expect(payload["name"], "label", in: labels)
      case "element": expect(payload["name"], "element of the overlay", in: elements)
      case "focus": expect(payload, "control", in: controls)
      case "present": expect(payload["level"], "level", in: levels)
      default: break
      }
    }
  }

  /// Warns of a text that is not one of the known names; an empty one stands for none.
  private mutating func expect(_ json: JSON?, _ kind: String, in known: [String]) {
    guard let json, let name = json.string, !name.isEmpty, !known.contains(name) else { return }
    let hint = known.isEmpty ? "; the scene has none" : suggestion(for: name, in: known)
    found.append(json.problem("there is no \(kind) \"\(name)\"\(hint)").asWarning)
  }
}
