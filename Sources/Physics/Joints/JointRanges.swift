import CaromProperties

extension JointKind {
  /// Why a world would refuse the parameters, or nil when it would not.
  var error: PhysicsError? {
    if let error = joint.rangeError() { return error }
    return joint.problem.map { .invalidProperty(type(of: joint).key, problem: $0) }
  }
}

extension Record {
  /// The first number outside its declared range, or nil.
  ///
  /// Forces and torques can be infinite: then they have no maximum.
  func rangeError(_ prefix: String = "") -> PhysicsError? {
    var visitor = CheckRanges(root: self, prefix: prefix)
    Self.properties(&visitor)
    return visitor.error
  }
}

/// Compares each number of a record with its declared range.
private struct CheckRanges<Root: Record>: PropertyVisitor {
  let root: Root
  let prefix: String
  var error: PhysicsError?

  mutating func visit<V: PropertyValue>(
    _ scope: PropertyScope, _ info: @autoclosure () -> PropertyInfo,
    _ path: WritableKeyPath<Root, V>
  ) { check(root[keyPath: path], info()) }

  mutating func visit<V: PropertyValue>(
    _ scope: PropertyScope, _ info: @autoclosure () -> PropertyInfo,
    _ path: ReferenceWritableKeyPath<Root, V>
  ) { check(root[keyPath: path], info()) }

  private mutating func check(_ value: any PropertyValue, _ info: PropertyInfo) {
    guard error == nil else { return }
    if let part = value as? any Record {
      error =
        part.rangeError(prefix + info.key + ".")
        ?? part.problem.map { .invalidProperty(prefix + info.key, problem: $0) }
      return
    }
    guard let number = value as? Float, let range = info.range else { return }
    if number == .infinity && (info.unit == .newtons || info.unit == .newtonMeters) { return }
    // Degrees in files are radians here.
    let scale: Double = info.form == .degrees ? Double.pi / 180 : 1
    let (lower, upper) = (Float(range.lowerBound * scale), Float(range.upperBound * scale))
    if number >= lower && number <= upper { return }
    let name = info.form == .degrees ? String(info.key.dropLast("Degrees".count)) : info.key
    error = .invalidProperty(prefix + name, problem: "\(number) is outside \(lower)...\(upper)")
  }
}
