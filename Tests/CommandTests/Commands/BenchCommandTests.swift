import Foundation
import Testing

/// A scene takes minutes without optimization.
#if DEBUG
  private let isOptimized = false
#else
  private let isOptimized = true
#endif

@Suite("carom bench physics")
struct BenchCommandTests {
  @Test(
    "Prints one line of keys and values, and writes the poses of all bodies",
    .enabled(if: isOptimized, "it takes minutes in a debug build"))
  func oneScene() throws {
    try TemporaryFolder.use { folder in
      let file = folder.path + "/poses.txt"
      let run = try Program.run(
        "bench", "physics", "--scene", "S5", "--threads", "1", "--poses", file)
      #expect(run.exitCode == 0, "\(run.errors)")
      #expect(run.errors.isEmpty)
      let lines = run.output.split(separator: "\n")
      #expect(lines.count == 1)
      let words = try #require(lines.first).split(separator: "\t")
      #expect(words.prefix(3) == ["carom", "S5", "thr=1"])
      let values = Dictionary(
        uniqueKeysWithValues: words.dropFirst(2).map { word in
          let parts = word.split(separator: "=")
          return (String(parts[0]), String(parts[parts.count - 1]))
        })
      #expect(try #require(Double(values["cpuMean"] ?? "")) > 0)
      #expect(values["hash"]?.count == 16)
      #expect(values["hits"] == nil)
      let poses = try String(contentsOfFile: file, encoding: .utf8)
      #expect(poses.split(separator: "\n").count == 811)

      let json = try Program.run("bench", "physics", "--scene", "S5", "--json")
      let object = try JSONSerialization.jsonObject(with: Data(json.output.utf8))
      let members = try #require(object as? [String: Any])
      #expect(members["scene"] as? String == "S5")
      #expect(members["hash"] as? String == values["hash"])
      #expect(members["bodies"] as? Int == 811)
    }
  }

  @Test("Runs a scene from a file, and writes the trace of its bodies")
  func sceneFile() throws {
    try TemporaryFolder.use { folder in
      let (scene, trace) = (folder.path + "/fall.txt", folder.path + "/traces/fall.trace")
      let text = """
        scene fall 30 0 0.6 10 5
        body 2 0 9 0 0 0 0 1 0 0 0 0 0 0 1000 0 0 -1 1 1 0 0 0 0.5 0 -1 0 0 0 0 0 0 1
        """
      try Data(text.utf8).write(to: URL(fileURLWithPath: scene))
      let run = try Program.run("bench", "physics", "--file", scene, "--trace", trace)
      #expect(run.exitCode == 0 && run.errors.isEmpty, "\(run.errors)")
      let lines = run.output.split(separator: "\n")
      #expect(lines.count == 1)
      let words = try #require(lines.first).split(separator: "\t")
      #expect(words.prefix(3) == ["carom", "fall", "thr=1"])
      for key in ["steps=30", "bodies=1", "cpuMean=", "nsPerRay=", "hits=", "hash="] {
        #expect(words.contains { $0.hasPrefix(key) }, "\(key)")
      }
      // Frames at 0, 10, 20 and 30, with one body each.
      let bytes = try Data(contentsOf: URL(fileURLWithPath: trace))
      #expect(bytes.count == 4 * (8 + 56))
      #expect(Array(bytes.suffix(64).prefix(8)) == [30, 0, 0, 0, 1, 0, 0, 0])
    }
  }

  @Test("A built-in scene has a trace as well", .enabled(if: isOptimized, "it takes minutes"))
  func sceneTrace() throws {
    try TemporaryFolder.use { folder in
      let trace = folder.path + "/S5.trace"
      let run = try Program.run("bench", "physics", "--scene", "S5", "--trace", trace)
      #expect(run.exitCode == 0, "\(run.errors)")
      let bytes = try Data(contentsOf: URL(fileURLWithPath: trace))
      #expect(bytes.count == 6 * (8 + 811 * 56))
    }
  }

