import CaromDocuments
import CaromMaths
import CaromProperties
import CaromSceneGraph
import Testing

/// The code examples of the articles on nodes, constraints and hit testing.
@Suite("Articles on nodes, constraints and hit testing")
struct NodeArticlesTests {
  @Test("The example of the front page works")
  func frontPage() {
    let scene = Scene()
    let ball = Node(name: "ball", geometry: .sphere(radius: 0.5))
    ball.position = Vector3(0, 5, 0)
    ball.physicsBody = .dynamic()
    scene.rootNode.addChildNode(ball)
    for _ in 0..<60 { scene.step() }
    #expect(ball.position.y < 1)
  }

  @Test("The code of \"Nodes and transforms\" works")
  func nodes() {
    let node = Node(name: "ship")
    node.position = Vector3(0, 2, 0)
    node.eulerAngles = Vector3(0, .pi / 2, 0)
    let rotation = node.rotation
    node.orientation = Quaternion(axis: .unitY, angle: 1)
    let matrix = node.transform
    #expect(isNear(rotation.xyz, .unitY) && abs(rotation.w - .pi / 2) < 1e-6)
    #expect(matrix.translation == node.position)

    node.worldPosition = Vector3(1, 2, 3)
    node.look(at: Vector3(0, 0, -9))
    node.localTranslate(by: Vector3(0, 0, -1))
    node.rotate(by: Quaternion(axis: .unitY, angle: 0.1), aroundTarget: .zero)
    let origin = node.convertPosition(.zero, to: nil)
    let ahead = node.worldFront
    #expect(origin == node.worldPosition && abs(ahead.length - 1) < 1e-5)

    let door = Node(name: "door", geometry: .box(width: 1, height: 2, length: 0.1))
    door.pivot = Matrix4(position: Vector3(-0.5, 0, 0))
    #expect(door.convertPosition(Vector3(-0.5, 0, 0), to: nil) == .zero)

    let drawn = node.presentation.worldPosition
    #expect(drawn == node.worldPosition)

    let scene = Scene()
    scene.rootNode.addChildNode(node)
    let ship = scene.rootNode.childNode(withName: "ship")
    let same = scene.rootNode.node(atPath: "/ship")
    let visible = scene.rootNode.childNodes { !$0.isHidden }
    scene.rootNode.addChildNode(Node())
    scene.rootNode.enumerateHierarchy { child in
      if child.name == nil { child.removeFromParentNode() }
    }
    #expect(ship === node && same === node && visible.count == 1)
    #expect(scene.rootNode.childNodes.count == 1)

    let copy = node.clone()
    copy.geometry = copy.geometry?.copy()
    let scenery = scene.rootNode.flattenedClone()
    #expect(copy.name == "ship" && scenery.childNodes.isEmpty)
  }

  @Test("The code of \"Constraints\" works")
  func constraints() {
    let scene = Scene()
    let (ball, camera, light) = (Node(name: "ball"), Node(), Node())
    let (shoulder, elbow, hand) = (Node(), Node(), Node())
    for node in [ball, camera, light, shoulder] { scene.rootNode.addChildNode(node) }
    shoulder.addChildNode(elbow)
    elbow.addChildNode(hand)
    elbow.position = .unitY
    hand.position = .unitY
    ball.position = Vector3(1, 1, 0.5)

    camera.constraints = [.follow(ball, offset: Vector3(0, 3, 5), rate: 0.6), .lookAt(ball)]

    var copy = ReplicatorConstraint(position: ball)
    copy.influenceFactor = 0.1
    light.constraints = [.replicator(copy)]

    scene.constraintFunctions["stayAbove"] = .position { _, p in Vector3(p.x, max(p.y, 1), p.z) }
    camera.constraints.append(.transform("stayAbove"))

    var arm = IKConstraint()
    arm.chainRoot = NodeReference(shoulder)
    arm.target = NodeReference(ball)
    arm.setMaximumAllowedRotationAngle(.pi / 3, forJoint: elbow)
    hand.constraints = [.inverseKinematics(arm)]

    for _ in 0..<60 { scene.step() }
    #expect(camera.presentation.position.y >= 1)
    #expect(isNear(light.presentation.position, ball.position, 0.01))
    #expect(hand.presentation.worldPosition.distance(to: ball.position) < 0.5)
    #expect(scene.problems.isEmpty)
  }

  @Test("The constraints of the article can be read from a file")
  func constraintsInFiles() throws {
    let json = try JSON.parse(
      """
      { "constraints": [
        { "follow": { "target": "/ball", "offset": [0, 3, 5], "rate": 0.6 } },
        { "lookAt": { "target": "/ball", "isGimbalLockEnabled": true } }
      ] }
      """)
    var (state, reader) = (NodeState(), Reader())
    state.readProperties(json, &reader)
    #expect(reader.problems.isEmpty && state.constraints.count == 2)
  }

  @Test("The code of \"Hit testing\" works")
  func hitTesting() {
    let scene = Scene()
    let (ball, camera) = (Node(geometry: .sphere()), Node())
    camera.camera = Camera()
    camera.position = Vector3(0, 0, 5)
    scene.rootNode.addChildNode(ball)
    scene.rootNode.addChildNode(camera)

    let below = scene.hitTest(from: Vector3(0, 9, 0), to: Vector3(0, -9, 0))
    let height = below.first?.worldCoordinates.y
    #expect(abs((height ?? 0) - 0.5) < 1e-3)

    var options = HitTestOptions()
    options.searchMode = .all
    options.categoryBitMask = 4
    let all = scene.hitTest(from: Vector3(-9, 0, 0), to: Vector3(9, 0, 0), options: options)
    #expect(all.isEmpty)

    let seen = scene.nodesInsideFrustum(of: camera, aspect: 16 / 9)
    let isSeen = scene.isNode(ball, insideFrustumOf: camera, aspect: 16 / 9)
    #expect(seen.count == 1 && isSeen)

    let hits = scene.hitTest(Vector2(0.5, 0.5), aspect: 16 / 9)
    if let hit = hits.first { hit.node.isHidden = true }
    #expect(ball.isHidden)
  }
}
