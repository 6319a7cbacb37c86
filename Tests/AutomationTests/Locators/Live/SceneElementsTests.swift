import CaromAutomation
import CaromMaths
import CaromProperties
import CaromSceneGraph
import Testing

@Suite("Scene elements")
struct SceneElementsTests {
  /// A role of the test game.
  struct Pearl: Role {
    static let name = "pearl"
    static let summary = "Gives life"
    var life: Float = 0.5

    static func properties(_ p: inout some PropertyVisitor<Self>) {
      p.property("life", \.life, "What it gives", .ratio, 0...1)
    }
  }

  /// A maze with a ball, pearls, a lamp, a camera and a score.
  static func maze() -> Scene {
    let scene = Scene()
    let maze = Node(name: "maze")
    let ball = Node(name: "ball", geometry: .sphere(radius: 0.25))
    ball.position = Vector3(0, 1.5, -2)
    ball.physicsBody = .dynamic()
    ball.physicsBody?.mass = 2
    let red = Material()
    red.name = "red"
    ball.geometry?.materials = [red]
    maze.addChildNode(ball)
    for index in 0..<3 {
      let pearl = Node(name: "pearl", geometry: .sphere(radius: 0.1))
      pearl.position = Vector3(Float(index), 0.5, 0)
      var role = Pearl()
      role.life = Float(index) / 4
      pearl.role = role
      maze.addChildNode(pearl)
    }
    scene.rootNode.addChildNode(maze)
    let lamp = Node(name: "lamp")
    lamp.light = Light(.directional, intensity: 700)
    lamp.light?.castsShadow = true
    scene.rootNode.addChildNode(lamp)
    let camera = Node(name: "camera")
    camera.position = Vector3(0, 1, 6)
    camera.camera = Camera()
    var look = LookAtConstraint()
    look.target = NodeReference(ball)
    camera.constraints = [.lookAt(look)]
    scene.rootNode.addChildNode(camera)
    scene.overlay.labels = [Label("score", text: "12 points", position: Vector2(0, 20))]
    return scene
  }

  private func paths(_ selector: String, _ scene: Scene = maze()) throws -> [String] {
    try Finder(scene).all(Locator(xpath: selector)).map(\.path)
  }

  private func text(_ selector: String, _ scene: Scene = maze()) throws -> String {
    try Finder(scene).evaluate(Locator(xpath: selector)).text
  }

