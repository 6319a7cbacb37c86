public import CaromGherkin

/// The arguments of a step: the parameters of its text, the table and the doc string.
public struct StepArguments: Sendable {
  /// The step as written in the file.
  public let step: Pickle.Step
  private let values: [StepArgument]

  init(_ step: Pickle.Step, _ values: [StepArgument]) {
    self.step = step
    self.values = values
  }

  /// The number of parameters of the expression.
  public var count: Int { values.count }

  /// The value of a parameter, by index from 0.
  ///
  /// Integers are converted to floating-point types, and any parameter to its text.
  ///
  /// - Throws: An error if the parameter has another type, is out of range, or is missing.
  public subscript<Value>(_ index: Int, as type: Value.Type = Value.self) -> Value {
    get throws {
      guard values.indices.contains(index) else {
        throw StepError(
          "parameter \(index) does not exist; the expression has \(values.count) parameters")
      }
      let argument = values[index]
      guard let value = try argument.value() else {
        throw StepError("parameter \(index) is missing in '\(step.text)'")
      }
      if let value = value as? Value { return value }
      if let value = Self.number(value, as: type) { return value }
      if let text = argument.text as? Value { return text }
      let name = argument.type.map { "{\($0.name)}" } ?? "a group"
      throw StepError(
        "parameter \(index) is \(name) of type \(Swift.type(of: value)), expected \(type)")
    }
  }

  private static func number<Value>(_ value: any Sendable, as type: Value.Type) -> Value? {
    let wide: Double
    switch value {
    case let value as Int: wide = Double(value)
    // A value parsed as Float has no more digits than that.
    case let value as Float: wide = Double(value.description) ?? Double(value)
    default: return nil
    }
    if type == Double.self { return wide as? Value }
    if type == Float.self { return Float(wide) as? Value }
    return nil
  }

  /// The table of the step.
  ///
  /// - Throws: An error if there is none.
  public var table: Pickle.DataTable {
    get throws(StepError) {
      if let table = step.dataTable { return table }
      throw StepError("the step requires a table")
    }
  }

  /// The text of the doc string.
  ///
  /// - Throws: An error if there is none.
  public var text: String {
    get throws(StepError) {
      if let text = step.docString { return text.content }
      throw StepError("the step requires a doc string between \"\"\"")
    }
  }
}
