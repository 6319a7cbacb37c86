/// The engine.
public enum Engine {
  /// The version, as written by recordings and tools.
  public static let version = "0.1.0"
}
