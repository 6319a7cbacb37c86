import CaromTool
import Foundation
import Testing

@Suite("Hint at the program of a package")
struct ProgramHintTests {
  private func withPackage(_ manifest: String, _ body: (String) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    let inner = folder.appending(path: "Scenes/level")
    try FileManager.default.createDirectory(at: inner, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data(manifest.utf8).write(to: folder.appending(path: "Package.swift"))
    try body(inner.path)
  }

  private let golf = """
    let package = Package(name: "golf", targets: [
      .target(name: "GolfGame"),
      .executableTarget(name: "golf", dependencies: [.product(name: "CaromTool", package: "carom")]),
    ])
    """

  @Test("A package with a program of its own is found from any of its folders")
  func found() throws {
    try withPackage(golf) { folder in
      let hint = OwnProgram.hint(folder: folder, program: "carom")
      #expect(
        hint == "hint: this package has a program with its own games: swift run golf --help")
    }
  }

  @Test("The program itself, and packages without one, have no hint")
  func none() throws {
    try withPackage(golf) { folder in
      #expect(OwnProgram.hint(folder: folder, program: "golf") == nil)
    }
    try withPackage("let package = Package(name: \"other\")") { folder in
      #expect(OwnProgram.hint(folder: folder, program: "carom") == nil)
    }
    try withPackage(".product(name: \"CaromTool\" .executableTarget( name: x") { folder in
      #expect(OwnProgram.hint(folder: folder, program: "carom") == nil)
    }
  }
}
