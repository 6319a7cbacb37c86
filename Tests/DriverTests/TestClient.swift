import CaromContent
import CaromDocuments
import CaromDriver
import CaromGames
import Foundation
import TestSupport

/// A server with the games of the repository.
func startServer(
  _ limits: ServerLimits = ServerLimits(), token: String? = nil, recordings: String? = nil
) throws -> LocalServer {
  let root = try ContentRoot.find(
    option: Repository.url("").path(percentEncoded: false))
  return try LocalServer(
    SessionLoader(games: GameList.all, root: root), limits: limits, token: token,
    recordings: recordings)
}

/// A client over a socket, which can send anything.
final class TestClient {
  let port: Int
  private var descriptor: Int32

  /// An answer; the value is that of WebDriver.
  struct Answer {
    var status: Int
    var headers: String
    var body: String
    var bytes: [UInt8] = []
    /// The value in the body.
    var value: JSON? { (try? JSON.parse(body))?["value"] }
    /// The code of an error.
    var error: String? { value?["error"]?.string }
    /// The message of an error.
    var message: String { value?["message"]?.string ?? "" }
  }

  init(_ port: Int) throws {
    self.port = port
    descriptor = try Self.connect(port)
  }

  deinit { close(descriptor) }

  private static func connect(_ port: Int) throws -> Int32 {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(port).bigEndian
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    let status = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        Glibc.connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard status == 0 else { throw POSIXError(.ECONNREFUSED) }
    var time = timeval(tv_sec: 30, tv_usec: 0)
    setsockopt(
      descriptor, SOL_SOCKET, SO_RCVTIMEO, &time, socklen_t(MemoryLayout<timeval>.size))
    return descriptor
  }

  /// Sends bytes as they are.
  func sendRaw(_ bytes: [UInt8]) { _ = trySending(bytes) }

  /// Sends bytes as they are; false if the connection has ended.
  func trySending(_ bytes: [UInt8]) -> Bool {
    var sent = 0
    while sent < bytes.count {
      let count = bytes[sent...].withUnsafeBytes {
        Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      if count <= 0 { return false }
      sent += count
    }
    return true
  }

  /// Ends the sending half, so that the server does not wait for more.
  func finishSending() { shutdown(descriptor, Int32(SHUT_WR)) }

  /// Reads an answer; nil if the connection ends before.
  func receive() -> Answer? {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    let separator = Array("\r\n\r\n".utf8)
    while true {
      if let end = bytes.firstRange(of: separator) {
        let head = String(decoding: bytes[..<end.lowerBound], as: UTF8.self)
        let length = head.split(separator: "\r\n").first {
          $0.lowercased().hasPrefix("content-length:")
        }
        let count = length.flatMap { Int($0.split(separator: ":")[1].drop { $0 == " " }) } ?? 0
        if bytes.count >= end.upperBound + count {
          let status = head.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
          let body = bytes[end.upperBound..<end.upperBound + count]
          return Answer(
            status: status, headers: head, body: String(decoding: body, as: UTF8.self),
            bytes: Array(body))
        }
      }
      let count = recv(descriptor, &buffer, buffer.count, 0)
      if count <= 0 { return nil }
      bytes += buffer[..<count]
    }
  }

  /// Sends a request as selenium does, and reads the answer.
  func send(
    _ method: String, _ path: String, _ body: String = "", headers: [String] = [],
    host: String? = nil
  ) -> Answer {
    var lines = ["\(method) \(path) HTTP/1.1", "Host: \(host ?? "127.0.0.1:\(port)")"]
    lines += headers
    if !headers.contains(where: { $0.lowercased().hasPrefix("content-type") }) {
      lines.append("Content-Type: application/json;charset=UTF-8")
    }
    if method == "POST" { lines.append("Content-Length: \(body.utf8.count)") }
    sendRaw(Array((lines.joined(separator: "\r\n") + "\r\n\r\n" + body).utf8))
    return receive() ?? Answer(status: 0, headers: "", body: "")
  }

  /// Starts a session and returns its path.
  func start(_ options: String = #"{"scene":"marble-maze"}"#) -> String {
    let answer = send(
      "POST", "/session",
      #"{"capabilities":{"alwaysMatch":{"game:options":\#(options)},"firstMatch":[{}]}}"#)
    return "/session/" + (answer.value?["sessionId"]?.string ?? "none")
  }

  /// Runs `game: NAME`.
  func run(_ session: String, _ name: String, _ parameters: String = "{}") -> Answer {
    send(
      "POST", session + "/execute/sync", #"{"script":"game: \#(name)","args":[\#(parameters)]}"#)
  }

  /// Finds an element and returns its path.
  func find(_ session: String, _ xpath: String) -> String {
    let answer = send(
      "POST", session + "/element", #"{"using":"xpath","value":\#(quoted(xpath))}"#)
    return session + "/element/"
      + (answer.value?["element-6066-11e4-a52e-4f735466cecf"]?.string ?? "")
  }
}
