import Foundation
import Testing

@Suite("carom run")
struct RunCommandTests {
  /// The output of `--json`.
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

  @Test("Prints the same as text, and a frame only adds an image file")
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

  /// The sounds in the output of `--json`.
  private struct Heard: Decodable, Equatable {
    struct Sound: Decodable, Equatable {
      var tick: UInt64
      var name: String
      var goesOn: Bool?
      var node: String?
      var position: [Float]?
      var gain: Float
      var pitch: Float
    }
    struct Span: Decodable, Equatable {
      var name: String
      var node: String?
      var from: UInt64
      var to: UInt64
    }
    var sounds: [Sound]
    var sustainedSounds: [Span]
  }

  @Test("Logs sounds exactly: those that started, and sustained ones tick by tick")
  func sounds() throws {
    try TemporaryFolder.use { folder in
      func heard(_ name: String) throws -> (report: Heard, lines: [Heard.Sound], text: String) {
        let file = folder.path + "/" + name
        let run = try Program.run(
          "run", "marble-maze", "--bot", "--ticks", "600", "--json", "--sounds", file)
        #expect(run.exitCode == 0, "\(run.errors)")
        let text = String(decoding: try Data(contentsOf: URL(filePath: file)), as: UTF8.self)
        let lines = try text.split(separator: "\n").map {
          try JSONDecoder().decode(Heard.Sound.self, from: Data($0.utf8))
        }
        return (try JSONDecoder().decode(Heard.self, from: Data(run.output.utf8)), lines, text)
      }
      let (report, lines, text) = try heard("first.jsonl")
      let start = try #require(report.sounds.first { $0.name == "start" })
      #expect(start.node == nil && start.position == nil && start.gain == 1 && start.pitch == 1)
      #expect(lines.filter { $0.goesOn == nil } == report.sounds)
      #expect(lines.map(\.tick) == lines.map(\.tick).sorted())
      let rolling = lines.filter { $0.goesOn == true }
      #expect(rolling.count > 100 && rolling.allSatisfy { $0.name == "roll" && $0.node == "/ball" })
      #expect(rolling.allSatisfy { $0.position?.count == 3 })
      // Faster is louder and higher: 0.7 × share and 0.6 + 0.7 × share.
      #expect(rolling.allSatisfy { abs($0.pitch - 0.6 - $0.gain) < 1e-5 })
      #expect(Set(rolling.map(\.gain)).count > 50)
      let spans = report.sustainedSounds.map { $0.from...$0.to }
      #expect(spans.flatMap { Array($0) } == rolling.map(\.tick))
      #expect(zip(spans, spans.dropFirst()).allSatisfy { $0.upperBound + 1 < $1.lowerBound })
      #expect(try heard("second.jsonl").text == text)
    }
  }

  @Test("A ball with a harder impact is louder and higher")
  func impacts() throws {
    let run = try Program.run("run", "brick-breaker", "--bot", "--ticks", "1200", "--json")
    let heard = try JSONDecoder().decode(Heard.self, from: Data(run.output.utf8)).sounds
    let struck = heard.filter { $0.name == "barrier" || $0.name.hasPrefix("brick") }
    #expect(struck.count > 10 && Set(struck.map(\.pitch)).count > 3)
    #expect(struck.allSatisfy { (0.5...1).contains($0.gain) && $0.position != nil })
    #expect(struck.allSatisfy { abs($0.pitch - 0.92 - ($0.gain - 0.5) * 0.32) < 1e-5 })
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
    "Unknown names are rejected with the known ones and exit code 2",
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

  @Test("A scene with errors or without required roles has exit code 1")
  func badScenes() throws {
    try TemporaryFolder.use { folder in
      let file = folder.path + "/empty.json"
      try Data(#"{ "format": "carom.scene/1", "game": "marble-maze" }"#.utf8)
        .write(to: URL(filePath: file))
      let run = try Program.run("run", file)
      #expect(run.exitCode == 1)
      #expect(run.errors.contains("\(file):1:38: /game: the scene has 0 nodes with the role ball"))
      let check = try Program.run("scene", "check", file)
      #expect(check.exitCode == 1)
      #expect(check.errors.contains("role ball"))
    }
  }
}
