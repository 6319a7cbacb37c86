/// A player made of code: looks at the session between two ticks and does what a player could do.
///
/// A bot changes nothing itself. Its events are what a person would send, so a recording of them
/// plays the same game without it.
public protocol Bot {
  /// The events for the next tick, in order; called once before each tick.
  mutating func play(_ session: Session) -> [InputEvent]
}
