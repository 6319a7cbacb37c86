public import CaromDocuments
public import CaromMaths
public import CaromProperties
public import CaromSceneGraph

/// A lift or a patrol: moves its node along a path at a constant speed.
///
/// The points are offsets from the position that the node had before the first tick, so a path can
/// be copied. Give a body of the node the type `kinematic`. It rests while its node is hidden or
/// paused.
public struct MoverBehavior: Behavior {
  /// The name in files.
  public static let name = "mover"
  /// A one-line description for the schema.
  public static let summary = "Moves its node along a path at a constant speed"
  /// It moves in every tick.
  public static let updatesEveryTick = true

  /// How a path is repeated.
  public enum Repetition: String, EnumName, Sendable {
    /// Forwards, then backwards, and so on.
    case backAndForth
    /// From the last point straight to the start, and so on.
    case loop
    /// Once; the node stays at the last point.
    case once
  }

  /// The points after the start, as offsets from it in the parent's space, in meters.
  public var path: [Vector3] = []
  /// The speed, in meters per second.
  public var speed: Float = 1
  /// How the path is repeated.
  public var repetition = Repetition.backAndForth
  /// The time at each end of the path, in seconds.
  public var pause = 0.0
  /// The effects when the node arrives at an end.
  public var onArrival: [BehaviorEffect] = []
  /// The position of the start in the parent, in meters; nil before the first tick.
  public var origin: Vector3?
  /// The distance from the start along the path, in meters.
  public var distance: Float = 0
  /// Whether the node moves backwards.
  public var isReturning = false
  /// Whether the node waits at an end.
  public var isAtEnd = false
  /// The ticks for which it has waited.
  public var pausedTicks: Int32 = 0

  /// Creates a mover without a path.
  public init() {}

  /// Declares the properties.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property(
      "path", \.path, "The points after the start, as offsets from it", .meters, -1e5...1e5,
      in: .required)
    p.property("speed", \.speed, "The speed", .metersPerSecond, 0...1e4)
    p.property("repetition", \.repetition, "How the path is repeated")
    p.property("pause", \.pause, "The time at each end", .seconds, 0...1e6)
    p.property("onArrival", \.onArrival, "The effects at each end")
    p.property("origin", \.origin, "The position of the start", .meters, in: .state)
    p.property("distance", \.distance, "The distance along the path", .meters, in: .state)
    p.property("isReturning", \.isReturning, "Whether it moves backwards", in: .state)
    p.property("isAtEnd", \.isAtEnd, "Whether it waits at an end", in: .state)
    p.property("pausedTicks", \.pausedTicks, "The ticks for which it has waited", in: .state)
  }

  /// Reports impossible effects, and warns of a body that forces move as well.
  public func check(_ node: Node, _ json: JSON, _ reader: inout Reader) {
    if node.physicsBody?.type == .dynamic {
      reader.warn(
        json,
        "gravity and contacts move the dynamic body of the node as well, against the path; a body "
          + "with \"type\": \"kinematic\" is accepted")
    }
    onArrival.check(node, json["onArrival"], &reader)
  }

  /// Begins at the node's position.
  public mutating func start(_ context: inout BehaviorContext) {
    origin = context.node.position
    (distance, isReturning, isAtEnd, pausedTicks) = (0, false, false, 0)
  }

  /// Moves the node by a tick.
  public mutating func update(_ context: inout BehaviorContext) {
    let start = origin ?? context.node.position
    origin = start
    let length = self.length
    guard length > 0, !(repetition == .once && isAtEnd) else { return }
    if isAtEnd, !wait(&context) { return }
    let step = min(speed * Float(context.session.tickLength), length)
    distance += isReturning ? -step : step
    arrive(length, &context)
    context.node.position = start + offset(at: distance)
  }

  /// Waits for a tick; returns whether the wait is over, and the node moves on in this tick.
  private mutating func wait(_ context: inout BehaviorContext) -> Bool {
    if pausedTicks < .max { pausedTicks += 1 }
    guard context.haveTicks(pausedTicks - 1, reached: pause) else { return false }
    (isAtEnd, pausedTicks) = (false, 0)
    return true
  }

  /// Turns or ends at an end of the path; the rest of the step is not lost unless the node pauses.
  private mutating func arrive(_ length: Float, _ context: inout BehaviorContext) {
    let excess = isReturning ? -distance : distance - length
    guard excess >= 0 else { return }
    context.perform(onArrival, by: context.node)
    isAtEnd = repetition == .once || pause > 0
    let rest = isAtEnd ? 0 : excess
    switch repetition {
    case .once: distance = length
    case .loop: distance = isAtEnd ? length : rest
    case .backAndForth:
      isReturning.toggle()
      distance = isReturning ? length - rest : rest
    }
    if repetition == .loop, isAtEnd { distance = 0 }
  }

  /// The length of the path in meters; a loop includes the way back to the start.
  var length: Float {
    var (sum, last) = (Float(0), Vector3.zero)
    for point in path {
      sum += (point - last).length
      last = point
    }
    return repetition == .loop ? sum + last.length : sum
  }

  /// The offset from the start at a distance along the path.
  func offset(at distance: Float) -> Vector3 {
    var (left, last) = (distance, Vector3.zero)
    for point in repetition == .loop ? path + [.zero] : path {
      let way = point - last
      let length = way.length
      if left < length { return last + way * (max(0, left) / length) }
      left -= length
      last = point
    }
    return last
  }
}
