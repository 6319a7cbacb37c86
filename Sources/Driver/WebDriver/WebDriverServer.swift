import CaromAutomation
import CaromDocuments
import Dispatch
import Foundation
import Synchronization

/// Answers the requests of WebDriver clients, whatever carries them.
final class WebDriverServer: Sendable {
  /// Checks who may send requests.
  let rules: AccessRules
  /// The limits.
  let limits: ServerLimits
  /// Loads games.
  let factory: GameFactory
  /// The version in the status.
  let version: String

  private let sessions = Mutex(Sessions())
  /// Loads games, one after the other.
  private let loading = DispatchQueue(label: "carom.loading")

  /// The sessions and when they were used last.
  private struct Sessions {
    var list: [Entry] = []
    /// The sessions that are being loaded.
    var loadingCount = 0

    struct Entry {
      var session: WebDriverSession
      /// The value of the request header `X-Idempotency-Key`, by which a repeated request is known.
      var key: String?
      var lastUse: UInt64
      var runningCount = 0
    }
  }

  /// Creates a server.
  init(rules: AccessRules, limits: ServerLimits, factory: GameFactory, version: String) {
    (self.rules, self.limits, self.factory, self.version) = (rules, limits, factory, version)
  }

  // MARK: Requests

  /// Answers a request; the handler is called once, on any thread.
  func answer(_ request: HTTPRequest, _ respond: @escaping @Sendable (HTTPResponse) -> Void) {
    do throws(WebDriverError) {
      let path = try rules.check(request)
      if let route = try InspectorRoute.find(request.method, path) {
        return try answer(route, request, respond)
      }
      if let subject = Self.agentSubject(path) {
        return try answer(agentOf: subject, request, respond)
      }
      let route = try Route.find(request.method, path)
      let body = try readBody(request)
      if route.endpoint == .status {
        respond(HTTPResponse(value: status))
      } else if route.endpoint == .newSession {
        try create(
          try negotiate(body), key: request.values(of: "x-idempotency-key").first, respond)
      } else if route.endpoint == .deleteSession {
        try end(route.parameters[0], respond)
      } else {
        try run(in: route.parameters[0], respond) { (session) throws(WebDriverError) in
          HTTPResponse(value: try session.answer(route, body, for: request.connection))
        }
      }
    } catch {
      respond(HTTPResponse(error, closes: error.status == 413))
    }
  }

  /// The body of a POST as an object; an empty object for other methods, which have none.
  func readBody(_ request: HTTPRequest) throws(WebDriverError) -> JSON {
    let bytes = request.method == "POST" ? request.body : Array("{}".utf8)
    guard bytes.count <= limits.body else {
      throw .tooLarge("the body has more than \(limits.body) bytes")
    }
    do throws(Problem) {
      let document = try JSONParser.parse(
        bytes: bytes, name: "body",
        limits: JSONLimits(bytes: limits.body, depth: limits.depth, values: 200_000))
      if let problem = document.duplicateKeys.first { throw problem }
      guard document.root.isObject else { throw document.root.problem("an object is expected") }
      return document.root
    } catch {
      throw .invalidArgument("\(error)")
    }
  }

  private var status: String {
    let isReady = sessions.withLock { $0.list.count + $0.loadingCount < limits.sessions }
    var writer = JSONWriter()
    writer.object { writer in
      writer.key("ready")
      writer.value(isReady)
      writer.member("message", isReady ? "ready" : "all \(limits.sessions) sessions are used")
      writer.key("build")
      writer.object { $0.member("version", version) }
      writer.key("games")
      writer.array { writer in for name in factory.names { writer.value(name) } }
    }
    return writer.text
  }

  // MARK: Sessions

  /// The identifiers of the sessions and what they were started with, in order.
  var sessionNames: [(id: String, scene: String)] {
    sessions.withLock { sessions in
      sessions.list.map { ($0.session.id, $0.session.capabilities.options.scene) }
    }
  }

  /// The capabilities of a new session.
  func negotiate(_ body: JSON) throws(WebDriverError) -> Capabilities {
    try Capabilities.negotiate(body, names: ["carom"] + factory.names)
  }

