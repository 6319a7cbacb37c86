import CaromAutomation
import CaromMaths
import CaromPhysics
import CaromSceneGraph
import Testing

/// Symptom: `carom find` knew no joints, vehicles and characters, although every other component of
/// a node is an element.
///
/// Cause: only bodies, among the parts with a description and a state in the simulation, were
/// elements.
@Suite("Elements of joints")
struct JointElementTests {
  private func scene() -> Scene {
    let scene = Scene()
    let (frame, door) = (
      Node(name: "frame", geometry: .box()), Node(name: "door", geometry: .box())
    )
    frame.physicsBody = .static()
    door.physicsBody = .dynamic()
    var hinge = JointState()
    hinge.kind = .hinge(HingeJoint(limits: -1...1, motor: JointMotor(speed: 2, maxForce: 5)))
    hinge.axisA = .unitY
    hinge.bodyB = NodeReference(frame)
    var slider = JointState()
    slider.kind = .slider()
    door.joints = [PhysicsJoint(hinge), PhysicsJoint(slider)]
    for node in [frame, door] { scene.rootNode.addChildNode(node) }
    let hero = Node(name: "hero")
    hero.character = PhysicsCharacter()
    scene.rootNode.addChildNode(hero)
    return scene
  }

  @Test("A joint is an element with the element of its kind, and its parameters are attributes")
  func joints() throws {
    let scene = scene()
    func text(_ selector: String) throws -> String {
      try Finder(scene).evaluate(Locator(xpath: selector)).text
    }
    #expect(try text("count(//joint)") == "2")
    #expect(try text("count(//joint[hinge])") == "1")
    #expect(try text("count(//node[joint/slider])") == "1")
    #expect(try text("string(//joint[1]/@bodyB)") == "/frame")
    #expect(try text("string(//joint[1]/@axisA.y)") == "1")
    #expect(try text("string(//hinge/@motorMaximumTorque)") == "5")
    #expect(try text("count(//node[character])") == "1")
    let match = try Finder(scene).one(Locator(xpath: "//hinge"))
    #expect(match.kind == "hinge" && match.node?.name == "door")
    #expect(match.path == "/door hinge", "\(match.path)")
    scene.step()
    #expect(try text("string(//joint[hinge]/@isBroken)") == "false")
  }
}
