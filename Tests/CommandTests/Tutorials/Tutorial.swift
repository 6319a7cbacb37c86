import Foundation
import TestSupport

/// A tutorial of the documentation: the files that it tells its readers to write, and the commands
/// that it tells them to type.
struct Tutorial {
  /// A step that shows a file.
  struct Step {
    /// The path of the file in the reader's package, or `Terminal`.
    var name: String
    /// The contents.
    var contents: Data
    /// Whether the contents are commands.
    var isTerminal: Bool { name == "Terminal" }
  }

  /// The steps with a file, in order.
  let steps: [Step]

  /// Reads a tutorial of the catalog of `Carom`.
  init(_ name: String) throws {
    let catalog = Repository.url("Sources/Carom/Documentation.docc")
    let text = try String(
      contentsOf: catalog.appending(path: "Tutorials/\(name).tutorial"), encoding: .utf8)
    steps = try text.matches(of: #/@Code\(name: "([^"]+)", file: "([^"]+)"\)/#).map { match in
      let file = catalog.appending(path: "Resources/\(match.2)")
      return Step(name: String(match.1), contents: try Data(contentsOf: file))
    }
  }
}
