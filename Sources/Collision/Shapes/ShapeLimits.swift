/// The range of dimensions that a shape may have.
public enum ShapeLimits {
  /// The minimum dimension, in meters; contacts of smaller shapes exceed the precision of 32-bit
  /// numbers.
  public static let minSize: Float = 1e-4
  /// The maximum dimension, in meters; volumes and inertia tensors stay finite up to it.
  public static let maxSize: Float = 1e5

  /// A sentence that describes an invalid dimension, or nil for a valid one.
  static func problem(_ name: String, _ value: Float) -> String? {
    if value >= minSize && value <= maxSize { return nil }
    let found = value.isNaN ? "not a number" : "\(value) m"
    return "\(name) is \(found); it must be from \(minSize) m to \(maxSize) m"
  }
}
