/// The formula that joins slots and lights.
public enum LightingModel: String, Sendable {
  /// A highlight by the half vector.
  case blinn
  /// A highlight by the reflected ray.
  case phong
  /// No highlight.
  case lambert
  /// The colour alone.
  case constant
}
/// Where a light goes.
public enum LightType: String, Sendable {
  /// From a point.
  case omni
  /// Everywhere.
  case ambient
  /// In one direction.
  case directional
  /// In a cone.
  case spot
}
/// What a picture shows outside of itself.
public enum WrapMode: String, Sendable {
  /// Its edge.
  case clamp
  /// Itself again.
  case `repeat`
  /// Itself mirrored.
  case mirror
}
/// How a transparent surface joins what is behind it.
public enum BlendMode: String, Sendable {
  /// By its alpha.
  case alpha
  /// Added.
  case add
  /// Subtracted.
  case subtract
  /// Multiplied.
  case multiply
  /// Added below white.
  case screen
  /// In its place.
  case replace
}
