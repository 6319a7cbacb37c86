import CaromGames
import CaromMaths
import CaromSceneGraph
import CaromSimulation
import Testing

/// The kinds of bricks, the power-ups and the ball, on the shipped levels.
@Suite("Rules of Brick Breaker")
struct BrickBreakerRulesTests {
  private func role(_ node: Node) throws -> Brick { try #require(node.role()) }

  /// Shoots the ball straight at a node from the side of the player.
  private func hit(_ node: Node, _ play: Play<BrickBreaker>) {
    let place = node.worldPosition
    // The same node does not count twice in succession.
    play.ball.role = BreakerBall(play.ball.role(), lastHit: 0)
    play.put(Vector3(place.x, 0, place.z + 0.9), velocity: Vector3(0, 0, -14))
    play.session.step(6)
  }

  // MARK: The ball

  @Test("The ball accelerates from the level's speed to its top speed, and slow balls are slower")
  func speed() throws {
    let play = try Play.served(level: 2)
    let rules: BreakerBall = try #require(play.ball.role())
    #expect(rules.speed == 13 && rules.acceleration > 0)
    play.put(Vector3(7, 0, 5), velocity: Vector3(0, 0, -13))
    play.game.state.flightTicks = 600
    play.session.step()
    #expect(abs(play.velocity.length - (13 + rules.acceleration * 601 / 60)) < 1e-3)
    play.game.state.flightTicks = 1_000_000
    play.session.step()
    #expect(abs(play.velocity.length - rules.topSpeed) < 1e-3)
    (play.game.state.slowTicks, play.game.state.slowFactor) = (100, 0.5)
    play.session.step()
    #expect(abs(play.velocity.length - rules.topSpeed * 0.5) < 1e-3)
  }

  @Test(
    "A paddle that deflects by offset sends the ball by the share of its width",
    arguments: [Float(-1), -0.5, 0, 0.3, 0.9])
  func offset(share: Float) throws {
    let play = try Play.served(level: 2)
    let paddle = try play.node("/paddle")
    let rules: Paddle = try #require(paddle.role())
    #expect(rules.deflection == .offset)
    play.put(Vector3(share * 1.25, 0, 6), velocity: Vector3(3, 0, 12))
    let start = play.ball.position.x
    var ticks = 0
    while play.velocity.z > 0, ticks < 30 {
      play.session.step()
      ticks += 1
    }
    // The heading follows from the place of the hit, whatever the approach.
    let place = play.ball.position.x
    let angle = Portable.atan2(play.velocity.x, -play.velocity.z)
    let wanted = max(-1, min(1, place / 1.25)) * rules.offsetAngle
    #expect(place >= start && abs(angle - wanted) < 0.06, "\(angle), \(wanted)")
  }

  @Test("A ball never moves sideways only", arguments: [Float(0), 0.5, -0.1])
  func minimumShare(z: Float) throws {
    let play = try Play.served(level: 3)
    play.put(Vector3(0, 0, 4), velocity: Vector3(13, 0, z))
    for _ in 0..<60 {
      play.session.step()
      #expect(abs(play.velocity.z) >= 0.249 * play.velocity.length)
    }
  }

  @Test("Ten seconds without a brick turn the ball at its next bounce")
  func nudge() throws {
    let play = try Play.served(level: 3)
    /// The heading after a bounce off the right wall.
    func bounce(idle: Int32) -> Float {
      play.put(Vector3(6.5, 0, 4), velocity: Vector3(10, 0, -8.3))
      play.ball.role = BreakerBall(play.ball.role(), lastHit: 0)
      play.game.state.idleTicks = idle
      play.session.step(12)
      #expect(play.velocity.x < 0)
      return Portable.atan2(play.velocity.x, -play.velocity.z)
    }
    let plain = bounce(idle: 0)
    #expect(abs(plain - bounce(idle: 100)) < 1e-3)
    let turn = abs(plain - bounce(idle: 600))
    #expect(turn >= 0.049 && turn <= 0.251, "\(turn)")
    #expect(play.game.state.idleTicks < 20)
  }

  @Test("A ball outside of the court is put back, counted, and costs no life")
  func escape() throws {
    let play = try Play.served(level: 2)
    play.put(Vector3(30, 0, 0), velocity: Vector3(13, 0, 0))
    play.session.step()
    #expect(play.game.state.phase == .ready)
    #expect(play.game.state.escapes == 1 && play.game.state.lives == 3)
    #expect(abs(play.ball.position.x) < 1)
  }

  // MARK: Bricks

  @Test("A brick of three hits loses a layer at each hit and scores once")
  func hits() throws {
    let play = try Play.served(level: 10)
    let brick = try play.node("/jamb-0-1")
    #expect(try role(brick).hits == 3)
    for left in [1, 0] {
      hit(brick, play)
      #expect(!brick.isHidden && play.game.state.score == 0)
      #expect(brick.childNodes.count { !$0.isHidden } == left)
    }
    hit(brick, play)
    #expect(brick.isHidden)
    #expect(try play.game.state.score == role(brick).points)
  }

  @Test("An indestructible brick stays, and a level is cleared without it")
  func indestructible() throws {
    let play = try Play.served(level: 5)
    let post = try play.node("/post-0")
    for _ in 0..<5 { hit(post, play) }
    #expect(!post.isHidden && play.game.state.score == 0)
    let bricks = play.session.scene.rootNode.childNodes(withRole: Brick.self)
    for brick in bricks where brick.name != "hedge-0-1" { brick.isHidden = brick !== post }
    hit(try play.node("/hedge-0-1"), play)
    #expect(play.game.state.phase == .cleared && !post.isHidden)
  }

  @Test("A bomb breaks the bricks around it a moment later, and no others")
  func bomb() throws {
    let play = try Play.served(level: 6)
    let keg = try play.node("/keg8")
    let bomb = try #require(keg.childNode(withName: "bomb"))
    for node in keg.childNodes where node.name == "row-1-1" { node.isHidden = true }
    hit(bomb, play)
    #expect(bomb.isHidden)
    play.put(Vector3(7, 0, 5), velocity: Vector3(0, 0, -14))
    play.session.step(6)
    let left = keg.childNodes.filter { !$0.isHidden }
    #expect(left.isEmpty)
    #expect(play.game.state.score == 2 + 7)
    let next = try play.node("/keg9")
    let broken = next.childNodes.filter { $0.isHidden }
    #expect(broken.isEmpty)
  }

  @Test("Blasts set off other bombs in turn")
  func chain() throws {
    let play = try Play.served(level: 6)
    let (first, second) = (try play.node("/keg1/bomb"), try play.node("/keg2/bomb"))
    // Next to each other.
    try play.node("/keg1/row-1-1").isHidden = true
    second.worldPosition = first.worldPosition + Vector3(1, 0, 0)
    hit(first, play)
    play.put(Vector3(7, 0, 5), velocity: Vector3(0, 0, -14))
    play.session.step(20)
    #expect(second.isHidden)
  }

  @Test("A shield protects bricks until its core is broken")
  func shield() throws {
    let play = try Play.served(level: 8)
    let (brick, core) = (try play.node("/leftCell-0-3"), try play.node("/leftCore"))
    for _ in 0..<3 { hit(brick, play) }
    #expect(!brick.isHidden)
    #expect(try role(brick).damage == 0)
    for _ in 0..<2 { hit(core, play) }
    #expect(core.isHidden)
    hit(brick, play)
    #expect(brick.isHidden)
  }

  @Test("Bricks on a path move, bounce the ball at its speed, and break")
  func moving() throws {
    let play = try Play.served(level: 7)
    let brick = try play.node("/belt6/crate-4")
    let before = brick.worldPosition
    play.put(Vector3(7, 0, 5), velocity: Vector3(0, 0, -14.5))
    play.session.step(30)
    #expect((brick.worldPosition - before).length > 0.5)
    hit(brick, play)
    #expect(brick.isHidden && play.game.state.score == 2)
    let rules: BreakerBall = try #require(play.ball.role())
    #expect(abs(play.velocity.length - rules.speed) < 0.2)
  }

  // MARK: Power-ups

  @Test("A brick releases its power-up, which falls, and is gone behind the paddle")
  func drop() throws {
    let play = try Play.served(level: 3)
    let brick = try play.node("/king-0")
    for _ in 0..<2 { hit(brick, play) }
    #expect(brick.isHidden)
    let root = play.session.scene.rootNode
    func items() -> [Node] { root.childNodes.filter { $0.role is PowerUp && !$0.isHidden } }
    let item = try #require(items().first)
    #expect(items().count == 1)
    let start = item.position
    play.session.send(.press(.right))
    for _ in 0..<240 where !items().isEmpty {
      play.put(Vector3(7, 0, 5), velocity: Vector3(0, 0, -13))
      play.session.step()
    }
    #expect(items().isEmpty && item.scene == nil)
    #expect(start.x == item.position.x)
    #expect(play.game.state.wideTicks == 0 && play.game.state.lives == 3)
  }

  @Test("The wide paddle is wider for its time, and stays in the court")
  func wide() throws {
    let play = try Play.served(level: 2)
    let section = try play.node("/paddle/rightExtension")
    #expect(section.isHidden)
    try play.catchPowerUp("wide")
    #expect(!section.isHidden)
    play.session.send(.press(.right))
    play.put(Vector3(0, 0, 5), velocity: Vector3(0, 0, -13))
    play.session.step(60)
    let half = Float(1.85)
    #expect(try abs(play.node("/paddle").position.x + half - (6.6 + 1.25)) < 1e-3)
    play.game.state.wideTicks = 1
    play.session.step()
    #expect(section.isHidden)
  }

  @Test("Multi-ball makes three balls of one, and only the last one lost costs a life")
  func multiBall() throws {
    let play = try Play.served(level: 2)
    try play.catchPowerUp("multiBall")
    func balls() -> [Node] {
      play.session.scene.rootNode.childNodes(withRole: BreakerBall.self)
    }
    #expect(balls().count == 3)
    play.session.step(2)
    for ball in balls() {
      #expect(abs((ball.physicsBody?.velocity.length ?? 0) - play.velocity.length) < 1e-3)
    }
    for left in [2, 1] {
      // The ball of the file is lost each time; another one takes its place.
      play.put(Vector3(5, 0, 7.8), velocity: Vector3(0, 0, 13))
      for other in balls().dropFirst() {
        other.position = Vector3(0, 0, 3)
        other.physicsBody?.velocity = Vector3(0, 0, -13)
      }
      play.session.step(8)
      #expect(balls().count == left && balls().first === play.ball)
      #expect(play.game.state.phase == .playing && play.game.state.lives == 3)
    }
    play.put(Vector3(5, 0, 7.8), velocity: Vector3(0, 0, 13))
    play.session.step(8)
    #expect(play.game.state.phase == .lifeLost && play.game.state.lives == 2)
  }

  @Test("Slow balls, extra lives and their limit")
  func slowAndLife() throws {
    let play = try Play.served(level: 2)
    let before = play.velocity.length
    try play.catchPowerUp("slow")
    #expect(play.velocity.length < before * 0.7)
    #expect(play.session.scene.overlay[label: "powerUps"]?.text == "Slow 12")
    try play.catchPowerUp("extraLife")
    #expect(play.game.state.lives == 4)
    play.game.state.livesLeft = BrickBreakerState.mostLives
    try play.catchPowerUp("extraLife")
    #expect(play.game.state.lives == BrickBreakerState.mostLives)
  }

  @Test("A sticky paddle holds the ball where it hit until it is served again")
  func sticky() throws {
    let play = try Play.served(level: 2)
    try play.catchPowerUp("sticky")
    play.put(Vector3(0.6, 0, 6), velocity: Vector3(0, 0, 13))
    play.session.step(20)
    #expect(play.velocity == .zero && abs(play.ball.position.x - 0.6) < 1e-3)
    play.session.send(.press(.left))
    play.session.step(10)
    play.session.send(.release(.left))
    #expect(try abs(play.ball.position.x - play.node("/paddle").position.x - 0.6) < 1e-3)
    play.press(.space)
    #expect(play.velocity.z < -9 && play.velocity.x > 0)
  }

  @Test("The laser shoots two bolts at a time, which damage bricks, and needs time between shots")
  func laser() throws {
    let play = try Play.served(level: 2)
    play.press(.space)
    func bolts() -> [Node] {
      play.session.scene.rootNode.childNodes.filter { $0.role is Bolt && !$0.isHidden }
    }
    #expect(bolts().isEmpty)
    try play.catchPowerUp("laser")
    play.press(.space)
    play.session.step()
    play.press(.space)
    #expect(bolts().count == 2)
    for _ in 0..<60 {
      play.put(Vector3(7, 0, 5), velocity: Vector3(0, 0, -13))
      play.session.step()
    }
    #expect(bolts().isEmpty && play.game.state.score > 0)
    play.press(.space)
    #expect(bolts().count == 2)
  }

  @Test("A lost life ends all power-ups and takes copies of the ball out of play")
  func lossEnds() throws {
    let play = try Play.served(level: 2)
    for name in ["wide", "slow", "sticky", "laser"] { try play.catchPowerUp(name) }
    let state = play.game.state
    #expect(state.wideTicks > 0 && state.slowTicks > 0 && state.laserTicks > 0)
    play.put(Vector3(5, 0, 7.8), velocity: Vector3(0, 0, 13))
    play.session.step(20)
    #expect(play.game.state.phase == .lifeLost)
    let after = play.game.state
    #expect(after.wideTicks + after.slowTicks + after.stickyTicks + after.laserTicks == 0)
    #expect(try play.node("/paddle/leftExtension").isHidden)
  }

  // MARK: Effects

  @Test("A lost ball shakes the camera, which returns to its place")
  func shake() throws {
    let play = try Play.served(level: 2)
    let view = try play.node("/cameras/landscape")
    let place = view.position
    play.put(Vector3(5, 0, 7.8), velocity: Vector3(0, 0, 13))
    var farthest: Float = 0
    for _ in 0..<30 {
      play.session.step()
      farthest = max(farthest, (view.position - place).length)
    }
    #expect(farthest > 0.1 && farthest < 0.3)
    play.session.step(30)
    #expect((view.position - place).length < 1e-4)
  }

  @Test("Debris has the color of its brick and is gone after a second")
  func debris() throws {
    let play = try Play.served(level: 2)
    let brick = try play.node("/inner-3")
    hit(brick, play)
    #expect(brick.isHidden)
    let debris = try #require(
      play.session.scene.rootNode.childNodes.first {
        !$0.particleSystems.isEmpty && $0 !== play.ball
      })
    let color = debris.particleSystems.first?.particleColor
    #expect(color == Color(1, 0.9, 0.45))
    play.put(Vector3(7, 0, 5), velocity: Vector3(0, 0, -13))
    for _ in 0..<70 {
      play.put(Vector3(7, 0, 5), velocity: Vector3(0, 0, -13))
      play.session.step()
    }
    #expect(debris.scene == nil)
  }
}

extension BreakerBall {
  /// The role of a ball that hit something else before.
  fileprivate init(_ role: BreakerBall?, lastHit: Int32) {
    self = role ?? BreakerBall()
    self.lastHit = lastHit
  }
}
