import TestSupport

/// The table of modules in `Package.swift`, read as text: building the package must not need a
/// second build.
struct Manifest {
  /// An entry of the table.
  struct Module {
    /// The folder in `Sources`.
    let name: String
    /// The row of the table, 0 for the lowest layer.
    let layer: Int
    /// The folders of the modules that it imports.
    let uses: Set<String>
    /// The C modules that it imports.
    let c: Set<String>
    /// The modules of the toolchain and of other packages that it imports.
    let system: Set<String>
    /// Whether the manifest declares tests for it.
    let isTested: Bool
  }

  /// The text without comments.
  let text: String
  /// All modules, lowest layer first.
  let modules: [Module]

  /// Reads the manifest of the checkout.
  init() throws {
    text = try Repository.text("Package.swift").split(
      separator: "\n", omittingEmptySubsequences: false
    )
    .filter { !$0.drop { $0 == " " }.hasPrefix("//") }.joined(separator: "\n")
    guard let start = text.firstRange(of: "let layers: [[Module]] = [") else {
      throw HouseRule.broken("Package.swift has no table `let layers: [[Module]] = [`")
    }
    var table = Self.balanced(text[start.upperBound...], open: "[", close: "]")
    var modules: [Module] = []
    var layer = 0
    while let open = table.firstIndex(of: "[") {
      let row = Self.balanced(table[table.index(after: open)...], open: "[", close: "]")
      for match in String(row).matches(of: #/\bModule\(/#) {
        let text = String(row)
        let body = String(Self.balanced(text[match.range.upperBound...], open: "(", close: ")"))
        guard let name = Self.strings(body).first else { continue }
        let first = body.firstRange(of: "\"\(name)\"").map { body[$0.upperBound...] } ?? ""
        let unlabeled = first.drop { " ,\n".contains($0) }
        modules.append(
          Module(
            name: name, layer: layer,
            uses: unlabeled.first == "[" ? Self.list(String(unlabeled), "") : [],
            c: Self.list(body, "c: "), system: Self.list(body, "system: "),
            isTested: !body.contains("isTested: false")))
      }
      table = table[row.endIndex...].dropFirst()
      layer += 1
    }
    self.modules = modules
  }

  /// The entry of a folder of `Sources`, or nil if it has none.
  func module(_ name: String) -> Module? { modules.first { $0.name == name } }

  /// The module with a name in Swift, such as `CaromMaths`, or nil if it is not one of the package.
  func module(imported name: String) -> Module? {
    guard name.hasPrefix("Carom") else { return nil }
    return module(name == "Carom" ? name : String(name.dropFirst(5)))
  }

  /// The modules up to a layer that hold no Foundation and no global state: Maths to SceneGraph.
  var pure: Set<String> {
    let last = module("SceneGraph")?.layer ?? -1
    return Set(modules.filter { $0.layer <= last }.map(\.name))
  }

  /// The strings of the first list after a label.
  private static func list(_ body: String, _ label: String) -> Set<String> {
    guard let open = body.firstRange(of: label + "[") else { return [] }
    return Set(strings(String(balanced(body[open.upperBound...], open: "[", close: "]"))))
  }

  private static func strings(_ text: String) -> [String] {
    text.matches(of: #/"([^"]*)"/#).map { String($0.output.1) }
  }

  /// The text up to the bracket that closes the one just before it.
  private static func balanced(
    _ text: Substring, open: Character, close: Character
  ) -> Substring {
    var depth = 1
    for i in text.indices {
      if text[i] == open { depth += 1 }
      if text[i] == close { depth -= 1 }
      if depth == 0 { return text[..<i] }
    }
    return text
  }
}

/// A rule that could not be checked at all.
enum HouseRule: Error {
  case broken(String)
}
