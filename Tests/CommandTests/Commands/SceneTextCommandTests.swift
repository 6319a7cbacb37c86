import Foundation
import Testing

@Suite("carom scene format, diff and migrate")
struct SceneTextCommandTests {
  private func write(_ text: String, to name: String, in folder: URL) throws {
    let url = folder.appending(path: name)
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try text.write(to: url, atomically: true, encoding: .utf8)
  }

  private func text(_ name: String, in folder: URL) throws -> String {
    try String(contentsOf: folder.appending(path: name), encoding: .utf8)
  }

  @Test("Every scene of the repository is formatted and has the current version")
  func shippedScenes() throws {
    let format = try Program.run("scene", "format", "--check", "Scenes")
    #expect(format.exitCode == 0 && format.errors.isEmpty, "\(format.errors)")
    let migrate = try Program.run("scene", "migrate", "Scenes")
    #expect(migrate.exitCode == 0 && migrate.errors.isEmpty, "\(migrate.errors)")
    #expect(migrate.output.contains("level1.json: is already carom.scene/1"))
  }

  @Test("Formatting changes a file once, and --check changes nothing")
  func format() throws {
    try TemporaryFolder.use { folder in
      let messy = "{\"format\":\"carom.scene/1\", // why\n\"nodes\":[{\"name\":\"a\",},]}"
      try write(messy, to: "deep/a.json", in: folder)
      try write("{ }", to: "x.schema.json", in: folder)
      let check = try Program.run("scene", "format", "--check", ".", in: folder)
      #expect(check.exitCode == 1 && check.output.isEmpty)
      #expect(check.errors.contains("./deep/a.json: is not formatted"), "\(check.errors)")
      #expect(try text("deep/a.json", in: folder) == messy)
      let first = try Program.run("scene", "format", ".", in: folder)
      #expect(first.exitCode == 0 && first.output == "./deep/a.json: formatted\n")
      let canonical = """
        {
          "format": "carom.scene/1", // why
          "nodes": [{ "name": "a" }]
        }

        """
      #expect(try text("deep/a.json", in: folder) == canonical)
      let second = try Program.run("scene", "format", ".", in: folder)
      #expect(second.exitCode == 0 && second.output.isEmpty)
      try write("{ \"a\": [1 }", to: "deep/bad.json", in: folder)
      let bad = try Program.run("scene", "format", "deep/bad.json", in: folder)
      #expect(bad.exitCode == 1 && bad.errors.hasPrefix("deep/bad.json:1:11: "), "\(bad.errors)")
      #expect(try text("deep/bad.json", in: folder) == "{ \"a\": [1 }")
      #expect(try Program.run("scene", "format", "no-such", in: folder).exitCode == 2)
    }
  }

  @Test("Differences are reported by node, with exit code 1")
  func diff() throws {
    try TemporaryFolder.use { folder in
      let head = "{ \"format\": \"carom.scene/1\", \"nodes\": "
      try write(head + "[{ \"name\": \"a\", \"opacity\": 0.5 }] }", to: "a.json", in: folder)
      try write(head + "[{ \"opacity\": 1, \"name\": \"a\" }] } // x", to: "b.json", in: folder)
      let same = try Program.run("scene", "diff", "a.json", "a.json", in: folder)
      #expect(same.exitCode == 0 && same.output.isEmpty)
      let other = try Program.run("scene", "diff", "a.json", "b.json", in: folder)
      #expect(other.exitCode == 1 && other.output == "/a opacity: 0.5 → default\n")
      let json = try Program.run("scene", "diff", "a.json", "b.json", "--json", in: folder)
      #expect(
        json.output == #"{"isEqual":false,"changes":[{"kind":"changed","path":"/a","#
          + #""key":"opacity","old":0.5,"new":null}]}"# + "\n")
      let missing = try Program.run("scene", "diff", "a.json", "none.json", in: folder)
      #expect(missing.exitCode == 2 && missing.errors.contains("none.json: there is no"))
    }
  }

  @Test("An unknown version is rejected with its location, and the file is unchanged")
  func migrate() throws {
    try TemporaryFolder.use { folder in
      try write("{ \"format\": \"carom.scene/9\" }", to: "new.json", in: folder)
      let run = try Program.run("scene", "migrate", "new.json", in: folder)
      #expect(run.exitCode == 1)
      #expect(run.errors.hasPrefix("new.json:1:13: /format: the format \"carom.scene/9\""))
      #expect(try text("new.json", in: folder) == "{ \"format\": \"carom.scene/9\" }")
    }
  }
}
