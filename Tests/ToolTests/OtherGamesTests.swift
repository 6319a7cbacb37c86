import Foundation
import TestSupport
import Testing

@Suite("CaromTool: the game of another package")
struct OtherGamesTests {
  @Test("The program lists its own games only")
  func games() throws {
    let run = try SampleProgram.run("games")
    #expect(run.exitCode == 0)
    #expect(run.output.contains("drop") && run.output.contains("drop.json"))
    #expect(!run.output.contains("marble-maze"))
  }

  @Test("Help has the name of the program and of its game in the examples")
  func help() throws {
    let run = try SampleProgram.run("run", "--help")
    #expect(run.output.contains("EXAMPLE: SampleProgram run drop --bot"))
    #expect(!run.output.contains("marble-maze") && !run.output.contains("carom run"))
  }

  @Test("The name of the only game can be omitted")
  func onlyGame() throws {
    let run = try SampleProgram.run("run", "--bot", "--ticks", "60", "--json")
    #expect(run.exitCode == 0, "\(run.errors)")
    #expect(run.output.contains("\"game\":\"drop\"") && run.output.contains("\"phase\":\"over\""))
    // Three points, for one contact with the pocket.
    #expect(run.output.contains("\"score\":3"))
  }

  @Test("Feature files use the steps of the game")
  func steps() throws {
    let run = try SampleProgram.run("test", "Features")
    #expect(run.exitCode == 0, "\(run.output)\(run.errors)")
    #expect(run.output.contains("1 passed"), "\(run.output)")
  }

  @Test("The schema has the roles of the game, with angles in degrees")
  func schema() throws {
    let run = try SampleProgram.run("scene", "schema")
    #expect(run.output.contains("\"pocket\"") && run.output.contains("\"tiltDegrees\""))
    #expect(!run.output.contains("\"brick\""))
  }

  @Test("scene check knows the game and its roles", arguments: ["check", "tree"])
  func scenes(command: String) throws {
    let run = try SampleProgram.run("scene", command, "Scenes/drop.json")
    #expect(run.exitCode == 0, "\(run.errors)")
  }

  // Symptom: `scene check Scenes`, which the README of every new package names, failed for a part
  // with roles: "/game: a level has …". Cause: every file with the key `game` had to meet the
  // requirements of the game, although a part needs the key for its roles and is no level.
  @Test("A part with the key game need not be a level, if a checked level refers to it")
  func parts() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let part = #"{ "format": "carom.scene/1", "game": "drop", "nodes": [ { "name": "post" } ] }"#
    try part.write(to: folder.appending(path: "part.json"), atomically: true, encoding: .utf8)
    let alone = try SampleProgram.run("scene", "check", folder.path)
    #expect(alone.exitCode == 1 && alone.errors.contains("part.json"), "\(alone.errors)")
    let level = try String(
      contentsOf: Repository.url("Tests/SampleProgram/Scenes/drop.json"), encoding: .utf8)
    let nodes = try #require(level.range(of: "\"nodes\": ["))
    try level.replacingCharacters(in: nodes, with: "\"nodes\": [ { \"scene\": \"part.json\" },")
      .write(to: folder.appending(path: "level.json"), atomically: true, encoding: .utf8)
    let both = try SampleProgram.run("scene", "check", folder.path)
    #expect(both.exitCode == 0, "\(both.errors)")
    #expect(both.output.contains("part.json: OK, "), "\(both.output)")
  }

  @Test("find, render and fuzz work on the game")
  func others() throws {
    let found = try SampleProgram.run("find", "drop", "//node[@role='pocket']")
    #expect(found.exitCode == 0 && found.output.contains("pocket"), "\(found.errors)")
    let image = NSTemporaryDirectory() + UUID().uuidString + ".png"
    defer { try? FileManager.default.removeItem(atPath: image) }
    let drawn = try SampleProgram.run("render", "-o", image, "--size", "64x36")
    #expect(drawn.exitCode == 0 && FileManager.default.fileExists(atPath: image), "\(drawn.errors)")
    let searched = try SampleProgram.run("fuzz", "--runs", "2", "--ticks", "120")
    #expect(searched.exitCode == 0, "\(searched.output)\(searched.errors)")
  }

  @Test("A recording of the game is verified")
  func recording() throws {
    let file = NSTemporaryDirectory() + UUID().uuidString + ".replay.jsonl"
    defer { try? FileManager.default.removeItem(atPath: file) }
    let played = try SampleProgram.run("run", "--bot", "--ticks", "120", "--record", file)
    #expect(played.exitCode == 0, "\(played.errors)")
    let verified = try SampleProgram.run("replay", "verify", file)
    #expect(verified.exitCode == 0, "\(verified.output)\(verified.errors)")
  }

  @Test("Errors start with the name of the program and list its games")
  func errors() throws {
    let run = try SampleProgram.run("run", "golf")
    #expect(run.exitCode == 2)
    #expect(run.errors.hasPrefix("SampleProgram: there is no game 'golf'; drop"), "\(run.errors)")
  }
}
