import CaromAutomation
import CaromSceneGraph
import CaromSimulation
import Testing

/// Symptom: a value that was refused changed the state all the same: a tick ran, the change was in
/// the recording, `par.score` became 0, and a density of a body with a mass ended the program.
///
/// Cause: a change was applied to the object itself and was found to be wrong afterwards; the
/// combination of the properties beside it was checked nowhere.
@Suite("Changes that are refused")
struct RefusedChangeTests {
  private func makeDriver() throws -> GameDriver {
    let scene = Scene()
    let ball = Node(name: "ball")
    ball.geometry = .sphere(radius: 0.5)
    let body = PhysicsBody(.dynamic)
    body.mass = 2
    ball.physicsBody = body
    scene.rootNode.addChildNode(ball)
    return GameDriver(try Session(scene: scene, game: NoRules()))
  }

  @Test(
    "nothing changes, no tick runs, and no event is recorded",
    arguments: [
      ("/scene", "par.score", "10.5"), ("//node[@name='ball']", "pivot", "[1, 2]"),
      ("//node[@name='ball']", "position", "\"x\""),
      ("//node[@name='ball']", "geometry.sphere.radius", "-1"),
      ("//node[@name='ball']", "physics.density", "7.5"),
      ("//node[@name='ball']", "physics.momentOfInertia", "3"),
      ("//node[@name='ball']", "physics.momentOfInertia", "[0, 0, -1]"),
      ("//node[@name='ball']", "physics.friction", "-2"),
    ])
  func refused(_ selector: String, _ property: String, _ value: String) throws {
    let driver = try makeDriver()
    let hash = driver.session.hash
    #expect(throws: DriverError.self) {
      try driver.set([
        PropertyChange(property, of: try Locator(xpath: selector), toJSON: value)
      ])
    }
    #expect(driver.tick == 0)
    #expect(driver.session.hash == hash)
    #expect(driver.events.isEmpty)
  }

  @Test("a density that gives a mass out of range is refused, whatever the shape in the scene")
  func massOutOfRange() throws {
    let driver = try makeDriver()
    driver.step(2)
    let ball = Locator.node("ball")
    #expect {
      try driver.set([
        PropertyChange("physics.mass", of: ball, toJSON: "null"),
        PropertyChange("physics.density", of: ball, toJSON: "1e-9"),
      ])
    } throws: { "\($0)".contains("density") }
    #expect(driver.tick == 2)
  }

  @Test("changes before the same tick are checked one after the other")
  func together() throws {
    let driver = try makeDriver()
    let ball = Locator.node("ball")
    try driver.set([
      PropertyChange("physics.mass", of: ball, toJSON: "null"),
      PropertyChange("physics.density", of: ball, toJSON: "7.5"),
    ])
    #expect(driver.tick == 1)
    let node = try #require(driver.session.scene.rootNode.childNode(withName: "ball"))
    // Four thirds of pi by the cube of 0.5, times 7.5.
    #expect(abs((node.physicsBody?.mass ?? 0) - 3.92699) < 1e-4)
  }

  @Test("a shared material of the scene is not touched by a change that is refused")
  func sharedObjects() throws {
    let driver = try makeDriver()
    let node = try #require(driver.session.scene.rootNode.childNode(withName: "ball"))
    let material = Material()
    node.geometry?.materials = [material]
    let hash = driver.session.hash
    #expect(throws: DriverError.self) {
      try driver.set([
        PropertyChange("geometry.materials.0.roughness.contents", of: .node("ball"), toJSON: "true")
      ])
    }
    #expect(driver.session.hash == hash)
    #expect(node.geometry?.materials.first === material)
  }
}
