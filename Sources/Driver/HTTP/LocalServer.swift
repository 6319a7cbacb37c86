package import CaromContent
import CaromSimulation

/// A server of WebDriver on a port of this machine.
package final class LocalServer: Sendable {
  /// The bound port.
  package var port: Int { http.port }

  private let http: HTTPServer
  private let driver: WebDriverServer

  /// The addresses that only this machine reaches.
  static let loopback = ["127.0.0.1", "localhost", "::1"]

  /// Binds a port and answers requests.
  ///
  /// - Parameters:
  ///   - host: The address.
  ///   - port: The port; 0 for any free one.
  ///   - limits: The limits.
  ///   - factory: Loads games.
  ///   - token: The token that requests must have, if any.
  /// - Throws: The error of the system if the port cannot be bound.
  init(
    host: String = "127.0.0.1", port: Int = 0, limits: ServerLimits, factory: GameFactory,
    token: String?
  ) throws {
    var driver: WebDriverServer?
    http = try HTTPServer(host: host, port: port, limits: limits) { port in
      let names = Self.loopback.contains(host) ? ["127.0.0.1", "localhost", "[::1]"] : [host]
      let made = WebDriverServer(
        rules: AccessRules(hosts: names.map { "\($0):\(port)" }, token: token), limits: limits,
        factory: factory, version: Engine.version)
      driver = made
      return { request, respond in made.answer(request, respond) }
    }
    guard let driver else { preconditionFailure("The function that answers was not created") }
    self.driver = driver
    http.everySecond { driver.endIdleSessions() }
  }

  /// Serves the games of a loader on any free port.
  ///
  /// - Throws: The error of the system if no port can be bound.
  package convenience init(
    _ loader: SessionLoader, limits: ServerLimits = ServerLimits(), token: String? = nil,
    recordings: String? = nil
  ) throws {
    var factory = GameFactory(loader: loader)
    factory.recordings = recordings
    try self.init(limits: limits, factory: factory, token: token)
  }

  /// Ends all sessions and closes the port.
  package func stop() {
    driver.endAll()
    http.stop()
  }
}
