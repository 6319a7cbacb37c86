import CaromAutomation
import CaromProperties
import CaromSceneGraph
import CaromSimulation
import Testing

/// Symptom: a selector of the game's state, such as `//game[@score < 0]`, took 6 ms, because the
/// components of all nodes became elements.
@Suite("The game as an element")
struct GameElementTests {
  /// A role with the name of the element.
  private struct Twin: Role {
    static let name = "game"
    static let summary = "Has the name of another element"
    static func properties(_ p: inout some PropertyVisitor<Self>) {}
  }

  private func session(_ role: (any Role)? = nil) throws -> Session {
    let scene = Scene()
    for index in 0..<5 {
      let node = Node(name: "ball\(index)", geometry: .sphere(radius: 1))
      node.physicsBody = .static()
      node.role = role
      scene.rootNode.addChildNode(node)
    }
    let session = try Session(scene: scene, game: Jumping(), seed: 1)
    scene.roleTypes += role.map { [type(of: $0)] } ?? []
    return session
  }

  @Test(
    "A selector of the game alone finds what it finds among all components",
    arguments: ["//game", "//game[@score = 0]", "/scene/game", "//game/..", "//game/@score"])
  func same(text: String) throws {
    let finder = Finder(try session())
    let alone = try finder.all(Locator(xpath: text))
    // A union with an unknown component visits all of them.
    let all = try finder.all(Locator(xpath: "\(text) | //unknown"))
    #expect(alone.map(\.path) == all.map(\.path) && alone.count == 1)
    #expect(alone.first?.text == all.first?.text)
  }

  @Test("A role with the same name is found, too")
  func role() throws {
    #expect(try Finder(session(Twin())).count(Locator(xpath: "//game")) == 6)
    #expect(try Finder(session()).count(Locator(xpath: "//game")) == 1)
  }
}
