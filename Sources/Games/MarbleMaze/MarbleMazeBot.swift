import CaromMaths
import CaromSceneGraph
public import CaromSimulation

/// A bot that plays Marble Maze: it follows the lights on the way to the goal or, in a level
/// without lights, rolls over the stones from pearl to pearl.
///
/// It has the limits of a person: it sees the marble with a delay and decides a few times per
/// second, tilts by no more than the board can, and knows only what is visible in the level.
public struct MarbleMazeBot: Bot {
  /// The delay with which the bot sees the marble, in ticks.
  static let reactionTicks = 9
  /// The time for which it looks at the result of a run, in ticks.
  private static let readTicks: Int32 = 180
  /// The time between two decisions, in ticks.
  static let decisionTicks: UInt64 = 3
  /// The time over which it notices a slope or a push, in ticks.
  private static let comparedTicks = 6

  /// What the bot saw in a tick, and what it did.
  private struct Glimpse {
    var position = Vector3.zero
    var velocity = Vector3.zero
    /// The acceleration by the tilt, as the bot expects it, in meters per second squared.
    var acceleration = Vector3.zero
  }

  /// The nodes of the scene, found by role, so that the bot can play games that build on the rules.
  private var parts: MarbleMaze.Parts?
  private var route = MarbleMazeRoute()
  private var walk = MarbleMazeWalk()
  /// The last glimpses, the latest at the end.
  private var seen: [Glimpse] = []
  private var lastTilt = Vector2.zero
  /// The tilt of the board, which follows that of the bot.
  private var boardTilt = Vector2.zero
  /// The acceleration that the tilt does not explain, as on slopes, in meters per second squared.
  private var disturbance = Vector3.zero

  /// Creates a bot.
  public init() {}

  /// Starts the run when the marble is at rest, otherwise tilts.
  public mutating func play(_ session: Session) -> [InputEvent] {
    if parts?.isCurrent(in: session.scene) != true {
      parts = try? MarbleMaze.Parts(session)
      (route, walk, seen) = (MarbleMazeRoute(session.scene), MarbleMazeWalk(), [])
    }
    guard let state = session.state(as: MarbleMazeState.self), let parts,
      !session.isChangingLevel
    else { return [] }
    switch state.phase {
    case .tapToPlay:
      forget()
      let isStill = state.phaseTicks > 60 && parts.body.velocity.lengthSquared < 0.01
      return isStill ? [.press(.space), .release(.space)] : []
    case .fallen:
      forget()
      return send(tilt: .zero)
    case .gameOver, .finished:
      forget()
      // As long as a person takes to read the result.
      let isRead = state.phaseTicks >= max(Self.readTicks, parts.rules.endTicks)
      return send(tilt: .zero) + (isRead ? [.press(.space), .release(.space)] : [])
    case .playing:
      look(session, state, parts)
      guard session.tick % Self.decisionTicks == 0, let marble = estimate(parts) else { return [] }
      let wanted =
        route.isEmpty
        ? walk.velocity(session, state, parts, marble) : route.velocity(session, marble)
      return send(tilt: tilt(wanted, marble, session, state, parts))
    }
  }

  private mutating func forget() {
    (seen, disturbance) = ([], .zero)
    walk.forget()
    route.forget()
  }

  /// Remembers what is visible; a marble that was moved elsewhere is a surprise.
  private mutating func look(
    _ session: Session, _ state: MarbleMazeState, _ parts: MarbleMaze.Parts
  ) {
    let level = parts.rules.neutralTilt + state.calibration
    let fraction = 1 - Portable.exp(-parts.rules.tiltRate * Float(session.tickLength))
    boardTilt = boardTilt + (lastTilt - level - boardTilt) * fraction
    let (right, away) = axes(session, parts)
    // Rolling inertia absorbs two sevenths of the tilt.
    let glimpse = Glimpse(
      position: parts.ball.worldPosition, velocity: parts.body.velocity,
      acceleration: (right * boardTilt.x + away * boardTilt.y)
        * (parts.acceleration(of: state.form) * 5 / 7))
    if let last = seen.last, last.position.distance(to: glimpse.position) > 1 { forget() }
    seen.append(glimpse)
    if seen.count > Self.reactionTicks + Self.comparedTicks + 1 { seen.removeFirst() }
  }

