import CaromDocuments
import CaromMaths
import CaromProperties
import CaromSceneGraph
import Testing

@Suite("Constraints in files and snapshots")
struct ConstraintStateTests {
  static let whole = """
    { "constraints": [
      { "lookAt": { "target": "/a", "targetOffset": [0, 1, 0], "localFront": [1, 0, 0],
        "worldUp": [0, 0, 1], "isGimbalLockEnabled": true, "influenceFactor": 0.5,
        "isEnabled": false, "isIncremental": false } },
      { "follow": { "target": "/a", "offset": [1, 2, 3], "rate": 2, "axes": [1, 0, 1] } },
      { "replicator": { "target": "/a", "replicatesScale": false, "positionOffset": [0, 1, 0],
        "orientationOffset": [0, 1, 0, 0], "scaleOffset": [1, 2, 1] } },
      { "transform": { "function": "wobble", "isInWorldSpace": false } },
      { "distance": { "target": "/a", "minimumDistance": 1, "maximumDistance": 4 } },
      { "acceleration": { "maximumLinearAcceleration": 10, "maximumLinearVelocity": 5,
        "decelerationDistance": 2, "damping": 0.2 } },
      { "billboard": { "freeAxes": "xy" } },
      { "slider": { "radius": 0.5, "offset": [0, 1, 0], "collisionCategoryBitMask": 3 } },
      { "avoidOccluder": { "target": "/a", "occluderCategoryBitMask": 2, "bias": 0.1 } },
      { "inverseKinematics": { "chainRoot": "/arm", "targetPosition": [0, 1, 0], "target": "/a",
        "joints": [{ "node": "/arm/elbow", "maximumAllowedRotationAngleDegrees": 60 }] } } ] }
    """

  func read(_ text: String) throws -> (NodeState, [String]) {
    var (state, reader) = (NodeState(), Reader())
    state.readProperties(try JSON.parse(text), &reader)
    return (state, reader.problems.map { "\($0.pointer): \($0.message)" })
  }

