import CaromMaths
import CaromSceneGraph
import Testing

@Suite("Actions")
struct ActionTests {
  let scene = Scene()
  let node = Node(name: "node")

  init() {
    scene.rootNode.addChildNode(node)
    scene.functions["note"] = { $0.name = ($0.name ?? "") + "!" }
  }

  func step(_ ticks: Int) { for _ in 0..<ticks { scene.step() } }

  @Test("A move takes exactly its duration and ends exactly at its goal")
  func moves() {
    node.runAction(.move(to: Vector3(3, 2, 1), duration: 1))
    step(30)
    #expect(isNear(node.position, Vector3(1.5, 1, 0.5)))
    step(29)
    #expect(node.hasActions)
    step(1)
    #expect(node.position == Vector3(3, 2, 1))
    #expect(!node.hasActions)
  }

  @Test("A move by an offset adds to what others do meanwhile, and ends exactly without them")
  func movesBy() {
    node.position = Vector3(0.1, 0.2, 0.3)
    node.runAction(.move(by: Vector3(1, 0, 0), duration: 0.5))
    step(30)
    #expect(node.position == Vector3(0.1, 0.2, 0.3) + Vector3(1, 0, 0))
    node.position = .zero
    node.runAction(.move(by: Vector3(1, 0, 0), duration: 1))
    node.runAction(.move(by: Vector3(0, 1, 0), duration: 1))
    step(30)
    node.position += Vector3(0, 0, 7)
    step(30)
    #expect(isNear(node.position, Vector3(1, 1, 7)))
  }

  @Test("What is left of a tick is passed to the next action, so durations add up exactly")
  func carriesLeftovers() {
    // 0.025 s is one and a half ticks: without the remainder, each would take two.
    let part = Action.move(by: Vector3(1, 0, 0), duration: 0.025)
    node.runAction(.sequence([part, part, part, part]))
    step(3)
    #expect(isNear(node.position, Vector3(2, 0, 0), 1e-4))
    step(3)
    #expect(node.position.x == 4)
    #expect(!node.hasActions)
    node.runAction(.repeat(part, count: 4))
    step(3)
    #expect(isNear(node.position, Vector3(6, 0, 0), 1e-4))
    step(3)
    #expect(isNear(node.position, Vector3(8, 0, 0), 1e-4))
    #expect(!node.hasActions)
  }

  @Test("Two minutes are exactly 7200 ticks")
  func countsExactly() {
    node.runAction(.sequence([.hide(), .wait(duration: 120), .unhide()]))
    step(1)
    #expect(node.isHidden)
    step(7198)
    #expect(node.isHidden)
    step(1)
    #expect(!node.isHidden)
  }

  @Test("A group runs in parallel and ends with its longest action")
  func groups() {
    node.runAction(
      .sequence([
        .group([.move(by: .unitX, duration: 0.5), .move(by: .unitY, duration: 1)]), .run("note"),
      ]))
    step(45)
    #expect(isNear(node.position, Vector3(1, 0.75, 0)))
    step(15)
    #expect(node.position == Vector3(1, 1, 0) && node.name == "node!")
  }

  @Test("Repeating for ever continues; a repetition without duration waits for the next tick")
  func repeatsForever() {
    node.runAction(
      .repeatForever(.sequence([.move(by: .unitX, duration: 0.1), .wait(duration: 0.1)])))
    step(60)
    #expect(isNear(node.position, Vector3(5, 0, 0), 1e-4))
    node.removeAllActions()
    node.runAction(.repeatForever(.run("note")))
    step(3)
    #expect(node.name == "node!!!")
  }

  @Test("A tick terminates for any action in a file")
  func boundsATick() {
    node.runAction(.repeat(.repeat(.wait(duration: 0), count: 1_000_000_000), count: 1_000_000_000))
    node.runAction(.repeatForever(.wait(duration: 1e-12)))
    step(2)
    #expect(scene.tick == 2)
  }

  @Test(
    "Timing modes start and end exactly and are slow at the right end",
    arguments: [
      (TimingMode.linear, Float(0.25)), (.easeIn, 0.0625), (.easeOut, 0.4375),
      (.easeInEaseOut, 0.15625),
    ])
  func timing(_ mode: TimingMode, _ quarter: Float) {
    node.runAction(.move(by: .unitX, duration: 1, timing: mode))
    step(15)
    #expect(abs(node.position.x - quarter) < 1e-5)
    step(45)
    #expect(node.position.x == 1)
  }

