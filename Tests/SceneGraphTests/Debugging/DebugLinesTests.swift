import CaromMaths
import CaromSceneGraph
import Testing

@Suite("Lines for debugging")
struct DebugLinesTests {
  /// A ball that hangs on a box, with a lamp, two cameras, a field and a constraint.
  static func scene() -> Scene {
    let scene = Scene()
    let box = Node(name: "box", geometry: .box())
    box.physicsBody = .static()
    let ball = Node(name: "ball", geometry: .sphere(radius: 0.5))
    ball.physicsBody = .dynamic()
    ball.position.y = -2
    for (name, type) in [("lamp", LightType.spot), ("bulb", .omni)] {
      let lamp = Node(name: name)
      lamp.light = Light(type)
      lamp.light?.attenuationEnd = 3
      lamp.constraints = [.lookAt(ball)]
      scene.rootNode.addChildNode(lamp)
    }
    for name in ["eye", "other"] {
      let eye = Node(name: name)
      eye.camera = Camera()
      scene.rootNode.addChildNode(eye)
    }
    let wind = Node(name: "wind")
    wind.physicsField = .vortex()
    wind.physicsField?.halfExtent = .one
    for node in [box, ball, wind] { scene.rootNode.addChildNode(node) }
    var joint = JointState()
    joint.anchorA = Vector3(0, 1.5, 0)
    joint.bodyB = NodeReference(box)
    ball.joints = [PhysicsJoint(joint)]
    scene.step()
    return scene
  }

  @Test("Parity: debugOptions have SceneKit's bits")
  func bits() {
    #expect(DebugOptions.showPhysicsShapes.rawValue == 1)
    #expect(DebugOptions.showBoundingBoxes.rawValue == 2)
    #expect(DebugOptions.showLightInfluences.rawValue == 4)
    #expect(DebugOptions.showLightExtents.rawValue == 8)
    #expect(DebugOptions.showPhysicsFields.rawValue == 16)
    #expect(DebugOptions.showWireframe.rawValue == 32)
    #expect(DebugOptions.showSkeletons.rawValue == 128)
    #expect(DebugOptions.showConstraints.rawValue == 512)
    #expect(DebugOptions.showCameras.rawValue == 1024)
  }

  @Test("Each option shows something, and nothing without options")
  func each() {
    let scene = Self.scene()
    #expect(scene.debugLines([]).isEmpty)
    let all: [DebugOptions] = [
      .showPhysicsShapes, .showBoundingBoxes, .showLightInfluences, .showLightExtents,
      .showPhysicsFields, .showWireframe, .showConstraints, .showCameras,
    ]
    for option in all { #expect(!scene.debugLines(option).isEmpty, "\(option.rawValue)") }
    #expect(scene.debugLines(.showContacts).isEmpty, "nothing touches")
    #expect(scene.debugLines(.showBoundingBoxes).count == 24)
    let whole = scene.debugLines(DebugOptions(rawValue: .max))
    #expect(whole == scene.debugLines(DebugOptions(rawValue: .max)))
    #expect(whole.allSatisfy { $0.start.isFinite && $0.end.isFinite })
  }

  @Test("The lines of a body are on its solid, and a hidden node has none")
  func bodies() throws {
    let scene = Self.scene()
    let box = try #require(scene.rootNode.childNode(withName: "box"))
    box.physicsBody = .static(.box(Box(width: 2, height: 4, length: 6)))
    let ball = try #require(scene.rootNode.childNode(withName: "ball"))
    ball.removeFromParentNode()
    scene.step()
    let lines = scene.debugLines(.showPhysicsShapes)
    #expect(lines.count == 12)
    for line in lines {
      let corner = Vector3(abs(line.start.x), abs(line.start.y), abs(line.start.z))
      #expect((corner - Vector3(1, 2, 3)).length < 1e-5)
    }
    let hash = scene.hash
    _ = scene.debugLines(DebugOptions(rawValue: .max))
    #expect(scene.hash == hash, "looking changes nothing")
    box.isHidden = true
    #expect(scene.debugLines([.showPhysicsShapes, .showBoundingBoxes]).isEmpty)
  }

  @Test("Contacts are shown where bodies touch")
  func contacts() {
    let f = Fixture(ballAt: Vector3(1, 0.49, 2))
    f.scene.physicsWorld.updateCollisionPairs()
    let lines = f.scene.debugLines(.showContacts)
    #expect(lines.count >= 4)
    #expect(lines.allSatisfy { ($0.start - Vector3(1, 0, 2)).length < 0.3 })
  }
}
