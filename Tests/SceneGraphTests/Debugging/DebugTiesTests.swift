import CaromMaths
import CaromSceneGraph
import Testing

@Suite("Lines of constraints, contacts, cameras and lights")
struct DebugTiesTests {
  /// A node at (0, 1, 0) with a constraint on a node at (3, 1, 4), five meters away.
  private static func lines(
    _ rule: (Node) -> Constraint, isEnabled: Bool = true
  ) -> [DebugLine] {
    let scene = Scene()
    let target = Node(name: "target")
    target.position = Vector3(3, 1, 4)
    let node = Node(name: "node")
    node.position = Vector3(0, 1, 0)
    var constraint = rule(target)
    constraint.isEnabled = isEnabled
    constraint.influenceFactor = 0
    node.constraints = [constraint]
    for child in [target, node] { scene.rootNode.addChildNode(child) }
    scene.step()
    return scene.debugLines(.showConstraints)
  }

  @Test("Each rule has its own strokes, in a darker color where it is off")
  func rules() {
    let expected: [(String, (Node) -> Constraint, Int)] = [
      ("an arrow to what it looks at", { .lookAt($0) }, 3),
      ("a cross at where it goes, and the offset", { .follow($0, offset: .unitY, rate: 1) }, 5),
      ("a line and two balls of three circles", { .distance($0, minimum: 1, maximum: 2) }, 145),
      ("no ball without an end", { .distance($0) }, 1),
      ("a cross at what it copies", { .replicator($0) }, 4),
      ("a cross at what it keeps in sight", { .avoidOccluder($0) }, 4),
      ("a line for each free axis", { _ in .billboard(freeAxes: [.x, .y]) }, 2),
      ("the ball that slides", { _ in .slider(radius: 0.5, collidingWith: 1) }, 72),
      ("a cross at what code moves", { _ in .transform("nothing") }, 3),
    ]
    for (what, rule, count) in expected {
      let lines = Self.lines(rule)
      #expect(lines.count == count, "\(what)")
      let off = Self.lines(rule, isEnabled: false)
      #expect(off.map(\.end) == lines.map(\.end) && off.first?.color != lines.first?.color)
    }
    let look = Self.lines { .lookAt($0) }
    #expect(look.first?.start == Vector3(0, 1, 0) && look.first?.end == Vector3(3, 1, 4))
    let follow = Self.lines { .follow($0, offset: .unitY, rate: 1) }
    #expect(follow.contains { $0.start == Vector3(0, 1, 0) && $0.end == Vector3(3, 2, 4) })
    for line in Self.lines({ .distance($0, minimum: 2) }).dropFirst() {
      #expect(abs(line.start.distance(to: Vector3(3, 1, 4)) - 2) < 1e-4)
    }
  }

  @Test("A chain that reaches shows its links and its goal")
  func chain() {
    let scene = Scene()
    var parent = scene.rootNode
    for name in ["root", "upper", "lower", "hand"] {
      let node = Node(name: name)
      node.position = Vector3(0, 1, 0)
      parent.addChildNode(node)
      parent = node
    }
    var reach = IKConstraint()
    reach.chainRoot = NodeReference(scene.rootNode.childNodes[0])
    reach.targetPosition = Vector3(2, 2, 0)
    reach.influenceFactor = 0
    parent.constraints = [.inverseKinematics(reach)]
    scene.step()
    let lines = scene.debugLines(.showConstraints)
    #expect(lines.count == 3 + 1 + 3)
    #expect(lines[3].start == Vector3(0, 4, 0) && lines[3].end == Vector3(2, 2, 0))
    #expect(lines.suffix(3).map(\.end.y) == [3, 2, 1])
  }

  @Test(
    "A body at rest is pushed by its weight, whatever its mass", arguments: [Float(0.1), 1, 50])
  func pushes(mass: Float) {
    let f = Fixture(ballAt: Vector3(0, 0.5, 0))
    f.ball.geometry = .box()
    f.ball.physicsBody = .dynamic()
    f.ball.physicsBody?.mass = mass
    f.step(60)
    let arrows = f.scene.debugLines(.showContacts).filter { $0.color.green > 0.5 }
    #expect(arrows.count == 4 * 3, "a shaft and two strokes of its head in each corner")
    var sum: Float = 0
    for shaft in stride(from: 0, to: arrows.count, by: 3) {
      #expect(abs(arrows[shaft].start.y) < 0.01)
      #expect(abs(abs(arrows[shaft].start.x) - 0.5) < 0.01)
      sum += abs(arrows[shaft].end.y - arrows[shaft].start.y)
    }
    #expect(abs(sum - 0.5) < 0.02, "half a meter is one weight, not \(sum)")
    f.ball.position.y = 3
    f.scene.step()
    #expect(f.scene.debugLines(.showContacts).isEmpty, "nothing pushes what flies")
  }

  @Test("Bodies that sleep are blue, those that move green, those that stand gray")
  func sleep() {
    let f = Fixture(ballAt: Vector3(0, 0.5, 0))
    f.ball.geometry = .box()
    f.step(2)
    func color() -> Color? { f.scene.debugLines(.showPhysicsShapes).last?.color }
    #expect(color() == Color(0.2, 1, 0.3))
    f.step(240)
    #expect(f.ball.physicsBody?.isResting == true)
    #expect(color() == Color(0.3, 0.5, 1))
    #expect(f.scene.debugLines(.showPhysicsShapes).first?.color == Color(0.6, 0.6, 0.6))
  }

  @Test("A spot shows its two cones as far as it reaches, an omni where it is, a sun its way")
  func lights() {
    let scene = Scene()
    let lamp = Node(name: "lamp")
    lamp.light = Light(.spot)
    lamp.light?.spotInnerAngle = .pi / 6
    lamp.light?.spotOuterAngle = .pi / 2
    lamp.light?.attenuationEnd = 3
    scene.rootNode.addChildNode(lamp)
    scene.step()
    let cones = scene.debugLines(.showLightExtents)
    #expect(cones.count == 2 * (24 + 4))
    for line in cones where line.start != .zero {
      #expect(abs(line.start.z + 3) < 1e-5)
      let radius = Vector2(line.start.x, line.start.y).length
      #expect(abs(radius - 3) < 1e-4 || abs(radius - 0.8038) < 1e-3, "3·tan 45° or 3·tan 15°")
    }
    #expect(scene.debugLines(.showLightInfluences).count == 72)
    lamp.light?.type = .omni
    #expect(scene.debugLines(.showLightExtents).count == 3)
    lamp.light?.type = .directional
    #expect(scene.debugLines(.showLightExtents).count == 3)
    lamp.light?.type = .ambient
    #expect(scene.debugLines(.showLightExtents).isEmpty)
  }

  @Test("A camera shows its pyramid, but not the one that the picture is seen from")
  func cameras() {
    let scene = Scene()
    for name in ["eye", "other"] {
      let eye = Node(name: name)
      eye.camera = Camera()
      eye.camera?.fieldOfView = .pi / 2
      scene.rootNode.addChildNode(eye)
    }
    scene.step()
    let lines = scene.debugLines(.showCameras)
    #expect(lines.count == 8)
    for line in lines {
      #expect(abs(abs(line.end.x) - 2) < 1e-4 && abs(line.end.z + 2) < 1e-4)
    }
  }
}
