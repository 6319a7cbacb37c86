import CaromAutomation
import CaromMaths
import CaromSceneGraph
import CaromSimulation
import Testing

/// Symptom: a ball 726 m outside of its court was "inside", and `escape` found nothing.
///
/// Cause: the drawn size of an infinite floor without a body bounded the scene.
@Suite("Invariants of every game")
struct InvariantTests {
  /// A session with a ball, and the checker of an invariant.
  private struct Watch {
    let session: Session
    let ball: Node
    private let check: (Session) -> String?

    init(_ invariant: Invariant, _ nodes: [Node]) throws {
      let scene = Scene()
      ball = Node(name: "ball", geometry: .sphere(radius: 0.5))
      ball.physicsBody = .dynamic()
      ball.physicsBody?.isAffectedByGravity = false
      for node in nodes + [ball] { scene.rootNode.addChildNode(node) }
      session = try Session(scene: scene, game: NoRules(), seed: 1)
      check = invariant.begin(session)
    }

    /// The violation with the ball at a position.
    func violation(at place: Vector3) -> String? {
      ball.worldPosition = place
      ball.physicsBody?.velocity = .zero
      session.step()
      return check(session)
    }
  }

  private func box(_ name: String, at place: Vector3, _ body: PhysicsBody?) -> Node {
    let node = Node(name: name, geometry: .box(width: 4, height: 1, length: 4))
    node.position = place
    node.physicsBody = body
    return node
  }

  @Test("Geometry that is only drawn does not bound the scene")
  func drawn() throws {
    let floor = Node(name: "floor", geometry: .floor())
    let hall = Node(name: "hall", geometry: .box(width: 4_000, height: 4_000, length: 4_000))
    let watch = try Watch(
      .escape(for: 0), [floor, hall, box("court", at: Vector3(0, -3, 0), .static())])
    #expect(watch.violation(at: Vector3(11, 0, 0)) == nil, "the box ends at 2 m")
    let found = try #require(watch.violation(at: Vector3(726, 0, 0)))
    #expect(found == "/ball is at 726.0, 0.0, 0.0, 724.0 m from the bodies of the scene")
  }

  @Test("Infinite planes, sensors and hidden bodies do not bound the scene")
  func infinite() throws {
    let plane = Node(name: "plane", geometry: .floor())
    plane.position.y = -10
    plane.physicsBody = .static()
    let sensor = box("sensor", at: Vector3(500, 0, 0), .static())
    sensor.physicsBody?.isSensor = true
    let hidden = box("hidden", at: Vector3(0, 0, 500), .static())
    hidden.isHidden = true
    let watch = try Watch(.escape(for: 0), [plane, sensor, hidden])
    #expect(watch.violation(at: Vector3(9, 0, 0)) == nil)
    for place in [Vector3(500, 0, 0), Vector3(0, 0, 500), Vector3(0, 11, 0)] {
      #expect(watch.violation(at: place) != nil, "\(place)")
    }
  }

  @Test("A body escapes only after a time, and not while it is hidden")
  func patience() throws {
    let watch = try Watch(.escape(margin: 2, for: 10), [])
    for tick in 1...10 { #expect(watch.violation(at: Vector3(5, 0, 0)) == nil, "tick \(tick)") }
    #expect(watch.violation(at: Vector3(5, 0, 0)) != nil)
    watch.ball.isHidden = true
    #expect(watch.violation(at: Vector3(5, 0, 0)) == nil)
    watch.ball.isHidden = false
    #expect(watch.violation(at: Vector3(5, 0, 0)) == nil, "the time starts again")
  }

  @Test("What falls past the last floor escapes")
  func falling() throws {
    let watch = try Watch(.escape(for: 0), [box("floor", at: .zero, .static())])
    watch.ball.physicsBody?.isAffectedByGravity = true
    #expect(watch.violation(at: Vector3(0, -10, 0)) == nil)
    #expect(watch.violation(at: Vector3(0, -11, 0)) != nil)
  }

  @Test("A lift extends the scene while it moves")
  func lift() throws {
    let lift = box("lift", at: .zero, .kinematic())
    let watch = try Watch(.escape(margin: 5, for: 0), [lift])
    lift.position = Vector3(0, 100, 0)
    #expect(watch.violation(at: Vector3(0, 104, 0)) == nil)
    lift.position = .zero
    #expect(watch.violation(at: Vector3(0, 104, 0)) != nil)
  }

  @Test("A body below a static plane or inside a box that is given as a shape is inside of it")
  func solid() throws {
    let plane = Node(name: "plane", geometry: .floor())
    plane.position.y = -10
    plane.physicsBody = .static()
    let wall = Node(name: "wall")
    wall.position.x = 5
    wall.physicsBody = .static(.box(Box(width: 1, height: 2, length: 3)))
    // A body that does not collide is there all the same, and the ball is pushed out of no other.
    for node in [plane, wall] { node.physicsBody?.collisionBitMask = 0 }
    let watch = try Watch(.solid, [plane, wall])
    #expect(watch.violation(at: Vector3(0, -9, 0)) == nil)
    #expect(watch.violation(at: Vector3(0, -11, 0)) == "/ball is inside /plane")
    #expect(watch.violation(at: Vector3(5.4, 0.9, 1.4)) == "/ball is inside /wall")
    #expect(watch.violation(at: Vector3(5.6, 0, 0)) == nil)
  }

  @Test("A box that encloses a body at the start or reappears around it is no error")
  func enclosing() throws {
    let post = box("post", at: .zero, .static())
    let brick = box("brick", at: Vector3(20, 0, 0), .static())
    for node in [post, brick] { node.physicsBody?.collisionBitMask = 0 }
    let watch = try Watch(.solid, [post, brick])
    #expect(watch.violation(at: Vector3(0.1, 0, 0)) == nil)
    #expect(watch.violation(at: Vector3(20, 0, 0)) == "/ball is inside /brick")
    brick.isHidden = true
    #expect(watch.violation(at: Vector3(20, 0, 0)) == nil)
    brick.isHidden = false
    #expect(watch.violation(at: Vector3(20, 0, 0)) == nil)
  }

  @Test("An invariant of a game's state holds in other games")
  func typed() throws {
    let invariant = Invariant("jumps", "The ball never jumps", of: Jumping.State.self) { state, _ in
      state.score > 0 ? "it jumped \(state.score) times" : nil
    }
    let jumping = try Session(scene: Scene(), game: Jumping(), seed: 1)
    let check = invariant.begin(jumping)
    #expect(check(jumping) == nil)
    jumping.send(.press(.space))
    jumping.step()
    #expect(check(jumping) == "it jumped 1 times")
    let other = try Session(scene: Scene(), game: NoRules(), seed: 1)
    #expect(invariant.begin(other)(other) == nil)
    #expect(jumping.state(as: Jumping.State.self)?.score == 1)
    #expect(other.state(as: Jumping.State.self) == nil)
  }

  @Test(
    "A selector must be true, not zero, not empty, or match something",
    arguments: [
      ("//game", true), ("//game[@score > 0]", false), ("not(//light)", true),
      ("count(//node[@name='ball'])", true), ("count(//light)", false), ("string(//light)", false),
      ("0 div 0", false), ("//node[@name='ball'][g:speed() < 1]", true),
    ])
  func selectors(text: String, holds: Bool) throws {
    let invariant = Invariant.selector(try Locator(xpath: text))
    #expect(invariant.name == text)
    let watch = try Watch(invariant, [])
    #expect((watch.violation(at: .zero) == nil) == holds)
  }
}
