public import CaromMaths

/// What a constraint does that runs code of the program: from what a node is now to what is shown.
///
/// The values are in the world or in the parent, as the constraint says. A function must give the
/// same result for the same state, or the scene is not repeatable.
public enum ConstraintFunction {
  /// Makes a matrix of a matrix; skew in it is dropped.
  case transform((Node, Matrix4) -> Matrix4)
  /// Makes a place of a place.
  case position((Node, Vector3) -> Vector3)
  /// Makes a rotation of a rotation.
  case orientation((Node, Quaternion) -> Quaternion)
}
