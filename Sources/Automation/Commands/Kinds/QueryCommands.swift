public import CaromDocuments
public import CaromMaths
public import CaromProperties
import CaromSceneGraph
import CaromSimulation

// Commands that read the scene.

/// Finds elements.
public struct FindElementsCommand: GameCommand {
  /// The name.
  public static let name = "find"
  /// A one-line description for the schema.
  public static let summary = "Find the elements that a selector matches"
  /// The result.
  public static let returns = "A list of objects with path, kind and name, in document order"
  /// Queries change nothing.
  public static let changesGame = false
  /// The selector.
  public var selector = ""
  /// Whether all attributes of the matches are returned.
  public var attributes = false

  /// Creates a query.
  public init() {}

  /// Declares the parameters.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property("selector", \.selector, selectorSummary, in: .required)
    p.property("attributes", \.attributes, "Whether all attributes of the matches are returned")
  }

  /// Finds the elements.
  public func run(
    _ runner: CommandRunner, _ result: inout JSONWriter
  ) throws(DriverError) {
    let found = try runner.driver.findAll(try runner.locator(selector))
    guard found.count <= runner.limits.matches else {
      throw runner.failure(
        .invalidSelector,
        "\(selector): \(found.count) elements match; at most \(runner.limits.matches) are returned")
    }
    result.array { result in
      for match in found {
        result.object { result in
          result.member("path", match.path)
          result.member("kind", match.kind)
          if let name = match.name { result.member("name", name) }
          if attributes { match.writeAttributes(&result) }
        }
      }
    }
  }
}

/// Reads attributes of an element.
public struct GetCommand: GameCommand {
  /// The name.
  public static let name = "get"
  /// A one-line description for the schema.
  public static let summary = "Read an attribute of the only match of a selector"
  /// The result.
  public static let returns = "The value as text; without an attribute, an object with all of them"
  /// Queries change nothing.
  public static let changesGame = false
  /// The selector.
  public var selector = ""
  /// The attribute; empty for all.
  public var attribute = ""

  /// Creates a query.
  public init() {}

  /// Declares the parameters.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property("selector", \.selector, selectorSummary, in: .required)
    p.property("attribute", \.attribute, "The attribute, such as position.y; empty for all")
  }

  /// Reads the attribute.
  public func run(
    _ runner: CommandRunner, _ result: inout JSONWriter
  ) throws(DriverError) {
    let locator = try runner.locator(selector)
    if attribute.isEmpty {
      let match = try runner.driver.find(locator)
      result.object { match.writeMembers(&$0) }
    } else {
      result.value(try runner.driver.get(attribute, of: locator))
    }
  }
}

/// Writes the scene as XML.
public struct SourceCommand: GameCommand {
  /// The name.
  public static let name = "source"
  /// A one-line description for the schema.
  public static let summary = "Read the scene as XML, with the elements that selectors find"
  /// The result.
  public static let returns = "The text"
  /// Queries change nothing.
  public static let changesGame = false
  /// Whether every declared property is written.
  public var all = false
  /// The width of the view, in pixels.
  public var width: Int32 = 640
  /// The height of the view, in pixels.
  public var height: Int32 = 360

  /// Creates a query for a view of 640 by 360 pixels.
  public init() {}

  /// Declares the parameters.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property("all", \.all, "Whether every declared property is written")
    p.property("width", \.width, "The width of the view, for rectangles", .pixels, 1...8192)
    p.property("height", \.height, "The height of the view, for rectangles", .pixels, 1...8192)
  }

  /// Writes the scene.
  public func run(
    _ runner: CommandRunner, _ result: inout JSONWriter
  ) throws(DriverError) {
    result.value(
      SceneSource.text(
        of: runner.driver, detail: all ? .all : .summary, width: Int(width), height: Int(height)))
  }
}

/// Suggests selectors of a node.
public struct SelectorsCommand: GameCommand {
  /// The name.
  public static let name = "selectors"
  /// A one-line description for the schema.
  public static let summary = "Suggest selectors of the only match of a selector, best first"
  /// The result.
  public static let returns =
    "A list of objects with selector, count of matches and stability from 0 to 1"
  /// Queries change nothing.
  public static let changesGame = false
  /// The selector of the node.
  public var selector = ""

  /// Creates a query.
  public init() {}

