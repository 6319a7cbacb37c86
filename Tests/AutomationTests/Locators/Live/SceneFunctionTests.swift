import CaromAutomation
import CaromMaths
import CaromSceneGraph
import Testing

@Suite("Extension functions")
struct SceneFunctionTests {
  /// A floor with a box, a falling box, and a camera that sees them.
  private func room() -> Scene {
    let scene = Scene()
    let floor = Node(name: "floor", geometry: .box(width: 20, height: 1, length: 20))
    floor.position.y = -0.5
    floor.physicsBody = .static()
    let box = Node(name: "box", geometry: .box())
    box.position = Vector3(0, 0.5, 0)
    box.physicsBody = .dynamic()
    let falling = Node(name: "falling", geometry: .box())
    falling.position = Vector3(3, 8, 0)
    falling.physicsBody = .dynamic()
    let marker = Node(name: "marker")
    marker.position = Vector3(0, 0.5, 4)
    let behind = Node(name: "behind", geometry: .box())
    behind.position = Vector3(0, 0, 30)
    let camera = Node(name: "camera")
    camera.position = Vector3(0, 2, 12)
    camera.camera = Camera()
    for node in [floor, box, falling, marker, behind, camera] { scene.rootNode.addChildNode(node) }
    return scene
  }

  private func names(_ selector: String, _ scene: Scene) throws -> [String] {
    try Finder(scene).all(Locator(xpath: selector)).map { $0.name ?? "?" }
  }

  private func text(_ selector: String, _ scene: Scene) throws -> String {
    try Finder(scene).evaluate(Locator(xpath: selector)).text
  }

  @Test("g:distance() is the distance in meters between nodes, or to the nearest of several")
  func distance() throws {
    let scene = room()
    #expect(try text("g:distance(//node[@name='box'], //node[@name='marker'])", scene) == "4")
    #expect(try text("g:distance('box', 'marker')", scene) == "4")
    #expect(try names("//node[g:distance('marker') < 1]", scene) == ["marker"])
    #expect(try names("//node[g:distance('marker') <= 4]", scene) == ["box", "marker"])
    #expect(try text("g:distance('box', //node[@name='marker' or @name='behind'])", scene) == "4")
    #expect(try text("g:distance('box', 'nobody')", scene) == "NaN")
    #expect(try names("//node[g:distance(., //node[@id='box']) < 0.1]", scene) == ["box"])
  }

  @Test("g:moving(), g:atRest() and g:speed() depend on the velocity of the body")
  func motion() throws {
    let scene = room()
    #expect(try names("//node[g:moving()]", scene).isEmpty)
    for _ in 0..<30 { scene.step() }
    #expect(try names("//node[g:moving()]", scene) == ["falling"])
    #expect(try names("//node[g:moving(100)]", scene).isEmpty)
    #expect(try names("//node[physics][g:atRest()]", scene) == ["floor", "box"])
    let speed = try #require(Double(try text("//node[@name='falling']/physics/@velocity.y", scene)))
    #expect(speed < -4.5 && speed > -5.2)
    #expect(try names("//node[g:speed() > 4.5]", scene) == ["falling"])
  }

  @Test("g:touching() tests contact with any body, with a name, or with a path")
  func touching() throws {
    let scene = room()
    scene.step()
    #expect(try names("//node[g:touching()]", scene) == ["floor", "box"])
    #expect(try names("//node[g:touching('floor')]", scene) == ["box"])
    #expect(try names("//node[g:touching(//node[@name='box'])]", scene) == ["floor"])
    #expect(try names("//node[g:touching('falling')]", scene).isEmpty)
    #expect(try names("//node[g:touching('floor', 50)]", scene) == ["box", "falling"])
    for _ in 0..<120 { scene.step() }
    #expect(try names("//node[g:touching('floor')]", scene) == ["box", "falling"])
  }

  @Test("g:inView() tests the camera's view; g:visible() excludes hidden and transparent nodes")
  func view() throws {
    let scene = room()
    #expect(try names("//node[geometry][g:inView()]", scene) == ["floor", "box", "falling"])
    let box = try #require(scene.rootNode.childNode(withName: "box"))
    box.isHidden = true
    #expect(try names("//node[geometry][g:inView()]", scene) == ["floor", "falling"])
    #expect(try names("//node[geometry][not(g:visible())]", scene) == ["box"])
    box.isHidden = false
    box.opacity = 0
    #expect(try names("//node[geometry][not(g:visible())]", scene) == ["box"])
    let other = Node(name: "back")
    other.position = Vector3(0, 0, 20)
    other.eulerAngles = Vector3(0, .pi, 0)
    other.camera = Camera()
    scene.rootNode.addChildNode(other)
    #expect(try names("//node[geometry][g:inView('back')]", scene) == ["behind"])
  }

  @Test("The work of functions counts, so that no query takes long")
  func work() throws {
    let scene = Scene()
    for _ in 0..<3_000 { scene.rootNode.addChildNode(Node(name: "twin")) }
    scene.rootNode.addChildNode(Node(name: "ball"))
    // A lookup by name costs more than a visit.
    var finder = Finder(scene)
    finder.workLimit = 100_000
    #expect(try finder.count(Locator(xpath: "//node[g:distance('ball') < 1]")) == 3_001)
    finder.workLimit = Evaluator.defaultWorkLimit
    for selector in ["//node[g:distance('twin') < 1]", "//node[g:touching('twin')]"] {
      let locator = try Locator(xpath: selector)
      let error = #expect(throws: LocatorError.self) { try finder.count(locator) }
      #expect(error?.kind == .tooMuchWork, "\(selector)")
    }
  }

  @Test(
    "Invalid arguments are reported with what is expected",
    arguments: [
      ("//node[g:moving('fast')]", "g:moving(speed): expected a speed in m/s of 0 or more"),
      (
        "//node[g:touching(3)]",
        "g:touching(other, gap): the argument is not a node; expected a path such as //node or a name such as 'ball'"
      ),
      (
        "//node[g:inView('box')]",
        "g:inView(camera): no matching node has a camera"
      ),
    ])
  func wrongArguments(selector: String, message: String) throws {
    let scene = room()
    let locator = try Locator(xpath: selector)
    let error = #expect(throws: LocatorError.self) { try Finder(scene).all(locator) }
    #expect(error?.message == message)
  }

  @Test("A function without its prefix, or a misspelled one, is reported with a suggestion")
  func misspelled() {
    let bare = #expect(throws: LocatorError.self) { try Locator(xpath: "//node[inView()]") }
    #expect(bare?.message == "unknown function \"inView\"; did you mean \"g:inView\"?")
    let wrong = #expect(throws: LocatorError.self) { try Locator(xpath: "//node[g:touchin()]") }
    #expect(wrong?.message == "unknown function \"g:touchin\"; did you mean \"g:touching\"?")
    let many = #expect(throws: LocatorError.self) { try Locator(xpath: "//node[g:speed(1)]") }
    #expect(many?.message == "g:speed() has 1 arguments; expected 0")
  }
}
