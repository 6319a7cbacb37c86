import CaromDocuments
import CaromProperties
public import CaromSceneGraph

/// The JSON Schema of scene files, generated from the declared properties.
public enum SceneSchema {
  /// The complete schema in canonical layout, as stored in `Scenes/scene.schema.json`.
  ///
  /// - Parameter roles: The roles of all games; roles with the same name are listed once.
  /// - Returns: A JSON Schema of draft 2020-12.
  public static func text(roles: [any Role.Type]) -> String {
    var schema = Schema()
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
    let file = text.dropFirst().dropLast()
    return JSONFormatter.format(
      "{\"$schema\":\"https://json-schema.org/draft/2020-12/schema\",\"title\":\"Carom scene\","
        + "\(file),\"required\":[\"format\"],\"$defs\":{\(schema.definitionMembers)}}")
  }

  private static func nodeSchema(_ schema: inout Schema) -> String {
    schema.isPartial = true
    let part = NodeState.schemaOfProperties(&schema)
    schema.isPartial = false
    let options = ImportOptions.schemaOfProperties(&schema)
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
        ("import", options),
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
    return NodeState.schemaObject(
      &schema,
      extra: [
        ("extends", "{\"description\":\"The class that this class extends\",\"type\":\"string\"}")
      ])
  }

  private static func array(of item: String) -> String {
    "{\"description\":\"The nodes, in order\",\"type\":\"array\",\"items\":\(item)}"
  }

  private static func table(of item: String, _ description: String) -> String {
    "{\"description\":\(quoted(description)),\"type\":\"object\",\"additionalProperties\":\(item)}"
  }

  private static func unique(_ roles: [any Role.Type]) -> [any Role.Type] {
    var names: Set<String> = []
    return roles.filter { names.insert($0.name).inserted }
  }
}
