import Foundation
import Testing

/// Generating every image takes a minute without optimization.
#if DEBUG
  private let isOptimized = false
#else
  private let isOptimized = true
#endif

@Suite("carom assets", .enabled(if: isOptimized, "it takes a minute in a debug build"))
struct AssetsCommandTests {
  @Test("Generates all assets in a root, accepts them with --check, and reports a changed one")
  func makesAndFindsTheChangedOne() throws {
    try TemporaryFolder.use { folder in
      try FileManager.default.createDirectory(
        at: folder.appending(path: "Scenes"), withIntermediateDirectories: false)
      let made = try Program.run("assets", "--root", folder.path)
      #expect(made.exitCode == 0, "\(made.errors)")
      let first = try #require(made.output.split(separator: "\n").first)
      #expect(first.hasSuffix(".png"))
      #expect(FileManager.default.fileExists(atPath: folder.path + "/Assets/README.md"))
      let fresh = try Program.run("assets", "--check", "--root", folder.path)
      #expect(fresh.exitCode == 0, "\(fresh.errors)")
      #expect(fresh.output.isEmpty)
      try Data("no picture".utf8).write(to: URL(filePath: String(first)))
      let check = try Program.run("assets", "--check", environment: ["CAROM_ROOT": folder.path])
      #expect(check.exitCode == 1)
      #expect(check.errors.contains(first))
      #expect(check.errors.contains("carom assets"))
    }
  }

  @Test("A root without scenes is incorrect use")
  func rootWithoutScenes() throws {
    try TemporaryFolder.use { folder in
      let option = try Program.run("assets", "--root", folder.path)
      #expect(option.exitCode == 2)
      #expect(option.errors.hasPrefix("carom: --root: "))
      let variable = try Program.run("assets", environment: ["CAROM_ROOT": folder.path])
      #expect(variable.exitCode == 2)
      #expect(variable.errors.hasPrefix("carom: CAROM_ROOT: "))
    }
  }

  @Test("An image that cannot be written is reported with its path and the system's reason")
  func cannotBeWritten() throws {
    try TemporaryFolder.use { folder in
      try FileManager.default.createDirectory(
        at: folder.appending(path: "Scenes"), withIntermediateDirectories: false)
      try Data().write(to: folder.appending(path: "Assets"))
      let run = try Program.run("assets", "--root", folder.path)
      #expect(run.exitCode == 2)
      #expect(run.errors.contains("cannot be written"))
    }
  }
}
