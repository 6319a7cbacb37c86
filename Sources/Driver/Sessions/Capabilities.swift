import CaromDocuments
import CaromProperties

/// The capabilities of a new session, negotiated as in the WebDriver specification.
struct Capabilities: Sendable {
  /// The options of the game.
  var options = SessionOptions()
  /// The time that finds wait for a match, in simulated milliseconds.
  var timeouts = Timeouts()
  /// The time without commands after which the session ends, in seconds; nil for the server's.
  var idleSeconds: Int?
  /// The strategy for loading, which has no effect.
  var pageLoadStrategy = "normal"
  /// The extension capabilities that are returned as they were sent, with JSON values.
  var echoed: [(name: String, json: String)] = []

  /// Whether the client is an agent, which may think for long between commands.
  var isAgent = false

  /// Creates the default capabilities.
  init() {}

  /// Names without a colon that the specification defines.
  private static let standard: Set = [
    "acceptInsecureCerts", "browserName", "browserVersion", "platformName", "pageLoadStrategy",
    "proxy", "setWindowRect", "timeouts", "strictFileInteractability", "unhandledPromptBehavior",
    "userAgent", "webSocketUrl",
  ]

  /// Negotiates the capabilities of a request.
  ///
  /// - Parameters:
  ///   - body: The body of `POST /session`.
  ///   - names: The names that a client can give as `browserName`: those of the games, for example.
  /// - Returns: The first combination that can be satisfied.
  /// - Throws: `invalid argument` if the request is not well-formed, or `session not created`.
  static func negotiate(
    _ body: JSON, names: [String]
  ) throws(WebDriverError) -> Capabilities {
    guard let capabilities = body["capabilities"], capabilities.isObject else {
      throw .invalidArgument("capabilities: an object is expected")
    }
    let always = capabilities["alwaysMatch"]
    if let always, !always.isObject {
      throw .invalidArgument("capabilities.alwaysMatch: an object is expected")
    }
    var first: [JSON?] = [nil]
    if let list = capabilities["firstMatch"] {
      guard let elements = list.elements, elements.count > 0 else {
        throw .invalidArgument("capabilities.firstMatch: a list that is not empty is expected")
      }
      first = elements.map { $0 }
    }
    // All entries are checked, also those after the one that is taken.
    var merged: [[(name: String, value: JSON)]] = []
    for entry in first {
      if let entry, !entry.isObject {
        throw .invalidArgument("capabilities.firstMatch: a list of objects is expected")
      }
      let own = try members(of: entry)
      let shared = try members(of: always)
      for (name, _) in own where shared.contains(where: { $0.name == name }) {
        throw .invalidArgument("\(name): is in alwaysMatch and in firstMatch")
      }
      merged.append(shared + own)
    }
    var reasons: [String] = []
    for list in merged {
      do throws(Mismatch) { return try Capabilities(list, names: names) } catch {
        reasons.append(error.reason)
      }
    }
    throw .notCreated(reasons.joined(separator: "; "))
  }

  /// The members of an object, of known names and types; null is as if the member were missing.
  private static func members(
    of object: JSON?
  ) throws(WebDriverError) -> [(name: String, value: JSON)] {
    var result: [(name: String, value: JSON)] = []
    guard let object, let members = object.members else { return result }
    for member in members {
      let (name, value) = (member.key, member.value)
      guard name.contains(":") || standard.contains(name) else {
        throw .invalidArgument(
          "\(name): is not a capability; extension capabilities have a prefix, such as game:options"
        )
      }
      if value.isNull { continue }
      let isValid =
        switch name {
        case "acceptInsecureCerts", "setWindowRect", "strictFileInteractability":
          value.bool != nil
        case "webSocketUrl": value.bool != nil || value.string != nil
        case "browserName", "browserVersion", "platformName", "userAgent": value.string != nil
        case "pageLoadStrategy": ["none", "eager", "normal"].contains(value.string)
        case "proxy", "timeouts": value.isObject
        case "unhandledPromptBehavior":
          value.isObject || promptBehaviors.contains(value.string ?? "")
        case "appium:newCommandTimeout": value.integer(Int.self).map { $0 >= 0 } ?? false
        default: true
        }
      guard isValid else { throw .invalidArgument("\(name): has a wrong type or value") }
      if name == "timeouts" { _ = try Timeouts().merging(value) }
      result.append((name, value))
    }
    return result
  }

