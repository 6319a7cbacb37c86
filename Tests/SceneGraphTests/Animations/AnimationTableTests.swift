import CaromMaths
import CaromSceneGraph
import Testing

/// The flat table of players must not have observable effects.
@Suite("Players laid out flat")
struct AnimationTableTests {
  let scene = Scene()
  let nodes = (0..<4).map { Node(name: "node \($0)") }

  init() {
    for node in nodes {
      scene.rootNode.addChildNode(node)
      node.addAnimation(Self.slide(), forKey: "slide")
    }
    step(15)
  }

  static func slide() -> Animation {
    var slide = Animation("position.x", keyTimes: [0, 1], values: KeyValues([0, 1]))
    slide.repeatsForever = true
    return slide
  }

  func step(_ ticks: Int) { for _ in 0..<ticks { scene.step() } }
  func x(_ index: Int) -> Float { nodes[index].presentation.position.x }

  @Test("Settings of a player apply from the next tick, and its time is always current")
  func told() throws {
    let player = try #require(nodes[1].animationPlayer(forKey: "slide"))
    #expect(abs(player.time - 0.25) < 1e-9)
    player.speed = 2
    step(15)
    #expect(abs(player.time - 0.75) < 1e-9 && abs(x(1) - 0.75) < 1e-5 && abs(x(0) - 0.5) < 1e-5)
    player.isPaused = true
    step(15)
    #expect(abs(x(1) - 0.75) < 1e-5)
    player.isPaused = false
    player.speed = -1
    step(6)
    #expect(abs(x(1) - 0.15) < 1e-5, "a run of 1 s, from its end, at 0.85 s")
    player.blendFactor = 0.5
    step(6)
    #expect(abs(x(1) - 0.025) < 1e-5)
    player.stop()
    step(1)
    #expect(x(1) == 0 && player.time == 0)
    player.speed = 1
    player.blendFactor = 1
    player.play()
    step(30)
    #expect(abs(x(1) - 0.5) < 1e-5)
    try expectSameFuture(scene)
  }

  @Test("Adding and removing nodes and players does not affect the time of others")
  func comeAndGo() throws {
    let player = try #require(nodes[0].animationPlayer(forKey: "slide"))
    nodes[0].removeFromParentNode()
    #expect(abs(player.time - 0.25) < 1e-9)
    step(6)
    nodes[2].removeAllAnimations()
    let late = Node()
    nodes[3].addChildNode(late)
    late.addAnimation(Self.slide(), forKey: "slide")
    step(6)
    #expect(abs(x(1) - 0.45) < 1e-5 && x(2) == 0 && abs(x(3) - 0.45) < 1e-5)
    #expect(abs(late.presentation.position.x - 0.1) < 1e-5)
    scene.rootNode.addChildNode(nodes[0])
    step(6)
    #expect(abs(player.time - 0.35) < 1e-9 && abs(x(0) - 0.35) < 1e-5)
    try expectSameFuture(scene)
  }

  @Test("A paused ancestor pauses a node, also after reparenting")
  func paused() throws {
    let still = Node()
    scene.rootNode.addChildNode(still)
    still.isPaused = true
    still.addChildNode(nodes[2])
    step(15)
    #expect(abs(x(2) - 0.25) < 1e-5 && abs(x(1) - 0.5) < 1e-5)
    still.isPaused = false
    step(15)
    #expect(abs(x(2) - 0.5) < 1e-5)
    try expectSameFuture(scene)
  }

  @Test("A player outlives its scene")
  func outlives() {
    var scene: Scene? = Scene()
    let node = Node()
    let player = AnimationPlayer(Self.slide())
    node.addAnimationPlayer(player)
    scene?.rootNode.addChildNode(node)
    player.play()
    for _ in 0..<15 { scene?.step() }
    scene = nil
    #expect(abs(player.time - 0.25) < 1e-9)
    player.speed = 3
    #expect(player.speed == 3)
  }

  @Test("A player that ends is removed in order, and the values below it appear in the same tick")
  func ends() throws {
    var end = Self.slide()
    end.repeatsForever = false
    nodes[1].addAnimation(end, forKey: "slide")
    step(59)
    #expect(x(1) > 0.9)
    step(1)
    #expect(x(1) == 0 && nodes[1].animationKeys.isEmpty)
    step(3)
    try expectSameFuture(scene)
  }
}
