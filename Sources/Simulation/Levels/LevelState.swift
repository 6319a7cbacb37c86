import CaromProperties
import CaromSceneGraph

/// The state of the levels of a session: the current one and a transition to another.
///
/// A transition has two halves of `fadeTicks` ticks: while `next` is set, the current level fades
/// out; after it was presented, it fades in. A cut has no ticks.
struct LevelState: Part, Hashable {
  static let summary = "The current level of a session and a transition"

  /// The index of the current level.
  var index: Int32 = 0
  /// The index of the level to be presented; -1 if there is none.
  var next: Int32 = -1
  /// Whether the next level starts with a new state, of which nothing is carried over.
  var startsOver = false
  /// The number of ticks that had run when the level began.
  var startTick: UInt64 = 0
  /// The number of ticks of each half of the transition; 0 without a transition or for a cut.
  var fadeTicks: Int32 = 0
  /// The number of ticks of the current half that have run.
  var fadeTick: Int32 = 0
  /// The color between the two levels.
  var fadeColor = Color.black

  static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property("index", \.index, "The index of the current level", in: .state)
    p.property("next", \.next, "The index of the level to be presented, or -1", in: .state)
    p.property("startsOver", \.startsOver, "Whether nothing is carried over", in: .state)
    p.property("startTick", \.startTick, "The tick at which the level began", .ticks, in: .state)
    p.property("fadeTicks", \.fadeTicks, "The length of half a transition", .ticks, in: .state)
    p.property("fadeTick", \.fadeTick, "The time since the half began", .ticks, in: .state)
    p.property("fadeColor", \.fadeColor, "The color between two levels", in: .state)
  }

  /// Whether a fade is not over; the scene stands still.
  var isFading: Bool { fadeTicks > 0 }
  /// Whether the scene stood still in the last tick.
  var stoodStill: Bool { fadeTick > 0 }
  /// Whether the next level is due at the start of the next tick.
  var isNextDue: Bool { next >= 0 && fadeTick >= fadeTicks }

  /// The color over the picture after the last tick, if any.
  var cover: Color? {
    guard fadeTick > 0, fadeTicks > 0 else { return nil }
    let share = Float(fadeTick) / Float(fadeTicks)
    var color = fadeColor
    color.alpha *= next >= 0 ? share : 1 - share
    return color
  }

  mutating func endTransition() {
    (next, startsOver, fadeTicks, fadeTick) = (-1, false, 0, 0)
  }

  /// What is wrong with a state from a snapshot, for a session with a number of levels.
  func problem(forLevels count: Int) -> String? {
    guard index >= 0, index < count, next >= -1, next < count else {
      return "its level is \(max(index, next) + 1), the session has \(count)"
    }
    let ticks = 0...LevelTransition.maximumTicks
    guard ticks.contains(fadeTicks), ticks.contains(fadeTick), fadeTick <= fadeTicks else {
      return "its transition has \(fadeTicks) ticks; 0 to \(ticks.upperBound) are accepted"
    }
    return nil
  }
}
