import CaromAutomation
import CaromDocuments

/// The coverage of a search as text and as JSON.
enum FuzzReport {
  /// The lines of a report.
  static func lines(_ coverage: Coverage) -> [String] {
    func row(_ title: String, _ counts: [Coverage.Count]) -> String {
      let all = counts.map { "\($0.name) \($0.count)" }.joined(separator: ", ")
      let gap = String(repeating: " ", count: max(1, 9 - title.utf8.count))
      return title + gap + (all.isEmpty ? "none" : all)
    }
    let untouched = coverage.untouchedRoles.joined(separator: ", ")
    let levels = coverage.levels.isEmpty ? [] : [row("levels", coverage.levels)]
    return levels + [
      row("phases", coverage.phases), row("touched", coverage.contacts),
      "missed   " + (untouched.isEmpty ? "none" : untouched), row("inputs", coverage.inputs),
      row("players", coverage.players), "states   \(coverage.states) distinct",
    ]
  }

  /// Writes the object of a report.
  static func write(_ coverage: Coverage, _ json: inout JSONWriter) {
    func member(_ name: String, _ counts: [Coverage.Count], _ json: inout JSONWriter) {
      json.member(name) {
        $0.object { writer in
          for count in counts { writer.member(count.name) { $0.value(count.count) } }
        }
      }
    }
    json.object {
      member("levels", coverage.levels, &$0)
      member("phases", coverage.phases, &$0)
      member("contacts", coverage.contacts, &$0)
      $0.member("untouchedRoles") { writer in
        writer.array { writer in for role in coverage.untouchedRoles { writer.value(role) } }
      }
      member("inputs", coverage.inputs, &$0)
      member("players", coverage.players, &$0)
      $0.member("states") { $0.value(coverage.states) }
    }
  }
}
