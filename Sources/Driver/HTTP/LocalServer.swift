package import CaromContent
import CaromDocuments
import CaromProperties
import CaromSimulation
import Dispatch
import Foundation
import Synchronization

/// A server of WebDriver on a port of this machine.
package final class LocalServer: Sendable {
  /// The bound port.
  package var port: Int { http.port }

  private let http: HTTPServer
  private let driver: WebDriverServer

  /// The addresses that only this machine reaches.
  static let loopback = ["127.0.0.1", "localhost", "::1"]

  /// A host as in an address and in the header Host: IPv6 in brackets.
  static func authority(of host: String) -> String {
    host.contains(":") ? "[\(host.lowercased())]" : host.lowercased()
  }

  /// Binds a port and answers requests.
  ///
  /// - Parameters:
  ///   - host: The address.
  ///   - names: Further names and addresses by which clients may call the server.
  ///   - port: The port; 0 for any free one.
  ///   - limits: The limits.
  ///   - factory: Loads games.
  ///   - token: The token that requests must have, if any.
  /// - Throws: The error of the system if the port cannot be bound.
  init(
    host: String = "127.0.0.1", names: [String] = [], port: Int = 0, limits: ServerLimits,
    factory: GameFactory, token: String?
  ) throws {
    var driver: WebDriverServer?
    http = try HTTPServer(host: host, port: port, limits: limits) { port in
      let local = ["127.0.0.1", "localhost", "[::1]"]
      let accepted =
        Self.loopback.contains(host)
        ? local : names.isEmpty ? [Self.authority(of: host)] : local + names
      let made = WebDriverServer(
        rules: AccessRules(hosts: accepted.map { "\($0):\(port)" }, token: token), limits: limits,
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
    recordings: String? = nil, savesScenes: Bool = false
  ) throws {
    var factory = GameFactory(loader: loader)
    (factory.recordings, factory.savesScenes) = (recordings, savesScenes)
    try self.init(limits: limits, factory: factory, token: token)
  }

  /// Ends all sessions and closes the port.
  package func stop() {
    driver.endAll()
    http.stop()
  }
}

extension LocalServer {
  /// Starts a session without a connection.
  ///
  /// - Returns: The reason why it cannot be started; nil if it was.
  func start(_ options: SessionOptions, token: String) -> String? {
    let body = "{\"capabilities\":{\"alwaysMatch\":{\"game:options\":\(options.json)}}}"
    let request = HTTPRequest(
      method: "POST", target: "/session",
      headers: [
        ("Host", "127.0.0.1:\(port)"), ("Authorization", "Bearer \(token)"),
        ("Content-Type", "application/json"),
      ], body: Array(body.utf8))
    let done = DispatchSemaphore(value: 0)
    let problem = Mutex<String?>(nil)
    driver.answer(request) { response in
      if response.status != 200 {
        let answer = try? JSON.parse(String(decoding: response.body, as: UTF8.self))
        problem.withLock { $0 = answer?["value"]?["message"]?.string ?? "no session" }
      }
      done.signal()
    }
    done.wait()
    return problem.withLock { $0 }
  }

  /// The IPv4 addresses of this machine in its networks, without the loopback interface.
  static var networkAddresses: [String] {
    var first: UnsafeMutablePointer<ifaddrs>?
    guard getifaddrs(&first) == 0 else { return [] }
    defer { freeifaddrs(first) }
    var (found, next): ([String], UnsafeMutablePointer<ifaddrs>?) = ([], first)
    while let current = next?.pointee {
      next = current.ifa_next
      guard let address = current.ifa_addr, address.pointee.sa_family == sa_family_t(AF_INET),
        current.ifa_flags & UInt32(IFF_LOOPBACK) == 0
      else { continue }
      var name = [CChar](repeating: 0, count: Int(NI_MAXHOST))
      let size = socklen_t(MemoryLayout<sockaddr_in>.size)
      guard getnameinfo(address, size, &name, socklen_t(name.count), nil, 0, NI_NUMERICHOST) == 0
      else { continue }
      let bytes = name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
      found.append(String(decoding: bytes, as: UTF8.self))
    }
    return found
  }
}
