import CaromAutomation
import CaromDocuments
import CaromMaths
import CaromSceneGraph
import CaromSimulation
import Testing

/// A recording of a ball that jumps when a key is pressed, and its player.
private struct Jumps {
  let replay: Replay

  init(ticks: Int) throws {
    let session = try Self.session()
    let tape = Tape()
    session.record(scene: "jumps.json") { tape.text += $0 }
    for tick in 0..<ticks {
      if tick % 500 == 100 { session.send(.press(.space)) }
      session.step()
    }
    session.finishRecording()
    replay = try Replay(reading: SourceText(name: "jumps", tape.text))
  }

  static func session() throws -> Session {
    let scene = Scene()
    let floor = Node(name: "floor", geometry: .box(width: 20, height: 1, length: 20))
    floor.physicsBody = .static()
    let ball = Node(name: "ball", geometry: .sphere(radius: 0.5))
    ball.position.y = 3
    ball.physicsBody = .dynamic()
    for node in [floor, ball] { scene.rootNode.addChildNode(node) }
    return try Session(scene: scene, game: Jumping(), seed: 1)
  }

  func printer(_ fault: ReplayPrinter.Fault? = nil) throws -> ReplayPrinter {
    ReplayPrinter(try ReplayRun(replay, in: Self.session()), fault: fault)
  }
}

@Suite("Bisecting two sessions")
struct BisectTests {
  @Test("A bit flipped at tick 12,345 of 36,000 is found: tick, node and property")
  func oneBit() throws {
    let jumps = try Jumps(ticks: 36_000)
    var good = try jumps.printer()
    var bad = try jumps.printer(.flippingABit(after: 12_345))
    let finding = try #require(try Bisect().run(&good, &bad))
    #expect(finding.tick == 12_345)
    #expect(finding.lastMatchingTick == 12_344)
    #expect(finding.node?.subject == "/ball")
    #expect(finding.node?.property == "position")
    #expect(finding.node?.first != finding.node?.second)
    #expect(finding.random == nil)
    #expect(finding.description.contains("\n  /ball position: "))
  }

  @Test("An additional random number is found: the stream, with both counts")
  func random() throws {
    let jumps = try Jumps(ticks: 700)
    var good = try jumps.printer()
    var bad = try jumps.printer(
      ReplayPrinter.Fault(tick: 345) { session in _ = session.random["spawn"].float() })
    let finding = try #require(try Bisect(stride: 100).run(&good, &bad))
    #expect(finding.tick == 345)
    #expect(finding.random?.property == "spawn")
    #expect(finding.random?.first == nil)
    #expect(finding.random?.second == "1 draws")
  }

  @Test("The same recording has no difference")
  func same() throws {
    let jumps = try Jumps(ticks: 300)
    var (a, b) = (try jumps.printer(), try jumps.printer())
    #expect(try Bisect().run(&a, &b) == nil)
  }

  @Test("States that differ from the start are reported")
  func beginning() throws {
    let jumps = try Jumps(ticks: 100)
    var good = try jumps.printer()
    let run = try ReplayRun(jumps.replay, in: Jumps.session())
    run.session.scene.rootNode.childNode(withName: "ball")?.position.y = 4
    var bad = ReplayPrinter(run)
    let finding = try #require(try Bisect().run(&good, &bad))
    #expect(finding.tick == 0)
    #expect(finding.lastMatchingTick == nil)
  }
}
