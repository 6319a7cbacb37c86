/// A property of a record that has no effect beside the values of the others.
///
/// The record is accepted, unlike one with a ``Record/problem``.
public struct PropertyWarning: Equatable, Sendable {
  /// The keys of files that lead from the record to the property.
  public var path: [String]
  /// A sentence without a period: what has no effect; what is accepted.
  public var message: String

  /// Creates a warning about a property of the record itself.
  public init(_ key: String, _ message: String) {
    path = [key]
    self.message = message
  }

  /// The same warning, seen from a record that contains the property's record under a key.
  public func inside(_ key: String) -> PropertyWarning {
    var copy = self
    copy.path.insert(key, at: 0)
    return copy
  }
}

extension Record {
  /// By default every property has an effect.
  public var warnings: [PropertyWarning] { [] }
}
