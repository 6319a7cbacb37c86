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
  private let viewpoint: Viewpoint?
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
    source.write()
    return source.text
  }

  private init(
    driver: GameDriver, document: SceneDocument, detail: Detail, size: (width: Int, height: Int)
  ) {
    (self.driver, self.document, self.detail, self.size) = (driver, document, detail, size)
    viewpoint = driver.viewpoint
  }

  private mutating func write() {
    let tree = document.tree
    // An explicit stack: scenes may be nested deeper than the call stack allows.
    var open: [Int] = []
    for element in 1..<tree.count where tree.kind(of: element) == .element {
      while let last = open.last, tree.end(of: last) <= element { end(&open) }
      indent(open.count)
      text += "<" + tree.name(of: element)
      writeAttributes(element)
      let words = self.words(of: element)
      let first = element + (words.isEmpty ? 1 : 2)
      if first < tree.end(of: element) {
        text += ">" + Self.escaped(words) + "\n"
        open.append(element)
      } else if words.isEmpty {
        text += "/>\n"
      } else {
        text += ">" + Self.escaped(words) + "</" + tree.name(of: element) + ">\n"
      }
    }
    while !open.isEmpty { end(&open) }
  }

  private mutating func end(_ open: inout [Int]) {
    guard let element = open.popLast() else { return }
    indent(open.count)
    text += "</" + document.tree.name(of: element) + ">\n"
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
      } else if isNode {
        for name in Self.nodeAttributes {
          if let value = document.attribute(name, of: element) { write(name, value) }
        }
      } else {
        for (name, value) in document.attributes(Self.componentAttributes, ofComponent: element) {
          write(name, value)
        }
      }
    }
    let match = Match(tree: document, item: QueryNode(element))
    guard element > 1, document.nodes[element] != nil || match.overlayElement != nil else { return }
    let box = driver.box(of: match, from: viewpoint)
    write("displayed", driver.isDisplayed(match, in: box) ? "true" : "false")
    guard let box else { return }
    let pixels = box.pixels(width: size.width, height: size.height)
    write("x", String(pixels.x))
    write("y", String(pixels.y))
    write("width", String(pixels.width))
    write("height", String(pixels.height))
  }

  private mutating func write(_ name: String, _ value: String) {
    text += " " + name + "=\""
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
