/// Why a locator finds nothing: how far its path led, and what is nearly what it asks for.
public struct Miss: Hashable, Sendable, CustomStringConvertible {
  /// One step or condition of the path, as it is written, with how many matched after it.
  public struct Stage: Hashable, Sendable {
    /// The text of the step, such as `//node`, or of the condition, such as `[@name='Bal']`.
    public var text: String
    /// How many were left after it.
    public var count: Int
  }
  /// The steps and conditions up to the one that nothing passed.
  public var stages: [Stage]
  /// What is nearly right, best first: `"ball" (3)`.
  public var near: [String]
  /// What was asked for, to which they are near: `names`, `element`.
  public var what: String

  /// True when nothing is missing.
  public var isEmpty: Bool { stages.isEmpty }

  /// A sentence: `nothing matches: //node finds 37, but none has [@name='Bal']; near: "ball" (3)`.
  public var description: String {
    guard let last = stages.last else { return "nothing matches" }
    var text = "nothing matches: "
    if stages.count > 1 {
      let before = stages.dropLast().map(\.text).joined()
      text += "\(before) finds \(stages[stages.count - 2].count), but none of them \(last.text)"
    } else {
      text += "there is no \(last.text)"
    }
    if !near.isEmpty { text += "; \(what) nearby: \(near.joined(separator: ", "))" }
    return text
  }
}