  /// The directions to the right and away from the player.
  private func axes(
    _ session: Session, _ parts: MarbleMaze.Parts
  ) -> (right: Vector3, away: Vector3) {
    let away =
      parts.rules.tiltsWithView ? MarbleMaze.viewDirection(session) : Vector3(0, 0, -1)
    return (Vector3(-away.z, 0, away.x), away)
  }

  /// Where the marble should be now, by the last glimpse that the bot has become aware of and by
  /// what it did since then.
  private mutating func estimate(_ parts: MarbleMaze.Parts) -> MarbleMotion? {
    guard let last = seen.last else { return nil }
    let aware = max(0, seen.count - 1 - Self.reactionTicks)
    if aware >= Self.comparedTicks { notice(seen[aware - Self.comparedTicks...aware]) }
    var now = seen[aware]
    let time: Float = 1 / 60
    for glimpse in seen[(aware + 1)...] {
      now.velocity += (glimpse.acceleration + disturbance) * time
      now.position += now.velocity * time
    }
    // The board needs this long to follow the hand.
    let lag = min(0.2, 1 / parts.rules.tiltRate)
    return MarbleMotion(
      position: now.position, ahead: now.position + now.velocity * lag,
      velocity: now.velocity + (last.acceleration + disturbance) * lag,
      isThrown: seen[aware].velocity.y > 3 || MarbleMotion.flat(seen[aware].velocity).length > 8)
  }

  /// Compares what the marble did with what the tilt explains.
  private mutating func notice(_ glimpses: ArraySlice<Glimpse>) {
    guard let first = glimpses.first, let last = glimpses.last else { return }
    let count = Float(glimpses.count - 1)
    let explained = glimpses.dropFirst().reduce(Vector3.zero) { $0 + $1.acceleration } * (1 / count)
    var rest = MarbleMotion.flat((last.velocity - first.velocity) * (60 / count) - explained)
    // A collision is over when it is noticed.
    if rest.length > 14 { rest = .zero }
    disturbance += (rest - disturbance) * 0.3
  }

  /// The tilt that changes the velocity to another one.
  private func tilt(
    _ wanted: Vector3?, _ marble: MarbleMotion, _ session: Session, _ state: MarbleMazeState,
    _ parts: MarbleMaze.Parts
  ) -> Vector2 {
    guard let wanted else { return .zero }
    let (right, away) = axes(session, parts)
    let full = parts.acceleration(of: state.form)
    let error = (wanted - marble.velocity) * (6 / full) - disturbance * (1 / full)
    var tilt = Vector2(right.dot(error), away.dot(error))
    let length = tilt.length
    if length > 1 { tilt = tilt * (1 / length) }
    return tilt + parts.rules.neutralTilt + state.calibration
  }

  /// Tilts in steps of one hundredth, so that recordings stay short.
  private mutating func send(tilt: Vector2) -> [InputEvent] {
    let direction = Vector2((tilt.x * 100).rounded() / 100, (tilt.y * 100).rounded() / 100)
    guard direction != lastTilt else { return [] }
    lastTilt = direction
    return [.tilt(x: direction.x, y: direction.y)]
  }
}

/// The motion of the marble as the bot believes it to be.
struct MarbleMotion {
  /// The current position.
  var position: Vector3
  /// The position when the board will have followed the hand.
  var ahead: Vector3
  /// The velocity at that time.
  var velocity: Vector3
  /// Whether a jump pad or a booster has thrown the marble.
  var isThrown: Bool

  /// The velocity along a line, which keeps the marble on narrow bridges.
  ///
  /// - Parameters:
  ///   - from: The start of the line.
  ///   - target: Its end.
  ///   - speed: The most speed, in meters per second.
  ///   - exit: The speed at the end.
  /// - Returns: The velocity in meters per second.
  func along(from: Vector3, to target: Vector3, speed: Float, exit: Float) -> Vector3 {
    let (way, here) = (Self.flat(target - from), Self.flat(ahead - from))
    let length = way.length
    let direction = way.normalized(or: Self.flat(target - ahead).normalized(or: .zero))
    let aim = direction * min(length, max(0, here.dot(direction)) + 0.8) - here
    let distance = Self.flat(target - ahead).length
    // About a third of the deceleration at full tilt.
    let most = min(speed, (exit * exit + 2 * 4.5 * distance).squareRoot())
    // Slows down at the end of the line.
    return aim.normalized(or: .zero) * min(most, max(exit, aim.length * 4))
  }

  /// The horizontal part of a vector.
  static func flat(_ v: Vector3) -> Vector3 { Vector3(v.x, 0, v.z) }
}
