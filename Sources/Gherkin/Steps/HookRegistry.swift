/// The time at which a hook runs.
public enum HookPhase: Sendable, Equatable, CaseIterable {
  /// Before the first scenario of a run.
  case beforeAll
  /// Before the steps of a scenario.
  case before
  /// Before a step.
  case beforeStep
  /// After a step, regardless of its outcome.
  case afterStep
  /// After the steps of a scenario, regardless of its outcome.
  case after
  /// After the last scenario of a run.
  case afterAll

  /// Whether hooks of this phase run in reverse order.
  public var isAfter: Bool {
    switch self {
    case .beforeAll, .before, .beforeStep: false
    case .afterStep, .after, .afterAll: true
    }
  }
}

/// A collection of hooks: code that runs around scenarios and steps, selected by tags.
///
/// Before-hooks run by `order`, then in the order in which they were added; after-hooks run in
/// exactly the reverse order.
public struct HookRegistry<Body: Sendable>: Sendable {
  /// A hook.
  public struct Hook: Sendable {
    /// The time at which it runs.
    public let phase: HookPhase
    /// The scenarios that it runs for.
    public let tags: TagExpression
    /// The rank: hooks with a lower rank run earlier before a scenario, and later after it.
    public let order: Int
    /// The name in reports.
    public let name: String
    /// The location in the source code.
    public let location: DefinitionLocation
    /// The code, which the runner calls.
    public let body: Body
  }

  /// The hooks, in the order in which they were added.
  public private(set) var hooks: [Hook] = []

  /// Creates an empty registry.
  public init() {}

  /// Adds a hook.
  ///
  /// - Parameters:
  ///   - phase: The time at which it runs.
  ///   - tags: A tag expression that selects scenarios; all if empty. Ignored for hooks of a whole
  ///     run.
  ///   - order: The rank among other hooks.
  ///   - name: The name in reports.
  ///   - file: The file of the hook.
  ///   - line: The line of the hook.
  ///   - body: The code, which the runner calls.
  /// - Throws: An error if the tag expression is invalid.
  public mutating func add(
    _ phase: HookPhase, tags: String = "", order: Int = 0, name: String = "",
    file: String = #fileID, line: Int = #line, body: Body
  ) throws(TagExpressionError) {
    hooks.append(
      Hook(
        phase: phase, tags: try TagExpression(parsing: tags), order: order, name: name,
        location: DefinitionLocation(file: file, line: line), body: body))
  }

  /// The hooks of a phase for a scenario with tags, in execution order.
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
