import CaromDocuments
import CaromProperties
import CaromSceneFiles
import CaromSceneGraph
import Foundation
import TestSupport
import Testing

@Suite("Scene schema")
struct SceneSchemaTests {
  static let path = "Scenes/scene.schema.json"
  /// The roles of the games that come with Carom.
  static var roles: [any Role.Type] { [] }

  @Test("The schema in Scenes is the one that the declarations make")
  func isFresh() throws {
    let text = SceneSchema.text(roles: Self.roles)
    if ProcessInfo.processInfo.environment["PIN_SCHEMA"] == "1" {
      try Data(text.utf8).write(to: Repository.url(Self.path))
    }
    let stored = try Repository.text(Self.path)
    #expect(
      stored == text, "\(Self.path) is stale: run carom scene schema > \(Self.path)")
  }

  @Test("Every key of files is in the schema, with a description")
  func describesEverything() throws {
    let schema = try JSON.parse(SceneSchema.text(roles: testRoles))
    for key in ["format", "game", "materials", "geometries", "defaults", "nodes", "physics"] {
      #expect(schema["properties"]?[key]?["description"]?.string?.isEmpty == false, "\(key)")
    }
    let node = try #require(schema["$defs"]?["Node"]?["properties"])
    for key in ["name", "class", "scene", "overrides", "nodes"] + NodeState.fileKeys {
      #expect(node[key]?["description"]?.string?.isEmpty == false, "\(key)")
    }
    #expect(node["role"]?["oneOf"]?.elements?.count == 2)
  }

  @Test(
    "Python's jsonschema takes the schema for one, and judges files as the reader does",
    .enabled(if: PythonOracle.has("jsonschema"), "Python's jsonschema is not installed"))
  func oracle() throws {
    let good = [
      SceneFuzzTests.text, SceneFuzzTests.part,
      file("\"nodes\": [{ \"light\": { \"type\": \"spot\" }, \"class\": \"x\" }]"),
    ]
    let bad = [
      "{}", file("\"nodes\": 7"), file("\"nodes\": [{ \"posiiton\": [1, 2, 3] }]"),
      file("\"nodes\": [{ \"opacity\": 2 }]"), file("\"nodes\": [{ \"position\": [1, 2] }]"),
      file("\"nodes\": [{ \"geometry\": { \"box\": {}, \"sphere\": {} } }]"),
      file("\"nodes\": [{ \"role\": { \"guard\": {} } }]"),
      file("\"nodes\": [{ \"light\": { \"type\": \"omi\" } }]"),
    ]
    var input = JSONWriter()
    input.beginObject()
    input.key("schema")
    input.raw(SceneSchema.text(roles: testRoles))
    for (key, texts) in [("good", good), ("bad", bad)] {
      input.key(key)
      input.beginArray()
      for text in texts { input.value(try JSON.parse(text)) }
      input.endArray()
    }
    input.endObject()
    let program = """
      import json, sys
      from jsonschema import Draft202012Validator as V
      data = json.load(sys.stdin)
      V.check_schema(data["schema"])
      v = V(data["schema"])
      for i, d in enumerate(data["good"]):
          for e in v.iter_errors(d): print("good", i, e.json_path, e.message[:200])
      for i, d in enumerate(data["bad"]):
          if v.is_valid(d): print("bad", i, "is taken for valid")
      """
    #expect(try PythonOracle.run(program, module: "jsonschema", input: input.text) == "")
  }
}
