import Synchronization

/// Counts connections up to a limit.
final class ConnectionCounter: Sendable {
  private let limit: Int
  private let count = Mutex(0)

  init(limit: Int) { self.limit = limit }

  /// Counts a connection; returns whether it is within the limit.
  func enter() -> Bool {
    count.withLock { count in
      count += 1
      return count <= limit
    }
  }

  /// Counts the end of a connection.
  func leave() { count.withLock { $0 -= 1 } }
}

/// The function that answers requests, which is known only after the port was bound.
final class LateAnswer: Sendable {
  // In a structure: a function that a generic `Mutex` hands out is wrapped in another function by
  // each access, and the wrappers would add up.
  private struct Answering {
    var answer: HTTPServer.Answer
  }

  private let stored = Mutex<Answering?>(nil)

  /// Answers a request; an error before the function is known.
  func function(
    _ request: HTTPRequest, _ respond: @escaping @Sendable (HTTPResponse) -> Void
  ) {
    guard let stored = stored.withLock({ $0 }) else {
      return respond(HTTPResponse(.busy("the server starts"), closes: true))
    }
    stored.answer(request, respond)
  }

  /// Sets the function.
  func set(_ answer: @escaping HTTPServer.Answer) {
    stored.withLock { $0 = Answering(answer: answer) }
  }
}
