public import CaromGherkin

/// Step definitions and hooks: what the sentences of features do.
///
/// ```swift
/// var steps = StepDefinitions([EngineSteps.self])
/// steps.when("I kick the ball {int} times") { world, arguments in
///   for _ in 0..<(try arguments[0, as: Int.self]) { try world.driver.press(.space) }
/// }
/// ```
public struct StepDefinitions: Sendable {
  /// The code of a step.
  public typealias Body = @Sendable (StepContext, StepArguments) throws -> Void
  /// The code of a hook.
  public typealias HookBody = @Sendable (StepContext) throws -> Void

  /// The definitions.
  public private(set) var registry = StepRegistry<Body>()
  /// The hooks.
  public private(set) var hooks = HookRegistry<HookBody>()
  /// What is wrong with definitions and hooks: a run refuses to begin until there is nothing.
  public private(set) var problems: [String] = []

  /// Makes the steps of some libraries.
  public init(_ libraries: [any StepLibrary.Type] = []) {
    for library in libraries { add(library) }
  }

  /// Adds the steps of a library.
  public mutating func add(_ library: any StepLibrary.Type) { library.register(in: &self) }

  /// Adds a parameter type; it counts for definitions that are added after it.
  public mutating func parameter(_ type: ParameterType) {
    do throws(ParameterTypeError) { try registry.types.add(type) } catch {
      problems.append("\(error)")
    }
  }

  // MARK: Steps

  /// Defines what a step does; the keyword of the file does not matter, as in all Cucumbers.
  ///
  /// - Parameters:
  ///   - expression: A cucumber expression, or a regular expression such as `/^I tilt (\d+)$/`.
  ///   - file: Where it is written.
  ///   - line: The line there.
  ///   - body: What it does.
  public mutating func step(
    _ expression: String, file: String = #fileID, line: Int = #line, _ body: @escaping Body
  ) {
    do { try registry.define(expression, file: file, line: line, body: body) } catch {
      problems.append("\(file):\(line): '\(expression)': \(error)")
    }
  }

  /// Defines a step that sets something up.
  public mutating func given(
    _ expression: String, file: String = #fileID, line: Int = #line, _ body: @escaping Body
  ) { step(expression, file: file, line: line, body) }

  /// Defines a step that does something.
  public mutating func when(
    _ expression: String, file: String = #fileID, line: Int = #line, _ body: @escaping Body
  ) { step(expression, file: file, line: line, body) }

  /// Defines a step that tells what must be so.
  public mutating func then(
    _ expression: String, file: String = #fileID, line: Int = #line, _ body: @escaping Body
  ) { step(expression, file: file, line: line, body) }

  // MARK: Hooks

  /// Adds code that runs around scenarios and steps.
  ///
  /// Those after something run always, whatever came of it, and in the opposite order.
  ///
  /// - Parameters:
  ///   - phase: When it runs.
  ///   - tags: The scenarios that it runs for, such as `@slow and not @wip`; all if empty.
  ///   - order: Its rank among others.
  ///   - name: Its name in reports.
  ///   - file: Where it is written.
  ///   - line: The line there.
  ///   - body: What it does.
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

  /// Adds code that runs before each scenario with some tags.
  public mutating func before(
    tags: String = "", file: String = #fileID, line: Int = #line, _ body: @escaping HookBody
  ) { hook(.before, tags: tags, file: file, line: line, body) }

  /// Adds code that runs after each scenario with some tags, whatever came of it.
  public mutating func after(
    tags: String = "", file: String = #fileID, line: Int = #line, _ body: @escaping HookBody
  ) { hook(.after, tags: tags, file: file, line: line, body) }

  /// Adds code that runs before each step of scenarios with some tags.
  public mutating func beforeStep(
    tags: String = "", file: String = #fileID, line: Int = #line, _ body: @escaping HookBody
  ) { hook(.beforeStep, tags: tags, file: file, line: line, body) }

  /// Adds code that runs after each step of scenarios with some tags, whatever came of it.
  public mutating func afterStep(
    tags: String = "", file: String = #fileID, line: Int = #line, _ body: @escaping HookBody
  ) { hook(.afterStep, tags: tags, file: file, line: line, body) }
}

/// Steps that belong together, such as those of a game.
public protocol StepLibrary {
  /// Defines them.
  static func register(in steps: inout StepDefinitions)
}