  /// Creates a session on the queue for loading.
  ///
  /// - Parameters:
  ///   - capabilities: The capabilities of the session.
  ///   - key: The key of the request; a session that was created with the same one is returned.
  ///   - respond: The handler of the response.
  ///   - response: Makes the response of a session.
  /// - Throws: `session not created` if all sessions are used or the recording has no name.
  func create(
    _ capabilities: Capabilities, key: String?,
    _ respond: @escaping @Sendable (HTTPResponse) -> Void,
    response: @escaping @Sendable (WebDriverSession) -> HTTPResponse = {
      HTTPResponse(value: creation(of: $0))
    }
  ) throws(WebDriverError) {
    if let key,
      let known = sessions.withLock({ sessions in
        sessions.list.first { $0.key == key }?.session
      })
    {
      known.queue.async { respond(response(known)) }
      return
    }
    let name = capabilities.options.record
    if !name.isEmpty {
      guard !sessions.withLock({ $0.list.contains { $0.session.options.record == name } }) else {
        throw .notCreated("game:options.record: another session records '\(name)'")
      }
      guard factory.recordings != nil, GameFactory.isSafe(name) else {
        throw .notCreated(
          "game:options.record: a name of 1 to 64 letters, digits, -, _ or . is accepted, if the "
            + "server writes recordings")
      }
    }
    let isFree = sessions.withLock { sessions in
      guard sessions.list.count + sessions.loadingCount < limits.sessions else { return false }
      sessions.loadingCount += 1
      return true
    }
    guard isFree else {
      throw .notCreated("all \(limits.sessions) sessions are used; end one of them")
    }
    loading.async { [self] in
      do throws(WebDriverError) {
        let session = try makeSession(capabilities)
        // Before others know the session, whose commands run on its own queue.
        let created = response(session)
        sessions.withLock { sessions in
          sessions.loadingCount -= 1
          sessions.list.append(Sessions.Entry(session: session, key: key, lastUse: Self.now))
        }
        respond(created)
      } catch {
        sessions.withLock { $0.loadingCount -= 1 }
        respond(HTTPResponse(error))
      }
    }
  }

  private func makeSession(
    _ capabilities: Capabilities
  ) throws(WebDriverError) -> WebDriverSession {
    guard let id = try? Secrets.make() else {
      throw .notCreated("the system has no random numbers")
    }
    return try WebDriverSession(id: id, capabilities, factory: factory, limits: limits)
  }

  static func creation(of session: WebDriverSession) -> String {
    "{\"sessionId\":\(quoted(session.id)),\"capabilities\":\(session.capabilitiesText)}"
  }

  /// Runs a command on the queue of its session.
  func run(
    in id: String, _ respond: @escaping @Sendable (HTTPResponse) -> Void,
    _ command:
      @escaping @Sendable (_ session: WebDriverSession) throws(WebDriverError) -> HTTPResponse
  ) throws(WebDriverError) {
    let session = sessions.withLock { sessions -> WebDriverSession? in
      guard let index = sessions.list.firstIndex(where: { $0.session.id == id }) else { return nil }
      sessions.list[index].runningCount += 1
      return sessions.list[index].session
    }
    guard let session else { throw .noSession(String(id.prefix(60))) }
    session.queue.async { [self] in
      let response: HTTPResponse
      do throws(WebDriverError) {
        response = try command(session)
      } catch { response = HTTPResponse(error) }
      sessions.withLock { sessions in
        guard let index = sessions.list.firstIndex(where: { $0.session === session }) else {
          return
        }
        sessions.list[index].runningCount -= 1
        sessions.list[index].lastUse = Self.now
      }
      respond(response)
    }
  }

  /// What the agent of a session cancels; nil if there is no such session.
  func cancellation(ofAgent id: String) -> AgentCancellation? {
    sessions.withLock { $0.list.first { $0.session.id == id }?.session.cancellation }
  }

  /// Ends a session after its running commands.
  func end(
    _ id: String, _ respond: @escaping @Sendable (HTTPResponse) -> Void
  ) throws(WebDriverError) {
    let session = sessions.withLock { sessions -> WebDriverSession? in
      guard let index = sessions.list.firstIndex(where: { $0.session.id == id }) else { return nil }
      return sessions.list.remove(at: index).session
    }
    guard let session else { throw .noSession(String(id.prefix(60))) }
    session.queue.async {
      do throws(WebDriverError) {
        try session.end()
        respond(HTTPResponse(value: "null"))
      } catch { respond(HTTPResponse(error)) }
    }
  }

  // MARK: Idle sessions

  private static var now: UInt64 { DispatchTime.now().uptimeNanoseconds }

  /// Ends the sessions that were not used for too long.
  func endIdleSessions() {
    let now = Self.now
    let idle = sessions.withLock { sessions -> [WebDriverSession] in
      let ended = sessions.list.filter { entry in
        let capabilities = entry.session.capabilities
        let longest = capabilities.isAgent ? limits.agentIdleSeconds : limits.idleSeconds
        let seconds = capabilities.idleSeconds ?? longest
        // Zero disables the limit, as in Appium; the server's own remains.
        let limit = min(seconds == 0 ? longest : seconds, longest)
        return entry.runningCount == 0 && now > entry.lastUse + UInt64(limit) * 1_000_000_000
      }.map(\.session)
      sessions.list.removeAll { entry in ended.contains { $0 === entry.session } }
      return ended
    }
    for session in idle { session.queue.async { try? session.end() } }
  }

  /// Ends all sessions and waits for them.
  func endAll() {
    let all = sessions.withLock { sessions -> [WebDriverSession] in
      defer { sessions.list = [] }
      return sessions.list.map(\.session)
    }
    for session in all { session.queue.sync { try? session.end() } }
  }
}
