/// A scripted player: reads the session between two ticks and returns input events.
///
/// A bot never changes the session directly. It returns the events that a person would send, so a
/// recording of them replays without the bot.
public protocol Bot {
  /// The events for the next tick, in order; called once before each tick.
  mutating func play(_ session: Session) -> [InputEvent]
}
