import Foundation
import Testing

@Suite("carom run")
struct RunCommandTests {
  /// What `--json` prints.
  struct Report: Decodable, Equatable {
    var game: String
    var scene: String
    var seed: Int
    var ticks: Int
    var phase: String
    var score: Int
    var lives: Int?
    var hash: String
    var ticksPerSecond: Double
  }

  private func report(_ arguments: String...) throws -> Report {
    let run = try Program.run(["run"] + arguments + ["--json"])
    #expect(run.exitCode == 0, "\(run.errors)")
    #expect(run.errors.isEmpty)
    #expect(run.output.split(separator: "\n").count == 1)
    return try JSONDecoder().decode(Report.self, from: Data(run.output.utf8))
  }

  @Test(
    "Prints one JSON object whose hash is the same in every run",
    arguments: [
      "marble-maze", "brick-breaker",
    ])
  func json(game: String) throws {
    let first = try report(game, "--bot", "--ticks", "1200")
    #expect(first.game == game)
    #expect(first.ticks == 1200)
    #expect(first.seed == 1)
    #expect(first.hash.count == 16)
    #expect(first.ticksPerSecond > 0)
    #expect(try report(game, "--bot", "--ticks", "1200").hash == first.hash)
    #expect(try report(game, "--bot", "--ticks", "1200", "--seed", "2").hash != first.hash)
    #expect(try report(game, "--bot", "--ticks", "1201").hash != first.hash)
  }

  @Test("Prints the same for people, and a frame changes nothing but the file that it writes")
  func frame() throws {
    try TemporaryFolder.use { folder in
      let file = folder.path + "/new/frame.png"
      let plain = try report("brick-breaker", "--bot", "--ticks", "300")
      let run = try Program.run(
        "run", "brick-breaker", "--bot", "--ticks", "300", "--frame", file, "--size", "64x36")
      #expect(run.exitCode == 0, "\(run.errors)")
      for line in [
        "game     brick-breaker, seed 1", "ticks    300", "hash     \(plain.hash)",
        "score    \(plain.score)", "phase    \(plain.phase)",
      ] {
        #expect(run.output.contains(line + "\n"), "\(run.output)")
      }
      #expect(try Picture.size(of: file) == [64, 36])
    }
  }

  @Test("Runs a scene that names no game")
  func sceneWithoutGame() throws {
    try TemporaryFolder.use { folder in
      let file = folder.path + "/drop.json"
      let text = """
        { "format": "carom.scene/1", "nodes": [ { "name": "ball", "geometry": { "sphere": {} },
          "physics": { "type": "dynamic" } } ] }
        """
      try Data(text.utf8).write(to: URL(filePath: file))
      let dropped = try report(file, "--ticks", "60")
      #expect(dropped.game == "none")
      #expect(dropped.scene == file)
      #expect(dropped.lives == nil)
      #expect(try report(file, "--ticks", "61").hash != dropped.hash)
      let bot = try Program.run("run", file, "--bot")
      #expect(bot.exitCode == 2)
      #expect(bot.errors.contains("has no bot"))
    }
  }

  @Test(
    "Unknown names list the known ones, with exit code 2",
    arguments: [
      (["no-such-game"], "marble-maze, brick-breaker"),
      (["marble-maze", "--frame", "x.png", "--camera", "no-such-camera"], "known: "),
      (["marble-maze", "--ticks", "-1"], "--ticks"),
      (["marble-maze", "--size", "64x36"], "--frame"),
      (["marble-maze", "--frame", "x.png", "--size", "64"], "--size"),
      (["marble-maze", "--root", "/no/such/folder"], "--root"),
    ])
  func wrongUse(arguments: [String], says: String) throws {
    let run = try Program.run(["run"] + arguments)
    #expect(run.exitCode == 2)
    #expect(run.output.isEmpty)
    #expect(run.errors.contains(says), "\(run.errors)")
  }

  @Test("A scene with mistakes or without what its game needs is exit code 1")
  func badScenes() throws {
    try TemporaryFolder.use { folder in
      let file = folder.path + "/empty.json"
      try Data(#"{ "format": "carom.scene/1", "game": "marble-maze" }"#.utf8)
        .write(to: URL(filePath: file))
      let run = try Program.run("run", file)
      #expect(run.exitCode == 1)
      #expect(run.errors.contains("\(file): the scene has 0 nodes with the role ball"))
      let check = try Program.run("scene", "check", file)
      #expect(check.exitCode == 1)
      #expect(check.errors.contains("role ball"))
    }
  }
}
