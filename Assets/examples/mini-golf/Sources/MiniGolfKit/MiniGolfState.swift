import Carom

/// Everything that the rules remember: it is saved, hashed and shown to tests.
public struct MiniGolfState: GameState {
  public static let summary = "The state of a round"
  public enum Phase: String, EnumName, Sendable { case aiming, swinging, rolling, over }

  public var phase = Phase.aiming
  /// The number of strokes in all levels so far.
  public var score: Int32 = 0
  /// The number of strokes in this level.
  public var strokes: Int32 = 0
  /// The direction of the next stroke, in radians to the left of the view.
  public var aim: Float = 0
  /// The time since the swing began, in swings.
  public var swing: Float = 0
  /// The position of the ball before the last stroke.
  public var lie = Vector3.zero

  public init() {}

  public var phaseName: String { phase.rawValue }
  public var isOver: Bool { phase == .over }
  /// The strength of the stroke, 0 to 1, which grows and shrinks while space is held.
  public var power: Float { 1 - abs(swing.truncatingRemainder(dividingBy: 2) - 1) }
  public static var carriedOver: [PartialKeyPath<Self>] { [\.score] }

  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property("phase", \.phase, "The current phase")
    p.property("score", \.score, "The number of strokes in all levels", .none, 0...1e9)
    p.property("strokes", \.strokes, "The number of strokes in this level", .none, 0...1e9)
    p.degrees("aimDegrees", \.aim, "The direction of the next stroke, to the left")
    p.property("swing", \.swing, "The time since the swing began, in swings", .ratio, 0...1e9)
    p.property("lie", \.lie, "The position of the ball before the last stroke", .meters)
  }
}
