import CaromAutomation
import CaromMaths
import CaromSceneGraph
import CaromSimulation
import Testing

/// Symptom: `carom find` printed the angles 0 0 0 for everything that the physics, an action or a
/// quaternion had rotated, and the identity as the orientation of nodes with angles.
///
/// Cause: attributes were the properties of files, where only the form that was set has a value.
@Suite("Attributes of rotations")
struct RotationAttributeTests {
  private func attributes(_ turn: (Node) -> Void, ticks: Int = 0) throws -> [String: String] {
    let (scene, node) = (Scene(), Node())
    node.name = "a"
    turn(node)
    scene.rootNode.addChildNode(node)
    let driver = GameDriver(try Session(scene: scene, game: NoRules(), seed: 1))
    driver.step(ticks)
    let match = try driver.find(try Locator(xpath: "//node[@name='a']"))
    return Dictionary(uniqueKeysWithValues: match.attributes.map { ($0.name, $0.value) })
  }

  private func numbers(_ text: String?) -> [Float] {
    (text ?? "").split(separator: " ").compactMap { Float($0) }
  }

  @Test("A quaternion is also available as angles")
  func quaternion() throws {
    let found = try attributes { $0.orientation = Quaternion(axis: .unitY, angle: .pi / 6) }
    let angles = numbers(found["eulerAnglesDegrees"])
    #expect(angles.count == 3 && abs(angles[1] - 30) < 1e-3 && angles[0] == 0, "\(found)")
    #expect(found["storedOrientation"] == nil && found["usesEulerAngles"] == nil)
  }

  @Test("Angles are also available as a quaternion, and beyond a full turn as they were set")
  func angles() throws {
    let found = try attributes { $0.eulerAngles = Vector3(0, .pi / 3 + 4 * .pi, 0) }
    let orientation = numbers(found["orientation"])
    #expect(orientation.count == 4, "\(found)")
    // sin 30° and cos 30°
    #expect(abs(orientation[1] - 0.5) < 1e-5 && abs(orientation[3] - 0.866_025) < 1e-5)
    #expect(abs(numbers(found["eulerAnglesDegrees"])[1] - 780) < 1e-3)
  }

  @Test("A body that the physics rotates has its current angles")
  func body() throws {
    let found = try attributes(
      { node in
        node.geometry = .box(width: 1, height: 1, length: 1)
        let body = PhysicsBody(.dynamic)
        body.isAffectedByGravity = false
        body.angularVelocity = Vector3(0, 1, 0)
        body.angularDamping = 0
        node.physicsBody = body
      }, ticks: 60)
    // One radian after a second.
    #expect(abs(numbers(found["eulerAnglesDegrees"])[1] - 57.3) < 0.2, "\(found)")
  }
}
