import CaromMaths
import CaromSceneGraph
public import CaromSimulation

/// Plays Brick Breaker: works out where the ball crosses the paddle's line and which part of the
/// paddle sends it to a brick.
///
/// It moves a pointer and presses space, as a person would.
public struct BrickBreakerBot: Bot {
  /// Where the paddle is to be, in metres along X.
  private var goal: Float = 0
  /// The velocity the plan was made for; a new one needs a new plan.
  private var plannedFor = Vector3.zero
  /// Where the pointer was put last, in metres along X.
  private var pointed: Float?

  /// Makes a bot that has seen nothing yet.
  public init() {}

  /// Serves when the ball waits, else moves the pointer.
  public mutating func play(_ session: Session) -> [InputEvent] {
    guard let game = session.game as? BrickBreaker, let parts = game.parts else { return [] }
    switch game.state.phase {
    case .ready, .gameOver, .cleared:
      let wait: Int32 = game.state.phase == .ready ? 30 : 120
      if game.state.phaseTicks == wait { return [.press(.space)] }
      if game.state.phaseTicks == wait + 2 { return [.release(.space)] }
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

  /// Half the width that the middle of the ball can use.
  private static let halfCourt: Float = 5.45

  /// Where the paddle has to be when the ball comes down.
  private func plan(_ parts: BrickBreaker.Parts, _ velocity: Vector3) -> Float {
    let ball = parts.ball.worldPosition
    let line = parts.paddle.worldPosition.z - 0.5
    // While the ball flies away, wait in the middle of where it was; it may come back any time.
    guard velocity.z > 0.1, ball.z < line else { return ball.x * 0.5 }
    let x = Self.folded(ball.x + velocity.x * (line - ball.z) / velocity.z)
    // What each section does to the ball, the middle first: it is the safest to hit.
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

  /// True when a ball that leaves the paddle's line at `x` meets a brick before the top.
  private static func meetsBrick(
    _ bricks: [Node], from x: Float, _ line: Float, _ heading: Vector3
  ) -> Bool {
    for brick in bricks where !brick.isHidden {
      let place = brick.worldPosition
      let there = folded(x + heading.x * (line - place.z) / -heading.z)
      if abs(there - place.x) < 0.6 { return true }
    }
    return false
  }

  /// The place that a straight way reaches when it is reflected at the sides.
  private static func folded(_ x: Float) -> Float {
    var x = x
    for _ in 0..<8 {
      if x > halfCourt { x = 2 * halfCourt - x } else if x < -halfCourt { x = -2 * halfCourt - x }
    }
    return max(-halfCourt, min(halfCourt, x))
  }

  /// True when the way down has an odd number of reflections at the sides.
  private static func isMirrored(_ x: Float, _ velocity: Vector3, _ depth: Float) -> Bool {
    let end = x + velocity.x * depth / velocity.z
    let crossings = ((abs(end) + halfCourt) / (2 * halfCourt)).rounded(.down)
    return Int(crossings) % 2 == 1
  }
}
