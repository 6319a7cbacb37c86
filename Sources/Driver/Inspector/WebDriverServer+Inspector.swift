import CaromAutomation
import CaromDocuments
import CaromImages
import CaromSimulation

// The pages of the inspector. What they do is the commands of the core; there is no second way.

extension WebDriverServer {
  /// Answers a request of a page.
  func answer(
    _ route: InspectorRoute, _ request: HTTPRequest,
    _ respond: @escaping @Sendable (HTTPResponse) -> Void
  ) throws(WebDriverError) {
    switch route {
    case .file(let file): respond(HTTPResponse(page: file))
    case .sessions: respond(HTTPResponse(value: sessionList))
    case .start:
      let options = try readBody(request)
      let text = "{\"capabilities\":{\"alwaysMatch\":{\"game:options\":\(options)}}}"
      let body: JSON
      do throws(Problem) { body = try JSON.parse(text) } catch {
        throw .invalidArgument("\(error)")
      }
      try create(try negotiate(body), key: nil, respond)
    case .command(let session, let name):
      let parameters = try readBody(request)
      try run(in: session, respond) { (session) throws(WebDriverError) in
        HTTPResponse(value: try session.command(name, parameters))
      }
    case .picture(let session, let width, let height):
      try run(in: session, respond) { (session) throws(WebDriverError) in
        try session.pixels(width: width, height: height)
      }
    }
  }

  /// The sessions, the games that can be started, and whether values can be saved.
  private var sessionList: String {
    let sessions = sessionNames
    var writer = JSONWriter()
    writer.object { writer in
      writer.member("sessions") { writer in
        writer.array(sessions) { writer, session in
          writer.object { writer in
            writer.member("id", session.id)
            writer.member("scene", session.scene)
          }
        }
      }
      writer.member("games") { $0.array(factory.names) { $0.value($1) } }
      writer.member("savesScenes") { $0.value(factory.savesScenes) }
    }
    return writer.text
  }
}

extension WebDriverSession {
  /// Runs a command of the core.
  func command(_ name: String, _ parameters: JSON) throws(WebDriverError) -> String {
    do throws(DriverError) {
      let result = try runner.run(name, parameters: parameters)
      if name == ResetCommand.name { forget() }
      return result
    } catch { throw WebDriverError(error) }
  }

  /// The pixels of the last tick: red, green, blue and alpha from the top left corner.
  ///
  /// On one machine, sending pixels takes less time than encoding them.
  func pixels(width: Int, height: Int) throws(WebDriverError) -> HTTPResponse {
    do throws(DriverError) {
      let image = try runner.image(width: width, height: height, from: nil)
      var response = HTTPResponse(bytes: image.bytes, contentType: "application/octet-stream")
      response.headers.append(("X-Carom-Tick", "\(runner.session.tick)"))
      return response
    } catch { throw WebDriverError(error) }
  }
}

extension HTTPResponse {
  /// What a page may load and do: its own files and requests, and nothing of others.
  static let policy =
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    + "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

  /// Creates a response of bytes.
  init(bytes: [UInt8], contentType: String) {
    body = bytes
    self.contentType = contentType
  }

  /// Creates the response of a file of a page.
  init(page file: PageFile) {
    self.init(bytes: Array(file.text.utf8), contentType: file.contentType)
    headers = [
      ("Content-Security-Policy", Self.policy), ("X-Frame-Options", "DENY"),
      // The address of the page has the token.
      ("Referrer-Policy", "no-referrer"), ("Cross-Origin-Opener-Policy", "same-origin"),
      ("Cross-Origin-Resource-Policy", "same-origin"),
    ]
  }
}
