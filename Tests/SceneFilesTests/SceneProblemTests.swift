import CaromDocuments
import CaromSceneFiles
import Foundation
import Testing

@Suite("Scene problems")
struct SceneProblemTests {
  @Test(
    "Each problem of a file has a precise message",
    arguments: [
      (
        "\"nodes\": [{ \"posiiton\": [1, 2, 3] }]",
        "level.json:2:13: /nodes/0/posiiton: unknown key \"posiiton\"; did you mean \"position\"?"
      ),
      (
        "\"nodes\": [], \"nodes\": []",
        "level.json:2:14: /nodes: the key \"nodes\" is given twice, first at 2:1; once is accepted"
      ),
      (
        "\"nodes\": [{ \"position\": \"here\" }]",
        "level.json:2:25: /nodes/0/position: this is a string; [x, y, z] is accepted"
      ),
      (
        "\"nodes\": [{ \"opacity\": 1.5 }]",
        "level.json:2:24: /nodes/0/opacity: 1.5 is out of range; 0…1 is accepted"
      ),
      (
        "\"nodes\": [{ \"opacity\": 1e999 }]",
        "level.json:2:24: /nodes/0: 1e999 is too large for a number; up to 1.7976931348623157e308 "
          + "is accepted"
      ),
      (
        "\"nodes\": [{ \"scene\": \"bal.json\" }]",
        "level.json:2:22: /nodes/0/scene: there is no file bal.json; did you mean \"ball.json\"?"
      ),
      (
        "\"nodes\": [{ \"scene\": \"../../etc/passwd\" }]",
        "level.json:2:22: /nodes/0/scene: \"../../etc/passwd\" leads out of the scene root; files "
          + "inside it are accepted"
      ),
      (
        "\"nodes\": [{ \"scene\": \"/etc/passwd\" }]",
        "level.json:2:22: /nodes/0/scene: \"/etc/passwd\" is not a relative path; a path relative to "
          + "this file's folder, with '/', is accepted"
      ),
      (
        "\"nodes\": [{ \"scene\": \"link.json\" }]",
        "level.json:2:22: /nodes/0/scene: link.json is a link that leads out of the scene root; "
          + "files inside it are accepted"
      ),
      (
        "\"nodes\": [{ \"scene\": \".\" }]",
        "level.json:2:22: /nodes/0/scene: \".\" is a folder; a scene file is accepted"
      ),
      (
        "\"nodes\": [{ \"scene\": \"ball.json\", \"overrides\": { \"lmap\": {} } }]",
        "level.json:2:50: /nodes/0/overrides/lmap: ball.json has no node \"lmap\"; did you mean "
          + "\"lamp\"?"
      ),
      (
        "\"nodes\": [{ \"scene\": \"ball.json\", \"overrides\": { \".\": { \"mass\": 2 } } }]",
        "level.json:2:57: /nodes/0/overrides/./mass: unknown key \"mass\"; it belongs in \"physics\" or \"character\""
      ),
      (
        "\"nodes\": [{ \"overrides\": {} }]",
        "level.json:2:26: /nodes/0/overrides: there is nothing to override; a node with \"scene\" "
          + "is accepted"
      ),
      (
        "\"nodes\": [{ \"name\": \"a\" }, { \"name\": \"a\" }]",
        "level.json:2:38: /nodes/1/name: two siblings are named \"a\"; names unique among siblings "
          + "are accepted"
      ),
      (
        "\"nodes\": [{ \"name\": \"a/b\" }]",
        "level.json:2:21: /nodes/0/name: \"a/b\" is not a valid name; text without '/', '*' at "
          + "the start or ']' at the end is accepted"
      ),
      (
        "\"nodes\": [{ \"constraints\": [{ \"lookAt\": { \"target\": \"/bal\" } }] }, "
          + "{ \"name\": \"ball\" }]",
        "level.json:2:53: /nodes/0/constraints/0/lookAt/target: there is no node \"/bal\"; did you "
          + "mean \"/ball\"?"
      ),
      (
        "\"nodes\": [{ \"role\": { \"guard\": {} } }]",
        "level.json:2:32: /nodes/0/role/guard: the key \"post\" is missing: What it guards"
      ),
      (
        "\"nodes\": [{ \"role\": { \"perl\": {} } }]",
        "level.json:2:23: /nodes/0/role/perl: unknown role \"perl\"; did you mean \"pearl\"?"
      ),
      (
        "\"nodes\": [{ \"geometry\": \"stone\" }]",
        "level.json:2:25: /nodes/0/geometry: no geometry is named \"stone\"; the file names none"
      ),
      (
        "\"nodes\": [{ \"class\": \"brik\" }], \"defaults\": { \"brick\": {} }",
        "level.json:2:22: /nodes/0/class: there is no class \"brik\"; did you mean \"brick\"?"
      ),
      (
        "\"defaults\": { \"a\": { \"extends\": \"b\" }, \"b\": { \"extends\": \"a\" } }",
        "level.json:2:33: /defaults/a/extends: classes extend each other in a circle: b → a → b"
      ),
      (
        "\"pointOfView\": \"/x\"",
        "level.json:2:16: /pointOfView: there is no node \"/x\""
      ),
      (
        "\"format\": \"carom.scene/9\"",
        "level.json:2:1: /format: the key \"format\" is given twice, first at 1:2; once is accepted"
      ),
      (
        "\"nodes\": 7",
        "level.json:2:10: /nodes: this is a number; an array of nodes is accepted"
      ),
    ])
  func mistakes(members: String, expected: String) throws {
    let scenes = try TemporaryScenes([
      "level.json": file(members),
      "ball.json": file("\"nodes\": [{ \"name\": \"ball\", \"nodes\": [{ \"name\": \"lamp\" }] }]"),
    ])
    try FileManager.default.createSymbolicLink(
      atPath: scenes.folder.path() + "/link.json", withDestinationPath: "/etc/hostname")
    let problems = scenes.problems()
    #expect(problems.first == expected)
    #expect(problems.count == 1 || members.contains("extends"))
  }

