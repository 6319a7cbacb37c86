import CaromAutomation
import CaromDocuments
import CaromSimulation
import Dispatch

// The endpoints of a session. The session is the first parameter, an element the second.

extension WebDriverSession {
  /// Answers a request within its time.
  ///
  /// Ticks end when the time is over, or when the client has left. The recording has those that
  /// ran.
  ///
  /// - Throws: `script timeout` for commands of the engine, `timeout` for others, and the error of
  ///   the response.
  func answer(
    _ route: Route.Match, _ body: JSON, for client: ClientConnection
  ) throws(WebDriverError) -> String {
    let isScript = route.endpoint == .execute
    let longest = Double(limits.commandSeconds)
    let seconds = isScript ? min(longest, timeouts.script.map { $0 / 1_000 } ?? longest) : longest
    let end = DispatchTime.now().uptimeNanoseconds + UInt64(seconds * 1e9)
    let driver = driver
    driver.resume { client.isAbandoned || DispatchTime.now().uptimeNanoseconds > end }
    defer { driver.resume { false } }
    var late: WebDriverError {
      WebDriverError(
        isScript ? "script timeout" : "timeout", 500,
        "the command took more than \(seconds) seconds, and was ended", tick: driver.tick)
    }
    do throws(WebDriverError) {
      let result = try answer(route, body)
      if driver.isCut { throw late }
      return result
    } catch { throw driver.isCut ? late : error }
  }

  /// Answers a request.
  ///
  /// - Parameters:
  ///   - route: The endpoint and the parameters of the path.
  ///   - body: The body of a POST, an object; an empty object for other methods.
  /// - Returns: The value of the response, in JSON.
  /// - Throws: The error of the response.
  func answer(_ route: Route.Match, _ body: JSON) throws(WebDriverError) -> String {
    runClock()
    let element = route.parameters.count > 1 ? route.parameters[1] : ""
    let name = route.parameters.count > 2 ? route.parameters[2] : ""
    switch route.endpoint {
    case .status, .newSession, .deleteSession: return "null"
    case .getSession: return capabilitiesText
    case .getTimeouts:
      var writer = JSONWriter()
      timeouts.write(&writer)
      return writer.text
    case .setTimeouts:
      timeouts = try timeouts.merging(body)
      return "null"
    case .navigate: return try navigate(body)
    case .url: return url
    case .title: return quoted(type(of: driver.session.game).title)
    case .refresh: return try refresh()
    case .back: return try move(bySeconds: -1)
    case .forward: return try move(bySeconds: 1)
    case .source:
      return quoted(SceneSource.text(of: driver, width: size.width, height: size.height))
    case .screenshot: return try screenshot()
    case .find: return try find(body, from: nil, all: false)
    case .findAll: return try find(body, from: nil, all: true)
    case .findFrom: return try find(body, from: element, all: false)
    case .findAllFrom: return try find(body, from: element, all: true)
    case .activeElement: return try activeElement()
    case .click: return try click(element)
    case .clear: return try clear(element)
    case .sendKeys: return try sendKeys(body, to: element)
    case .text: return try text(of: element)
    case .tagName: return quoted(try match(element).kind)
    case .rect: return try rect(of: element)
    case .isEnabled: return try isEnabled(element)
    case .isSelected: return try isSelected(element)
    case .isDisplayed: return try isDisplayed(element)
    case .role: return try role(of: element)
    case .label: return try label(of: element)
    case .attribute: return try attribute(name, of: element)
    case .property: return try property(name, of: element)
    case .css:
      _ = try match(element)
      return "\"\""
    case .elementScreenshot: return try screenshot(of: element)
    case .performActions: return try performActions(body)
    case .releaseActions: return releaseActions()
    case .execute: return try execute(body)
    case .executeAsync: throw .script("no JavaScript runs here; execute/sync runs 'game: COMMAND'")
    case .window: return quoted(camera ?? "main")
    case .windows: return "[" + windows.map { quoted($0) }.joined(separator: ",") + "]"
    case .switchWindow: return try switchWindow(body)
    case .windowRect: return windowRect
    case .setWindowRect: return try setWindowRect(body)
    case .closeWindow:
      throw .unsupported("the view of a game cannot be closed; DELETE of the session ends it")
    case .maximize, .minimize, .fullscreen:
      throw .unsupported("a view of a game has only a size; POST window/rect changes it")
    case .orientation: return quoted(size.width >= size.height ? "LANDSCAPE" : "PORTRAIT")
    case .setOrientation: return try setOrientation(body)
    case .context: return "\"NATIVE_APP\""
    case .contexts: return "[\"NATIVE_APP\"]"
    case .switchContext:
      guard body["name"]?.string == "NATIVE_APP" else {
        throw .invalidArgument("name: NATIVE_APP is accepted")
      }
      return "null"
    case .settings: return "{}"
    case .updateSettings:
      guard body["settings"]?.isObject ?? false else {
        throw .invalidArgument("settings: an object is expected")
      }
      return "null"
    case .logTypes: return "[\"contacts\",\"sounds\"]"
    case .log: return try logEntries(body)
    }
  }

  /// The capabilities in JSON.
  var capabilitiesText: String {
    var writer = JSONWriter()
    let scene = options.scene.isEmpty ? type(of: driver.session.game).name : options.scene
    capabilities.write(&writer, scene: scene)
    return writer.text
  }
}
