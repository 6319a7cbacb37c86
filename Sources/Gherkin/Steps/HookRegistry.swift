/// When a hook runs.
public enum HookPhase: Sendable, Equatable, CaseIterable {
  /// Before the first scenario of a run.
  case beforeAll
  /// Before the steps of a scenario.
  case before
  /// Before a step.
  case beforeStep
  /// After a step, whatever came of it.
  case afterStep
  /// After the steps of a scenario, whatever came of it.
  case after
  /// After the last scenario of a run.
  case afterAll

  /// Whether hooks of this phase undo what others did, and so run in the opposite order.
  public var isAfter: Bool {
    switch self {
    case .beforeAll, .before, .beforeStep: false
    case .afterStep, .after, .afterAll: true
    }
  }
}

/// The hooks of a suite: code around scenarios and steps, chosen by tags.
///
/// Hooks before something run by `order`, then as they were added; hooks after it in exactly the
/// opposite order, so that what was set up first is taken down last.
public struct HookRegistry<Body: Sendable>: Sendable {
  /// A hook.
  public struct Hook: Sendable {
    /// When it runs.
    public let phase: HookPhase
    /// The scenarios that it runs for.
    public let tags: TagExpression
    /// Its rank: lower ones run earlier before a scenario, and later after it.
    public let order: Int
    /// Its name in reports.
    public let name: String
    /// Where it was written.
    public let location: DefinitionLocation
    /// What the runner calls.
    public let body: Body
  }

  /// All hooks, as they were added.
  public private(set) var hooks: [Hook] = []

  /// Makes a registry without hooks.
  public init() {}

  /// Adds a hook.
  ///
  /// - Parameters:
  ///   - phase: when it runs.
  ///   - tags: the scenarios that it runs for; all if empty. Hooks of a whole run have no tags.
  ///   - order: its rank among others; 0 if it does not matter.
  ///   - name: its name in reports.
  ///   - file: where the hook is written.
  ///   - line: the line there.
  ///   - body: what the runner calls.
  /// - Throws: what is wrong with the tag expression.
  public mutating func add(
    _ phase: HookPhase, tags: String = "", order: Int = 0, name: String = "",
    file: String = #fileID, line: Int = #line, body: Body
  ) throws(TagExpressionError) {
    hooks.append(
      Hook(
        phase: phase, tags: try TagExpression(parsing: tags), order: order, name: name,
        location: DefinitionLocation(file: file, line: line), body: body))
  }

  /// The hooks of a phase for a scenario with some tags, in the order in which they run.
  public func hooks(_ phase: HookPhase, tags: [String] = []) -> [Hook] {
    let isWhole = phase == .beforeAll || phase == .afterAll
    let chosen = hooks.enumerated().filter {
      $0.element.phase == phase && (isWhole || $0.element.tags.matches(tags))
    }
    let ordered = chosen.sorted { ($0.element.order, $0.offset) < ($1.element.order, $1.offset) }
      .map(\.element)
    return phase.isAfter ? ordered.reversed() : ordered
  }
}
