import CaromMaths
import CaromDocuments
import CaromProperties
import CaromSceneGraph
import CaromSimulation

// The attributes of nodes and components: every declared property, and some computed ones.

extension SceneDocument {
  /// The computed attributes of nodes.
  static let computed = [
    "name", "id", "role", "path", "identity", "worldPosition", "isHiddenInScene",
  ]

  /// The computed attributes of the game: its level, if the scene is one.
  static let computedOfGame = ["level", "levelTitle", "levelNumber", "levelCount", "levelTicks"]

  private func attributeOfGame(_ name: String) -> String? {
    guard let session, let level = session.level, let index = session.levelIndex else { return nil }
    switch name {
    case "level": return level.name
    case "levelTitle": return level.title
    case "levelNumber": return String(index + 1)
    case "levelCount": return String(session.levels.count)
    case "levelTicks": return String(session.levelTicks)
    default: return nil
    }
  }

  func attribute(_ name: String, of element: Int) -> String? {
    if let node = nodes[element] { return attribute(name, of: node, element) }
    guard let part = component(of: element) else { return nil }
    switch part {
    case .record(let record):
      if let value = declared(name, of: record) { return value }
      if element == gameElement, let value = attributeOfGame(name) { return value }
      return name == "id" ? declared("name", of: record) : nil
    case .value(let value, let info):
      guard name.hasPrefix("value"), let text = text(of: value, info) else { return nil }
      return name == "value" ? text : Self.vectorComponent(name, of: "value", text)
    case .choice: return nil
    }
  }

  /// The attributes of a component, other than the game, that have some names.
  func attributes(
    _ names: [String], ofComponent element: Int
  ) -> [(name: String, value: String)] {
    guard case .record(let record)? = component(of: element) else {
      return names.compactMap { name in attribute(name, of: element).map { (name, $0) } }
    }
    return declared(names, of: record)
  }

  func attributes(of element: Int) -> [(name: String, value: String)] {
    var result: [(name: String, value: String)] = []
    func add(_ name: String, _ value: String?) {
      guard let value, !result.contains(where: { $0.name == name }) else { return }
      result.append((name, value))
      for axis in ["x", "y", "z", "w"] {
        guard let part = CaromAutomation.vectorComponent(axis[...], of: value) else { break }
        result.append((name + "." + axis, part))
      }
    }
    if let node = nodes[element] {
      if element == 1 { add("tick", attribute("tick", of: element)) }
      for name in Self.computed { add(name, attribute(name, of: element)) }
      if element == 1 { for (key, value) in allDeclared(of: scene.state) { add(key, value) } }
      for (key, value) in allDeclared(of: node.presentationState)
      where !Self.storedRotation.contains(key) {
        add(key, Self.rotations.contains(key) ? rotation(key, of: node) : value)
      }
      return result
    }
    switch component(of: element) {
    case .record(let record):
      for (key, value) in allDeclared(of: record) { add(key, value) }
      if element == gameElement {
        for name in Self.computedOfGame { add(name, attributeOfGame(name)) }
      }
      add("id", attribute("id", of: element))
    case .value(let value, let info): add("value", text(of: value, info))
    case .choice, nil: break
    }
    return result
  }

  // MARK: Nodes

  /// The two forms of a node's rotation; files have the one that was set.
  private static let rotations: Set = ["eulerAnglesDegrees", "orientation"]
  /// The forms in which states have the rotation.
  private static let storedRotation: Set = [
    "storedOrientation", "storedEulerAngles", "usesEulerAngles",
  ]

  /// The rotation as angles or as a quaternion, in whichever form it was set.
  private func rotation(_ name: String, of node: Node) -> String? {
    var state = node.presentationState
    if name.hasPrefix("euler") {
      state.eulerAngles = state.eulerAngles
    } else {
      state.orientation = state.storedOrientation
    }
    return declared(name, of: state)
  }

  private func attribute(_ name: String, of node: Node, _ element: Int) -> String? {
    switch name {
    case "name", "id": return node.name
    case "role": return node.role.map { type(of: $0).name }
    case "path": return node.path
    case "identity": return String(node.id)
    case "isHiddenInScene": return node.isHiddenInScene ? "true" : "false"
    // Frequently used attributes are read without visiting the declarations.
    case "isHidden": return node.isHidden ? "true" : "false"
    case "opacity": return CaromAutomation.text(of: node.presentation.opacity)
    case "position.x": return CaromAutomation.text(of: node.presentation.position.x)
    case "position.y": return CaromAutomation.text(of: node.presentation.position.y)
    case "position.z": return CaromAutomation.text(of: node.presentation.position.z)
    case "worldPosition":
      let position = node.presentation.worldPosition
      return [position.x, position.y, position.z].map { CaromAutomation.text(of: $0) }.joined(
        separator: " ")
    case "worldPosition.x": return CaromAutomation.text(of: node.presentation.worldPosition.x)
    case "worldPosition.y": return CaromAutomation.text(of: node.presentation.worldPosition.y)
    case "worldPosition.z": return CaromAutomation.text(of: node.presentation.worldPosition.z)
    case "tick" where element == 1: return String(tick)
    default: break
    }
    if element == 1, let value = declared(name, of: scene.state) { return value }
    if Self.rotations.contains(where: { name == $0 || name.hasPrefix($0 + ".") }) {
      return rotation(name, of: node)
    }
    return declared(name, of: node.presentationState)
  }

  // MARK: Declarations

  private func declared(_ name: String, of record: any Record) -> String? {
    declared(name, ofWhole: record)
  }

  private func declared<R: Record>(
    _ names: [String], of record: R
  ) -> [(name: String, value: String)] {
    let known = types.attributes(of: R.self)
    return names.compactMap { name in
      known.position(of: name).flatMap {
        attributeText(ofJSON: record.writtenProperty(at: $0, writer))
      }.map { (name, $0) }
    }
  }

  private func declared<R: Record>(_ name: String, ofWhole record: R) -> String? {
    let known = types.attributes(of: R.self)
    if let position = known.position(of: name) {
      return attributeText(ofJSON: record.writtenProperty(at: position, writer))
    }
    guard let point = name.utf8.lastIndex(of: UInt8(ascii: ".")),
      let position = known.position(of: String(name[..<point])),
      let text = attributeText(ofJSON: record.writtenProperty(at: position, writer))
    else { return nil }
    return CaromAutomation.vectorComponent(name[name.index(after: point)...], of: text)
  }

  private func allDeclared(of record: any Record) -> [(key: String, value: String?)] {
    allDeclared(ofWhole: record)
  }

  private func allDeclared<R: Record>(ofWhole record: R) -> [(key: String, value: String?)] {
    types.attributes(of: R.self).list.map {
      ($0.key, attributeText(ofJSON: record.writtenProperty(at: $0.position, writer)))
    }
  }

  private func text(of value: any PropertyValue, _ info: PropertyInfo) -> String? {
    var writer = writer.blank
    value.write(info, &writer)
    return attributeText(ofJSON: writer.json.text)
  }

  private static func vectorComponent(_ name: String, of key: String, _ text: String) -> String? {
    guard name.hasPrefix(key + ".") else { return nil }
    return CaromAutomation.vectorComponent(name.dropFirst(key.count + 1), of: text)
  }
}
