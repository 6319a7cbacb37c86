/// One use of a declaration: reading, writing, schema, docs, snapshot and so on.
///
/// A record's `properties` function tells a visitor its properties in order. To add a use, write one
/// small visitor; nothing else changes.
///
/// There are two requirements for one idea because the optimiser removes a class's key path only if
/// it was never upcast to `WritableKeyPath` (which would cost ten to twenty-five times as much). Hot
/// visitors look at `scope` alone and never make `info`.
public protocol PropertyVisitor<Root> {
  /// The record whose properties are visited.
  associatedtype Root

  /// Takes a property of a struct, or a writable one of any record.
  mutating func visit<V: PropertyValue>(
    _ scope: PropertyScope, _ info: @autoclosure () -> PropertyInfo,
    _ path: WritableKeyPath<Root, V>
  )
  /// Takes a property of a class.
  mutating func visit<V: PropertyValue>(
    _ scope: PropertyScope, _ info: @autoclosure () -> PropertyInfo,
    _ path: ReferenceWritableKeyPath<Root, V>)
}

// MARK: What declarations call

extension PropertyVisitor {
  /// Declares one property.
  ///
  /// - Parameters:
  ///   - key: Its key in files and its name in paths; in degrees only if it ends in `Degrees`.
  ///   - path: Where it is stored.
  ///   - summary: A sentence without full stop.
  ///   - unit: What it counts.
  ///   - range: What files may say, in that unit.
  ///   - scope: Whether it takes part in files, in state, or in both.
  @inlinable @inline(__always)
  public mutating func property<V: PropertyValue>(
    _ key: String, _ path: WritableKeyPath<Root, V>, _ summary: String, _ unit: Unit = .none,
    _ range: ClosedRange<Double>? = nil, in scope: PropertyScope = .both
  ) {
    visit(scope, PropertyInfo(key, summary, unit, range, in: scope), path)
  }

  /// Declares one property of a class.
  @inlinable @inline(__always)
  public mutating func property<V: PropertyValue>(
    _ key: String, _ path: ReferenceWritableKeyPath<Root, V>, _ summary: String,
    _ unit: Unit = .none, _ range: ClosedRange<Double>? = nil, in scope: PropertyScope = .both
  ) {
    visit(scope, PropertyInfo(key, summary, unit, range, in: scope), path)
  }

  /// Declares an angle, or angles, that are stored in radians and given in degrees in files.
  ///
  /// What is written is the shortest number of degrees that reads back as the same radians, so
  /// saving what was loaded changes nothing.
  ///
  /// - Parameters:
  ///   - key: Its key in files, ending in `Degrees`.
  ///   - path: Where it is stored, in radians.
  ///   - summary: A sentence without full stop.
  ///   - range: What files may say, in degrees.
  ///   - scope: Whether it takes part in files, in state, or in both.
  @inlinable @inline(__always)
  public mutating func degrees<V: AngleValue>(
    _ key: String, _ path: WritableKeyPath<Root, V>, _ summary: String,
    _ range: ClosedRange<Double>? = nil, in scope: PropertyScope = .both
  ) {
    visit(scope, PropertyInfo(key, summary, .degrees, range, in: scope, form: .degrees), path)
  }

  /// Declares an angle of a class that is stored in radians and given in degrees in files.
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
  /// most one of the cases, and exactly one where the scope is required.
  @inlinable @inline(__always)
  public mutating func choice<V: OneOf>(
    _ path: WritableKeyPath<Root, V>, _ summary: String, in scope: PropertyScope = .both
  ) {
    visit(scope, PropertyInfo("", summary, in: scope, form: .choice), path)
  }

  /// Declares a choice of a class whose cases are keys of the record itself.
  @inlinable @inline(__always)
  public mutating func choice<V: OneOf>(
    _ path: ReferenceWritableKeyPath<Root, V>, _ summary: String, in scope: PropertyScope = .both
  ) {
    visit(scope, PropertyInfo("", summary, in: scope, form: .choice), path)
  }

  /// Declares a choice that may be absent and whose cases are keys of the record itself.
  @inlinable @inline(__always)
  public mutating func choice<V: OneOf>(
    _ path: WritableKeyPath<Root, V?>, _ summary: String, in scope: PropertyScope = .both
  ) {
    visit(scope, PropertyInfo("", summary, in: scope, form: .choice), path)
  }

  /// Declares a choice of a class that may be absent and whose cases are keys of the record itself.
  @inlinable @inline(__always)
  public mutating func choice<V: OneOf>(
    _ path: ReferenceWritableKeyPath<Root, V?>, _ summary: String, in scope: PropertyScope = .both
  ) {
    visit(scope, PropertyInfo("", summary, in: scope, form: .choice), path)
  }
}