  @Test("All problems of all files are reported together, each with the chain of references")
  func allAtOnce() throws {
    let scenes = try TemporaryScenes([
      "level.json": file(
        """
        "nodes": [{ "opacity": 2 }, { "scene": "a/one.json" }, { "scene": "a/one.json", "x": 1 }]
        """),
      "a/one.json": file("\"nodes\": [{ \"scene\": \"two.json\", \"scale\": 1 }]"),
      "a/two.json": file("\"nodes\": [{ \"light\": { \"type\": \"omi\" } }]"),
    ])
    #expect(
      scenes.problems() == [
        "a/two.json:2:32: /nodes/0/light/type: \"omi\" is not known; did you mean \"omni\"? (in "
          + "a/two.json via a/one.json via level.json)",
        "a/one.json:2:43: /nodes/0/scale: this is a number; [x, y, z] is accepted (in a/one.json "
          + "via level.json)",
        "level.json:2:24: /nodes/0/opacity: 2 is out of range; 0…1 is accepted",
        "level.json:2:81: /nodes/2/x: unknown key \"x\"; accepted are name, class, scene, "
          + "materials, overrides, nodes, import, repeat, position, eulerAnglesDegrees, orientation, "
          + "scale, pivot, transform, "
          + "boundingBox, isHidden, isPaused, opacity, renderingOrder, castsShadow, "
          + "categoryBitMask, accessibilityLabel, geometry, light, camera, constraints, physics, "
          + "joints, vehicle, character, physicsField, role, actions, animations, particleSystems, morpher, skinner",
      ])
  }

  @Test("A cycle of three scenes is reported with its chain")
  func cycle() throws {
    let scenes = try TemporaryScenes([
      "a.json": file("\"nodes\": [{ \"scene\": \"b.json\" }]"),
      "b.json": file("\"nodes\": [{ \"scene\": \"c.json\" }]"),
      "c.json": file("\"nodes\": [{ \"scene\": \"a.json\" }]"),
    ])
    #expect(
      scenes.problems("a.json") == [
        "c.json:2:22: /nodes/0/scene: files refer to each other in a circle: a.json → b.json → "
          + "c.json → a.json (in c.json via b.json via a.json)"
      ])
  }

  @Test("Invalid files are rejected without a crash: deep, truncated, not UTF-8, huge")
  func noJSON() throws {
    let scenes = try TemporaryScenes([
      "deep.json": String(repeating: "[", count: 10_000),
      "cut.json": "{\"format\": \"carom.scene/1\",\n \"nodes\": [{ \"na",
      "list.json": "[]",
      "empty.json": "",
      "plain.json": "{}",
    ])
    try scenes.write("latin.json", Array("{\"format\": \"".utf8) + [0xe9] + Array("\"}".utf8))
    try scenes.write("huge.json", [UInt8](repeating: UInt8(ascii: "["), count: 100 << 20))
    func only(_ path: String) -> String { scenes.problems(path).joined(separator: "\n") }
    #expect(only("deep.json").hasSuffix("nested deeper than 64; no deeper is accepted"))
    #expect(
      only("cut.json")
        == "cut.json:2:14: /nodes/0: a key that starts here is never closed; '\"' is expected")
    #expect(
      only("latin.json")
        == "latin.json:1:13: the byte 0xE9 is not UTF-8 here; text in UTF-8 is accepted")
    #expect(only("huge.json") == "huge.json has 104857600 bytes; at most 33554432 are accepted")
    #expect(
      only("list.json")
        == "list.json:1:1: this is an array; an object with \"format\": \"carom.scene/1\" is accepted"
    )
    #expect(
      only("empty.json") == "empty.json:1:1: the text ends too early; a value is expected")
    #expect(
      only("plain.json")
        == "plain.json:1:1: the key \"format\" is missing; \"carom.scene/1\" is accepted")
    #expect(
      only("missing-file.json")
        == "there is no file missing-file.json; its folder has cut.json, deep.json, empty.json, "
        + "huge.json, latin.json, …")
    #expect(only("../x.json").contains("leads out of the scene root"))
  }

  @Test("An unknown game is rejected with the list of known games")
  func games() throws {
    let scenes = try TemporaryScenes(["level.json": file("\"game\": \"marble-mace\"")])
    let reader = SceneReader(
      root: scenes.root, games: [("marble-maze", testRoles), ("brick-breaker", [])])
    #expect(
      reader.problems(in: "level.json").map(\.description) == [
        "level.json:2:9: /game: there is no game \"marble-mace\"; did you mean \"marble-maze\"?"
      ])
  }

  @Test("Exponentially many references stop at the node limit")
  func explosion() throws {
    let many = (0..<50).map { _ in "{ \"scene\": \"NEXT\" }" }.joined(separator: ",")
    var files: [String: String] = ["f9.json": file("\"nodes\": [{}]")]
    for i in 0..<9 {
      let nodes = many.replacingOccurrences(of: "NEXT", with: "f\(i + 1).json")
      files["f\(i).json"] = file("\"nodes\": [\(nodes)]")
    }
    let scenes = try TemporaryScenes(files)
    var reader = SceneReader(root: scenes.root)
    reader.limits.nodes = 5_000
    let problems = reader.problems(in: "f0.json")
    #expect(problems.first?.message == "the scene has more than 5000 nodes; no more are accepted")
    #expect(problems.count == 1)
  }
}
