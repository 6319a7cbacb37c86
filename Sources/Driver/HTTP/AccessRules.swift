/// Decides which requests are answered at all.
///
/// A page in a browser must not reach the server: requests that name another host or have an
/// origin are refused, and so are bodies that a form can send. Only the pages of the inspector may
/// have the origin of the server itself.
struct AccessRules: Sendable {
  /// The accepted values of the header Host, in lower case.
  var hosts: [String]
  /// The token that requests must have; nil if none is required.
  var token: String?

  /// Checks a request.
  ///
  /// - Returns: The path without a token at its beginning.
  /// - Throws: The error of a refused request.
  func check(_ request: HTTPRequest) throws(WebDriverError) -> String {
    let named = request.values(of: "host")
    guard named.count == 1, let host = named.first, hosts.contains(host.lowercased()) else {
      throw .refused(
        "the header Host is missing, repeated or names another host; \(hosts[0]) is accepted")
    }
    for site in request.values(of: "sec-fetch-site") where site != "none" && site != "same-origin" {
      throw .refused("requests of other sites are not accepted")
    }
    let lengths = request.values(of: "content-length")
    guard lengths.count <= 1, lengths.isEmpty || request.values(of: "transfer-encoding").isEmpty
    else {
      throw .badRequest("one Content-Length or one Transfer-Encoding is accepted")
    }
    let path = try authorized(request)
    // The pages of the inspector send requests to their own server only.
    let own = InspectorRoute.isPage(path) ? ["http://" + host.lowercased()] : []
    guard request.values(of: "origin").allSatisfy({ own.contains($0.lowercased()) }) else {
      throw .refused("requests of web pages, which have an Origin, are not accepted")
    }
    if request.method == "POST" {
      let types = request.values(of: "content-type")
      let media = types.first?.split(separator: ";").first.map {
        $0.split(whereSeparator: \.isWhitespace).joined().lowercased()
      }
      guard types.count == 1, media == "application/json" else {
        throw .badRequest("the header Content-Type must be application/json")
      }
    }
    return path
  }

  /// Checks the token: in the header Authorization or at the beginning of the path.
  private func authorized(_ request: HTTPRequest) throws(WebDriverError) -> String {
    let path = String(request.target.prefix { $0 != "?" && $0 != "#" })
    guard let token else { return path }
    let values = request.values(of: "authorization")
    // A proxy may have checked another one of several than this server would.
    for value in values where values.count == 1 {
      let parts = value.split(separator: " ", maxSplits: 1).map(String.init)
      guard parts.count == 2 else { continue }
      switch parts[0].lowercased() {
      case "bearer": if Self.isEqual(parts[1], token) { return path }
      case "basic":
        // The user name is not checked.
        let decoded = Base64.decode(parts[1]).map { String(decoding: $0, as: UTF8.self) }
        let password = decoded?.split(separator: ":", maxSplits: 1).last.map(String.init)
        if let password, Self.isEqual(password, token) { return path }
      default: continue
      }
    }
    let parts = path.split(separator: "/", maxSplits: 2, omittingEmptySubsequences: true)
    if path.hasPrefix("/t/"), parts.count >= 2, Self.isEqual(String(parts[1]), token) {
      return "/" + (parts.count > 2 ? String(parts[2]) : "")
    }
    throw .refused(
      "the token is missing or wrong; it is accepted as Authorization: Bearer TOKEN, as the "
        + "password of the URL, and as the path /t/TOKEN/session")
  }

  /// Compares in a time that depends on the lengths only.
  static func isEqual(_ a: String, _ b: String) -> Bool {
    let (a, b) = (Array(a.utf8), Array(b.utf8))
    var difference = a.count ^ b.count
    for index in 0..<max(a.count, b.count) {
      let x = index < a.count ? a[index] : 0
      let y = index < b.count ? b[index] : 0
      difference |= Int(x ^ y)
    }
    return difference == 0
  }
}
