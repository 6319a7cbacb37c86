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

  @Test("The bot finishes the first level", arguments: PackageTemplateTests.names)
  func bot(template: String) throws {
    let outcome = try run(template, "run", "--bot", "--ticks", "1800", "--json")
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
    #expect(outcome.output.contains("\"phase\":\"over\""), "\(outcome.output)")
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
    #expect(lines.count - 1 <= 90)
    #expect(lines.allSatisfy { $0.count <= 100 })
  }
}
