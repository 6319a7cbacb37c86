import CaromMaths
import CaromSceneGraph
public import CaromSimulation

/// A bot that plays Brick Breaker: predicts where the ball crosses the line of the paddle and picks
/// the paddle section that sends it to a brick.
///
/// The bot moves a pointer and presses space, like a person.
public struct BrickBreakerBot: Bot {
  /// The nodes of the scene, found by role, so that the bot can play games that build on the rules.
  private var parts: BrickBreaker.Parts?
  /// The target position of the paddle, in meters along X.
  private var goal: Float = 0
  /// The ball velocity of the current plan; a new velocity requires a new plan.
  private var plannedFor = Vector3.zero
  /// The last pointer position, in meters along X.
  private var pointed: Float?

  /// Creates a bot.
  public init() {}

  /// Serves when the ball waits, otherwise moves the pointer.
  public mutating func play(_ session: Session) -> [InputEvent] {
    if parts?.isCurrent(in: session.scene) != true { parts = try? BrickBreaker.Parts(session) }
    guard let state = session.state(as: BrickBreakerState.self), let parts else { return [] }
    switch state.phase {
    case .ready, .gameOver, .cleared:
      let wait: Int32 = state.phase == .ready ? 30 : 120
      if state.phaseTicks == wait { return [.press(.space)] }
      if state.phaseTicks == wait + 2 { return [.release(.space)] }
      return []
    case .lifeLost:
      return []
    case .playing:
      let velocity = parts.body.velocity
      if velocity != plannedFor {
        plannedFor = velocity
        goal = plan(parts, velocity)
      }
      if goal == pointed { return [] }
      pointed = goal
      return [.pointer(.moved, x: 0.5 + goal / parts.paddleRules.pointerReach, y: 0.8)]
    }
  }

  // MARK: Planning

  /// Half the width of the court that the center of the ball can reach, in meters.
  private static let halfCourt: Float = 5.45

  /// The paddle position for the moment when the ball arrives.
  private func plan(_ parts: BrickBreaker.Parts, _ velocity: Vector3) -> Float {
    let ball = parts.ball.worldPosition
    let line = parts.paddle.worldPosition.z - 0.5
    // While the ball moves away, wait halfway between the center and the ball.
    guard velocity.z > 0.1, ball.z < line else { return ball.x * 0.5 }
    let x = Self.reflected(ball.x + velocity.x * (line - ball.z) / velocity.z)
    // The deflection of each section; the middle comes first, because it is the safest to hit.
    let left = (offset: Float(0.98), turn: -Float.pi / 9)
    let right = (offset: Float(-0.98), turn: Float.pi / 9)
    let outward = Vector3(
      Self.isMirrored(ball.x, velocity, line - ball.z) ? -velocity.x : velocity.x, 0, -velocity.z)
    for option in [(offset: Float(0), turn: Float(0)), left, right] {
      let (sine, cosine) = Portable.sincos(option.turn)
      let heading = Vector3(
        outward.x * cosine - outward.z * sine, 0, outward.x * sine + outward.z * cosine)
      guard heading.z < -3, abs(x + option.offset) <= parts.paddleRules.range else { continue }
      if Self.meetsBrick(parts.bricks, from: x, line, heading) { return x + option.offset }
    }
    return x + (x > 0 ? -0.98 : 0.98)
  }

  /// Whether a ball that leaves the paddle's line at `x` hits a brick.
  private static func meetsBrick(
    _ bricks: [Node], from x: Float, _ line: Float, _ heading: Vector3
  ) -> Bool {
    for brick in bricks where !brick.isHidden {
      let position = brick.worldPosition
      let hitX = reflected(x + heading.x * (line - position.z) / -heading.z)
      if abs(hitX - position.x) < 0.6 { return true }
    }
    return false
  }

  /// The end of a straight path that is reflected at the side walls.
  private static func reflected(_ x: Float) -> Float {
    var x = x
    for _ in 0..<8 {
      if x > halfCourt { x = 2 * halfCourt - x } else if x < -halfCourt { x = -2 * halfCourt - x }
    }
    return max(-halfCourt, min(halfCourt, x))
  }

  /// Whether a path is reflected an odd number of times at the side walls.
  private static func isMirrored(_ x: Float, _ velocity: Vector3, _ depth: Float) -> Bool {
    let end = x + velocity.x * depth / velocity.z
    let crossings = ((abs(end) + halfCourt) / (2 * halfCourt)).rounded(.down)
    return Int(crossings) % 2 == 1
  }
}
