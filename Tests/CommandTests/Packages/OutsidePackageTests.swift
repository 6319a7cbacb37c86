import Foundation
import TestSupport
import Testing

/// Marble Maze and Brick Breaker as somebody else's package, which has only products of Carom.
@Suite("Packages outside")
struct OutsidePackageTests {
  /// The products that stand for the modules that the games import.
  private static let products = [
    "CaromMaths": "Carom", "CaromProperties": "Carom", "CaromSceneGraph": "Carom",
    "CaromSimulation": "Carom", "CaromPhysics": "Carom", "CaromGherkin": "CaromAutomation",
    "CaromGames": "OutsideGames",
  ]

  /// The sources in a folder, with products in place of modules.
  private func sources(_ folder: String) throws -> [String: String] {
    let paths = try FileManager.default.subpathsOfDirectory(
      atPath: Repository.url("Sources/\(folder)").path)
    var sources: [String: String] = [:]
    for path in paths where path.hasSuffix(".swift") {
      let text = try Repository.text("Sources/\(folder)/\(path)")
      sources[path.replacing("/", with: "-")] = text.replacing(
        #/(?:(?:public|package) )?import (Carom[A-Za-z]+)/#
      ) { match in
        "import " + (Self.products[String(match.1)] ?? String(match.1))
      }
    }
    return sources
  }

  @Test("Marble Maze and Brick Breaker need no import and no access that a package outside lacks")
  func games() throws {
    try TemporaryFolder.use { place in
      for (folder, module) in [("Games", "OutsideGames"), ("GameSteps", "OutsideSteps")] {
        let target = place.appending(path: module)
        try FileManager.default.createDirectory(at: target, withIntermediateDirectories: true)
        for (name, text) in try sources(folder) {
          #expect(!text.contains("@testable") && !text.contains("@_spi"), "\(name)")
          try Data(text.utf8).write(to: target.appending(path: name))
        }
        // Without a package name, declarations with package access do not exist.
        let arguments =
          ["-wmo", "-parse-as-library", "-module-name", module, "-emit-module"]
          + ["-emit-module-path", "\(place.path)/\(module).swiftmodule", "-I", place.path]
          + BuildProducts.searchPaths
        let outcome = try Program.shell(
          ([BuildProducts.compiler] + arguments + ["\(module)/*.swift"]).joined(separator: " "),
          in: place)
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
      }
    }
  }
}
