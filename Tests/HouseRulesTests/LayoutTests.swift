import Foundation
import TestSupport
import Testing

@Suite("Layout of the repository")
struct LayoutTests {
  /// Files that may be longer than 400 lines, with their greatest length; the list only shrinks.
  static let longFiles: [String: Int] = [:]

  @Test("A file has at most 400 lines, unless it is on the list that only shrinks")
  func filesAreShort() throws {
    var found: Set<String> = []
    let files =
      try SourceFile.all(under: "Sources", endings: ["swift", "c", "h"])
      + SourceFile.all(under: "Tests", endings: ["swift", "c", "h"])
    #expect(files.count > 20, "The checkout was found at \(Repository.root.path)")
    for file in files {
      let most = Self.longFiles[file.path] ?? 400
      #expect(
        file.lineCount <= most, "\(file.path) has \(file.lineCount) lines, \(most) are the most")
      if file.lineCount > 400 { found.insert(file.path) }
    }
    for path in Self.longFiles.keys.sorted() where !found.contains(path) {
      Issue.record("\(path) has become short: take it off the list")
    }
    #expect(Self.longFiles.isEmpty, "The list only shrinks, and it has been empty")
  }

  @Test("Lines of comments have at most 100 columns, as lines of code have")
  func commentsAreNarrow() throws {
    let files = try SourceFile.all(under: "Sources") + SourceFile.all(under: "Tests")
    for file in files {
      for (index, line) in file.lines.enumerated() where line.count > 100 {
        let text = line.drop { $0 == " " }
        let words = text.drop { $0 == "/" }
        // Formulas, code and tables are not wrapped.
        let isProse = text.hasPrefix("//") && !words.hasPrefix("     ") && !words.hasPrefix(" |")
        if isProse { Issue.record("\(file.path):\(index + 1) has \(line.count) columns") }
      }
    }
  }

  @Test("The top level holds the manifest, the folders, the README and the license, nothing else")
  func topLevel() throws {
    let allowed: Set<String> = [
      "Package.swift", "Package.resolved", "Sources", "Tests", "Scenes", "Assets", "README.md",
      "LICENSE",
    ]
    for entry in try FileManager.default.contentsOfDirectory(atPath: Repository.root.path) {
      #expect(entry.hasPrefix(".") || allowed.contains(entry), "\(entry) is at the top level")
    }
  }

  @Test("Folders of Tests belong to a module of Sources, or to all tests")
  func testFoldersBelong() throws {
    let shared: Set<String> = [
      "TestSupport", "Baselines", "HouseRulesTests", "CSoftwareGL", "LlvmpipeBenchmark",
      "LlvmpipeBenchmarkTests", "SampleProgram", "SampleLibrary", "SampleCProgram",
    ]
    for entry in try FileManager.default.contentsOfDirectory(atPath: Repository.url("Tests").path) {
      guard !entry.hasPrefix("."), !shared.contains(entry) else { continue }
      let module = entry.hasSuffix("Tests") ? String(entry.dropLast(5)) : entry
      #expect(
        FileManager.default.fileExists(atPath: Repository.url("Sources/" + module).path),
        "Tests/\(entry) tests no module")
    }
  }

  @Test(
    "The manifest is strict, has exact versions, and unsafe flags only for speed")
  func manifestIsStrict() throws {
    let manifest = try Manifest()
    let flags = manifest.text.matches(of: #/unsafeFlags\(([^)]*\))/#).map { String($0.output.1) }
    #expect(
      flags == [
        #"["-O", "-assert-config", "Debug"], .when(configuration: .debug)"#,
        #"["-enforce-exclusivity=unchecked"], .when(configuration: .release)"#,
      ])
    #expect(manifest.text.contains("treatAllWarnings(as: .error)"))
    for line in manifest.text.split(separator: "\n") where line.contains(".package(url:") {
      #expect(
        line.contains("exact:"), "Package.resolved is not kept, so versions are exact: \(line)")
    }
  }

  /// Symptom: about every other `swift run` or `swift test` compiled the whole package again, which
  /// took five minutes on two cores.
  ///
  /// Cause: SwiftPM passed the names of two enabled traits to the compiler in random order.
  @Test("One trait is enabled by default, and no trait enables another")
  func oneTrait() throws {
    let traits = try Manifest().text.matches(of: #/enabledTraits: \[([^\]]*)\]/#)
    #expect(traits.map { String($0.output.1) } == [#""Driver""#])
  }

  @Test("No file is a bag: names say what is inside")
  func noBags() throws {
    for file in try SourceFile.all(under: "Sources") + SourceFile.all(under: "Tests") {
      for part in file.path.split(separator: "/") {
        let name = part.lowercased()
        let isBag = ["util", "helper", "manager", "misc"].contains { name.contains($0) }
        #expect(!isBag, "\(file.path)")
      }
    }
  }
}
