import CaromAutomation

/// An error of WebDriver: a code of the specification, its status, and a message.
struct WebDriverError: Error, Sendable {
  /// The code, such as `no such element`.
  var code: String
  /// The status of the response.
  var status: Int
  /// The message.
  var message: String
  /// The tick of the game; nil if the error does not concern a game.
  var tick: UInt64?

  init(_ code: String, _ status: Int, _ message: String, tick: UInt64? = nil) {
    (self.code, self.status, self.message, self.tick) = (code, status, message, tick)
  }

  /// Creates the error of a command.
  init(_ error: DriverError) {
    let status =
      switch error.kind {
      case .invalidArgument, .invalidSelector, .elementNotInteractable, .elementClickIntercepted,
        .invalidElementState:
        400
      case .noSuchElement, .staleElement, .unknownCommand: 404
      case .timeout, .cannotCapture, .unknown: 500
      }
    self.init(error.kind.rawValue, status, error.message, tick: error.tick)
  }

  // Codes that only a server has.

  static func invalidArgument(_ message: String) -> WebDriverError {
    WebDriverError("invalid argument", 400, message)
  }
  static func badRequest(_ message: String) -> WebDriverError {
    WebDriverError("invalid argument", 400, message)
  }
  static func tooLarge(_ message: String) -> WebDriverError {
    WebDriverError("invalid argument", 413, message)
  }
  static func refused(_ message: String) -> WebDriverError {
    WebDriverError("unknown error", 403, message)
  }
  static func busy(_ message: String) -> WebDriverError {
    WebDriverError("unknown error", 503, message)
  }
  static func noSession(_ id: String) -> WebDriverError {
    WebDriverError("invalid session id", 404, "there is no session '\(id)'")
  }
  static func notCreated(_ message: String) -> WebDriverError {
    WebDriverError("session not created", 500, message)
  }
  static func unknownCommand(_ message: String) -> WebDriverError {
    WebDriverError("unknown command", 404, message)
  }
  static func unknownMethod(_ message: String) -> WebDriverError {
    WebDriverError("unknown method", 405, message)
  }
  static func noWindow(_ message: String) -> WebDriverError {
    WebDriverError("no such window", 404, message)
  }
  static func staleElement(_ message: String) -> WebDriverError {
    WebDriverError("stale element reference", 404, message)
  }
  static func noElement(_ message: String) -> WebDriverError {
    WebDriverError("no such element", 404, message)
  }
  static func script(_ message: String) -> WebDriverError {
    WebDriverError("javascript error", 500, message)
  }
  static func outOfBounds(_ message: String) -> WebDriverError {
    WebDriverError("move target out of bounds", 500, message)
  }
  static func unsupported(_ message: String) -> WebDriverError {
    WebDriverError("unsupported operation", 500, message)
  }
}
