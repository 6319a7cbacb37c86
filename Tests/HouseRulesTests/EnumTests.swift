import TestSupport
import Testing

@Suite("Switches and names of types")
struct EnumTests {
  /// The line numbers of `default:` in switches over cases of an enum.
  ///
  /// Enums of the standard library may gain cases, so `generalCategory` is exempt.
  static func openSwitches(in file: SourceFile) -> [Int] {
    let lines = file.code
    func indentation(_ line: Substring) -> Int { line.prefix { $0 == " " }.count }
    return lines.indices.compactMap { index in
      let (number, line) = lines[index]
      guard line.drop(while: { $0 == " " }).hasPrefix("default:") else { return nil }
      let depth = indentation(line)
      var hasCases = false
      for (_, earlier) in lines[..<index].reversed() where indentation(earlier) <= depth {
        let text = earlier.drop { $0 == " " }
        if indentation(earlier) < depth { return nil }
        if text.contains("switch ") {
          return hasCases && !text.contains(".generalCategory") ? number : nil
        }
        if text.hasPrefix("case .") || text.hasPrefix("case let .") { hasCases = true }
      }
      return nil
    }
  }

  @Test("A switch over cases of an enum has no default, so that a new case cannot be forgotten")
  func noDefault() throws {
    for file in try SourceFile.all(under: "Sources") {
      for number in Self.openSwitches(in: file) {
        Issue.record("\(file.path):\(number) has a default: name the cases")
      }
    }
    let lines: [Substring] = ["  switch a {", "  case .b: 1", "  default: 2", "  }"]
    #expect(Self.openSwitches(in: SourceFile(path: "A.swift", lines: lines)) == [3])
    let numbers: [Substring] = ["  switch a {", "  case 1: 1", "  default: 2", "  }"]
    #expect(Self.openSwitches(in: SourceFile(path: "A.swift", lines: numbers)).isEmpty)
  }

  @Test("Two types of different modules never share a name")
  func namesAreUnique() throws {
    let declaration =
      #/^(?:public |package |internal |final |indirect )*(?:struct|class|enum|protocol) (\w+)/#
    var modules: [String: Set<String>] = [:]
    for file in try SourceFile.all(under: "Sources") {
      for (_, line) in file.code {
        guard let match = line.prefixMatch(of: declaration) else { continue }
        modules[String(match.output.1), default: []].insert(file.module)
      }
    }
    #expect(modules.count > 500)
    for (name, owners) in modules.sorted(by: { $0.key < $1.key }) where owners.count > 1 {
      Issue.record("\(name) is declared in \(owners.sorted())")
    }
  }
}
