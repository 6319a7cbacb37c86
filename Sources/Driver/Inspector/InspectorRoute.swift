/// A request of a page of the inspector.
///
/// The pages, unlike WebDriver, are for browsers: they may have an Origin, but only that of the
/// server itself.
enum InspectorRoute: Hashable, Sendable {
  /// A page, a style or a script.
  case file(PageFile)
  /// The list of sessions and games.
  case sessions
  /// Starts a session.
  case start
  /// Runs a command in a session.
  case command(session: String, name: String)
  /// The pixels of the last tick.
  case picture(session: String, width: Int, height: Int)

  /// Whether a path belongs to the inspector.
  static func isPage(_ path: String) -> Bool {
    let first = path.split(separator: "/").first
    return first == "inspector" || first == "tilt"
  }

  /// Finds the route of a request; nil for requests that are not of the inspector.
  ///
  /// - Throws: `unknown command` for another path below it, `unknown method` for another method,
  ///   `invalid argument` for a size that is not one.
  static func find(_ method: String, _ path: String) throws(WebDriverError) -> InspectorRoute? {
    guard isPage(path) else { return nil }
    let parts = path.split(separator: "/").map(String.init)
    if let file = PageFile(rawValue: parts.joined(separator: "/")) {
      guard method == "GET" else { throw .unknownMethod("\(method) is not a method of a page") }
      return .file(file)
    }
    if parts == ["inspector", "sessions"] {
      switch method {
      case "GET": return .sessions
      case "POST": return .start
      default: throw .unknownMethod("\(method) is not a method of inspector/sessions")
      }
    }
    guard parts.count == 4, parts[0] == "inspector", GameFactory.isSafe(parts[1]) else {
      throw .unknownCommand("\(path.prefix(200)) is not a page of the inspector")
    }
    switch (parts[2], method) {
    case ("commands", "POST"): return .command(session: parts[1], name: parts[3])
    case ("picture", "GET"):
      let sides = parts[3].split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
      guard sides.count == 2, let width = sides[0], let height = sides[1],
        (1...4_096).contains(width), (1...4_096).contains(height)
      else {
        throw .invalidArgument("a size such as 640x360 with sides of 1 to 4096 is accepted")
      }
      return .picture(session: parts[1], width: width, height: height)
    case ("commands", _), ("picture", _):
      throw .unknownMethod("\(method) is not a method of inspector/\(parts[2])")
    case (_, _): throw .unknownCommand("\(path.prefix(200)) is not a page of the inspector")
    }
  }
}

/// The files of the pages; the raw value is the path.
enum PageFile: String, CaseIterable, Sendable {
  /// The inspector.
  case inspector
  /// Its style.
  case inspectorStyle = "inspector/style.css"
  /// Its script.
  case inspectorScript = "inspector/script.js"
  /// The page of a phone that tilts the board.
  case tilt
  /// Its style.
  case tiltStyle = "tilt/style.css"
  /// Its script.
  case tiltScript = "tilt/script.js"

  /// The text of the file.
  var text: String {
    switch self {
    case .inspector: InspectorPage.html
    case .inspectorStyle: InspectorPage.style
    case .inspectorScript: InspectorPage.script
    case .tilt: TiltPage.html
    case .tiltStyle: TiltPage.style
    case .tiltScript: TiltPage.script
    }
  }

  /// The media type of the file.
  var contentType: String {
    switch self {
    case .inspector, .tilt: "text/html; charset=utf-8"
    case .inspectorStyle, .tiltStyle: "text/css; charset=utf-8"
    case .inspectorScript, .tiltScript: "text/javascript; charset=utf-8"
    }
  }
}
