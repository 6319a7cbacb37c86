public import CaromDocuments
public import CaromProperties
public import CaromSceneGraph

/// A clock: effects after a time, once or again and again.
///
/// It rests while its node is hidden or paused.
public struct TimerBehavior: Behavior {
  /// The name in files.
  public static let name = "timer"
  /// A one-line description for the schema.
  public static let summary = "Effects after a time, once or again and again"
  /// It counts ticks.
  public static let updatesEveryTick = true

  /// The time until the effects, in seconds; rounded to ticks.
  public var duration = 1.0
  /// Whether it starts again after the effects.
  public var isRepeating = false
  /// The effects.
  public var then: [BehaviorEffect] = []
  /// The label of the overlay that displays the remaining seconds; none if empty.
  public var label = ""
  /// The text before the seconds.
  public var text = ""
  /// The ticks since it began.
  public var elapsedTicks: Int32 = 0
  /// How often it has ended.
  public var endCount: Int32 = 0

  /// Creates a timer of one second.
  public init() {}

  /// Declares the properties.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property("duration", \.duration, "The time until the effects", .seconds, 0...1e6)
    p.property("isRepeating", \.isRepeating, "Whether it starts again after the effects")
    p.property("then", \.then, "The effects")
    p.property("label", \.label, "The label of the overlay that displays the remaining seconds")
    p.property("text", \.text, "The text before the seconds")
    p.property("elapsedTicks", \.elapsedTicks, "The time since it began", .ticks, in: .state)
    p.property("endCount", \.endCount, "How often it has ended", in: .state)
  }

  /// A timer that has ended when it begins.
  public var warnings: [PropertyWarning] {
    guard duration == 0 else { return [] }
    let rate = isRepeating ? "in every tick" : "in the first tick"
    return [PropertyWarning("duration", "the timer ends \(rate); a duration above 0 is accepted")]
  }

  /// Reports impossible effects.
  public func check(_ node: Node, _ json: JSON, _ reader: inout Reader) {
    then.check(node, json["then"], &reader)
  }

  /// Begins at zero.
  public mutating func start(_ context: inout BehaviorContext) {
    (elapsedTicks, endCount) = (0, 0)
    display(&context)
  }

  /// Counts a tick.
  public mutating func update(_ context: inout BehaviorContext) {
    guard endCount == 0 || isRepeating else { return }
    if elapsedTicks < .max { elapsedTicks += 1 }
    if context.haveTicks(elapsedTicks, reached: duration) {
      if endCount < .max { endCount += 1 }
      if isRepeating { elapsedTicks = 0 }
      context.perform(then)
    }
    display(&context)
  }

  private func display(_ context: inout BehaviorContext) {
    guard !label.isEmpty else { return }
    let left = max(0, duration - Double(elapsedTicks) * context.session.tickLength)
    // The tolerance keeps the rounding of whole seconds from displaying one more.
    let seconds = Int((left - 1e-6).rounded(.up))
    var effect = LabelEffect()
    effect.name = label
    effect.text = text.isEmpty ? "\(seconds)" : "\(text) \(seconds)"
    context.perform([.label(effect)])
  }
}