  @Test("Turns end exactly; the shortest arc is used if requested")
  func turns() {
    node.runAction(.rotate(by: Vector3(0, .pi / 2, 0), duration: 0.5))
    step(30)
    #expect(isNear(node.orientation.rotate(.unitX), -.unitZ))
    node.runAction(.rotate(to: Vector3(0, 0, 1), duration: 0.5))
    step(30)
    #expect(node.eulerAngles == Vector3(0, 0, 1))
    node.eulerAngles = Vector3(0, 3, 0)
    node.runAction(.rotate(to: Vector3(0, -3, 0), duration: 1, usesShortestUnitArc: true))
    step(30)
    #expect(isNear(node.orientation.rotate(.unitX), -.unitX, 1e-3))
    step(30)
    #expect(node.orientation == Quaternion(eulerAngles: Vector3(0, -3, 0)))
    node.orientation = .identity
    node.runAction(.rotate(by: .pi, around: .unitY, duration: 1))
    step(60)
    #expect(isNear(node.orientation.rotate(.unitX), -.unitX))
  }

  @Test("Fades and scales end exactly")
  func fadesAndScales() {
    node.runAction(.fadeOpacity(to: 0.25, duration: 0.2))
    node.runAction(.scale(to: 2, duration: 0.2))
    step(12)
    #expect(node.opacity == 0.25 && node.scale == Vector3(2, 2, 2))
    node.runAction(.fadeOpacity(by: 0.5, duration: 0.2))
    node.runAction(.scale(by: 0.5, duration: 0.2))
    step(12)
    #expect(node.opacity == 0.75 && node.scale == .one)
    node.runAction(.fadeOut(duration: 0))
    step(1)
    #expect(node.opacity == 0)
  }

  @Test("Semantics 24: actions continue while the node is hidden and stop while it is paused")
  func goesOnHidden() {
    let parent = Node()
    scene.rootNode.addChildNode(parent)
    parent.addChildNode(node)
    node.isHidden = true
    node.runAction(.move(by: .unitX, duration: 1))
    step(30)
    #expect(isNear(node.position, Vector3(0.5, 0, 0)))
    parent.isPaused = true
    step(30)
    #expect(isNear(node.position, Vector3(0.5, 0, 0)))
    parent.isPaused = false
    scene.isPaused = true
    step(30)
    #expect(isNear(node.position, Vector3(0.5, 0, 0)))
    scene.isPaused = false
    step(30)
    #expect(node.position == .unitX)
  }

  @Test("An action with the same key is replaced; one can be removed by its key")
  func keys() {
    node.runAction(.move(by: .unitX, duration: 1), forKey: "go")
    node.runAction(.move(by: .unitY, duration: 1), forKey: "go")
    #expect(node.actionKeys == ["go"])
    step(60)
    #expect(node.position == .unitY)
    node.runAction(.move(by: .unitY, duration: 1), forKey: "go")
    step(30)
    node.removeAction(forKey: "go")
    step(30)
    #expect(isNear(node.position, Vector3(0, 1.5, 0)))
    #expect(node.action(forKey: "go") == nil)
  }

  @Test("A node may remove itself, and start and stop actions, from inside an action")
  func isSafeInside() {
    scene.functions["restart"] = {
      $0.removeAllActions()
      $0.runAction(.move(by: .unitX, duration: 0))
    }
    node.runAction(.sequence([.run("restart"), .run("note")]))
    step(1)
    #expect(node.name == "node" && node.position == .zero)
    step(1)
    #expect(node.position == .unitX)
    node.runAction(.sequence([.removeFromParentNode(), .run("note")]))
    node.runAction(.wait(duration: 1))
    step(2)
    #expect(node.parent == nil && node.name == "node")
  }

  @Test("Calling an unknown function is reported and has no effect")
  func notesUnknownFunctions() {
    node.runAction(.run("nothing"))
    step(2)
    #expect(scene.problems == ["no function is called \"nothing\""])
  }

  @Test("Sounds are data of the tick in which they start")
  func plays() {
    node.position = .unitX
    node.runAction(.sequence([.playAudio("bump", gain: 0.5), .wait(duration: 1)]))
    step(1)
    #expect(
      scene.soundEvents == [SoundEvent(name: "bump", node: node.id, position: .unitX, gain: 0.5)])
    step(1)
    #expect(scene.soundEvents.isEmpty)
  }

  @Test("Speed multiplies; at zero the action is paused")
  func speeds() {
    var move = MoveBy(.unitX, duration: 1)
    move.speed = 2
    node.runAction(.moveBy(move))
    step(30)
    #expect(node.position == .unitX)
    node.runAction(
      .sequence(ActionList([.wait(duration: 1), .move(by: .unitX, duration: 1)], speed: 4)))
    step(30)
    #expect(node.position == Vector3(2, 0, 0))
    move.speed = 0
    node.runAction(.moveBy(move))
    step(30)
    #expect(node.position == Vector3(2, 0, 0))
  }
}
