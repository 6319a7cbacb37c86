import CaromMaths
import CaromSceneGraph
public import CaromSimulation

/// A bot that plays Brick Breaker with a person's limits.
///
/// It sees the court as a player does and reacts to a bounce only after ``reactionTicks``. It
/// predicts where the next ball crosses the line of the paddle and picks the part of the paddle
/// that sends it to a brick. It moves a pointer no faster than ``handSpeed`` and presses space.
public struct BrickBreakerBot: Bot {
  /// The time from a bounce to the bot's reaction, in ticks: a fifth of a second.
  public static let reactionTicks = 12
  /// The maximum speed of the pointer, in meters of the paddle's path per second.
  public static let handSpeed: Float = 24

  /// The scene as the bot sees it.
  private var sight: BrickBreakerSight?
  /// The balls in flight, as they were last seen.
  private var flights: [Flight] = []
  /// The ball that the plan is for, and its heading.
  private var planned: Flight?
  /// The target position of the paddle, in meters along X.
  private var goal: Float = 0
  /// The last pointer position, in meters along X.
  private var pointed: Float = 0
  /// The number of plans, which varies the choice among equal targets.
  private var plans = 0

  /// A ball in flight.
  struct Flight {
    let id: Int32
    var position: Vector3
    var velocity: Vector3
    /// The number of ticks since it bounced.
    var age = 0

    /// Whether another flight of the ball continues in the same direction.
    func continues(in other: Flight) -> Bool {
      id == other.id && velocity.dot(other.velocity) > 0
        && abs(velocity.cross(other.velocity).y) < 1e-3 * velocity.dot(other.velocity)
    }
  }

  /// Creates a bot.
  public init() {}

  /// Serves when a ball waits, otherwise moves the pointer.
  public mutating func play(_ session: Session) -> [InputEvent] {
    if sight?.isCurrent(in: session.scene) != true {
      sight = BrickBreakerSight(session)
      (flights, planned, goal, pointed) = ([], nil, 0, 0)
    }
    guard let state = session.state(as: BrickBreakerState.self), let sight else { return [] }
    switch state.phase {
    case .ready, .gameOver, .cleared, .won:
      let wait: Int32 = state.phase == .ready ? 30 : 120
      if state.phaseTicks == wait { return [.press(.space)] }
      if state.phaseTicks == wait + 2 { return [.release(.space)] }
      return []
    case .lifeLost: return []
    case .playing: break
    }
    watch(sight)
    var events = movePointer(sight, state, session)
    if state.phaseTicks % 30 == 20, state.laserTicks > 0 || flights.isEmpty {
      events.append(.press(.space))
    } else if session.input.isPressed(.space) {
      events.append(.release(.space))
    }
    return events
  }

  /// Follows the balls with the eyes.
  private mutating func watch(_ sight: BrickBreakerSight) {
    flights = sight.flights.map { flight in
      var flight = flight
      if let last = flights.first(where: { $0.continues(in: flight) }) { flight.age = last.age + 1 }
      return flight
    }
  }

  /// Moves the pointer towards the goal, as fast as a hand.
  private mutating func movePointer(
    _ sight: BrickBreakerSight, _ state: BrickBreakerState, _ session: Session
  ) -> [InputEvent] {
    let known = flights.filter { $0.age >= Self.reactionTicks }
    let next = known.min { sight.timeToPaddle($0) < sight.timeToPaddle($1) }
    if let next, planned?.continues(in: next) != true {
      plans += 1
      planned = next
      goal = sight.plan(next, isWide: state.wideTicks > 0, variant: plans)
    }
    let range = sight.range(isWide: state.wideTicks > 0)
    let time = next.map { sight.timeToPaddle($0) } ?? 0
    let wanted = sight.catchableItem(before: time, from: goal, hand: Self.handSpeed) ?? goal
    let target = max(-range, min(range, wanted))
    guard target != pointed else { return [] }
    let step = Self.handSpeed * Float(session.tickLength)
    pointed += max(-step, min(step, target - pointed))
    return [.pointer(.moved, x: 0.5 + pointed / sight.pointerReach, y: 0.8)]
  }
}
