public import CaromMaths

/// A function of the program that computes the presented value of a constrained node.
///
/// The values are in world or parent space, as specified by the constraint. A function must return
/// the same result for the same state; otherwise the scene is not deterministic.
public enum ConstraintFunction {
  /// Computes a transform from the current one; skew is dropped.
  case transform((Node, Matrix4) -> Matrix4)
  /// Computes a position from the current one.
  case position((Node, Vector3) -> Vector3)
  /// Computes an orientation from the current one.
  case orientation((Node, Quaternion) -> Quaternion)
}
