public import CaromGherkin

/// Step definitions and hooks: the code of the steps of features.
///
/// ```swift
/// var steps = StepDefinitions([EngineSteps.self])
/// steps.when("I kick the ball {int} times") { world, arguments in
///   for _ in 0..<(try arguments[0, as: Int.self]) { try world.driver.press(.space) }
/// }
/// ```
public struct StepDefinitions: Sendable {
  /// The code of a step definition.
  public typealias Body = @Sendable (StepContext, StepArguments) throws -> Void
  /// The code of a hook.
  public typealias HookBody = @Sendable (StepContext) throws -> Void

  /// The definitions.
  public private(set) var registry = StepRegistry<Body>()
  /// The hooks.
  public private(set) var hooks = HookRegistry<HookBody>()
  /// The errors of definitions and hooks; a run does not start while there are any.
  public private(set) var problems: [String] = []

  /// Creates the step definitions of libraries.
  public init(_ libraries: [any StepLibrary.Type] = []) {
    for library in libraries { add(library) }
  }

  /// Adds the step definitions of a library.
  public mutating func add(_ library: any StepLibrary.Type) { library.register(in: &self) }

  /// Adds a parameter type for definitions that are added after it.
  public mutating func parameter(_ type: ParameterType) {
    do throws(ParameterTypeError) { try registry.types.add(type) } catch {
      problems.append("\(error)")
    }
  }

  // MARK: Steps

  /// Adds a step definition; as in Cucumber, keywords are not considered when matching.
  ///
  /// - Parameters:
  ///   - expression: A Cucumber expression, or a regular expression such as `/^I tilt (\d+)$/`.
  ///   - file: The file of the definition.
  ///   - line: The line of the definition.
  ///   - body: The code of the step.
  public mutating func step(
    _ expression: String, file: String = #fileID, line: Int = #line, _ body: @escaping Body
  ) {
    do { try registry.define(expression, file: file, line: line, body: body) } catch {
      problems.append("\(file):\(line): '\(expression)': \(error)")
    }
  }

  /// Adds the definition of a step that sets up state.
  public mutating func given(
    _ expression: String, file: String = #fileID, line: Int = #line, _ body: @escaping Body
  ) { step(expression, file: file, line: line, body) }

  /// Adds the definition of a step that performs an action.
  public mutating func when(
    _ expression: String, file: String = #fileID, line: Int = #line, _ body: @escaping Body
  ) { step(expression, file: file, line: line, body) }

  /// Adds the definition of a step that checks an outcome.
  public mutating func then(
    _ expression: String, file: String = #fileID, line: Int = #line, _ body: @escaping Body
  ) { step(expression, file: file, line: line, body) }

  // MARK: Hooks

  /// Adds a hook that runs around scenarios or steps.
  ///
  /// After-hooks always run, and in reverse order.
  ///
  /// - Parameters:
  ///   - phase: The time at which it runs.
  ///   - tags: A tag expression that selects scenarios, such as `@slow and not @wip`; all if empty.
  ///   - order: The rank among other hooks.
  ///   - name: The name in reports.
  ///   - file: The file of the hook.
  ///   - line: The line of the hook.
  ///   - body: The code of the hook.
  public mutating func hook(
    _ phase: HookPhase, tags: String = "", order: Int = 0, name: String = "",
    file: String = #fileID, line: Int = #line, _ body: @escaping HookBody
  ) {
    do throws(TagExpressionError) {
      try hooks.add(
        phase, tags: tags, order: order, name: name, file: file, line: line, body: body)
    } catch {
      problems.append("\(file):\(line): \(error)")
    }
  }

  /// Adds a hook that runs before each scenario selected by tags.
  public mutating func before(
    tags: String = "", file: String = #fileID, line: Int = #line, _ body: @escaping HookBody
  ) { hook(.before, tags: tags, file: file, line: line, body) }

  /// Adds a hook that runs after each scenario selected by tags, regardless of its outcome.
  public mutating func after(
    tags: String = "", file: String = #fileID, line: Int = #line, _ body: @escaping HookBody
  ) { hook(.after, tags: tags, file: file, line: line, body) }

  /// Adds a hook that runs before each step of scenarios selected by tags.
  public mutating func beforeStep(
    tags: String = "", file: String = #fileID, line: Int = #line, _ body: @escaping HookBody
  ) { hook(.beforeStep, tags: tags, file: file, line: line, body) }

  /// Adds a hook that runs after each step of scenarios selected by tags, regardless of its
  /// outcome.
  public mutating func afterStep(
    tags: String = "", file: String = #fileID, line: Int = #line, _ body: @escaping HookBody
  ) { hook(.afterStep, tags: tags, file: file, line: line, body) }
}

/// A group of related step definitions, such as those of a game.
public protocol StepLibrary {
  /// Registers the step definitions.
  static func register(in steps: inout StepDefinitions)
}
