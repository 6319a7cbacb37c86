import CaromDocuments
import CaromProperties
public import CaromSceneGraph

/// The nodes of a scene and their components as an indented text outline.
public enum SceneOutline {
  /// One line for each node: its name and its components.
  public static func text(of scene: Scene) -> String {
    var lines: [String] = ["/"]
    for (index, child) in scene.rootNode.childNodes.enumerated() {
      append(child, "", index == scene.rootNode.childNodes.count - 1, &lines)
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func append(
    _ node: Node, _ indent: String, _ isLast: Bool, _ lines: inout [String]
  ) {
    let details = describe(node)
    let name = node.name ?? "*"
    lines.append(
      indent + (isLast ? "└─ " : "├─ ")
        + (name + (details.isEmpty ? "" : "  " + details)).onOneLine)
    let below = indent + (isLast ? "   " : "│  ")
    for (index, child) in node.childNodes.enumerated() {
      append(child, below, index == node.childNodes.count - 1, &lines)
    }
  }

  private static func describe(_ node: Node) -> String {
    var parts: [String] = []
    if let geometry = node.geometry {
      parts.append(caseName(geometry.primitive) + materials(geometry))
    }
    if let light = node.light { parts.append("\(light.type.rawValue) light") }
    if node.camera != nil { parts.append("camera") }
    parts += physics(node)
    parts += node.constraints.map { "\(caseName($0)) constraint" }
    parts += node.state.actions.map { "\(caseName($0)) action" }
    parts += node.state.animations.map { animation in
      animation.key.isEmpty ? "animation" : "animation \(animation.key)"
    }
    parts += node.particleSystems.map { system in
      system.image.map { "particles (\($0))" } ?? "particles"
    }
    if node.state.morpher != nil { parts.append("morpher") }
    if node.state.skinner != nil { parts.append("skinner") }
    if let role = node.role { parts.append("role \(type(of: role).name)") }
    if node.isHidden { parts.append("hidden") }
    return parts.joined(separator: ", ")
  }

  private static func physics(_ node: Node) -> [String] {
    var parts: [String] = []
    if let body = node.physicsBody { parts.append("\(body.type.rawValue) body") }
    parts += node.joints.map { "\(caseName($0.state.kind)) joint" }
    if let vehicle = node.vehicle { parts.append("vehicle with \(vehicle.wheels.count) wheels") }
    if node.character != nil { parts.append("character") }
    if let field = node.physicsField { parts.append("\(field.type.rawValue) field") }
    return parts
  }

  private static func materials(_ geometry: Geometry) -> String {
    let names = geometry.materials.map { $0.name.isEmpty ? "*" : $0.name }
    return names.isEmpty ? "" : " (\(names.joined(separator: ", ")))"
  }

  /// The name of an enumeration case as written in files.
  private static func caseName<C: Variant>(_ value: C) -> String {
    var writer = PropertyWriter()
    value.write(PropertyInfo(""), &writer)
    return writer.json.text.dropFirst(2).prefix { $0 != "\"" }.description
  }
}
