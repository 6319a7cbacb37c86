import CaromMaths
import CaromSceneGraph
import Testing

/// The actions of SceneKit, in the order of the parity table.
@Suite("The list of actions")
struct ActionListTests {
  let scene = Scene()
  let node = Node(name: "node")

  init() {
    scene.rootNode.addChildNode(node)
    scene.functions["note"] = { $0.name = ($0.name ?? "") + "!" }
  }

  func step(_ ticks: Int) { for _ in 0..<ticks { scene.step() } }

  @Test("Parity 1.7: moveBy, rotateBy and rotateTo take x, y and z, as in SceneKit")
  func components() {
    node.runAction(.moveBy(x: 1, y: 2, z: 3, duration: 0.5))
    node.runAction(.rotateBy(x: 0, y: 1, z: 0, duration: 0.5))
    step(30)
    #expect(node.position == Vector3(1, 2, 3))
    #expect(node.orientation.angle(to: Quaternion(axis: .unitY, angle: 1)) < 1e-3)
    node.runAction(.rotateTo(x: 0, y: 3, z: 0, duration: 0))
    step(1)
    node.runAction(.rotateTo(x: 0, y: -3, z: 0, duration: 1, usesShortestUnitArc: true))
    step(30)
    #expect(isNear(node.orientation.rotate(.unitX), -.unitX, 1e-3))
  }

  @Test("Parity 1.7: rotates to an axis and an angle along the shortest arc, and ends exactly")
  func rotatesToAxisAngle() {
    node.orientation = Quaternion(axis: .unitY, angle: 0.5)
    node.runAction(.rotate(toAxisAngle: Vector4(0, 2, 0, 1.5), duration: 1))
    step(30)
    #expect(node.orientation.angle(to: Quaternion(axis: .unitY, angle: 1)) < 1e-3)
    step(30)
    #expect(node.orientation == Quaternion(axis: .unitY, angle: 1.5))
  }

  @Test("Parity 1.7: fades in, out, to and by; hides and unhides; leaves its parent")
  func showsAndHides() {
    node.runAction(.sequence([.fadeOut(duration: 0.1), .hide()]))
    step(6)
    #expect(node.opacity == 0 && node.isHidden)
    node.runAction(
      .sequence([.unhide(), .fadeIn(duration: 0.1), .fadeOpacity(by: -0.25, duration: 0.1)]))
    step(12)
    #expect(node.opacity == 0.75 && !node.isHidden)
    node.runAction(.sequence([.fadeOpacity(to: 0.5, duration: 0.1), .removeFromParentNode()]))
    step(6)
    #expect(node.opacity == 0.5 && node.parent == nil)
  }

  @Test("Parity 1.7: a custom action receives the elapsed seconds, in the end the whole duration")
  func custom() {
    var times: [Double] = []
    scene.timedFunctions["record"] = { _, time in times.append(time) }
    node.runAction(.sequence([.customAction(duration: 0.05, "record"), .run("note")]))
    step(3)
    #expect(times.count == 3 && times.last == 0.05)
    #expect(abs((times.first ?? 0) - 1.0 / 60) < 1e-9)
    #expect(node.name == "node!")
    node.runAction(.customAction(duration: 1, "unknown"))
    step(1)
    #expect(scene.problems == ["no timed function is called \"unknown\""])
  }

  @Test("Parity 1.7: playAudio ends immediately, or after the sound if it waits")
  func audio() {
    node.runAction(.sequence([.playAudio("bump"), .run("note")]))
    step(1)
    #expect(scene.soundEvents.map(\.name) == ["bump"] && node.name == "node!")
    node.runAction(
      .sequence([.playAudio("bump", waitForCompletion: true, duration: 0.5), .run("note")]))
    step(1)
    #expect(scene.soundEvents.count == 1)
    step(28)
    #expect(scene.soundEvents.isEmpty && node.name == "node!")
    step(1)
    #expect(node.name == "node!!")
  }

  @Test("Parity 1.7: a wait with a range takes a random time, the same for the same seed")
  func randomWaits() {
    func times(_ seed: UInt64) -> [UInt64] {
      let scene = Scene()
      scene.seed = seed
      var times: [UInt64] = []
      scene.functions["note"] = { _ in times.append(scene.tick) }
      scene.rootNode.runAction(
        .repeatForever(.sequence([.wait(duration: 0.5, withRange: 0.4), .run("note")])))
      for _ in 0..<6_000 { scene.step() }
      return times
    }
    let first = times(1)
    #expect(first == times(1) && first != times(2))
    let gaps = zip(first.dropFirst(), first).map { $0.0 - $0.1 }
    #expect(gaps.allSatisfy { (18...42).contains($0) })
    #expect(Set(gaps).count > 15)
    #expect(abs(Double(first.count) - 200) < 10)
  }

