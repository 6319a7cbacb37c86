import Carom
import CaromPlayer
import Foundation
import TestSupport
import Testing

@Suite("README")
struct ReadmeTests {
  /// The fenced block after `<!-- mark -->`.
  private func block(_ mark: String) throws -> String {
    let readme = try Repository.text("README.md")
    let start = try #require(readme.range(of: "<!-- \(mark) -->\n```"))
    let body = readme[start.upperBound...].drop { $0 != "\n" }.dropFirst()
    let end = try #require(body.range(of: "\n```"))
    return String(body[..<end.lowerBound]) + "\n"
  }

  @Test("The example game is compiled in these tests")
  func gameIsCompiled() throws {
    #expect(try block("example: game") == Repository.text("Tests/PlayerTests/Example/KeepUp.swift"))
  }

  @Test("The example game plays the example scene as documented")
  func sceneIsPlayed() throws {
    let root = FileManager.default.temporaryDirectory.appending(path: "readme-\(UUID().uuidString)")
    let scenes = root.appending(path: "Scenes")
    try FileManager.default.createDirectory(at: scenes, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: root) }
    try Data(block("example: scene").utf8).write(to: scenes.appending(path: "keep-up.json"))

    let loader = SessionLoader(
      games: [KeepUp.self], root: try ContentRoot.find(option: root.path))
    let session = try loader.load("keep-up").session
    try session.send(.press(.space), at: 30)
    session.step(80)
    #expect(session.score == 1)
    #expect(session.phase == "playing")
    #expect(session.scene.overlay[label: "score"]?.text == "1")
    session.step(600)
    #expect(session.phase == "over")
    #expect(session.scene.pointOfView?.name == "camera")
  }

  @Test("The marked commands exist", arguments: ["ci: run", "ci: test", "ci: pictures"])
  func commandsAreMarked(mark: String) throws {
    let command = try block(mark)
    #expect(command.split(separator: "\n").count == 1, "one line that can be pasted")
    #expect(command.contains("swift "))
  }
}
