import Foundation
import TestSupport
import Testing

@Suite("carom scene")
struct SceneCommandTests {
  /// A file with one error, and the expected message.
  struct Mistake: CustomTestStringConvertible, Sendable {
    var name: String
    var text: String
    var says: String
    /// The expected location, as line and column.
    var place: String?

    var testDescription: String { name }
  }

  private static let head = #"{ "format": "carom.scene/1", "nodes": "#

  static let mistakes: [Mistake] = [
    Mistake(
      name: "unknown key", text: #"{ "format": "carom.scene/1", "nodez": [] }"#,
      says: #"unknown key "nodez"; did you mean "nodes"?"#, place: "1:30"),
    Mistake(
      name: "a key that would clear the screen",
      text: #"{ "format": "carom.scene/1", "\u001b[2J\u202e": [] }"#,
      says: #"unknown key "\u001B[2J\u202E""#, place: "1:30"),
    Mistake(
      name: "duplicate key", text: head + #"[ { "name": "a", "name": "b" } ] }"#,
      says: #""name" is given twice"#, place: "1:56"),
    Mistake(
      name: "wrong type", text: head + #"[ { "name": "a", "position": "high" } ] }"#,
      says: "/nodes/0/position: this is a string", place: "1:68"),
    Mistake(
      name: "out of range", text: head + #"[ { "name": "a", "opacity": 2 } ] }"#,
      says: "/nodes/0/opacity: 2 is out of range; 0…1 is accepted", place: "1:67"),
    Mistake(
      name: "missing file", text: head + #"[ { "name": "a", "scene": "no-such.json" } ] }"#,
      says: "there is no file no-such.json", place: "1:65"),
    Mistake(
      name: "path out of the root", text: head + #"[ { "name": "a", "scene": "../x.json" } ] }"#,
      says: "leads out of the scene root", place: "1:65"),
    Mistake(
      name: "override of an unknown node",
      text: head + #"[ { "name": "a", "scene": "part.json", "overrides": { "w": {} } } ] }"#,
      says: #"part.json has no node "w""#, place: "1:93"),
    Mistake(
      name: "10,000 levels deep",
      text: head + String(repeating: "[", count: 10_000) + String(repeating: "]", count: 10_000)
        + "}",
      says: "nested deeper than", place: nil),
    Mistake(
      name: "truncated file", text: head + #"[ { "name": "a"#, says: "never closed", place: "1:51"),
    Mistake(
      name: "infinite number", text: head + #"[ { "name": "a", "position": [0, 1e999, 0] } ] }"#,
      says: "1e999 is too large", place: "1:72"),
  ]

  @Test(
    "Each kind of mistake has its place and its own message, and exit code 1", arguments: mistakes)
  func mistake(_ mistake: Mistake) throws {
    try TemporaryFolder.use { folder in
      try write(Self.head + #"[ { "name": "wheel" } ] }"#, to: "part.json", in: folder)
      try write(mistake.text, to: "level.json", in: folder)
      let run = try Program.run("scene", "check", "level.json", in: folder)
      #expect(run.exitCode == 1)
      #expect(run.output.isEmpty)
      #expect(run.errors.contains(mistake.says), "\(run.errors)")
      let place = mistake.place.map { "level.json:\($0): " } ?? "level.json:1:"
      #expect(run.errors.hasPrefix(place), "\(run.errors)")
      #expect(run.errors.split(separator: "\n").count == 1)
    }
  }

  @Test("Invalid bodies and missing images fail the check")
  func unmakeable() throws {
    try TemporaryFolder.use { folder in
      try write(
        Self.head
          + #"""
          [ { "name": "a", "geometry": { "sphere": { "radius": 0 } }, "physics": { "type": "dynamic" } },
            { "name": "b", "geometry": { "box": {}, "materials": ["m"] } } ],
            "materials": { "m": { "diffuse": { "image": "no-such.png" } } } }
          """#, to: "level.json", in: folder)
      let run = try Program.run("scene", "check", "./level.json", in: folder)
      #expect(run.exitCode == 1)
      #expect(run.output.isEmpty)
      #expect(run.errors.contains("no-such.png"), "\(run.errors)")
      #expect(run.errors.hasPrefix("./level.json:1:110: /nodes/0/physics: "), "\(run.errors)")
      #expect(
        run.errors.contains("\n./level.json:3:47: /materials/m/diffuse/image: "), "\(run.errors)")
      #expect(run.errors.split(separator: "\n").count == 2, "\(run.errors)")
    }
  }

  // Without a time limit of the test, which counts the time that other tests take before it runs.
  @Test("A named pipe is rejected immediately")
  func pipe() throws {
    try TemporaryFolder.use { folder in
      let path = folder.path + "/level.json"
      try #require(mkfifo(path, 0o600) == 0)
      let run = try RunningProgram(["scene", "check", path], in: folder).finish()
      #expect(run.exitCode == 2)
      #expect(run.errors.contains("level.json: is not a regular file"), "\(run.errors)")
      for arguments in [["scene", "format"], ["scene", "migrate"], ["replay", "info"]] {
        let run = try RunningProgram(arguments + [path], in: folder).finish()
        #expect(run.exitCode == 2, "\(arguments)")
        #expect(
          run.errors.contains("level.json: is not a regular file; "), "\(arguments) \(run.errors)")
      }
    }
  }

  @Test("A folder without scenes is not a success", arguments: ["check", "format", "migrate"])
  func emptyFolder(_ command: String) throws {
    try TemporaryFolder.use { folder in
      try write("no scene", to: "readme.txt", in: folder)
      let run = try Program.run("scene", command, folder.path)
      #expect(run.exitCode == 2)
      #expect(run.output.isEmpty)
      #expect(run.errors.contains("the folder contains no scene files"), "\(run.errors)")
    }
  }

  @Test("A cycle of three files is reported with its chain")
  func circle() throws {
    try TemporaryFolder.use { folder in
      for (name, next) in [("a", "b"), ("b", "c"), ("c", "a")] {
        try write(
          Self.head + "[ { \"name\": \"n\", \"scene\": \"\(next).json\" } ] }",
          to: "\(name).json", in: folder)
      }
      let run = try Program.run("scene", "check", "a.json", in: folder)
      #expect(run.exitCode == 1)
      #expect(run.errors.contains("a.json → b.json → c.json → a.json"))
    }
  }

  @Test("Hostile input is rejected quickly: invalid UTF-8, and 100 MB of brackets")
  func hostileBytes() throws {
    try TemporaryFolder.use { folder in
      let binary = folder.appending(path: "binary.json")
      try Data([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x7d]).write(to: binary)
      let first = try Program.run("scene", "check", binary.path)
      #expect(first.exitCode == 1)
      #expect(first.errors.contains("0xFF is not UTF-8"))
      let huge = folder.appending(path: "huge.json")
      try Data(repeating: UInt8(ascii: "["), count: 100_000_000).write(to: huge)
      let second = try Program.run("scene", "check", huge.path)
      #expect(second.exitCode == 1)
      #expect(second.errors.contains("100000000 bytes"))
    }
  }

  @Test("All errors of all files are reported in one run, including missing files")
  func allMistakes() throws {
    try TemporaryFolder.use { folder in
      try write(
        Self.head + #"[ { "name": "a", "opacity": 2, "color": 1 } ] }"#, to: "one.json", in: folder
      )
      try write(Self.head + "[] }", to: "good.json", in: folder)
      let run = try Program.run(
        "scene", "check", folder.path + "/one.json", folder.path + "/good.json",
        folder.path + "/gone.json")
      #expect(run.exitCode == 1)
      #expect(run.errors.split(separator: "\n").count == 3)
      #expect(run.errors.contains("gone.json: there is no such file"))
      #expect(run.output.contains("good.json: OK, 0 nodes"))
      let missing = try Program.run("scene", "check", folder.path + "/gone.json")
      #expect(missing.exitCode == 2)
      // A folder stands for its scenes.
      let all = try Program.run("scene", "check", folder.path)
      #expect(all.exitCode == 1)
      #expect(all.errors.split(separator: "\n").count == 2)
      #expect(all.output.split(separator: "\n").count == 1)
    }
  }

  @Test("Every scene file of the repository is valid")
  func ourScenes() throws {
    let files = try FileManager.default.subpathsOfDirectory(
      atPath: Repository.root.path + "/Scenes"
    ).filter { $0.hasSuffix(".json") && !$0.hasSuffix("schema.json") }.sorted()
    #expect(files.count > 5)
    let run = try Program.run(["scene", "check"] + files)
    #expect(run.exitCode == 0, "\(run.errors)")
    #expect(run.output.split(separator: "\n").count == files.count)
  }

  @Test("Prints the nodes of a scene as a tree")
  func tree() throws {
    let run = try Program.run("scene", "tree", "marble-maze/level1.json")
    #expect(run.exitCode == 0, "\(run.errors)")
    let lines = run.output.split(separator: "\n")
    #expect(lines.first == "/")
    #expect(lines.contains { $0.contains("ball") && $0.contains("role ball") })
    let missing = try Program.run("scene", "tree", "marble-maze/level0.json")
    #expect(missing.exitCode == 2)
    #expect(missing.errors.contains("level0.json: there is no such file"))
  }

  @Test("The printed schema is the one in Scenes")
  func schema() throws {
    let run = try Program.run("scene", "schema")
    #expect(run.exitCode == 0)
    #expect(try run.output == Repository.text("Scenes/scene.schema.json"))
  }

  /// A scene with three warnings.
  private static let doubtful =
    head
      + #"""
      [ { "name": "a", "physics": {}, "actions": [{ "playAudio": { "sound": "hoot" } }] },
        { "name": "b", "geometry": { "box": {}, "materials": [{ "metalness": { "intensity": 1 } }] } } ] }
      """#

  // Symptom: a body without a shape, a sound without a file and a factor without effect passed
  // without a word. Cause: there were only errors.
  @Test("Warnings have positions and exit code 0, or 1 with --strict")
  func warnings() throws {
    try TemporaryFolder.use { folder in
      try write(Self.doubtful, to: "level.json", in: folder)
      let root = Program.checkout.path
      let run = try Program.run("scene", "check", "level.json", "--root", root, in: folder)
      #expect(run.exitCode == 0)
      #expect(run.output == "level.json: OK, 2 nodes from 1 file, 3 warnings\n")
      let lines = run.errors.split(separator: "\n").sorted()
      #expect(lines.count == 3, "\(run.errors)")
      for (line, start) in zip(
        lines,
        [
          "level.json:1:109: warning: /nodes/0/actions/0/playAudio/sound: there is no sound",
          "level.json:1:67: warning: /nodes/0/physics: the body has no shape",
          "level.json:2:87: warning: /nodes/1/geometry/materials/0/metalness/intensity: the intens",
        ])
      {
        #expect(line.hasPrefix(start), "\(line)")
      }
      let strict = try Program.run(
        "scene", "check", "level.json", "--strict", "--root", root, in: folder)
      #expect(strict.exitCode == 1 && strict.errors == run.errors)
    }
  }

  @Test("With --json the problems are one object with level, file, line, column and pointer")
  func json() throws {
    try TemporaryFolder.use { folder in
      try write(Self.doubtful, to: "level.json", in: folder)
      try write(Self.head + "[ { \"opacity\": 2 } ] }", to: "wrong.json", in: folder)
      let run = try Program.run("scene", "check", "--json", "level.json", "wrong.json", in: folder)
      #expect(run.exitCode == 1 && run.errors.isEmpty, "\(run.errors)")
      let object = try #require(
        JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any])
      #expect(object["isValid"] as? Bool == false)
      let scenes = try #require(object["scenes"] as? [[String: Any]])
      #expect(scenes.map { $0["file"] as? String } == ["level.json"])
      let problems = try #require(object["problems"] as? [[String: Any]])
      let error = try #require(problems.last)
      #expect(error["level"] as? String == "error" && error["file"] as? String == "wrong.json")
      #expect(error["line"] as? Int == 1 && error["column"] as? Int == 54)
      #expect(error["pointer"] as? String == "/nodes/0/opacity")
      #expect(error["message"] as? String == "2 is out of range; 0…1 is accepted")
      #expect(problems.dropLast().allSatisfy { $0["level"] as? String == "warning" })
    }
  }

  @Test("A role without a game is a warning, except in a part of another checked scene")
  func idleRoles() throws {
    try TemporaryFolder.use { folder in
      try write(Self.head + #"[ { "role": { "ball": {} } } ] }"#, to: "part.json", in: folder)
      let alone = try Program.run("scene", "check", "part.json", in: folder)
      #expect(alone.exitCode == 0)
      #expect(
        alone.errors.hasPrefix("part.json:1:51: warning: /nodes/0/role: the role has no effect"),
        "\(alone.errors)")
      try write(Self.head + #"[ { "scene": "part.json" } ] }"#, to: "level.json", in: folder)
      let all = try Program.run("scene", "check", folder.path)
      // The level names no game either, so its node has the warning.
      #expect(all.errors.split(separator: "\n").count == 1, "\(all.errors)")
    }
  }

  @Test("A command tells the warnings of its scene once, with their positions")
  func toldOnce() throws {
    try TemporaryFolder.use { folder in
      try write(Self.doubtful, to: "level.json", in: folder)
      for command in [
        ["run", "level.json", "--ticks", "3"], ["find", "level.json", "//*"],
        ["scene", "tree", "level.json"],
      ] {
        let run = try Program.run(command, in: folder)
        #expect(run.exitCode == 0, "\(command) \(run.errors)")
        let told = run.errors.split(separator: "\n").filter { $0.contains("metalness/intensity") }
        #expect(told.count == 1, "\(command) \(run.errors)")
        #expect(told.first?.hasPrefix("level.json:2:87: warning: ") == true, "\(run.errors)")
      }
    }
  }

  private func write(_ text: String, to name: String, in folder: URL) throws {
    try Data(text.utf8).write(to: folder.appending(path: name))
  }
}