  @Test("Every constraint with every property survives writing and reading")
  func readsAndWrites() throws {
    let (state, problems) = try read(Self.whole)
    #expect(problems.isEmpty, "\(problems)")
    #expect(state.constraints.count == 10)
    let (again, others) = try read(state.json)
    #expect(others.isEmpty && again.json == state.json)
    guard case .inverseKinematics(let reach) = state.constraints[9],
      case .billboard(let flat) = state.constraints[6]
    else { return #expect(Bool(false), "not these rules") }
    #expect(reach.chainRoot.path == "/arm" && reach.joints[0].node.path == "/arm/elbow")
    #expect(abs(reach.joints[0].maximumAllowedRotationAngle - .pi / 3) < 1e-6)
    #expect(flat.freeAxes == [.x, .y])
  }

  @Test("Every node reference of a constraint is visited")
  func namesNodes() throws {
    var paths: [String] = []
    Node(state: try read(Self.whole).0).updateReferences { paths.append($0.path) }
    #expect(paths == ["/a", "/a", "/a", "/a", "/a", "/arm", "/a", "/arm/elbow"])
  }

  @Test("Invalid values are rejected with what is accepted")
  func refuses() throws {
    let (_, problems) = try read(
      """
      { "constraints": [{ "billboard": { "freeAxes": "w" } }, { "distance": {} },
        { "lookAt": { "target": "/a", "influenceFactor": 2 } }, { "lookat": {} },
        { "transform": { "function": 7 } } ] }
      """)
    #expect(problems.count == 5)
    #expect(problems[0].contains("\"xy\"") && problems[1].contains("target"))
    #expect(problems[2].contains("0…1") && problems[3].contains("lookAt"))
  }

  @Test("A matrix in a file is decomposed; one with skew is rejected with its position")
  func readsTransforms() throws {
    let (state, problems) = try read(
      #"{ "transform": [[0, 2, 0, 0], [-1, 0, 0, 0], [0, 0, 1, 0], [4, 5, 6, 1]] }"#)
    #expect(problems.isEmpty && state.position == Vector3(4, 5, 6))
    #expect(isNear(state.scale, Vector3(2, 1, 1)))
    #expect(isNear(state.eulerAngles, Vector3(0, 0, .pi / 2)))
    #expect(!state.json.contains("transform") && state.json.contains("\"position\":[4,5,6]"))
    let (same, others) = try read(
      #"{ "transform": [[1, 0, 0, 0], [1, 1, 0, 0], [0, 0, 1, 0], [4, 5, 6, 1]] }"#)
    #expect(same.position == .zero)
    #expect(
      others == [
        "/transform: the matrix is skewed; one composed of translation, rotation and scale is accepted"
      ])
  }

  @Test("A box with swapped corners is rejected")
  func refusesBoxes() throws {
    let (_, problems) = try read(#"{ "boundingBox": { "min": [1, 0, 0], "max": [0, 1, 1] } }"#)
    #expect(problems.count == 1 && problems[0].contains("/boundingBox"))
  }

  /// A scene in which every kind of constraint has an effect.
  static func busyScene() -> Scene {
    let scene = Scene()
    let ball = Node(name: "ball", geometry: .sphere())
    ball.position = Vector3(4, 3, -5)
    scene.rootNode.addChildNode(ball)
    ball.runAction(.repeatForever(.rotate(by: Vector3(0, 1, 0), duration: 1)))
    ball.runAction(.repeatForever(.move(by: Vector3(1, 0, 0), duration: 1)))
    let wall = Node(geometry: .box(width: 1, height: 9, length: 9))
    wall.position = Vector3(2, 0, 0)
    wall.physicsBody = .static()
    scene.rootNode.addChildNode(wall)
    scene.constraintFunctions["up"] = .position { _, p in p + Vector3(0, 0.01, 0) }
    let camera = Node()
    camera.camera = Camera()
    scene.rootNode.addChildNode(camera)
    var bounded = AccelerationConstraint()
    bounded.maximumLinearAcceleration = 3
    var slow = LookAtConstraint()
    slow.target = NodeReference(ball)
    slow.influenceFactor = 0.1
    let lists: [[Constraint]] = [
      [.follow(ball, rate: 1), .lookAt(slow)], [.replicator(ball), .acceleration(bounded)],
      [.distance(ball, minimum: 1, maximum: 2)], [.transform("up")], [.billboard()],
      [
        .replicator(ReplicatorConstraint(position: ball)),
        .slider(radius: 0.5, collidingWith: .max),
      ],
      [.avoidOccluder(ball)],
    ]
    for list in lists {
      let node = Node()
      node.constraints = list
      scene.rootNode.addChildNode(node)
    }
    let (shoulder, elbow, hand) = (Node(), Node(), Node())
    scene.rootNode.addChildNode(shoulder)
    shoulder.addChildNode(elbow)
    elbow.addChildNode(hand)
    elbow.position = Vector3(0, 2, 0)
    hand.position = Vector3(0, 2, 0)
    hand.constraints = [.inverseKinematics(chainRoot: shoulder, target: Vector3(2, 1, 0))]
    hand.constraints[0].influenceFactor = 0.1
    return scene
  }

  @Test(
    "A scene with every constraint continues with the same bits after a restore, also between ticks"
  )
  func restores() throws {
    let scene = Self.busyScene()
    for _ in 0..<10 { scene.step() }
    // Changes by code between two ticks are state as well.
    scene.rootNode.childNodes[5].position = Vector3(0, 0, 1)
    let buffer = StateBuffer()
    buffer.fill { scene.save(into: &$0) }
    var hashes: [UInt64] = []
    for _ in 0..<20 {
      scene.step()
      hashes.append(scene.hash)
    }
    let other = Self.busyScene()
    for scene in [scene, other] {
      var source = StateSource(buffer.bytes)
      try scene.load(from: &source)
      for hash in hashes {
        scene.step()
        #expect(scene.hash == hash)
      }
    }
  }
}
