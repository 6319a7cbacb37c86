/// The reason why a locator finds nothing: the step that failed, and suggestions.
public struct Miss: Hashable, Sendable, CustomStringConvertible {
  /// A step or predicate of the path as written, with the number of matches after it.
  public struct Stage: Hashable, Sendable {
    /// The text of the step, such as `//node`, or of the predicate, such as `[@name='Bal']`.
    public var text: String
    /// The number of matches after it.
    public var count: Int
  }
  /// The steps and predicates up to the first without matches.
  public var stages: [Stage]
  /// Suggested corrections with their counts, best first: `"ball" (3)`.
  public var near: [String]
  /// The kind of the suggestions: `attributes`, `elements`, `values of @name`.
  public var what: String
  /// Hints at the probable meaning of the selector, one sentence for each mistake.
  public var hints: [String] = []

  /// Whether there is nothing to explain: the locator has matches, or is a value.
  public var isEmpty: Bool { stages.isEmpty && hints.isEmpty }

  /// The message: `nothing matches: //node finds 37, but none of them [@name='Bal']; …`.
  public var description: String {
    guard let last = stages.last else {
      return hints.isEmpty ? "nothing matches" : hints.joined(separator: "; ")
    }
    var text = "nothing matches: "
    if stages.count > 1 {
      let before = stages.dropLast().map(\.text).joined()
      text += "\(before) finds \(stages[stages.count - 2].count), but none of them \(last.text)"
    } else {
      text += "there is no \(last.text)"
    }
    if !near.isEmpty { text += "; \(what) nearby: \(near.joined(separator: ", "))" }
    return ([text] + hints).joined(separator: "; ")
  }
}
