// Checks of values set in code against the ranges of their declarations, which files are checked
// against when they are read.

extension Record {
  /// The first property whose value is outside its declared range, and why; nil if there is none.
  ///
  /// Every number must be finite. The properties of nested parts are checked, shared objects are
  /// not. ``problem`` is not evaluated.
  ///
  /// - Complexity: About a tenth of a microsecond for each property.
  public var invalidProperty: (key: String, problem: String)? {
    var visitor = FindInvalidProperty(root: self)
    Self.properties(&visitor)
    return visitor.found
  }
}

private struct FindInvalidProperty<Root>: PropertyVisitor {
  let root: Root
  var found: (key: String, problem: String)?

  mutating func visit<V: PropertyValue>(
    _ scope: PropertyScope, _ info: @autoclosure () -> PropertyInfo,
    _ path: WritableKeyPath<Root, V>
  ) {
    guard found == nil else { return }
    let info = info()
    if let problem = root[keyPath: path].rangeProblem(info) { found = (info.key, problem) }
  }

  mutating func visit<V: PropertyValue>(
    _ scope: PropertyScope, _ info: @autoclosure () -> PropertyInfo,
    _ path: ReferenceWritableKeyPath<Root, V>
  ) {
    visit(scope, info(), path as WritableKeyPath<Root, V>)
  }
}

extension PropertyInfo {
  /// Why a stored number is not accepted, or nil.
  ///
  /// Bounds are rounded to Float as values are, and converted to radians as degrees are.
  func problem(of value: Float) -> String? {
    let isDegrees = form == .degrees
    if let range {
      let least = isDegrees ? radians(fromDegrees: range.lowerBound) : Float(range.lowerBound)
      let most = isDegrees ? radians(fromDegrees: range.upperBound) : Float(range.upperBound)
      if value >= least && value <= most { return nil }
      return outOfRange(value.isFinite ? text(of: value) : "\(value)")
    }
    return value.isFinite ? nil : "\(value) is not finite; a finite number is accepted"
  }

  /// The first problem of several components, or nil.
  func problem(of components: Float...) -> String? {
    components.lazy.compactMap { problem(of: $0) }.first
  }

  /// Why a stored number is not accepted, or nil.
  func problem(of value: Double) -> String? {
    if let range { return range.contains(value) ? nil : outOfRange("\(value)") }
    return value.isFinite ? nil : "\(value) is not finite; a finite number is accepted"
  }

  /// The message for a number outside the range.
  func outOfRange(_ number: String) -> String {
    let suffix = unit == .none || unit == .ratio ? "" : " \(unit.rawValue)"
    return "\(number) is out of range; \(range.map(describe) ?? "any number")\(suffix) is accepted"
  }
}

extension PropertyValue {
  /// Values without numbers are always accepted.
  public func rangeProblem(_ info: PropertyInfo) -> String? { nil }
}
