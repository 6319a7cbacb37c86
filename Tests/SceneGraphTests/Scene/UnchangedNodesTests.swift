import CaromMaths
import CaromProperties
import CaromSceneGraph
import Testing

/// Nodes that are unchanged since the last save are saved and restored without visiting their
/// properties, so every way to change one must be noticed.
@Suite("Unchanged nodes")
struct UnchangedNodesTests {
  /// A change of a scene.
  struct Change: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let make: @Sendable (Scene) -> Void

    init(_ name: String, _ make: @escaping @Sendable (Scene) -> Void) {
      (testDescription, self.make) = (name, make)
    }

    init(_ name: String, of node: String = "box", _ make: @escaping @Sendable (Node) -> Void) {
      self.init(name) { scene in
        if let node = scene.rootNode.childNode(withName: node) { make(node) }
      }
    }
  }

  static let changes: [Change] = [
    Change("position") { $0.position.x += 1 },
    Change("rotation") { $0.eulerAngles.y = 0.5 },
    Change("name") { $0.name = "crate" },
    Change("state") { $0.state.opacity = 0.5 },
    Change("hidden") { $0.isHidden = true },
    Change("category") { $0.categoryBitMask = 8 },
    Change("geometry") { $0.geometry = .sphere(radius: 1) },
    Change("size of the geometry") { $0.geometry?.primitive = .sphere(Sphere(radius: 2)) },
    Change("name of the geometry") { $0.geometry?.name = "cube" },
    Change("materials") { $0.geometry?.materials.append(Material()) },
    Change("color of the material") { $0.geometry?.firstMaterial?.diffuse.color = .black },
    Change("shared material", of: "twin") { $0.geometry?.firstMaterial?.transparency = 0.5 },
    Change("level of detail") {
      $0.geometry?.levelsOfDetail = [LevelOfDetail(.sphere(radius: 1), worldSpaceDistance: 9)]
    },
    Change("light", of: "lamp") { $0.light?.intensity = 5 },
    Change("camera", of: "lamp") { $0.camera?.fieldOfView = 20 },
    Change("role", of: "lamp") {
      var pearl = Pearl()
      pearl.life = 0.25
      $0.role = pearl
    },
    Change("friction") { $0.physicsBody?.friction = 0.125 },
    Change("mass") { $0.physicsBody?.mass = 9 },
    Change("kind of body") { $0.physicsBody?.type = .kinematic },
    Change("velocity before the first step", of: "late") { $0.physicsBody?.velocity.x = 3 },
    Change("body") { $0.physicsBody = nil },
    Change("joint") { $0.joints.first?.anchorA.x = 0.25 },
    Change("joints") { $0.joints = [] },
    Change("parent", of: "twin") { twin in
      twin.scene?.rootNode.childNode(withName: "box")?.addChildNode(twin)
    },
    Change("order of children", of: "late") { $0.scene?.rootNode.insertChildNode($0, at: 0) },
    Change("removal", of: "twin") { $0.removeFromParentNode() },
    Change("action") { $0.runAction(.wait(duration: 1)) },
    Change("background") { (scene: Scene) in scene.background = MaterialProperty(color: .white) },
    Change("label") { (scene: Scene) in scene.overlay.setText("2", of: "score") },
  ]

  /// A scene whose nodes have everything that the changes need, after ten steps.
  private func makeScene() -> Scene {
    let scene = Scene()
    scene.roleTypes = [Pearl.self]
    let material = Material(diffuse: .white)
    let box = Node(name: "box", geometry: .box(width: 1, height: 1, length: 1))
    box.geometry?.materials = [material]
    box.physicsBody = .dynamic()
    if let body = box.physicsBody {
      box.joints = [PhysicsJoint.ballSocket(bodyA: body, anchorA: .zero)]
    }
    let twin = Node(name: "twin", geometry: .sphere(radius: 0.5))
    twin.geometry?.materials = [material]
    let lamp = Node(name: "lamp")
    (lamp.light, lamp.camera, lamp.role) = (Light(.omni), Camera(), Pearl())
    for node in [box, twin, lamp] { scene.rootNode.addChildNode(node) }
    scene.overlay.labels = [Label("score", text: "1", position: .zero)]
    for _ in 0..<10 { scene.step() }
    let late = Node(name: "late", geometry: .sphere(radius: 0.5))
    late.physicsBody = .dynamic()
    late.position.x = 5
    scene.rootNode.addChildNode(late)
    return scene
  }

  private func pieces(_ scene: Scene, _ buffer: StateBuffer) -> StatePieces {
    buffer.pieces { scene.save(into: &$0) }
  }

  private func restore(_ scene: Scene, _ state: StatePieces) throws {
    let problem: StateProblem? = StateSource.read(state) { source in
      do throws(StateProblem) {
        try scene.load(from: &source)
        try source.finish()
      } catch { return error }
      return nil
    }
    if let problem { throw problem }
  }

  @Test("A change is in the next snapshot and in its hash", arguments: changes)
  func noticed(_ change: Change) throws {
    let buffer = StateBuffer()
    let (scene, fresh) = (makeScene(), makeScene())
    let before = pieces(scene, buffer)
    #expect(pieces(scene, buffer).bytes == before.bytes)
    change.make(scene)
    let after = pieces(scene, buffer)
    // The other scene has never been saved.
    change.make(fresh)
    #expect(after.bytes == pieces(fresh, StateBuffer()).bytes)
    #expect(after.bytes != before.bytes)
  }

  @Test("A restored change, and its undoing, leave the scene as it was", arguments: changes)
  func restored(_ change: Change) throws {
    let buffer = StateBuffer()
    let scene = makeScene()
    let before = pieces(scene, buffer)
    change.make(scene)
    let after = pieces(scene, buffer)
    for state in [before, after, before, after] {
      try restore(scene, state)
      #expect(pieces(scene, buffer).bytes == state.bytes)
      #expect(scene.hash == state.bytes.withUnsafeBytes { stateHash(of: $0) })
    }
    // It continues as a scene that is restored for the first time.
    let twin = makeScene()
    try restore(twin, StatePieces(bytes: after.bytes))
    for _ in 0..<30 {
      scene.step()
      twin.step()
    }
    #expect(twin.hash == scene.hash)
  }

  @Test("Random changes, steps, snapshots and restores keep every state", arguments: [1, 2, 3])
  func random(_ seed: UInt64) throws {
    var random = RandomStreams(seed: seed)
    let buffer = StateBuffer()
    let scene = makeScene()
    var known: [(state: StatePieces, bytes: [UInt8], next: UInt64)] = []
    for _ in 0..<400 {
      switch random["kind"].int(below: 6) {
      case 0:
        // Nothing that another change looks for is removed or renamed.
        let change = Self.changes[random["change"].int(below: Self.changes.count)]
        if !["name", "body", "joints", "removal", "parent"].contains(change.testDescription) {
          change.make(scene)
        }
      case 1:
        scene.rootNode.childNode(withName: "twin")?.geometry?.firstMaterial?.emission.intensity =
          Float(random["glow"].int(below: 9))
      case 2: scene.step()
      case 3, 4:
        let state = pieces(scene, buffer)
        let twin = makeScene()
        try restore(twin, StatePieces(bytes: state.bytes))
        #expect(pieces(twin, StateBuffer()).bytes == state.bytes)
        twin.step()
        known.append((state, state.bytes, twin.hash))
      default:
        guard !known.isEmpty else { continue }
        let chosen = known[random["state"].int(below: known.count)]
        try restore(scene, chosen.state)
        #expect(pieces(scene, buffer).bytes == chosen.bytes)
        #expect(chosen.state.bytes == chosen.bytes)
        scene.step()
        #expect(scene.hash == chosen.next)
      }
    }
    #expect(known.count > 80)
  }
}
