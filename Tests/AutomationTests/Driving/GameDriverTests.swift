import CaromAutomation
import CaromMaths
import CaromSceneGraph
import CaromSimulation
import Testing

@Suite("Game driver")
struct GameDriverTests {
  private func makeDriver() throws -> GameDriver {
    let scene = Scene()
    let floor = Node(name: "floor", geometry: .box(width: 20, height: 1, length: 20))
    floor.position.y = -0.5
    floor.physicsBody = .static()
    let ball = Node(name: "ball", geometry: .sphere())
    ball.position.y = 3
    ball.physicsBody = .dynamic()
    // A bouncing ball has left the floor at the end of the tick of the bounce.
    ball.physicsBody?.restitution = 0
    let wall = Node(name: "wall", geometry: .box(width: 2, height: 2, length: 0.2))
    wall.position = Vector3(6, 1, 2)
    let hidden = Node(name: "hidden", geometry: .box(width: 0.2, height: 0.2, length: 0.2))
    hidden.position = Vector3(6, 1, 0)
    let camera = Node(name: "camera")
    camera.position = Vector3(0, 2, 20)
    camera.camera = Camera()
    for node in [floor, ball, wall, hidden, camera] { scene.rootNode.addChildNode(node) }
    return GameDriver(try Session(scene: scene, game: Kick(), seed: 1))
  }

  @Test("A label is found by its text, even if the text appears later")
  func labels() throws {
    let driver = try makeDriver()
    driver.session.scene.overlay.labels = [Label("hint", text: "Press space", position: .zero)]
    let hint = try driver.find(.label(saying: "Press space"))
    #expect(hint.path == "label hint" && hint.node == nil)
    driver.session.scene.overlay.setText("Well\ndone", of: "hint")
    #expect(try driver.find(.label(saying: "Well done")).path == "label hint")
    #expect(throws: (any Error).self) { try driver.find(.label(saying: "Press space")) }
  }

  @Test("A wait returns the tick, which is the same in every run")
  func waiting() throws {
    let touches = try Locator(xpath: "//node[@name='ball'][g:touching('floor')]")
    let first = try makeDriver().wait(until: touches, within: 120)
    let again = try makeDriver().wait(until: touches, within: 120)
    #expect(first == again)
    // A fall of 2.5 m takes √(2 · 2.5 / 9.8) s = 43 ticks, and damping a little more.
    #expect((41...46).contains(first), "\(first)")
    let driver = try makeDriver()
    driver.step(Int(first) - 1)
    #expect(try !driver.holds(touches))
    driver.step()
    #expect(try driver.holds(touches))
    #expect(driver.tick == first)
    #expect(try driver.wait(until: touches, within: 0) == first, "What is so already takes no tick")
  }

  @Test("A wait that times out reports the tick, the hash, the events and near misses")
  func vain() throws {
    let driver = try makeDriver()
    driver.press(.space)
    let error = #expect(throws: DriverError.self) {
      try driver.wait(until: .node("bal"), within: 10)
    }
    #expect(error?.tick == 11 && error?.events.count == 2 && error?.hash == driver.session.hash)
    let text = error?.description ?? ""
    #expect(text.hasPrefix("tick 11: //node[@name='bal'] was not met within 10 ticks: "))
    #expect(text.contains("values of @name nearby: \"ball\" (1)"))
    let still = #expect(throws: DriverError.self) {
      try driver.wait(untilGone: .node("ball"), within: 3)
    }
    #expect(still?.message == "//node[@name='ball'] still matches after 3 ticks")
    let other = #expect(throws: DriverError.self) {
      try driver.wait(for: "the moon", within: 2) { (_) throws(DriverError) in false }
    }
    #expect(other?.message == "the moon: not met within 2 ticks")
  }

  @Test("Keys and tilts are events of the session that reproduce the state")
  func input() throws {
    let driver = try makeDriver()
    driver.step(10)
    driver.press(.space, for: 3)
    driver.tilt(Vector2(0.5, -0.25), over: 4, ease: .inOut)
    #expect(driver.session.input.tilt == Vector2(0.5, -0.25))
    #expect(try driver.get("score", of: .kind("game")) == "1")
    driver.tilt(.zero)
    driver.step(20)
    let twin = try makeDriver()
    for timed in driver.events { try twin.session.send(timed.event, at: timed.tick) }
    twin.step(Int(driver.tick))
    #expect(twin.session.hash == driver.session.hash)
  }

  @Test("A tap hits the center of a node; hidden, out-of-view and occluded nodes are reported")
  func taps() throws {
    let driver = try makeDriver()
    try driver.tap(.node("ball"))
    #expect(try driver.get("taps", of: .kind("game")) == "1")
    let place = try driver.viewPosition(of: .node("ball"))
    #expect(abs(place.x - 0.5) < 0.01 && place.y < 0.5)
    let behind = #expect(throws: DriverError.self) { try driver.tap(.node("hidden")) }
    #expect(behind?.message == "/hidden is occluded by /wall")
    let out = #expect(throws: DriverError.self) { try driver.tap(.node("camera")) }
    #expect(out?.message == "/camera is outside the view of the camera")
    driver.session.scene.rootNode.childNode(withName: "wall")?.isHidden = true
    let wall = #expect(throws: DriverError.self) { try driver.tap(.node("wall")) }
    #expect(wall?.message == "/wall is hidden")
    try driver.tap(.node("hidden"))
  }

  @Test("Properties are read by name; a wrong name is reported with a suggestion")
  func properties() throws {
    let driver = try makeDriver()
    #expect(try driver.get("position.y", of: .node("ball")) == "3")
    #expect(try driver.findAll(.nodes).count == 5)
    let error = #expect(throws: DriverError.self) { try driver.get("positon", of: .node("ball")) }
    #expect(error?.message == "/ball has no attribute \"positon\"; did you mean \"position\"?")
    let untouched = try makeDriver()
    #expect(driver.tick == 0 && driver.session.hash == untouched.session.hash)
  }
}
