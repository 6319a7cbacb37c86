/// The sizes that a shape may have.
public enum ShapeLimits {
  /// The least dimension, in metres; below it 32-bit numbers no longer carry a contact.
  public static let least: Float = 1e-4
  /// The greatest dimension, in metres; volumes and inertias stay finite up to here.
  public static let greatest: Float = 1e5

  /// A sentence that says what is wrong with a dimension, or nil when nothing is.
  static func problem(_ name: String, _ value: Float) -> String? {
    if value >= least && value <= greatest { return nil }
    let found = value.isNaN ? "not a number" : "\(value) m"
    return "\(name) is \(found); it must be from \(least) m to \(greatest) m"
  }
}
