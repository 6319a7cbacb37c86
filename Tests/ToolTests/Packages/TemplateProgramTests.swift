import CaromDocuments
import CaromPlayer
import CaromTool
import Foundation
import TestSupport
import Testing

/// The programs of the templates; the tests of the templates themselves run with all others.
@Suite("Programs of the templates")
struct TemplateProgramTests {
  private func run(_ template: String, _ arguments: String...) throws -> BuiltProgram.Outcome {
    try BuiltProgram(
      name: "\(template)-game", package: Repository.url("Assets/templates/\(template)")
    ).run(arguments)
  }

  @Test(
    "The bot plays from each level to the end of the last one",
    arguments: PackageTemplateTests.names, ["1", "level2"])
  func bot(template: String, level: String) throws {
    let outcome = try run(
      template, "run", "--level", level, "--bot", "--ticks", "3600", "--json")
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
    #expect(outcome.output.contains("\"phase\":\"over\""), "\(outcome.output)")
    #expect(outcome.output.contains("\"level\":\"level2\""), "\(outcome.output)")
  }

  @Test("Commands take the number or the name of a level, and refuse others with both")
  func levels() throws {
    let found = try run("ball", "find", "ball-game", "//node[@name='block1']", "--level", "2")
    #expect(found.exitCode == 0, "\(found.errors)")
    let missing = try run(
      "ball", "find", "ball-game", "//node[@name='block1']", "--level", "level1")
    #expect(missing.exitCode == 1)
    let image = NSTemporaryDirectory() + UUID().uuidString + ".png"
    defer { try? FileManager.default.removeItem(atPath: image) }
    let drawn = try run("ball", "render", "--level", "2", "-o", image, "--size", "64x36")
    #expect(drawn.exitCode == 0 && FileManager.default.fileExists(atPath: image), "\(drawn.errors)")
    let searched = try run("ball", "fuzz", "--level", "2", "--runs", "1", "--ticks", "60")
    #expect(searched.output.contains("levels   level2 "), "\(searched.output)\(searched.errors)")
    for (option, message) in [
      (
        "3",
        "ball-game: there is no level '3'; 1 to 2, or level1 \"The Lane\", level2 \"Two Blocks\", is accepted"
      ),
      ("level3", "there is no level 'level3'"),
    ] {
      let refused = try run("ball", "run", "--level", option)
      #expect(refused.exitCode == 2 && refused.errors.contains(message), "\(refused.errors)")
    }
    let file = try run("ball", "run", "Scenes/level1.json", "--level", "2")
    #expect(file.exitCode == 2 && file.errors.contains("without a level"), "\(file.errors)")
    let list = try run("ball", "games")
    #expect(list.output.contains("level 2: level2, Two Blocks, level2.json"), "\(list.output)")
  }

  @Test("The games of the templates declare their actions, which the list names with keys")
  func actions() throws {
    let list = try run("paddle", "games")
    #expect(
      list.output.contains("  action serve: Space, gamepad A, click, tap\n"))
    let json = try run("ball", "games", "--json")
    #expect(json.exitCode == 0)
    let game = try #require(try JSON.parse(json.output)[0])
    #expect(game["name"]?.string == "ball-game")
    let actions = game["actions"]?.elements.map { $0.map { $0["name"]?.string ?? "" } }
    #expect(actions == ["left", "right", "strike"])
    #expect(game["actions"]?[2]?["keys"]?[0]?.string == "space")
    #expect(game["levels"]?[1]?["scene"]?.string == "level2.json")
  }

  @Test("The window opens in a level", .enabled(if: Window.isAvailable))
  func window() throws {
    let played = try run("ball", "play", "--level", "2", "--ticks", "5", "--mute")
    #expect(played.exitCode == 0, "\(played.errors)")
    let refused = try run("ball", "play", "--level", "3", "--ticks", "5", "--mute")
    #expect(refused.exitCode == 2 && refused.errors.contains("there is no level '3'"))
  }

  @Test("A recording across levels is verified, and every level is checked without arguments")
  func recordedLevels() throws {
    let file = NSTemporaryDirectory() + UUID().uuidString + ".replay.jsonl"
    defer { try? FileManager.default.removeItem(atPath: file) }
    let ran = try run("ball", "run", "--bot", "--ticks", "900", "--record", file)
    #expect(ran.exitCode == 0 && ran.output.contains("level    level2, 2 of 2"), "\(ran.output)")
    let verified = try run("ball", "replay", "verify", file)
    #expect(verified.exitCode == 0 && verified.output.contains(": OK"), "\(verified.errors)")
    let state = try run("ball", "replay", "state", file)
    #expect(state.output.contains("level index: 1"), "\(state.errors)")
    let checked = try run("ball", "scene", "check", "--strict")
    #expect(checked.exitCode == 0, "\(checked.errors)")
    #expect(checked.output.split(separator: "\n").count == 2, "\(checked.output)")
  }

  @Test("Scenes are valid without warnings and formatted", arguments: PackageTemplateTests.names)
  func scenes(template: String) throws {
    for arguments in [["check", "--strict"], ["format", "--check"]] {
      let outcome = try run(template, "scene", arguments[0], arguments[1], "Scenes")
      #expect(outcome.exitCode == 0, "\(outcome.errors)")
    }
  }

  @Test("Features pass twice in the same way", arguments: PackageTemplateTests.names)
  func features(template: String) throws {
    let type = template.capitalized + "Game"
    let outcome = try run(template, "test", "Tests/\(type)Tests/Features", "--twice")
    #expect(outcome.exitCode == 0, "\(outcome.output)\(outcome.errors)")
  }

  @Test("The committed recording is verified", arguments: PackageTemplateTests.names)
  func recording(template: String) throws {
    let type = template.capitalized + "Game"
    let outcome = try run(
      template, "replay", "verify", "Tests/\(type)Tests/Goldens/level1.replay.jsonl")
    #expect(outcome.exitCode == 0, "\(outcome.output)\(outcome.errors)")
  }

  @Test("The game is short enough to be read at once", arguments: PackageTemplateTests.names)
  func length(template: String) throws {
    let type = template.capitalized + "Game"
    let path = "Assets/templates/\(template)/Sources/\(type)Kit/\(type).swift"
    let lines = try Repository.text(path).split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count - 1 <= 98)
    #expect(lines.allSatisfy { $0.count <= 100 })
  }
}
