import CaromMaths
import CaromProperties
import CaromSceneGraph
import Testing

/// Game logic that changes everything a snapshot contains, depending only on the tick.
final class Turmoil: SceneDelegate, ContactDelegate {
  unowned let scene: Scene
  init(_ scene: Scene) { self.scene = scene }

  func update(_ scene: Scene) {
    let root = scene.rootNode
    if scene.tick % 7 == 3 {
      let drop = Node(name: "drop", geometry: .sphere(radius: 0.2))
      drop.geometry?.firstMaterial = Material(diffuse: Color(0, Float(scene.tick % 9) / 9, 1))
      drop.physicsBody = .dynamic()
      drop.physicsBody?.contactTestBitMask = .max
      drop.position = Vector3(Float(scene.tick % 5) * 0.3 - 0.6, 4, 0)
      var pearl = Pearl()
      pearl.life = 0.5
      drop.role = pearl
      drop.runAction(
        .sequence([.wait(duration: 0.7), .fadeOpacity(to: 0.2, duration: 0.4), .run("end")]))
      root.addChildNode(drop)
    }
    if scene.tick % 50 == 20 { root.childNode(withName: "brick")?.removeFromParentNode() }
    root.childNode(withName: "bat")?.position.x = Float(scene.tick % 40) * 0.05
    scene.overlay.setText("tick \(scene.tick / 10)", of: "score")
    let ball = root.childNode(withName: "ball")
    ball?.geometry?.firstMaterial?.emission.intensity -= 0.001
    if scene.tick % 90 == 60 { ball?.position = Vector3(0, 5, 0) }
  }

  func didBegin(_ contact: PhysicsContact) {
    if let (drop, other) = contact.pair(where: { $0.name == "drop" }), other.name == "brick" {
      other.runAction(.sequence([.hide(), .wait(duration: 0.3), .unhide()]), forKey: "hide")
      drop.physicsBody?.velocity.y = 2
    }
  }

  func didEnd(_ contact: PhysicsContact) {
    scene.overlay[bar: "ends"]?.value += 0.001
  }
}

@Suite("Snapshots of scenes")
struct SnapshotTests {
  /// A scene as created by files, with constraints.
  static func make() -> (Scene, Turmoil) {
    let f = Fixture(ballAt: Vector3(0, 2, 0))
    let root = f.scene.rootNode
    f.ball.geometry?.firstMaterial = Material(name: "marble", diffuse: .white)
    f.ball.geometry?.firstMaterial?.emission.intensity = 1
    f.ball.physicsBody?.contactTestBitMask = .max
    for x in -3...3 {
      let brick = Node(name: "brick", geometry: .box(width: 0.5, height: 0.5, length: 0.5))
      brick.position = Vector3(Float(x) * 0.6, 1, 0)
      brick.physicsBody = .static()
      root.addChildNode(brick)
    }
    let rig = Node(name: "rig")
    root.addChildNode(rig)
    let bat = Node(name: "bat", geometry: .box())
    bat.physicsBody = .kinematic()
    rig.addChildNode(bat)
    rig.runAction(.repeatForever(.rotate(by: Vector3(0, 1, 0), duration: 1)), forKey: "turn")
    let camera = Node(name: "camera")
    camera.camera = Camera()
    camera.constraints = [.follow(f.ball, offset: Vector3(0, 3, 3), rate: 0.6), .lookAt(f.ball)]
    root.addChildNode(camera)
    f.scene.pointOfView = camera
    f.scene.overlay[label: "score"] = Label("score", position: .zero)
    f.scene.overlay[bar: "ends"] = Bar("ends", position: .zero, size: .one, value: 0)
    f.scene.functions["end"] = { $0.removeFromParentNode() }
    f.scene.roleTypes = [Pearl.self]
    let turmoil = Turmoil(f.scene)
    f.scene.physicsWorld.contactDelegate = turmoil
    return (f.scene, turmoil)
  }

  static func save(_ scene: Scene) -> StateBuffer {
    let buffer = StateBuffer()
    buffer.fill { scene.save(into: &$0) }
    return buffer
  }

