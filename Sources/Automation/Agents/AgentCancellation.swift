import CaromDocuments
import Synchronization

/// The request that a server of agents runs, and the requests that its client has cancelled.
///
/// Messages arrive on another thread than the one on which a request runs, so a client can cancel a
/// wait of many ticks.
///
/// - Source: <https://modelcontextprotocol.io/specification/2025-11-25>, utilities, cancellation
public final class AgentCancellation: Sendable {
  private struct State {
    var running: String?
    /// The identifiers of cancelled requests that have not been answered.
    var cancelled: [String] = []
  }

  private let state = Mutex(State())
  /// The number of cancelled requests that are remembered; most of them were answered before.
  private static let capacity = 64

  /// Creates the state before the first request.
  public init() {}

  /// Whether the request that runs was cancelled.
  var isCancelled: Bool {
    state.withLock { state in state.running.map { state.cancelled.contains($0) } ?? false }
  }

  func begin(_ id: String) { state.withLock { $0.running = id } }

  func end() {
    state.withLock { state in
      state.cancelled.removeAll { $0 == state.running }
      state.running = nil
    }
  }

  /// Notes a message that cancels a request; others have no effect.
  ///
  /// Call it as soon as a message arrives, before those before it have been answered.
  ///
  /// - Returns: Whether the message is such a notification, which needs no answer.
  @discardableResult
  public func note(_ message: String) -> Bool {
    // Only few messages are worth parsing twice.
    guard message.utf8.count < 4_096, message.contains("notifications/cancelled"),
      let json = try? JSON.parse(message, name: "message"),
      json["method"]?.string == "notifications/cancelled", json["id"] == nil
    else { return false }
    guard let id = json["params"]?["requestId"]?.description else { return true }
    state.withLock { state in
      state.cancelled.append(id)
      if state.cancelled.count > Self.capacity { state.cancelled.removeFirst() }
    }
    return true
  }
}
