import CaromDocuments
import CaromProperties
public import CaromSceneGraph

/// The JSON Schema of scene files, generated from the declared properties.
public enum SceneSchema {
  /// The complete schema in canonical layout, as stored in `Scenes/scene.schema.json`.
  ///
  /// - Parameters:
  ///   - roles: The roles of all games; games can share types, and have different roles of the same
  ///     name.
  ///   - games: The roles of each game; a file that names the game accepts no others.
  /// - Returns: A JSON Schema of draft 2020-12.
  public static func text(
    roles: [any Role.Type], games: [(name: String, roles: [any Role.Type])] = []
  ) -> String {
    var schema = Schema()
    // Every value type writes its own part of the schema; that of roles is in `Nodes/Role.swift`.
    schema[RoleTypes.self] = unique(roles)
    let node = schema.definition(of: Node.self) { nodeSchema(&$0) }
    let nodes = array(of: node)
    let material = Material.schemaOfProperties(&schema)
    let geometry = Geometry.schemaOfProperties(&schema)
    let shape = PhysicsShape.schema(PropertyInfo(""), &schema)
    let defaults = classSchema(&schema)
    let text = SceneState.schemaObject(
      &schema,
      extra: [
        (
          "$schema",
          "{\"description\":\"The path of this schema, for editors\",\"type\":\"string\"}"
        ),
        (
          "format",
          "{\"description\":\"The version of the format\",\"const\":\(quoted(FileBuilder.format))}"
        ),
        ("game", "{\"description\":\"The name of the game\",\"type\":\"string\"}"),
        ("materials", table(of: material, "Materials by name, for use in geometries")),
        ("geometries", table(of: geometry, "Geometries by name, for use in nodes")),
        ("shapes", table(of: shape, "Collision shapes by name, for use in bodies")),
        ("defaults", table(of: defaults, "Classes: named sets of node properties")),
        ("nodes", nodes),
      ])
    let file = text.dropFirst().dropLast() + rolesOfGames(games, &schema)
    return JSONFormatter.format(
      "{\"$schema\":\"https://json-schema.org/draft/2020-12/schema\",\"title\":\"Carom scene\","
        + "\"type\":\"object\",\(file),\"required\":[\"format\"],"
        + "\"$defs\":{\(schema.definitionMembers(usedBy: String(file)))}}")
  }

  private static func nodeSchema(_ schema: inout Schema) -> String {
    schema.isPartial = true
    let part = NodeState.schemaOfProperties(&schema)
    let material = Material.schemaOfProperties(&schema)
    schema.isPartial = false
    let options = ImportOptions.schemaOfProperties(&schema)
    let layout = NodeRepeat.schemaOfObject(&schema)
    return NodeState.schemaObject(
      &schema,
      extra: [
        (
          "name",
          "{\"description\":\"The name of the node, unique among its siblings\",\"type\":\"string\",\"minLength\":1}"
        ),
        ("class", "{\"description\":\"The name of a class in defaults\",\"type\":\"string\"}"),
        (
          "scene",
          "{\"description\":\"A scene file, relative to this one, that the node instantiates\","
            + "\"type\":\"string\"}"
        ),
        ("materials", table(of: material, "Changes to materials of that file, by name")),
        ("import", options),
        ("repeat", layout),
        (
          "overrides",
          table(of: part, "Changes to nodes of that file, by path; . is the node itself")
        ),
        ("nodes", array(of: Schema.reference("Node"))),
      ])
  }

  private static func classSchema(_ schema: inout Schema) -> String {
    schema.isPartial = true
    defer { schema.isPartial = false }
    let text = NodeState.schemaObject(
      &schema,
      extra: [
        ("extends", "{\"description\":\"The class that this class extends\",\"type\":\"string\"}")
      ])
    return "{\"type\":\"object\",\(text.dropFirst())"
  }

  /// The rules that limit the roles in a file to those of the game that it names.
  ///
  /// A definition for each game repeats the tree of nodes and restricts only the roles of each
  /// node.
  private static func rolesOfGames(
    _ games: [(name: String, roles: [any Role.Type])], _ schema: inout Schema
  ) -> String {
    guard !games.isEmpty else { return "" }
    let rules = games.map { game in
      let name = "\(game.name).Node"
      let roles = game.roles.map { quoted($0.name) }.joined(separator: ",")
      let own = "{\"$ref\":\"#/$defs/\(name)\"}"
      let node = schema.define(
        name,
        as: "{\"properties\":{\"role\":{\"propertyNames\":{\"enum\":[\(roles)]}},"
          + "\"nodes\":{\"items\":\(own)},\"overrides\":{\"additionalProperties\":\(own)}}}")
      return "{\"if\":{\"properties\":{\"game\":{\"const\":\(quoted(game.name))}},"
        + "\"required\":[\"game\"]},\"then\":{\"properties\":{\"nodes\":{\"items\":\(node)},"
        + "\"defaults\":{\"additionalProperties\":\(node)}}}}"
    }
    return ",\"allOf\":[\(rules.joined(separator: ","))]"
  }

  private static func array(of item: String) -> String {
    "{\"description\":\"The nodes, in order\",\"type\":\"array\",\"items\":\(item)}"
  }

  private static func table(of item: String, _ description: String) -> String {
    "{\"description\":\(quoted(description)),\"type\":\"object\",\"additionalProperties\":\(item)}"
  }

  private static func unique(_ roles: [any Role.Type]) -> [any Role.Type] {
    var types: Set<ObjectIdentifier> = []
    return roles.filter { types.insert(ObjectIdentifier($0)).inserted }
  }
}
