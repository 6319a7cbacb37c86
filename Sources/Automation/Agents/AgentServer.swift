import CaromDocuments
import CaromProperties
import CaromSimulation

/// Serves a game to an agent through the Model Context Protocol.
///
/// The tools are the commands of ``GameCommands``. Time stands still between calls, however long
/// the agent thinks. Each result has the tick and what changed since the last one, and a picture if
/// the call asks for it. A server answers messages, whatever carries them: lines of standard input,
/// for example.
///
/// - Source: <https://modelcontextprotocol.io/specification/2025-11-25>
public final class AgentServer {
  /// Texts that an agent can read besides the game, such as the scene file.
  public struct Resource: Sendable {
    /// The address, such as `carom://scene`.
    public var uri: String
    /// The name that is displayed.
    public var name: String
    /// The media type.
    public var mediaType: String
    /// The text.
    public var text: @Sendable () throws -> String

    /// Creates a resource.
    public init(
      uri: String, name: String, mediaType: String, text: @escaping @Sendable () throws -> String
    ) {
      (self.uri, self.name, self.mediaType, self.text) = (uri, name, mediaType, text)
    }
  }

  /// The versions of the protocol that are spoken, the latest first.
  package static let versions = ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"]

  /// Runs the tools.
  package let runner: CommandRunner
  let resources: [Resource]
  /// What the client cancels.
  public let cancellation: AgentCancellation
  /// The state after the last call, for the changes in the next result.
  var lastLines: [StateLine]
  var lastTick: UInt64

  /// Creates a server for the game of a runner.
  public init(
    _ runner: CommandRunner, resources: [Resource] = [],
    cancellation: AgentCancellation = AgentCancellation()
  ) {
    (self.runner, self.resources, self.cancellation) = (runner, resources, cancellation)
    lastLines = runner.session.stateLines
    lastTick = runner.session.tick
  }

  /// The error of a request, as in JSON-RPC 2.0.
  struct RequestError: Error {
    var code: Int
    var message: String
  }

  /// Answers a message.
  ///
  /// - Parameter message: A JSON object.
  /// - Returns: The response in one line; nil for a notification and for a request that was
  ///   cancelled, which have none.
  public func answer(_ message: String) -> String? {
    let request: JSON
    do throws(Problem) {
      request = try JSONParser.parse(
        bytes: Array(message.utf8), name: "message",
        limits: JSONLimits(bytes: 1 << 20, depth: 64, values: 200_000)
      ).root
    } catch {
      return Self.response(
        id: MessageIdentifier.find(in: message) ?? "null",
        error: RequestError(code: -32_700, message: "\(error)"))
    }
    guard request.isObject, request["jsonrpc"]?.string == "2.0",
      let method = request["method"]?.string
    else {
      // The answer to a request of the server, which sends none, is ignored.
      if request["result"] != nil || request["error"] != nil { return nil }
      let error = RequestError(code: -32_600, message: "the message is not a JSON-RPC 2.0 request")
      return Self.response(id: request["id"]?.description ?? "null", error: error)
    }
    guard let id = request["id"] else {
      cancellation.note(message)
      return nil
    }
    let parameters = request["params"]
    cancellation.begin(id.description)
    defer { cancellation.end() }
    if cancellation.isCancelled { return nil }
    runner.driver.resume { [cancellation] in cancellation.isCancelled }
    do throws(RequestError) {
      let result = try answer(method, parameters)
      if cancellation.isCancelled { return nil }
      return "{\"jsonrpc\":\"2.0\",\"id\":\(id.description),\"result\":\(result)}"
    } catch {
      return Self.response(id: id.description, error: error)
    }
  }

  private static func response(id: String, error: RequestError) -> String {
    var writer = JSONWriter()
    writer.object { writer in
      writer.member("jsonrpc", "2.0")
      writer.key("id")
      writer.raw(id)
      writer.key("error")
      writer.object { writer in
        writer.member("code", error.code)
        writer.member("message", error.message)
      }
    }
    return writer.text
  }

  private func answer(_ method: String, _ parameters: JSON?) throws(RequestError) -> String {
    switch method {
    case "initialize": return initialize(parameters)
    case "ping", "logging/setLevel": return "{}"
    case "tools/list": return toolList
    case "tools/call": return try callTool(parameters)
    case "resources/list": return resourceList
    case "resources/templates/list": return "{\"resourceTemplates\":[]}"
    case "resources/read": return try readResource(parameters)
    case "prompts/list": return promptList
    case "prompts/get": return try prompt(parameters)
    default: throw RequestError(code: -32_601, message: "there is no method '\(method)'")
    }
  }

  private func initialize(_ parameters: JSON?) -> String {
    let wanted = parameters?["protocolVersion"]?.string
    let game = type(of: runner.session.game)
    var writer = JSONWriter()
    writer.object { writer in
      writer.member(
        "protocolVersion", Self.versions.first { $0 == wanted } ?? Self.versions[0])
      writer.key("capabilities")
      writer.raw("{\"tools\":{},\"resources\":{},\"prompts\":{}}")
      writer.key("serverInfo")
      writer.object { writer in
        writer.member("name", "carom")
        writer.member("title", "Carom: \(game.title)")
        writer.member("version", Engine.version)
      }
      writer.member(
        "instructions",
        """
        You play and test the game '\(game.title)'. \(game.summary) Time stands still between calls: \
        step, play, press, act, tilt and waitUntil run ticks (\(ticksPerSecond) a second). Each \
        result has the tick and what changed. Pass "picture": true to see the view. Positions of the \
        pointer are fractions of the view. seek goes back in time; replay returns a recording of \
        everything you did.
        """)
    }
    return writer.text
  }

  private var ticksPerSecond: Int { Int((1 / runner.session.tickLength).rounded()) }
}
