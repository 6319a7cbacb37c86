import Foundation
import TestSupport
import Testing

/// The tables that hold Carom against SceneKit name tests; here it is checked that those are there.
///
/// A cell holds `Suite: part of a name, part of another name; Other suite: all`. A number stands
/// for the test whose name begins with it, and `Goldens of Rendering` for pictures.
@Suite("Tables of parity")
struct ParityTablesTests {
  /// The names of the tests by the name of their suite.
  static let tests: [String: [String]] = {
    var found: [String: [String]] = [:]
    var suiteOfType: [String: String] = [:]
    var extensions: [(type: String, tests: [String])] = []
    let files = (try? SourceFile.all(under: "Tests")) ?? []
    for file in files {
      let text = file.lines.joined(separator: "\n")
      let suites = text.matches(of: #/@Suite\(\s*"([^"]*)"[^\n]*\)\s*(?:struct|final class) (\w+)/#)
      for (i, suite) in suites.enumerated() {
        let end =
          i + 1 < suites.count ? suites[i + 1].range.lowerBound : text.endIndex
        let part = text[suite.range.lowerBound..<end]
        found[String(suite.1), default: []] += names(in: part)
        suiteOfType[String(suite.2)] = String(suite.1)
      }
      if suites.isEmpty, let type = text.firstMatch(of: #/extension (\w+)/#) {
        extensions.append((String(type.1), names(in: text[...])))
      }
    }
    for (type, names) in extensions {
      if let suite = suiteOfType[type] { found[suite, default: []] += names }
    }
    return found
  }()

  private static func names(in text: Substring) -> [String] {
    text.matches(of: #/@Test\(\s*"([^"]*)"/#).map { String($0.1) }
  }

  @Test("Every test that a table names exists")
  func namedTestsExist() throws {
    var rows = 0
    for file in try SourceFile.all(under: "Sources/SceneGraph/Documentation.docc", endings: ["md"])
    where file.path.contains("/Parity") {
      for line in file.lines where line.hasPrefix("| ") && !line.hasPrefix("| SceneKit |") {
        let cells = line.split(separator: "|", omittingEmptySubsequences: false)
          .dropFirst().dropLast().map { $0.trimmingCharacters(in: .whitespaces) }
        guard let cell = cells.last, cells.count == 3 else {
          Issue.record("\(file.path) has a row that is not of three cells: \(line)")
          continue
        }
        rows += 1
        for reference in cell.split(separator: ";") {
          let problem = problem(of: reference.trimmingCharacters(in: .whitespaces))
          if let problem { Issue.record("\(file.path): \(problem)") }
        }
        if cell.isEmpty {
          #expect(cells[1].contains("left out"), "\(file.path) shows no test for: \(line)")
        }
      }
    }
    #expect(rows > 100)
  }

  private func problem(of reference: String) -> String? {
    guard let colon = reference.range(of: ": ", options: .backwards) else {
      return Self.tests[reference] == nil ? "there is no suite \"\(reference)\"" : nil
    }
    let suite = String(reference[..<colon.lowerBound])
    let parts = reference[colon.upperBound...].split(separator: ",").map {
      $0.trimmingCharacters(in: .whitespaces)
    }
    if suite == "Goldens of Rendering" {
      let missing = parts.first {
        !FileManager.default.fileExists(
          atPath: Repository.url("Tests/RenderingTests/Goldens/\($0).png").path)
      }
      return missing.map { "there is no picture \($0)" }
    }
    guard let names = Self.tests[suite] else { return "there is no suite \"\(suite)\"" }
    let missing = parts.first { part in
      part != "all"
        && !names.contains {
          Int(part) == nil ? $0.lowercased().contains(part.lowercased()) : $0.hasPrefix(part + ":")
        }
    }
    return missing.map { "\"\(suite)\" has no test with \"\($0)\"" }
  }
}