  /// What the specification accepts for prompts, of which a game has none.
  private static let promptBehaviors = [
    "accept", "accept and notify", "dismiss", "dismiss and notify", "ignore",
  ]

  /// The reason why an entry cannot be satisfied.
  private struct Mismatch: Error {
    var reason: String
  }

  private init(_ list: [(name: String, value: JSON)], names: [String]) throws(Mismatch) {
    var app: String?
    for (name, value) in list {
      switch name {
      case "browserName":
        guard let text = value.string, text.isEmpty || names.contains(text) else {
          throw Mismatch(
            reason: "browserName: '\(value.string ?? "")' is not here; "
              + "\(names.joined(separator: ", ")) or none is accepted")
        }
      case "platformName":
        guard let text = value.string?.lowercased(), ["linux", "any", "carom"].contains(text)
        else { throw Mismatch(reason: "platformName: linux or any is accepted") }
      case "browserVersion", "userAgent", "webSocketUrl":
        if value.bool == false || value.string == "" { continue }
        throw Mismatch(reason: "\(name): is not supported")
      case "proxy":
        guard value.members?.count == 0 else { throw Mismatch(reason: "proxy: is not supported") }
      case "acceptInsecureCerts":
        guard value.bool == false else {
          throw Mismatch(reason: "acceptInsecureCerts: is not supported")
        }
      case "pageLoadStrategy": pageLoadStrategy = value.string ?? "normal"
      case "timeouts": if let merged = try? timeouts.merging(value) { timeouts = merged }
      case "game:options": options = try Self.read(value)
      case "appium:app": app = value.string
      case "appium:newCommandTimeout": idleSeconds = value.integer().map { max(0, min($0, 3_600)) }
      default: break
      }
      // The address can have a password: it is neither returned nor recorded.
      if name.contains(":"), name != "se:remoteUrl", name != "game:options" {
        echoed.append((name, value.description))
      }
    }
    if options.scene.isEmpty, let app { options.scene = app }
    guard ClockPolicy(options.clock) != nil else {
      throw Mismatch(
        reason: "game:options.clock: '\(options.clock)' is not accepted; \(ClockPolicy.accepted) is"
      )
    }
  }

  private static func read(_ json: JSON) throws(Mismatch) -> SessionOptions {
    var (options, reader) = (SessionOptions(), Reader())
    let json = withLevelAsText(json)
    options.readProperties(json, &reader)
    if let problem = reader.takeProblems().first {
      let key = json.members?.first { $0.value.range.contains(problem.offset) }?.key
      throw Mismatch(reason: "game:options\(key.map { ".\($0)" } ?? ""): \(problem.message)")
    }
    return options
  }

  /// The same options with a level that is given as a number as text.
  private static func withLevelAsText(_ json: JSON) -> JSON {
    guard let members = json.members, let level = json["level"]?.integer(Int64.self) else {
      return json
    }
    var writer = JSONWriter()
    writer.object { writer in
      for member in members {
        writer.key(member.key)
        if member.isNamed("level") { writer.value("\(level)") } else { writer.value(member.value) }
      }
    }
    return (try? JSON.parse(writer.text, name: json.document.source.name)) ?? json
  }

  /// Writes the capabilities of the created session; there is no `browserName`, by which clients
  /// would take it for a browser.
  func write(_ writer: inout JSONWriter, scene: String) {
    var options = options
    options.scene = scene
    writer.object { writer in
      writer.member("platformName", "linux")
      writer.key("acceptInsecureCerts")
      writer.value(false)
      writer.member("pageLoadStrategy", pageLoadStrategy)
      writer.key("setWindowRect")
      writer.value(true)
      writer.key("strictFileInteractability")
      writer.value(false)
      writer.member("unhandledPromptBehavior", "dismiss and notify")
      writer.key("proxy")
      writer.object { _ in }
      writer.key("timeouts")
      timeouts.write(&writer)
      writer.key("game:options")
      writer.raw(options.json)
      for (name, json) in echoed {
        writer.key(name)
        writer.raw(json)
      }
    }
  }
}
