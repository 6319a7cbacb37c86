/// One use of a declaration: reading, writing, schema, docs, snapshot and so on.
///
/// A record's `properties` function passes its properties to a visitor in order. To add a use,
/// write one small visitor; nothing else changes.
///
/// There are two requirements for one operation because the optimizer removes a class's key path
/// only if it was never upcast to `WritableKeyPath` (the upcast costs ten to twenty-five times as
/// much). Hot visitors read only `scope` and never evaluate `info`.
public protocol PropertyVisitor<Root> {
  /// The record whose properties are visited.
  associatedtype Root

  /// Visits a property of a struct, or a writable property of any record.
  mutating func visit<V: PropertyValue>(
    _ scope: PropertyScope, _ info: @autoclosure () -> PropertyInfo,
    _ path: WritableKeyPath<Root, V>
  )
  /// Visits a property of a class.
  mutating func visit<V: PropertyValue>(
    _ scope: PropertyScope, _ info: @autoclosure () -> PropertyInfo,
    _ path: ReferenceWritableKeyPath<Root, V>)

  /// Declares the properties of a part as properties of the record itself.
  ///
  /// Keys, paths and the order of the state are the same as if the record declared the properties
  /// here. The part must have the default value of its type.
  mutating func embed<P: Part>(_ path: WritableKeyPath<Root, P>)
}

// MARK: Called by declarations

extension PropertyVisitor {
  /// Declares a property.
  ///
  /// - Parameters:
  ///   - key: The key in files and the name in paths; in degrees only if it ends in `Degrees`.
  ///   - path: The stored property.
  ///   - summary: A sentence without a period.
  ///   - unit: The unit of the value.
  ///   - range: The accepted range, in that unit.
  ///   - scope: Whether it is used in files, in state, or in both.
  @inlinable @inline(__always)
  public mutating func property<V: PropertyValue>(
    _ key: String, _ path: WritableKeyPath<Root, V>, _ summary: String, _ unit: Unit = .none,
    _ range: ClosedRange<Double>? = nil, in scope: PropertyScope = .both
  ) {
    visit(scope, PropertyInfo(key, summary, unit, range, in: scope), path)
  }

  /// Declares a property of a class.
  @inlinable @inline(__always)
  public mutating func property<V: PropertyValue>(
    _ key: String, _ path: ReferenceWritableKeyPath<Root, V>, _ summary: String,
    _ unit: Unit = .none, _ range: ClosedRange<Double>? = nil, in scope: PropertyScope = .both
  ) {
    visit(scope, PropertyInfo(key, summary, unit, range, in: scope), path)
  }

  /// Declares an angle, or angles, stored in radians and given in degrees in files.
  ///
  /// The writer emits the shortest number of degrees that reads back as the same radians, so saving
  /// a loaded file changes nothing.
  ///
  /// - Parameters:
  ///   - key: The key in files, ending in `Degrees`.
  ///   - path: The stored property, in radians.
  ///   - summary: A sentence without a period.
  ///   - range: The accepted range, in degrees.
  ///   - scope: Whether it is used in files, in state, or in both.
  @inlinable @inline(__always)
  public mutating func degrees<V: AngleValue>(
    _ key: String, _ path: WritableKeyPath<Root, V>, _ summary: String,
    _ range: ClosedRange<Double>? = nil, in scope: PropertyScope = .both
  ) {
    visit(scope, PropertyInfo(key, summary, .degrees, range, in: scope, form: .degrees), path)
  }

  /// Declares an angle of a class, stored in radians and given in degrees in files.
  @inlinable @inline(__always)
  public mutating func degrees<V: AngleValue>(
    _ key: String, _ path: ReferenceWritableKeyPath<Root, V>, _ summary: String,
    _ range: ClosedRange<Double>? = nil, in scope: PropertyScope = .both
  ) {
    visit(scope, PropertyInfo(key, summary, .degrees, range, in: scope, form: .degrees), path)
  }

  /// Declares a choice whose cases are keys of the record itself.
  ///
  /// A record with `p.choice(\.primitive, "…")` reads `{ "box": { "width": 2 } }`. A file gives at
  /// most one of the cases, and exactly one if the scope is required.
  @inlinable @inline(__always)
  public mutating func choice<V: Variant>(
    _ path: WritableKeyPath<Root, V>, _ summary: String, in scope: PropertyScope = .both
  ) {
    visit(scope, PropertyInfo("", summary, in: scope, form: .choice), path)
  }

  /// Declares a choice of a class whose cases are keys of the record itself.
  @inlinable @inline(__always)
  public mutating func choice<V: Variant>(
    _ path: ReferenceWritableKeyPath<Root, V>, _ summary: String, in scope: PropertyScope = .both
  ) {
    visit(scope, PropertyInfo("", summary, in: scope, form: .choice), path)
  }

  /// Declares an optional choice whose cases are keys of the record itself.
  @inlinable @inline(__always)
  public mutating func choice<V: Variant>(
    _ path: WritableKeyPath<Root, V?>, _ summary: String, in scope: PropertyScope = .both
  ) {
    visit(scope, PropertyInfo("", summary, in: scope, form: .choice), path)
  }

  /// Declares an optional choice of a class whose cases are keys of the record itself.
  @inlinable @inline(__always)
  public mutating func choice<V: Variant>(
    _ path: ReferenceWritableKeyPath<Root, V?>, _ summary: String, in scope: PropertyScope = .both
  ) {
    visit(scope, PropertyInfo("", summary, in: scope, form: .choice), path)
  }
}