  @Test("Nodes are elements in document order, and the root is the scene")
  func nodes() throws {
    #expect(
      try paths("//node") == [
        "/maze", "/maze/ball", "/maze/pearl", "/maze/pearl[1]", "/maze/pearl[2]", "/lamp",
        "/camera",
      ])
    #expect(try paths("/scene/node") == ["/maze", "/lamp", "/camera"])
    #expect(try paths("//node[@name='ball']/following-sibling::node[2]") == ["/maze/pearl[1]"])
    #expect(try text("count(//node)") == "7" && text("name(/*)") == "scene")
    #expect(
      try paths("node") == ["/maze", "/lamp", "/camera"], "A relative path starts at the scene")
  }

  @Test("Overlay items are elements, and labels have their text")
  func overlay() throws {
    let scene = Self.maze()
    scene.overlay.panels = [Panel("menu", position: .zero, size: Vector2(300, 200))]
    scene.overlay.bars = [Bar("life", position: .zero, size: Vector2(100, 10), value: 0.25)]
    scene.overlay.icons = [Icon("lives", .heart, position: .zero, count: 3)]
    let all = ["panel menu", "bar life", "icon lives", "label score"]
    #expect(try paths("//overlay/*", scene) == all)
    #expect(try paths("//icon[@symbol='heart' and @count > 2]", scene) == ["icon lives"])
    #expect(try text("//bar/@value", scene) == "0.25" && text("//panel/@size.x", scene) == "300")
    #expect(try paths("//label[.='12 points']", scene) == ["label score"])
  }

  @Test("Components are child elements, named by key, case or role")
  func parts() throws {
    #expect(try paths("//light") == ["/lamp light"])
    #expect(try paths("//node[light]") == ["/lamp"] && paths("//node[camera]") == ["/camera"])
    #expect(try paths("//geometry/sphere[@radius > 0.2]/../..") == ["/maze/ball"])
    #expect(try paths("//material[@name='red']/ancestor::node[1]") == ["/maze/ball"])
    #expect(try paths("//pearl[@life=0.25]") == ["/maze/pearl[1] pearl"])
    #expect(try paths("//node[@role='pearl'][pearl/@life > 0.3]") == ["/maze/pearl[2]"])
    #expect(try paths("//node[constraint/lookAt]") == ["/camera"])
    #expect(try paths("//label") == ["label score"] && text("//label") == "12 points")
    #expect(try paths("//overlay/label[contains(., 'points')]") == ["label score"])
    #expect(try paths("//node[physics/@mass = 2]") == ["/maze/ball"])
    #expect(try text("//lamp | //node[@name='lamp']/light/@intensity") == "700")
  }

  @Test(
    "Declared properties are attributes: lists with components, degrees, no exponents")
  func attributes() throws {
    let scene = Self.maze()
    #expect(try text("//node[@name='ball']/@position", scene) == "0 1.5 -2")
    #expect(try text("//node[@name='ball']/@position.z", scene) == "-2")
    #expect(try paths("//node[@position.y > 1]", scene) == ["/maze/ball"])
    #expect(try text("//light/@type", scene) == "directional")
    #expect(try text("//light/@castsShadow", scene) == "true")
    #expect(
      try text("//light/@spotOuterAngleDegrees", scene) == Light().get("spotOuterAngleDegrees"))
    #expect(try text("//light/@color.x", scene) == "1")
    #expect(try text("//@gravity", scene) == "0 -9.8 0")
    #expect(try text("//node[@name='camera']//lookAt/@target", scene) == "/maze/ball")
    #expect(try text("count(//node[@boundingBox])", scene) == "0", "What is nil is no attribute")
    let ball = try #require(scene.rootNode.childNode(withName: "ball"))
    ball.position.x = 1e-6
    #expect(try text("//node[@id='ball']/@position.x", scene) == "0.000001")
    #expect(try text("//node[@id='ball']/@worldPosition.y", scene) == "1.5")
    #expect(try text("//node[@id='ball']/@path", scene) == "/maze/ball")
  }

  @Test("Every declared property that is not a component and not nil is in @* and found by name")
  func everyProperty() throws {
    let scene = Self.maze()
    let finder = Finder(scene)
    for match in try finder.all(Locator(xpath: "//*")) {
      let attributes = match.attributes
      #expect(Set(attributes.map(\.name)).count == attributes.count)
      for (name, value) in attributes { #expect(match[name] == value, "\(match.path) @\(name)") }
    }
    let light = try #require(try finder.first(Locator(xpath: "//light")))
    let names = Set(light.attributes.map(\.name))
    for info in Light.propertyInfos { #expect(names.contains(info.key), "\(info.key)") }
    let node = try #require(try finder.first(.node("ball")))
    let own = Set(node.attributes.map(\.name))
    for key in ["position", "scale", "opacity", "isHidden", "renderingOrder", "castsShadow"] {
      #expect(own.contains(key), "\(key)")
    }
  }

  @Test("Queries include animations, constraints and the current velocity of bodies")
  func shown() throws {
    let scene = Self.maze()
    let ball = try #require(scene.rootNode.childNode(withName: "ball"))
    scene.step()
    #expect(try Double(text("//node[@name='ball']/physics/@velocity.y", scene)) ?? 0 < -0.1)
    #expect(try Double(text("//node[@name='ball']/@position.y", scene)) ?? 9 < 1.5)
    let camera = try #require(scene.rootNode.childNode(withName: "camera"))
    let turn = camera.presentation.orientation
    #expect(turn != camera.orientation)
    #expect(try text("//node[@name='camera']/@orientation.x", scene) == "\(turn.x)")
    _ = ball
  }

  @Test("Queries change neither the scene nor its hash")
  func pure() throws {
    let scene = Self.maze()
    for _ in 0..<5 { scene.step() }
    let before = scene.hash
    let finder = Finder(scene)
    for selector in [
      "//*[@*]", "//node[g:touching()]", "//node[g:inView()]", "//node[g:distance('ball') < 9]",
      "string(/)", "//node[g:moving()]",
    ] { _ = try finder.evaluate(Locator(xpath: selector)) }
    #expect(scene.hash == before)
    scene.step()
    let other = Self.maze()
    for _ in 0..<6 { other.step() }
    #expect(scene.hash == other.hash)
  }

  @Test("Selectors that ignore components have the same result with and without them")
  func withoutParts() throws {
    let scene = Self.maze()
    let plain = [
      "//node", "//node[2]", "//node[@role]/..", "/scene/node[last()]", "//node[not(node)]",
      "//node/ancestor::*", "count(//node)", "//node[@name='pearl'][2]", "//node/following::node",
    ]
    // A union with an element that does not exist creates all components and adds nothing.
    for selector in plain where !selector.hasPrefix("count") {
      #expect(try paths(selector, scene) == paths("\(selector) | //nothing", scene), "\(selector)")
    }
  }

  @Test("Deeply nested scenes do not overflow the stack")
  func deep() throws {
    let scene = Scene()
    var node = scene.rootNode
    for index in 0..<400 {
      let next = Node(name: "n\(index)")
      node.addChildNode(next)
      node = next
    }
    #expect(try text("count(//node)", scene) == "400")
    #expect(try text("count(//node[@name='n399']/ancestor::node)", scene) == "399")
  }
}