  @Test("Mistakes in a scene file are printed with file and line, and the exit code is 1")
  func brokenSceneFile() throws {
    try TemporaryFolder.use { folder in
      let scene = folder.path + "/broken.txt"
      try Data("scene a 1 0 0.6 60 0\nbody 9\n\nbox 1".utf8).write(to: URL(fileURLWithPath: scene))
      let run = try Program.run("bench", "physics", "--file", scene, "--trace", folder.path + "/t")
      #expect(run.exitCode == 1 && run.output.isEmpty)
      let lines = run.errors.split(separator: "\n")
      #expect(lines.count == 2)
      #expect(lines.first?.contains("\(scene):2: KIND is '9'; an integer from 0 to 2") == true)
      #expect(lines.last?.hasPrefix("\(scene):4: no item is called 'box'") == true)
      #expect(!FileManager.default.fileExists(atPath: folder.path + "/t"))
      let missing = try Program.run("bench", "physics", "--file", folder.path + "/none.txt")
      #expect(missing.exitCode == 2 && missing.errors.contains("there is no such file"))
      try Data("scene a 1 0 0.6 60 0".utf8).write(to: URL(fileURLWithPath: scene))
      let refused = try Program.run("bench", "physics", "--file", scene, "--trace", folder.path)
      #expect(refused.exitCode == 2 && refused.errors.contains("is a folder"))
    }
  }

  @Test(
    "Invalid options are rejected with exit code 2 and what is expected",
    arguments: [
      (["--scene", "S9"], "known: S1, S2"),
      (["--scene", "S1", "--threads", "257"], "--threads: 257 is out of range; 1 to 256 is"),
      (["--threads", "0"], "--threads"),
      (["--poses", "x.txt"], "--scene"),
      (["--trace", "x.trace"], "--trace: requires --scene or --file"),
      (["--stages"], "--stages: requires --scene or --file"),
      (["--scene", "S1", "--file", "x.txt"], "--file: excludes --scene"),
    ])
  func refusals(arguments: [String], words: String) throws {
    let run = try Program.run(["bench", "physics"] + arguments)
    #expect(run.exitCode == 2)
    #expect(run.output.isEmpty)
    #expect(run.errors.contains(words), "\(run.errors)")
  }
}

@Suite("carom bench render")
struct BenchRenderCommandTests {
  @Test("Prints times and the same hash for any number of threads")
  func threads() throws {
    let options = ["--subject", "balls", "--size", "48x27", "--frames", "1", "--rounds", "1"]
    let run = try Program.run(["bench", "render", "--json"] + options)
    #expect(run.exitCode == 0, "\(run.errors)")
    let lines = try run.output.split(separator: "\n").map { line in
      try #require(
        JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any], "\(line)")
    }
    #expect(lines.map { $0["threads"] as? Int } == [1, 2])
    #expect(Set(lines.map { $0["hash"] as? String }).count == 1)
    let first = try #require(lines.first)
    for key in ["cpu", "wall", "extract", "shadow", "vertex", "bin", "raster", "shade", "resolve"] {
      #expect(first[key] is Double, "\(key)")
    }
    let table = try Program.run(["bench", "render", "--threads", "1"] + options)
    #expect(table.output.split(separator: "\n").count == 2)
  }

  @Test(
    "Invalid options are rejected with exit code 2 and what is expected",
    arguments: [
      (["--subject", "tetris"], "known: marble-maze, brick-breaker"),
      (["--threads", "0"], "--threads: 0 is out of range; 1 to 256 is accepted"),
      (["--frames", "0"], "--frames"), (["--rounds", "0"], "--rounds"),
      (["--at", "-1"], "--at"), (["--size", "0x4"], "--size"),
    ])
  func refusals(arguments: [String], words: String) throws {
    let run = try Program.run(["bench", "render"] + arguments)
    #expect(run.exitCode == 2)
    #expect(run.errors.contains(words), "\(run.errors)")
  }
}

@Suite("carom bench replay")
struct BenchReplayCommandTests {
  @Test("Prints the cost of recording, and the same hash with and without")
  func both() throws {
    let run = try Program.run("bench", "replay", "--ticks", "120", "--rounds", "1", "--json")
    #expect(run.exitCode == 0, "\(run.errors)")
    let lines = run.output.split(separator: "\n")
    // One for each game.
    #expect(lines.count == 3)
    for line in lines {
      let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
      #expect(try #require(object?["share"] as? Double) > 0)
      #expect(try #require(object?["bytesAnHour"] as? Double) < 10_000_000)
      #expect((object?["hash"] as? String)?.count == 16)
    }
  }

  @Test("Invalid numbers and unknown games are rejected", arguments: ["--ticks", "--rounds"])
  func refusals(option: String) throws {
    let run = try Program.run("bench", "replay", option, "0")
    #expect(run.exitCode == 2 && run.errors.contains("\(option): 0 is out of range; 1 to "))
    let game = try Program.run("bench", "replay", "--subject", "chess")
    #expect(game.exitCode == 2 && game.errors.contains("known: "))
  }
}
