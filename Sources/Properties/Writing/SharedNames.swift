/// The names under which a writer writes shared objects; by default their own names.
///
/// The function receives an object and its name. It returns the name to write, or an empty string
/// for an object that is written inline.
public enum SharedNames: ContextKey {
  /// The object's own name.
  public static var defaultValue: (_ object: AnyObject, _ name: String) -> String {
    { _, name in name }
  }
}

/// Decides whether a shared object equals the one of the base being written against.
///
/// The function receives an object and the object of the base. It returns nil to compare names and
/// properties, and false if the object must be written.
public enum SharedEquality: ContextKey {
  /// Names and properties are compared.
  public static var defaultValue: (_ object: AnyObject, _ base: AnyObject) -> Bool? {
    { _, _ in nil }
  }
}
