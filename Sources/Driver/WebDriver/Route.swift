import Foundation

/// The commands of WebDriver that are served.
enum Endpoint: String, CaseIterable, Sendable {
  case status, newSession
  case deleteSession, getSession, getTimeouts, setTimeouts
  case navigate, url, title, refresh, back, forward, source, screenshot
  case find, findAll, findFrom, findAllFrom, activeElement
  case click, clear, sendKeys
  case text, tagName, rect, isEnabled, isSelected, isDisplayed, role, label
  case attribute, property, css, elementScreenshot
  case performActions, releaseActions, execute, executeAsync
  case window, windows, switchWindow, closeWindow, windowRect, setWindowRect
  case maximize, minimize, fullscreen
  case orientation, setOrientation, context, contexts, switchContext
  case settings, updateSettings, logTypes, log
}

/// A method and a path of an endpoint.
struct Route: Sendable {
  /// The method.
  let method: String
  /// The segments of the path; `:` stands for a parameter.
  let segments: [String]
  /// The endpoint.
  let endpoint: Endpoint

  private init(_ method: String, _ path: String, _ endpoint: Endpoint) {
    self.method = method
    segments = path.split(separator: "/").map(String.init)
    self.endpoint = endpoint
  }

  /// All routes; the session is the first parameter, an element the second.
  static let all: [Route] = [
    Route("GET", "/status", .status), Route("POST", "/session", .newSession),
    Route("DELETE", "/session/:", .deleteSession), Route("GET", "/session/:", .getSession),
    Route("GET", "/session/:/timeouts", .getTimeouts),
    Route("POST", "/session/:/timeouts", .setTimeouts),
    Route("POST", "/session/:/url", .navigate), Route("GET", "/session/:/url", .url),
    Route("GET", "/session/:/title", .title), Route("POST", "/session/:/refresh", .refresh),
    Route("POST", "/session/:/back", .back), Route("POST", "/session/:/forward", .forward),
    Route("GET", "/session/:/source", .source),
    Route("GET", "/session/:/screenshot", .screenshot),
    Route("POST", "/session/:/element", .find), Route("POST", "/session/:/elements", .findAll),
    Route("GET", "/session/:/element/active", .activeElement),
    Route("POST", "/session/:/element/:/element", .findFrom),
    Route("POST", "/session/:/element/:/elements", .findAllFrom),
    Route("POST", "/session/:/element/:/click", .click),
    Route("POST", "/session/:/element/:/clear", .clear),
    Route("POST", "/session/:/element/:/value", .sendKeys),
    Route("GET", "/session/:/element/:/text", .text),
    Route("GET", "/session/:/element/:/name", .tagName),
    Route("GET", "/session/:/element/:/rect", .rect),
    Route("GET", "/session/:/element/:/enabled", .isEnabled),
    Route("GET", "/session/:/element/:/selected", .isSelected),
    Route("GET", "/session/:/element/:/displayed", .isDisplayed),
    Route("GET", "/session/:/element/:/computedrole", .role),
    Route("GET", "/session/:/element/:/computedlabel", .label),
    Route("GET", "/session/:/element/:/attribute/:", .attribute),
    Route("GET", "/session/:/element/:/property/:", .property),
    Route("GET", "/session/:/element/:/css/:", .css),
    Route("GET", "/session/:/element/:/screenshot", .elementScreenshot),
    Route("POST", "/session/:/actions", .performActions),
    Route("DELETE", "/session/:/actions", .releaseActions),
    Route("POST", "/session/:/execute/sync", .execute),
    Route("POST", "/session/:/execute/async", .executeAsync),
    Route("GET", "/session/:/window", .window),
    Route("GET", "/session/:/window/handles", .windows),
    Route("POST", "/session/:/window", .switchWindow),
    Route("DELETE", "/session/:/window", .closeWindow),
    Route("GET", "/session/:/window/rect", .windowRect),
    Route("POST", "/session/:/window/rect", .setWindowRect),
    Route("POST", "/session/:/window/maximize", .maximize),
    Route("POST", "/session/:/window/minimize", .minimize),
    Route("POST", "/session/:/window/fullscreen", .fullscreen),
    Route("GET", "/session/:/orientation", .orientation),
    Route("POST", "/session/:/orientation", .setOrientation),
    Route("GET", "/session/:/context", .context), Route("GET", "/session/:/contexts", .contexts),
    Route("POST", "/session/:/context", .switchContext),
    Route("GET", "/session/:/appium/settings", .settings),
    Route("POST", "/session/:/appium/settings", .updateSettings),
    Route("GET", "/session/:/se/log/types", .logTypes), Route("POST", "/session/:/se/log", .log),
  ]

  /// A route with the values of its parameters.
  struct Match: Sendable {
    var endpoint: Endpoint
    var parameters: [String]
  }

  /// Finds the route of a request.
  ///
  /// - Throws: `unknown command` for another path, `unknown method` for another method of a known
  ///   path, `invalid argument` for a path that is not well-formed.
  static func find(_ method: String, _ path: String) throws(WebDriverError) -> Match {
    let segments = try decoded(path)
    var isKnown = false
    for route in all {
      guard let parameters = route.parameters(segments) else { continue }
      if route.method == method { return Match(endpoint: route.endpoint, parameters: parameters) }
      isKnown = true
    }
    let shown = String(path.prefix(200))
    throw isKnown
      ? .unknownMethod("\(method) is not a method of \(shown)")
      : .unknownCommand("\(method) \(shown) is not served")
  }

  private func parameters(_ given: [String]) -> [String]? {
    guard given.count == segments.count else { return nil }
    var parameters: [String] = []
    for (segment, text) in zip(segments, given) {
      if segment == ":" {
        parameters.append(text)
      } else if segment != text {
        return nil
      }
    }
    return parameters
  }

  /// The segments of a path with percent encoding decoded once.
  private static func decoded(_ path: String) throws(WebDriverError) -> [String] {
    guard path.hasPrefix("/") else { throw .invalidArgument("the path must begin with /") }
    var result: [String] = []
    for segment in path.split(separator: "/") {
      guard let text = segment.removingPercentEncoding, text != "..", text != ".",
        !text.contains("/"), !text.unicodeScalars.contains(where: { $0.value < 0x20 })
      else { throw .invalidArgument("the path is not well-formed") }
      result.append(text)
    }
    return result
  }
}
