import Foundation
import TestSupport
import Testing

/// The command that makes levels.
@Suite("carom generate")
struct GenerateTests {
  /// A content folder of its own, because levels are written into it.
  private func makeRoot() throws -> String {
    let root = FileManager.default.temporaryDirectory.appending(
      path: "carom-generate-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: root, withIntermediateDirectories: true)
    for folder in ["Scenes", "Assets"] {
      try FileManager.default.copyItem(
        at: Repository.url(folder).resolvingSymlinksInPath(), to: root.appending(path: folder))
    }
    return root.path
  }

  @Test("A level is written with a recording that wins it, and what was edited is not replaced")
  func level() throws {
    let root = try makeRoot()
    defer { try? FileManager.default.removeItem(atPath: root) }
    func generate(_ options: String...) throws -> Program.Outcome {
      try Program.run(
        ["generate", "marble-maze", "--seed", "3", "--difficulty", "0", "--root", root] + options)
    }
    let first = try generate()
    #expect(first.exitCode == 0, "\(first.output)\(first.errors)")
    #expect(first.output.contains("bot"))
    let file = root + "/Scenes/generated/marble-maze-3"
    let text = try String(contentsOfFile: file + ".json", encoding: .utf8)
    let replay = try Program.run("replay", "verify", file + ".replay.jsonl", "--root", root)
    #expect(replay.exitCode == 0, "\(replay.output)\(replay.errors)")
    let check = try Program.run("scene", "check", "--strict", file + ".json", "--root", root)
    #expect(check.exitCode == 0, "\(check.output)\(check.errors)")
    #expect(try generate().exitCode == 0)
    try (text + "// edited\n").write(toFile: file + ".json", atomically: true, encoding: .utf8)
    let again = try generate()
    #expect(again.exitCode == 2 && again.errors.contains("is there and differs"))
    #expect(try generate("--force", "--json").output.contains("\"isMade\":true"))
    #expect(try String(contentsOfFile: file + ".json", encoding: .utf8) == text)
  }

  @Test(
    "Incorrect use ends with 2 and says what is accepted",
    arguments: [
      (["rules"], "makes no levels; marble-maze, brick-breaker, pinball is accepted"),
      (["marbel"], "no game"),
      (["marble-maze", "--difficulty", "2"], "a number from 0 to 1 is accepted"),
      (["marble-maze", "--output", "/tmp"], "a folder below it is accepted"),
      (["marble-maze", "--count", "0"], "a whole number from 1"),
    ])
  func wrongUse(arguments: [String], message: String) throws {
    let result = try Program.run(["generate"] + arguments)
    #expect(result.exitCode == 2 && result.errors.contains(message), "\(result.errors)")
  }
}
