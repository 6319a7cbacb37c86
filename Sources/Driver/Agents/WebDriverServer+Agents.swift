import CaromAutomation
import CaromContent
import CaromDocuments
import CaromTool

// The Model Context Protocol over HTTP. The session of an agent is one like those of WebDriver
// clients: with the same limits, and with a game in which time stands still between calls.

extension WebDriverServer {
  /// The path below which agents send messages; the rest of it names a game or a scene.
  private static let agentPath = "/mcp"

  /// The game or scene of a path of agents, such as `/mcp/marble-maze`; nil for other paths.
  static func agentSubject(_ path: String) -> String? {
    if path == agentPath { return "" }
    guard path.hasPrefix(agentPath + "/") else { return nil }
    return String(path.dropFirst(agentPath.count + 1))
  }

  /// Answers a request of an agent.
  ///
  /// The first message creates a session, whose name is in the header `Mcp-Session-Id` of its
  /// response and of all later requests. Nothing is streamed, because the server sends messages
  /// only in response to others.
  ///
  /// - Throws: `invalid session id` with status 404 for a session that has ended, `unknown method`
  ///   with status 405 for a method other than POST and DELETE.
  ///
  /// - Source: <https://modelcontextprotocol.io/specification/2025-11-25/basic/transports>
  func answer(
    agentOf subject: String, _ request: HTTPRequest,
    _ respond: @escaping @Sendable (HTTPResponse) -> Void
  ) throws(WebDriverError) {
    let session = request.values(of: "mcp-session-id").first
    if let version = request.values(of: "mcp-protocol-version").first,
      !AgentServer.versions.contains(version)
    {
      throw .badRequest(
        "MCP-Protocol-Version: \(version.prefix(40)) is not spoken; "
          + "\(AgentServer.versions.joined(separator: ", ")) are accepted")
    }
    switch request.method {
    case "POST":
      let message = String(decoding: request.body, as: UTF8.self)
      if let session {
        // What runs in the session is cancelled at once; the message itself waits for it.
        cancellation(ofAgent: session)?.note(message)
        return try run(in: session, respond) { (session) in session.answer(agent: message) }
      }
      guard try readBody(request)["method"]?.string == "initialize" else {
        throw .badRequest(
          "the header Mcp-Session-Id is missing; only the message initialize is accepted without it"
        )
      }
      var capabilities = Capabilities()
      (capabilities.options.scene, capabilities.isAgent) = (subject, true)
      try create(capabilities, key: nil, respond) { session in
        var response = session.answer(agent: message)
        response.headers.append(("Mcp-Session-Id", session.id))
        return response
      }
    case "DELETE":
      guard let session else { throw .badRequest("the header Mcp-Session-Id is missing") }
      try end(session, respond)
    default: throw .unknownMethod("\(request.method) is not accepted; POST and DELETE are")
    }
  }
}

extension WebDriverSession {
  /// Answers a message of an agent; a notification, which has no answer, with status 202.
  fileprivate func answer(agent message: String) -> HTTPResponse {
    let server: AgentServer
    if let agent, agent.runner === runner {
      server = agent
    } else {
      server = AgentServer(
        runner,
        resources: runner.driver.loaded.map {
          AgentServer.resources(of: $0, games: factory.loader.games)
        } ?? [], cancellation: cancellation)
      agent = server
    }
    if let answer = server.answer(message) { return HTTPResponse(json: answer) }
    var response = HTTPResponse(json: "")
    response.status = 202
    return response
  }
}
