public import CaromMaths

/// The reason why a matrix cannot be decomposed into position, rotation and scale.
public struct TransformProblem: Error, Hashable, Sendable, CustomStringConvertible {
  /// The problem and the accepted values.
  public let description: String

  /// Creates the problem of a matrix, or nil if it can be decomposed.
  ///
  /// Axes that are orthogonal within a tenth of a percent are accepted.
  public init?(_ m: Matrix4) {
    let rows = [m.x, m.y, m.z, m.w].allSatisfy { $0.xyz.isFinite && $0.w.isFinite }
    if !rows {
      description = "the matrix holds a number that is not finite; finite numbers are accepted"
      return
    }
    if Vector3(m.x.w, m.y.w, m.z.w).magnitudes.greatest > 1e-6 || abs(m.w.w - 1) > 1e-6 {
      description =
        "the matrix is projective; one whose columns end in 0, 0, 0 and 1 is accepted"
      return
    }
    let l = m.linear
    let (x, y, z) = (
      l.x.normalized(or: .zero), l.y.normalized(or: .zero), l.z.normalized(or: .zero)
    )
    guard max(abs(x.dot(y)), abs(y.dot(z)), abs(z.dot(x))) > 1e-3 else { return nil }
    description =
      "the matrix is skewed; one composed of translation, rotation and scale is accepted"
  }
}
