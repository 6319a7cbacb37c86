import TestSupport

/// What `Package.swift` declares, read as text: building the package must not need a second build.
struct Manifest {
  /// A target of the package.
  struct Target {
    /// How it was declared: `module`, `tests`, `target`, `executableTarget` or `systemLibrary`.
    let kind: String
    /// The name in Swift, such as `CaromMaths`.
    let name: String
    /// The names of the package's own targets that it depends on.
    let dependencies: [String]
  }

  /// The text without comments.
  let text: String
  /// All targets, in the order of the file.
  let targets: [Target]

  /// Reads the manifest of the checkout.
  init() throws {
    text = try Repository.text("Package.swift").split(
      separator: "\n", omittingEmptySubsequences: false
    )
    .filter { !$0.drop { $0 == " " }.hasPrefix("//") }.joined(separator: "\n")
    guard let start = text.firstRange(of: "targets: [\n") else {
      throw HouseRule.broken("Package.swift has no list of targets that starts a line of its own")
    }
    var targets: [Target] = []
    let list = String(text[start.upperBound...])
    for match in list.matches(
      of: #/(?m)^ {4}\.?(module|tests|target|executableTarget|testTarget|systemLibrary)\(/#)
    {
      let kind = String(match.output.1)
      let body = Self.balanced(list[match.range.upperBound...], open: "(", close: ")")
      let strings = body.matches(of: #/"([^"]*)"/#).map { String($0.output.1) }
      guard let first = strings.first else { continue }
      switch kind {
      case "module", "tests":
        let lists = body.matches(of: #/(c: |data: )?\[([^\]]*)\]/#)
        var dependencies: [String] = []
        for part in lists where part.output.1 != "data: " {
          let names = part.output.2.matches(of: #/"([^"]*)"/#).map { String($0.output.1) }
          dependencies += part.output.1 == nil ? names.map { "Carom" + $0 } : names
        }
        let name = kind == "module" ? "Carom" + first : first + "Tests"
        targets.append(Target(kind: kind, name: name, dependencies: dependencies))
      default:
        var dependencies: [String] = []
        if let open = body.firstRange(of: "dependencies: [") {
          let names = Self.balanced(body[open.upperBound...], open: "[", close: "]")
          dependencies = names.replacing(#/\.product\([^)]*\)/#, with: "")
            .matches(of: #/"([^"]*)"/#).map { String($0.output.1) }
        }
        targets.append(Target(kind: kind, name: first, dependencies: dependencies))
      }
    }
    self.targets = targets
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

  /// The folder of a target in `Sources`: `CaromMaths` lives in `Maths`.
  static func folder(_ name: String) -> String {
    name.hasPrefix("Carom") && name != "Carom" ? String(name.dropFirst(5)) : name
  }
}

/// A rule that could not even be checked.
enum HouseRule: Error {
  case broken(String)
}
