public import CaromGherkin

/// What a step gives to its code: the parameters of its text, the table and the text below it.
public struct StepArguments: Sendable {
  /// The step as it stands in the file.
  public let step: Pickle.Step
  private let values: [StepArgument]

  init(_ step: Pickle.Step, _ values: [StepArgument]) {
    self.step = step
    self.values = values
  }

  /// How many parameters the expression has.
  public var count: Int { values.count }

  /// The value of a parameter, counted from 0.
  ///
  /// Whole numbers are taken for numbers with fractions too, and any parameter for its text.
  ///
  /// - Throws: that it is of another type, out of range, or was left out.
  public subscript<Value>(_ index: Int, as type: Value.Type = Value.self) -> Value {
    get throws {
      guard values.indices.contains(index) else {
        throw StepError(
          "the expression has \(values.count) parameters; there is no number \(index)")
      }
      let argument = values[index]
      guard let value = try argument.value() else {
        throw StepError("parameter \(index) was left out of '\(step.text)'")
      }
      if let value = value as? Value { return value }
      if let value = Self.number(value, as: type) { return value }
      if let text = argument.text as? Value { return text }
      let name = argument.type.map { "{\($0.name)}" } ?? "a group"
      throw StepError(
        "parameter \(index) is \(name) and becomes \(Swift.type(of: value)), not \(type)")
    }
  }

  private static func number<Value>(_ value: any Sendable, as type: Value.Type) -> Value? {
    let wide: Double
    switch value {
    case let value as Int: wide = Double(value)
    // A number that was read as Float has no more digits than that.
    case let value as Float: wide = Double(value.description) ?? Double(value)
    default: return nil
    }
    if type == Double.self { return wide as? Value }
    if type == Float.self { return Float(wide) as? Value }
    return nil
  }

  /// The table below the step.
  ///
  /// - Throws: that there is none.
  public var table: Pickle.DataTable {
    get throws(StepError) {
      if let table = step.dataTable { return table }
      throw StepError("this step has no table below it; it needs one")
    }
  }

  /// The text below the step, between `"""`.
  ///
  /// - Throws: that there is none.
  public var text: String {
    get throws(StepError) {
      if let text = step.docString { return text.content }
      throw StepError("this step has no text below it; it needs one, between \"\"\"")
    }
  }
}
