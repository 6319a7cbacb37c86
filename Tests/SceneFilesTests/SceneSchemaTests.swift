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
    #expect(node["role"]?["properties"]?.members?.count == 2)
  }

  @Test("Every property has a description, inline or at its definition")
  func everythingIsDescribed() throws {
    let schema = try JSON.parse(SceneSchema.text(roles: testRoles))
    let definitions = try #require(schema["$defs"]?.members.map(Array.init))
    #expect(definitions.count > 40)
    for definition in definitions {
      for member in definition.value["properties"]?.members.map(Array.init) ?? [] {
        let value = member.value
        let isDescribed = value["description"]?.string?.isEmpty == false || value["$ref"] != nil
        #expect(isDescribed, "\(definition.key).\(member.key)")
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

  // Symptom: two balls of restitution 1 and 0.5 surprised, and of rolling friction nothing said
  // that it combines in another way than friction.
  @Test("The schema says of each property of a pair what counts in a contact")
  func pairs() throws {
    let schema = try JSON.parse(SceneSchema.text(roles: testRoles))
    let body = try #require(schema["$defs"]?["BodyState"]?["properties"])
    for (key, words) in [
      ("friction", "product"), ("restitution", "product"), ("rollingFriction", "greater of both"),
      ("collisionBitMask", "both must agree"), ("contactTestBitMask", "one of both is enough"),
      ("isSensor", "a pair with a sensor never collides"), ("isBullet", "one of a pair is enough"),
      ("frictionCombine", "of two modes, the later"),
      ("restitutionCombine", "of two modes, the later"), ("restitution", "below 0.25 m/s"),
      ("friction", "slows sliding, not rolling"),
    ] {
      #expect(body[key]?["description"]?.string?.contains(words) == true, "\(key)")
    }
  }

  // Symptom: for a misspelled action a validator of an editor printed the whole action and "is not
  // valid under any of the given schemas". Cause: alternatives instead of one object of cases.
  @Test(
    "The message of Python's jsonschema for a mistake names the key, and nothing else",
    .enabled(if: PythonOracle.has("jsonschema"), "Python's jsonschema is not installed"),
    arguments: [
      (
        #"{ "actions": [{ "moveBye": { "offset": [1, 0, 0] } }] }"#,
        "$.nodes[0].actions[0]: Additional properties are not allowed ('moveBye' was unexpected)"
      ),
      (
        #"{ "actions": [{ "wait": { "duratoin": 1 } }] }"#,
        "$.nodes[0].actions[0].wait: Additional properties are not allowed ('duratoin' was unexpected)"
      ),
      (
        #"{ "light": { "collor": [1, 0, 0] } }"#,
        "$.nodes[0].light: Additional properties are not allowed ('collor' was unexpected)"
      ),
      (
        #"{ "geometry": { "box": { "widht": 1 } } }"#,
        "$.nodes[0].geometry.box: Additional properties are not allowed ('widht' was unexpected)"
      ),
      (
        #"{ "physics": { "shape": { "spere": {} } } }"#,
        "$.nodes[0].physics.shape: Additional properties are not allowed ('spere' was unexpected)"
      ),
      (
        #"{ "role": { "guard": { "post": "/a" } } }"#,
        "$.nodes[0].role: 'guard' is not one of ['pearl']"
      ),
    ])
  func messages(node: String, message: String) throws {
    var input = JSONWriter()
    input.beginObject()
    input.key("schema")
    input.raw(SceneSchema.text(roles: testRoles, games: [("sea", [PearlRole.self])]))
    input.key("scene")
    input.raw("{\"format\": \"carom.scene/1\", \"game\": \"sea\", \"nodes\": [\(node)]}")
    input.endObject()
    let program = """
      import json, sys
      from jsonschema import Draft202012Validator as V
      data = json.load(sys.stdin)
      for e in V(data["schema"]).iter_errors(data["scene"]): print(e.json_path + ": " + e.message)
      """
    #expect(
      try PythonOracle.run(program, module: "jsonschema", input: input.text) == message + "\n")
  }

  @Test("The schema has no alternatives where a list of types does, and is small")
  func size() {
    let text = SceneSchema.text(roles: testRoles)
    #expect(!text.contains("{\"type\":\"null\"}") && !text.contains("{ \"type\": \"null\" }"))
    #expect(text.components(separatedBy: "\"anyOf\"").count < 6)
    #expect(text.utf8.count < 225_000, "\(text.utf8.count)")
  }

  @Test(
    "Python's jsonschema accepts the schema and agrees with the reader",
    .enabled(if: PythonOracle.has("jsonschema"), "Python's jsonschema is not installed"))
  func oracle() throws {
    let good = [
      SceneFuzzTests.text, SceneFuzzTests.part,
      file("\"nodes\": [{ \"light\": { \"type\": \"spot\" }, \"class\": \"x\" }]"),
      file("\"materials\": { \"m\": { \"metalness\": 1, \"roughness\": null } }"),
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

  @Test("The schemas in the repository describe everything as the declarations do")
  func isFresh() throws {
    let declared = try #require(try JSON.parse(SceneSchema.text(roles: []))["$defs"]?.members)
    let paths = try FileManager.default.subpathsOfDirectory(atPath: Repository.root.path())
      .filter { $0.hasSuffix("Scenes/scene.schema.json") && !$0.hasPrefix(".") }
    #expect(paths.count >= 6)
    for path in paths {
      let definitions = try JSON.parse(Repository.text(path), name: path)["$defs"]
      // The roles of nodes are those of games.
      for definition in declared where definition.value["properties"]?["role"] == nil {
        guard let stored = definitions?[definition.key] else {
          Issue.record("\(path) lacks \(definition.key)")
          continue
        }
        #expect(stored.description == definition.value.description, "\(path): \(definition.key)")
      }
    }
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
