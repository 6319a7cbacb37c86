import CaromSceneGraph
import CaromSimulation

/// The scene at a tick as XML, with the elements that selectors find.
///
/// An XPath that is evaluated on the text finds the elements that it finds in the game. The text
/// depends only on the state and on the size of the view, so two texts can be compared line by
/// line.
public struct SceneSource {
  /// The attributes that are written.
  public enum Detail: Hashable, Sendable {
    /// Names, roles, positions, texts and rectangles in the view.
    case summary
    /// Every declared property as well.
    case all
  }

  private let driver: GameDriver
  private let document: SceneDocument
  private let detail: Detail
  private let size: (width: Int, height: Int)
  private var text = ""

  /// The attributes of nodes and of overlay elements that a summary has, in order.
  private static let nodeAttributes = ["name", "role", "worldPosition"]
  private static let componentAttributes = [
    "name", "text", "value", "isOn", "selected", "isVisible", "isEnabled",
  ]

  /// Writes the scene of a driver.
  ///
  /// - Parameters:
  ///   - driver: The driver of the game.
  ///   - detail: The attributes.
  ///   - width: The width of the view in pixels, for rectangles.
  ///   - height: The height of the view in pixels.
  /// - Returns: The text, which ends with a line feed.
  /// - Complexity: One pass over the elements; with all attributes, about 50 of each node.
  public static func text(
    of driver: GameDriver, detail: Detail = .summary, width: Int, height: Int
  ) -> String {
    var source = SceneSource(
      driver: driver, document: driver.finder.makeTree(.all), detail: detail,
      size: (width, height))
    source.write(1, depth: 0)
    return source.text
  }

  private init(
    driver: GameDriver, document: SceneDocument, detail: Detail, size: (width: Int, height: Int)
  ) {
    (self.driver, self.document, self.detail, self.size) = (driver, document, detail, size)
  }

  private mutating func write(_ root: Int, depth: Int) {
    // An explicit stack: scenes may be nested deeper than the call stack allows.
    var open: [(element: Int, children: [Int], next: Int)] = []
    begin(root, depth: 0, &open)
    while let last = open.last {
      guard last.next < last.children.count else {
        open.removeLast()
        indent(open.count)
        text += "</\(document.tree.name(of: last.element))>\n"
        continue
      }
      open[open.count - 1].next += 1
      begin(last.children[last.next], depth: open.count, &open)
    }
  }

  private mutating func begin(
    _ element: Int, depth: Int, _ open: inout [(element: Int, children: [Int], next: Int)]
  ) {
    indent(depth)
    text += "<" + document.tree.name(of: element)
    writeAttributes(element)
    let children = document.children(of: element)
    let words = self.words(of: element)
    if children.isEmpty, words.isEmpty {
      text += "/>\n"
    } else if children.isEmpty {
      text += ">" + Self.escaped(words) + "</\(document.tree.name(of: element))>\n"
    } else {
      text += ">" + Self.escaped(words) + "\n"
      open.append((element, children, 0))
    }
  }

  private mutating func indent(_ depth: Int) {
    for _ in 0..<depth { text += " " }
  }

  private func words(of element: Int) -> String {
    let next = element + 1
    guard next < document.tree.end(of: element), document.tree.kind(of: next) == .text else {
      return ""
    }
    return document.tree.text(of: next)
  }

  private mutating func writeAttributes(_ element: Int) {
    switch detail {
    case .all:
      for (name, value) in document.attributes(of: element) { write(name, value) }
    case .summary:
      let isNode = document.nodes[element] != nil
      if element == 1 { write("tick", String(document.tick)) }
      if element == document.gameElement {
        for (name, value) in document.attributes(of: element) { write(name, value) }
      } else {
        let names = isNode ? Self.nodeAttributes : Self.componentAttributes
        for name in names {
          if let value = document.attribute(name, of: element) { write(name, value) }
        }
      }
    }
    let match = Match(tree: document, item: QueryNode(element))
    guard element > 1, document.nodes[element] != nil || match.overlayElement != nil else { return }
    write("displayed", driver.isDisplayed(match) ? "true" : "false")
    guard let box = driver.box(of: match) else { return }
    let pixels = box.pixels(width: size.width, height: size.height)
    write("x", String(pixels.x))
    write("y", String(pixels.y))
    write("width", String(pixels.width))
    write("height", String(pixels.height))
  }

  private mutating func write(_ name: String, _ value: String) {
    text += " \(name)=\""
    text += Self.escaped(value)
    text += "\""
  }

  /// Escapes markup, and replaces characters that XML 1.0 cannot contain.
  static func escaped(_ text: String) -> String {
    let isPlain = text.utf8.allSatisfy { byte in
      byte >= 0x20 && byte < 0x7F && byte != UInt8(ascii: "<") && byte != UInt8(ascii: "&")
        && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: ">")
    }
    if isPlain { return text }
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "&": result += "&amp;"
      case "\"": result += "&quot;"
      case "\t", "\n", "\r": result += "&#\(scalar.value);"
      case "\u{0}"..."\u{1F}", "\u{FFFE}", "\u{FFFF}": result.unicodeScalars.append("\u{FFFD}")
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
