import CaromDocuments
import CaromMaths
import CaromSceneFiles
import CaromSceneGraph
import Foundation
import TestSupport
import Testing

@Suite("Articles on scene files")
struct ArticleTests {
  /// The files in an article, each of which follows a line with its name.
  private func files(of article: String) throws -> [String: String] {
    let folder = "Sources/SceneFiles/Documentation.docc/"
    let parts = try Repository.text(folder + article).components(separatedBy: "\n```json\n")
    var files: [String: String] = [:]
    for (before, after) in zip(parts, parts.dropFirst()) {
      guard let line = before.split(separator: "\n").last, line.hasPrefix("`"),
        line.hasSuffix(".json`:"), let end = after.range(of: "\n```")
      else { continue }
      files[String(line.dropFirst().dropLast(2))] = String(after[..<end.lowerBound]) + "\n"
    }
    return files
  }

  @Test("The scenes in the article about writing scenes are valid and behave as described")
  func writingScenes() throws {
    let files = try files(of: "WritingScenes.md")
    #expect(
      files.keys.sorted() == [
        "bodies.json", "bricks.json", "colors.json", "fields.json", "joints.json", "level.json",
        "wall.json",
      ])
    let scenes = try TemporaryScenes(files)
    defer { withExtendedLifetime(scenes) {} }  // keeps the folder
    for name in files.keys.sorted() {
      #expect(scenes.problems(name) == [])
      let loaded = try SceneReader(root: scenes.root).load(name)
      #expect(loaded.warnings.isEmpty && loaded.simulationProblems().isEmpty, "\(name)")
    }
    let keys = try JSON.parse(SceneSchema.text(roles: []))["properties"]?.members?.map(\.key)
    let article = try Repository.text(
      "Sources/SceneFiles/Documentation.docc/WritingScenes.md")
    for key in try #require(keys) where key != "$schema" {
      #expect(article.contains("`\(key)`"), "the article does not mention \(key)")
    }

    let level = try scenes.read("level.json")
    for _ in 0..<60 { level.step() }
    #expect(try #require(level.rootNode.childNode(withName: "ball")).position.y < 3)
    let root = try scenes.read("wall.json").rootNode
    let (low, high) = (root.node(atPath: "low/left"), root.node(atPath: "high/left"))
    #expect(low?.isHidden == false && high?.isHidden == true)
    #expect(high?.physicsBody?.friction == 0.6 && high?.physicsBody?.restitution == 0.5)
    #expect(root.node(atPath: "high/right")?.physicsBody?.friction == 0.9)
    let colors = try scenes.read("colors.json").rootNode
    func color(_ path: String) -> Color? {
      colors.node(atPath: path)?.geometry?.firstMaterial?.diffuse.color
    }
    #expect(color("red/left") == Color(0.7, 0.3, 0.2) && color("gray/left") == Color(0.5, 0.5, 0.5))
    #expect(color("gray/right")?.blue == 0)
    #expect(
      colors.node(atPath: "gray/right")?.geometry?.primitive
        == colors.node(atPath: "gray/left")?.geometry?.primitive)
    #expect(low?.geometry !== high?.geometry)
    #expect(low?.geometry === root.node(atPath: "low/right")?.geometry)
  }

  @Test("The bodies, joints and fields of the article move as described")
  func motion() throws {
    let files = try files(of: "WritingScenes.md")
    let scenes = try TemporaryScenes(files)
    defer { withExtendedLifetime(scenes) {} }
    func scene(_ name: String, after ticks: Int) throws -> Scene {
      let scene = try scenes.read(name)
      for _ in 0..<ticks { scene.step() }
      #expect(scene.problems == [])
      return scene
    }
    func node(_ name: String, _ scene: Scene) throws -> Node {
      try #require(scene.rootNode.childNode(withName: name))
    }

    let bodies = try scene("bodies.json", after: 60)
    #expect(abs(try node("ferry", bodies).position.x - 0.5) < 0.01)
    let turned = try node("turntable", bodies).worldFront
    #expect(abs(turned.x + 1) < 0.02 && abs(turned.z) < 0.02, "a quarter of a turn: \(turned)")
    let hammer = try node("hammer", bodies)
    #expect(hammer.position.y < 1.7 && hammer.physicsBody?.mass == 3)

    let joints = try scene("joints.json", after: 60)
    // After a second at 1 rad/s the right edge of the door has turned out of the plane.
    let edge = try node("door", joints).convertPosition(Vector3(0.5, 0, 0), to: nil)
    #expect(abs(edge.z + 0.84) < 0.05 && abs(edge.x - 0.04) < 0.05, "\(edge)")
    #expect(abs(try node("lift", joints).position.y - 0.6) < 0.03)
    let bell = try node("bell", joints).position
    #expect(abs((bell - Vector3(6, 3, 0)).length - 1) < 0.01)
    let later = try scene("joints.json", after: 600)
    #expect(abs(try node("lift", later).position.y - 2.1) < 0.02)
    #expect(
      abs(try node("door", later).convertPosition(Vector3(0.5, 0, 0), to: nil).x + 0.5) < 0.03)

    let fields = try scene("fields.json", after: 60)
    // ½·a·t²
    #expect(abs(try node("leaf", fields).position.x - 1) < 0.03)
    #expect(try node("outside", fields).position == Vector3(0, 0, 9))
  }
}
