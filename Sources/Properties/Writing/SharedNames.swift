/// What a writer calls shared objects; without it, by their own names.
///
/// The function is given an object and its name, and answers with the name to write, or with an
/// empty text for an object that is written where it is used.
public enum SharedNames: ReaderKey {
  /// The object's own name.
  public static var initial: (_ object: AnyObject, _ name: String) -> String {
    { _, name in name }
  }
}

/// Which shared objects a writer takes for the ones that are there already.
///
/// The function is given an object and the one of the base; it answers nil where their names and
/// properties decide, and false where the object has to be written.
public enum SharedEquality: ReaderKey {
  /// Names and properties decide.
  public static var initial: (_ object: AnyObject, _ base: AnyObject) -> Bool? {
    { _, _ in nil }
  }
}
