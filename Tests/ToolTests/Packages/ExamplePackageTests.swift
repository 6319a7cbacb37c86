import CaromTool
import Foundation
import TestSupport
import Testing

/// Games that were made with `carom new`, in `Assets/examples`.
///
/// Their own tests run with all others.
@Suite("Example packages")
struct ExamplePackageTests {
  private static let folder = Repository.url("Assets/examples/mini-golf")

  private func run(_ arguments: String...) throws -> BuiltProgram.Outcome {
    try BuiltProgram(name: "mini-golf", package: Self.folder).run(arguments)
  }

  private func text(_ path: String) throws -> String {
    try String(contentsOf: Self.folder.appending(path: path), encoding: .utf8)
  }

  @Test("The bot plays all holes, and features pass twice in the same way")
  func plays() throws {
    let played = try run("run", "--bot", "--ticks", "3600", "--json")
    #expect(played.output.contains("\"phase\":\"over\""), "\(played.output)\(played.errors)")
    #expect(played.output.contains("\"level\":\"level3\""))
    let tested = try run("test", "Tests/MiniGolfTests/Features", "--twice")
    #expect(tested.exitCode == 0, "\(tested.output)\(tested.errors)")
    let verified = try run("replay", "verify", "Tests/MiniGolfTests/Goldens/level1.replay.jsonl")
    #expect(verified.exitCode == 0, "\(verified.output)\(verified.errors)")
  }

  @Test("Scenes are valid without warnings and formatted")
  func scenes() throws {
    for arguments in [["check", "--strict"], ["format", "--check"]] {
      let outcome = try run("scene", arguments[0], arguments[1], "Scenes")
      #expect(outcome.exitCode == 0, "\(outcome.errors)")
    }
  }

  @Test("Random input violates no invariant of the engine or the game")
  func search() throws {
    let outcome = try run("fuzz", "--runs", "6", "--ticks", "900", "--heavy", "200")
    #expect(outcome.exitCode == 0, "\(outcome.output)\(outcome.errors)")
  }

  @Test("The game has at most 250 lines of Swift, and needs no tool of its own")
  func length() throws {
    let paths = try FileManager.default.subpathsOfDirectory(
      atPath: Self.folder.appending(path: "Sources").path
    ).filter { $0.hasSuffix(".swift") }
    let lines = try paths.map { path in
      try text("Sources/\(path)").split(separator: "\n", omittingEmptySubsequences: false).count - 1
    }
    #expect(lines.reduce(0, +) <= 250)
    #expect(
      try text("Sources/mini-golf/main.swift").contains("CaromTool.main(games: [MiniGolf.self]"))
  }

  @Test("All but the game itself is what the template made")
  func origin() throws {
    let files = try PackageTemplate("ball", assets: Repository.url("Assets").path).files(
      name: PackageName("mini-golf"), engine: EngineLocation(Repository.root.path),
      in: Self.folder)
    for file in files
    where ["README.md", "dist.sh", ".gitignore", "Assets/README.md"]
      .contains(file.path)
    {
      #expect(try Data(contentsOf: Self.folder.appending(path: file.path)) == Data(file.bytes))
    }
    let missing = files.map(\.path).filter {
      !FileManager.default.fileExists(atPath: Self.folder.appending(path: $0).path)
    }
    #expect(missing == ["Sources/MiniGolfKit/MiniGolf+Invariants.swift"])
  }
}