  /// Declares the parameters.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property("selector", \.selector, selectorSummary, in: .required)
  }

  /// Suggests selectors.
  public func run(
    _ runner: CommandRunner, _ result: inout JSONWriter
  ) throws(DriverError) {
    let match = try runner.driver.find(try runner.locator(selector))
    let suggestions = match.node.map { runner.driver.finder.selectors(of: $0) } ?? []
    result.array { result in
      for suggestion in suggestions {
        result.object { result in
          result.member("selector", suggestion.selector)
          result.member("count", suggestion.count)
          result.key("stability")
          result.value(suggestion.stability)
        }
      }
    }
  }
}

/// Finds the element at a point of the view.
public struct ElementAtCommand: GameCommand {
  /// The name.
  public static let name = "elementAt"
  /// A one-line description for the schema.
  public static let summary = "Find the control or node that is displayed at a point of the view"
  /// The result.
  public static let returns =
    "An object with path, kind, name and the shortest selector, or null for the background"
  /// Queries change nothing.
  public static let changesGame = false
  /// The point, in fractions of the view.
  public var position = Vector2(0.5, 0.5)

  /// Creates a query at the center.
  public init() {}

  /// Declares the parameters.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property(
      "position", \.position, "The point, in fractions of the view from its top left corner",
      .ratio, 0...1, in: .required)
  }

  /// Finds the element.
  public func run(
    _ runner: CommandRunner, _ result: inout JSONWriter
  ) throws(DriverError) {
    let (session, finder) = (runner.session, runner.driver.finder)
    let aspect = session.input.aspect
    let overlay = session.scene.overlay
    if let index = overlay.controlIndex(at: position, aspect: aspect) {
      let control = overlay.controls[index]
      result.object { result in
        result.member("path", "control " + control.name)
        result.member("kind", "control")
        result.member("name", control.name)
        result.member("selector", Locator.control(control.name).text)
      }
    } else if let node = session.scene.hitTest(position, aspect: aspect).first?.node {
      result.object { result in
        result.member("path", node.path)
        result.member("kind", "node")
        if let name = node.name { result.member("name", name) }
        if let selector = finder.shortestSelector(of: node) { result.member("selector", selector) }
      }
    } else {
      result.null()
    }
  }
}

/// Reads the progress of the game.
public struct StatusCommand: GameCommand {
  /// The name.
  public static let name = "status"
  /// A one-line description for the schema.
  public static let summary = "Read the tick, the game, its level, phase, score and lives"
  /// The result.
  public static let returns = "An object"
  /// Queries change nothing.
  public static let changesGame = false

  /// Creates a query.
  public init() {}

  /// Declares no parameters.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {}

  /// Reads the progress.
  public func run(
    _ runner: CommandRunner, _ result: inout JSONWriter
  ) throws(DriverError) {
    let session = runner.session
    result.object { result in
      result.member("tick", session.tick)
      result.key("seconds")
      result.value(session.seconds)
      result.member("date", "\(session.date)")
      result.member("game", type(of: session.game).name)
      result.member("level", session.level?.name)
      result.member("phase", session.phase)
      result.member("score", session.score)
      if let lives = session.lives { result.member("lives", lives) }
      result.key("isPaused")
      result.value(session.isPaused)
      result.member("lastTick", session.history?.last ?? session.tick)
    }
  }
}

/// Reads the hash of the state.
public struct HashCommand: GameCommand {
  /// The name.
  public static let name = "hash"
  /// A one-line description for the schema.
  public static let summary = "Read the hash of the whole state and of its parts"
  /// The result.
  public static let returns = "An object with tick, hash and the hashes of the parts"
  /// Queries change nothing.
  public static let changesGame = false

  /// Creates a query.
  public init() {}

  /// Declares no parameters.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {}

  /// Reads the hash.
  public func run(
    _ runner: CommandRunner, _ result: inout JSONWriter
  ) throws(DriverError) {
    let session = runner.session
    result.object { result in
      result.member("tick", session.tick)
      result.member("hash", hexadecimal(session.replayHash))
      result.key("parts")
      result.object { result in
        for part in session.partHashes { result.member(part.name, hexadecimal(part.hash)) }
      }
    }
  }
}

// MARK: Support

/// The summary of every parameter that is a selector.
let selectorSummary = "The name of a node, an XPath, #name, or CSS after css:"

extension CommandRunner {
  /// Parses a selector.
  func locator(_ text: String) throws(DriverError) -> Locator {
    do throws(LocatorError) { return try Locator(naming: text) } catch {
      throw failure(.invalidSelector, "\(error)")
    }
  }
}

extension Match {
  fileprivate func writeAttributes(_ result: inout JSONWriter) {
    result.key("attributes")
    result.object { writeMembers(&$0) }
  }

  fileprivate func writeMembers(_ result: inout JSONWriter) {
    for (name, value) in attributes { result.member(name, value) }
  }
}