  @Test("Parity 1.7: reversed reverts a sequence step by step")
  func reverses() {
    let action = Action.sequence([
      .move(by: Vector3(1, 2, 3), duration: 0.25, timing: .easeIn),
      .rotate(by: Vector3(0.3, 0.5, 0.7), duration: 0.25), .scale(by: 3, duration: 0.25),
      .rotate(by: 1, around: .unitX, duration: 0.25), .hide(),
      .group([.fadeOpacity(by: -0.5, duration: 0.1), .wait(duration: 0.2)]),
    ])
    node.runAction(action)
    step(80)
    #expect(node.isHidden && node.opacity == 0.5 && isNear(node.scale, Vector3(3, 3, 3)))
    node.runAction(action.reversed())
    step(80)
    #expect(isNear(node.position, .zero, 1e-4) && isNear(node.scale, .one, 1e-4))
    #expect(node.orientation.angle(to: .identity) < 1e-3)
    #expect(!node.isHidden && node.opacity == 1)
    #expect(Action.fadeIn(duration: 1).reversed() == .fadeOut(duration: 1))
    #expect(Action.move(to: .unitX, duration: 1).reversed() == .move(to: .unitX, duration: 1))
    var easy = Action.move(by: .unitX, duration: 1, timing: .easeIn)
    #expect(easy.reversed().timingMode == .easeOut)
    easy.timingMode = .easeInEaseOut
    #expect(easy.reversed().timingMode == .easeInEaseOut)
  }

  @Test("Parity 1.7: duration, speed and timing mode have SceneKit's defaults and can be set")
  func settings() {
    var move = Action.move(by: Vector3(1, 0, 0), duration: 2)
    #expect(move.duration == 2 && move.speed == 1 && move.timingMode == .linear)
    move.speed = 4
    #expect(move.duration == 0.5)
    let both = Action.sequence([move, .wait(duration: 1.5), .hide()])
    #expect(both.duration == 2)
    #expect(Action.group([both, .wait(duration: 1)]).duration == 2)
    #expect(Action.repeat(both, count: 3).duration == 6)
    #expect(Action.repeatForever(both).duration == .infinity)
    var fast = both
    fast.speed = 2
    node.runAction(fast)
    step(15)
    #expect(node.position.x == 1)
    step(44)
    #expect(node.hasActions)
    step(1)
    #expect(!node.hasActions)
  }

  @Test("Parity 1.7: a completion is called when an action ends, not when it is removed")
  func completions() {
    node.runAction(.wait(duration: 0.1), forKey: "a", completion: "note")
    step(6)
    #expect(node.name == "node!")
    node.runAction(.wait(duration: 0.1), forKey: "a", completion: "note")
    node.runAction(.wait(duration: 0.2), forKey: "a", completion: "note")
    step(6)
    #expect(node.name == "node!")
    node.removeAllActions()
    step(20)
    #expect(node.name == "node!" && !node.hasActions)
  }

  // MARK: Sleeping

  @Test("A sleeping wait ends in its tick, whatever happens meanwhile")
  func sleeps() throws {
    node.runAction(.sequence([.wait(duration: 2), .run("note")]))
    step(30)
    node.runAction(.move(by: .unitX, duration: 0.1))
    step(30)
    node.isPaused = true
    step(100)
    node.isPaused = false
    step(10)
    let parent = Node()
    scene.rootNode.addChildNode(parent)
    parent.addChildNode(node)
    step(10)
    node.removeFromParentNode()
    step(10)
    scene.rootNode.addChildNode(node)
    step(10)
    parent.isPaused = true
    parent.addChildNode(node)
    step(10)
    scene.rootNode.addChildNode(node)
    try expectSameFuture(scene, ticks: 20)
    step(9)
    #expect(node.name == "node")
    step(1)
    #expect(node.name == "node!")
  }

  @Test("A wait continues in seconds when the duration of ticks changes")
  func changesTicks() {
    node.runAction(.sequence([.wait(duration: 2), .run("note")]))
    step(60)
    scene.physicsWorld.timeStep = 1.0 / 120
    step(119)
    #expect(node.name == "node")
    step(1)
    #expect(node.name == "node!")
  }

  @Test("Waits in groups, repetitions and at other speeds sleep for the right time")
  func sleepsAnywhere() {
    var fast = Action.repeat(.sequence([.wait(duration: 0.3), .run("note")]), count: 10)
    fast.speed = 0.5
    node.runAction(.group([fast, .wait(duration: 1), .wait(duration: 7)]))
    for round in 1...10 {
      step(35)
      #expect(node.name?.count == 4 + round - 1)
      step(1)
      #expect(node.name?.count == 4 + round)
    }
    step(59)
    #expect(node.hasActions)
    step(1)
    #expect(!node.hasActions)
  }
}
