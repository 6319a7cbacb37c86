/// Limits of a server, so that no client can exhaust the machine.
public struct ServerLimits: Hashable, Sendable {
  /// The maximum size of a body, in bytes.
  public var body = 1 << 20
  /// The maximum size of a request's line and headers, in bytes.
  public var head = 16 << 10
  /// The maximum nesting depth of JSON.
  public var depth = 64
  /// The maximum number of connections.
  public var connections = 8
  /// The maximum number of sessions.
  public var sessions = 4
  /// The time within which a request must arrive, in seconds.
  public var requestSeconds = 10
  /// The time that one command may take, in seconds; its ticks end then.
  public var commandSeconds = 300
  /// The time after which a session without commands ends, in seconds.
  public var idleSeconds = 60
  /// The same for the session of an agent, which may think or ask its user between commands.
  public var agentIdleSeconds = 3_600
  /// The maximum number of elements that a session remembers.
  public var elements = 100_000
  /// The maximum number of actions in one command.
  public var actions = 1_000

  /// Creates the default limits.
  public init() {}
}