  static func load(_ buffer: StateBuffer, _ scene: Scene) throws {
    var source = StateSource(buffer.bytes)
    try scene.load(from: &source)
    try source.finish()
  }

  @Test("Saving changes nothing, and two runs have the same hash at every tick")
  func isRepeatable() {
    let (a, rulesA) = Self.make()
    let (b, rulesB) = Self.make()
    for _ in 0..<200 {
      a.step(rulesA)
      _ = a.hash
      b.step(rulesB)
    }
    #expect(a.hash == b.hash)
    b.step(rulesB)
    #expect(a.hash != b.hash)
  }

  @Test("Heavy mode: restored into a fresh scene every few ticks, the future is the same")
  func heavyMode() throws {
    let (scene, rules) = Self.make()
    var (copy, copyRules) = Self.make()
    for tick in 0..<400 {
      if tick % 13 == 5 {
        let saved = Self.save(scene)
        let (fresh, freshRules) = Self.make()
        try Self.load(saved, fresh)
        #expect(fresh.hash == saved.hash, "at once, tick \(tick)")
        (copy, copyRules) = (fresh, freshRules)
      }
      scene.step(rules)
      copy.step(copyRules)
      guard scene.hash == copy.hash else {
        Issue.record("differs after tick \(tick)")
        return
      }
    }
    #expect(scene.nodeCount > 12)
  }

  @Test("Restoring into the same scene keeps the objects of existing nodes and repeats the future")
  func restoresInPlace() throws {
    let (scene, rules) = Self.make()
    let ball = scene.rootNode.childNode(withName: "ball")
    for _ in 0..<100 { scene.step(rules) }
    let saved = Self.save(scene)
    var hashes: [UInt64] = []
    for _ in 0..<100 {
      scene.step(rules)
      hashes.append(scene.hash)
    }
    let jumps = ball?.teleportCount ?? 0
    try Self.load(saved, scene)
    #expect(scene.hash == saved.hash)
    #expect(scene.rootNode.childNode(withName: "ball") === ball)
    #expect((ball?.teleportCount ?? 0) > jumps)
    for hash in hashes {
      scene.step(rules)
      #expect(scene.hash == hash)
    }
  }

  @Test(
    "A snapshot taken in the last callback of a tick contains nodes that were just removed or moved"
  )
  func holdsPendingChanges() throws {
    let (scene, rules) = Self.make()
    for _ in 0..<40 { scene.step(rules) }
    scene.rootNode.childNode(withName: "drop")?.removeFromParentNode()
    scene.rootNode.childNode(withName: "ball")?.position = Vector3(0, 9, 0)
    let late = Node(geometry: .sphere(radius: 0.3))
    late.physicsBody = .dynamic()
    late.position = Vector3(3, 3, 0)
    scene.rootNode.addChildNode(late)
    let (fresh, freshRules) = Self.make()
    try Self.load(Self.save(scene), fresh)
    for _ in 0..<60 {
      scene.step(rules)
      fresh.step(freshRules)
      #expect(scene.hash == fresh.hash)
    }
  }

  @Test("Bytes that are not a state are rejected without side effects")
  func refusesNonsense() {
    let (scene, rules) = Self.make()
    for _ in 0..<30 { scene.step(rules) }
    let bytes = Self.save(scene).array
    var refused = 0
    for length in stride(from: 0, to: bytes.count, by: 97) {
      let (fresh, _) = Self.make()
      bytes.prefix(length).withUnsafeBytes {
        var source = StateSource($0)
        do { try fresh.load(from: &source) } catch { refused += 1 }
      }
    }
    #expect(refused == (bytes.count + 96) / 97)
    var random = RandomStream(seed: 7)
    for _ in 0..<300 {
      var broken = bytes
      for _ in 0..<3 { broken[random.int(below: bytes.count)] = UInt8(random.int(below: 256)) }
      let (fresh, _) = Self.make()
      broken.withUnsafeBytes {
        var source = StateSource($0)
        try? fresh.load(from: &source)
      }
    }
  }
}
