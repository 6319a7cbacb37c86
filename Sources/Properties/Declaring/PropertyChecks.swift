// Checks of values set in code against the ranges of their declarations, which files are checked
// against when they are read.

extension Record {
  /// The first property whose value is outside its declared range, and the reason; nil if there is
  /// none.
  ///
  /// Every number must be finite. The properties of nested parts are checked, with a key such as
  /// `motor.speed`; shared objects are not. ``problem`` is not evaluated.
  ///
  /// - Complexity: About a tenth of a microsecond for each property.
  public var invalidProperty: (key: String, problem: String)? {
    invalidProperty(allowingInfinite: [])
  }

  /// The first property that is not accepted, and the reason; nil if there is none.
  ///
  /// - Parameters:
  ///   - units: The units of numbers that can be infinite, which then have no maximum.
  ///   - includingProblems: Whether the ``problem`` of nested parts and of the record count too.
  /// - Returns: The key, which is empty for a ``problem`` of the record itself.
  public func invalidProperty(
    allowingInfinite units: [Unit], includingProblems: Bool = false
  ) -> (key: String, problem: String)? {
    var visitor = FindInvalidProperty(
      root: self, infiniteUnits: units, includesProblems: includingProblems)
    Self.properties(&visitor)
    return visitor.found ?? (includingProblems ? problem.map { ("", $0) } : nil)
  }
}

private struct FindInvalidProperty<Root>: PropertyVisitor {
  let root: Root
  let infiniteUnits: [Unit]
  let includesProblems: Bool
  var found: (key: String, problem: String)?

  mutating func visit<V: PropertyValue>(
    _ scope: PropertyScope, _ info: @autoclosure () -> PropertyInfo,
    _ path: WritableKeyPath<Root, V>
  ) {
    guard found == nil else { return }
    let info = info()
    let value = root[keyPath: path]
    if V.isPart, let part = value as? any Part {
      let inner = part.invalidProperty(
        allowingInfinite: infiniteUnits, includingProblems: includesProblems)
      let key = inner.map { $0.key.isEmpty ? info.key : "\(info.key).\($0.key)" }
      if let key, let inner { found = (key, inner.problem) }
      return
    }
    if infiniteUnits.contains(info.unit), (value as? Float) == .infinity { return }
    if let problem = value.rangeProblem(info) { found = (info.key, problem) }
  }

  mutating func visit<V: PropertyValue>(
    _ scope: PropertyScope, _ info: @autoclosure () -> PropertyInfo,
    _ path: ReferenceWritableKeyPath<Root, V>
  ) {
    visit(scope, info(), path as WritableKeyPath<Root, V>)
  }
}

extension PropertyInfo {
  /// The reason why a stored number is not accepted, or nil.
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

  /// The reason why a stored number is not accepted, or nil.
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
  /// Most values are not parts.
  @inlinable public static var isPart: Bool { false }
}
