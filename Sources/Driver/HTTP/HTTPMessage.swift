import CaromDocuments
import Dispatch
import Synchronization

/// What is known about the client at the other end of a connection, on any thread.
final class ClientConnection: Sendable {
  /// When the client ended its half of the connection; 0 if it has not.
  private let end = Atomic<UInt64>(0)
  /// How long a command goes on after that, in nanoseconds: a client may end its half and still
  /// wait for the response, and one that has left looks the same.
  private static let patience: UInt64 = 5_000_000_000

  /// Notes that the client sends nothing more.
  func noteEnd() { end.store(DispatchTime.now().uptimeNanoseconds, ordering: .relaxed) }

  /// Whether the client has probably left.
  var isAbandoned: Bool {
    let end = end.load(ordering: .relaxed)
    return end != 0 && DispatchTime.now().uptimeNanoseconds > end + Self.patience
  }
}

/// A request, complete with its body.
struct HTTPRequest: Sendable {
  /// The method, such as `POST`.
  var method: String
  /// The target as it was sent, such as `/session/1/element`.
  var target: String
  /// The headers in order; names in any case.
  var headers: [(name: String, value: String)]
  /// The body.
  var body: [UInt8]
  /// The connection on which it came.
  var connection = ClientConnection()

  /// The values of a header, whose name is given in lower case.
  func values(of name: String) -> [String] {
    headers.filter { $0.name.lowercased() == name }.map(\.value)
  }
}

/// A response with its body.
struct HTTPResponse: Sendable {
  /// The status, such as 200.
  var status = 200
  /// The media type.
  var contentType = "application/json; charset=utf-8"
  /// The body.
  var body: [UInt8]
  /// Further headers.
  var headers: [(name: String, value: String)] = []
  /// Whether the connection is closed after the response.
  var closes = false

  /// Creates a response with a text of JSON.
  init(json: String) { body = Array(json.utf8) }

  /// Creates a response of WebDriver with a value, which is JSON.
  init(value: String) { self.init(json: "{\"value\":\(value)}") }

  /// Creates the response of an error.
  init(_ error: WebDriverError, closes: Bool = false) {
    var writer = JSONWriter()
    writer.object { writer in
      writer.key("value")
      writer.object { writer in
        writer.member("error", error.code)
        writer.member("message", error.message)
        writer.member("stacktrace", "")
        if let tick = error.tick {
          writer.key("data")
          writer.object { $0.member("tick", tick) }
        }
      }
    }
    status = error.status
    body = Array(writer.text.utf8)
    self.closes = closes
  }
}
