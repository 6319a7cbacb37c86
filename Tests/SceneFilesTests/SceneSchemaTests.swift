import CaromDocuments
import CaromProperties
import CaromSceneFiles
import CaromSceneGraph
import Foundation
import TestSupport
import Testing

@Suite("Scene schema")
struct SceneSchemaTests {
  @Test("Every key of scene files is in the schema and has a description")
  func describesEverything() throws {
    let schema = try JSON.parse(SceneSchema.text(roles: testRoles))
    for key in ["format", "game", "materials", "geometries", "defaults", "nodes", "physics"] {
      #expect(schema["properties"]?[key]?["description"]?.string?.isEmpty == false, "\(key)")
    }
    let node = try #require(schema["$defs"]?["Node"]?["properties"])
    for key in ["name", "class", "scene", "overrides", "nodes"] + NodeState.fileKeys {
      #expect(node[key]?["description"]?.string?.isEmpty == false, "\(key)")
    }
    #expect(node["role"]?["anyOf"]?[0]?["oneOf"]?.elements?.count == 2)
  }

  @Test("Every property has a description, inline or at its definition")
  func everythingIsDescribed() throws {
    let schema = try JSON.parse(SceneSchema.text(roles: testRoles))
    let definitions = try #require(schema["$defs"]?.members.map(Array.init))
    #expect(definitions.count > 40)
    for definition in definitions {
      let ways = definition.value["oneOf"]?.elements.map(Array.init) ?? []
      for form in [definition.value] + ways {
        for member in form["properties"]?.members.map(Array.init) ?? [] {
          let value = member.value
          let isDescribed =
            value["description"]?.string?.isEmpty == false || value["$ref"] != nil
            || value["anyOf"]?[0]?["$ref"] != nil || value["anyOf"]?[0]?["description"] != nil
          #expect(isDescribed, "\(definition.key).\(member.key)")
        }
      }
    }
  }

  @Test(
    "Ranges, units and defaults of declarations are in the schema",
    arguments: [
      "Node", "Material", "MaterialProperty", "Light", "Camera", "BodyState", "Box", "Sphere",
      "FollowConstraint", "MoveBy", "Animation", "ParticleSystem", "Label",
    ])
  func saysWhatDeclarationsSay(name: String) throws {
    let types: [String: any Record.Type] = [
      "Node": NodeState.self, "Material": Material.self, "MaterialProperty": MaterialProperty.self,
      "Light": Light.self, "Camera": Camera.self, "BodyState": BodyState.self, "Box": Box.self,
      "Sphere": Sphere.self, "FollowConstraint": FollowConstraint.self, "MoveBy": MoveBy.self,
      "Animation": Animation.self, "ParticleSystem": ParticleSystem.self, "Label": Label.self,
    ]
    let type = try #require(types[name])
    let schema = try JSON.parse(SceneSchema.text(roles: testRoles))
    let members = try #require(schema["$defs"]?[name]?["properties"])
    for info in type.propertyInfos where info.scope.isInFile && info.form != .choice {
      let json = try #require(members[info.key], "\(name).\(info.key)")
      let text = json.description
      #expect(json["description"]?.string?.hasPrefix(info.summary) == true, "\(name).\(info.key)")
      #expect((json["default"] != nil) == (info.scope != .required), "\(name).\(info.key)")
      if info.range != nil { #expect(text.contains("\"minimum\":"), "\(name).\(info.key)") }
      if info.unit != .none, info.unit != .mask, info.unit != .degrees {
        #expect(text.contains("(\(info.unit.rawValue))"), "\(name).\(info.key)")
      }
    }
  }

  @Test(
    "Python's jsonschema accepts the schema and agrees with the reader",
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

  @Test(
    "Python's jsonschema validates every scene that ships with Carom",
    .enabled(if: PythonOracle.has("jsonschema"), "Python's jsonschema is not installed"))
  func shippedScenes() throws {
    let folder = Repository.url("Scenes")
    let names = try FileManager.default.subpathsOfDirectory(atPath: folder.path())
      .filter { $0.hasSuffix(".json") && !$0.hasSuffix(".schema.json") }.sorted()
    #expect(names.count > 5)
    var input = JSONWriter()
    input.beginObject()
    input.key("schema")
    input.value(try JSON.parse(Repository.text("Scenes/scene.schema.json")))
    for name in names {
      input.key(name)
      input.value(try JSON.parse(Repository.text("Scenes/" + name), name: name))
    }
    input.endObject()
    let program = """
      import json, sys
      from jsonschema import Draft202012Validator as V
      data = json.load(sys.stdin)
      v = V(data.pop("schema"))
      for name, d in data.items():
          for e in v.iter_errors(d): print(name, e.json_path, e.message[:200])
      """
    #expect(try PythonOracle.run(program, module: "jsonschema", input: input.text) == "")
  }
}
