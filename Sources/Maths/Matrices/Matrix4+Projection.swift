/// Projections of a camera that looks along −Z, to clip space.
///
/// After division by w, x and y are −1 to 1 (right and up), and z is the depth from 0 at the near
/// plane to 1 at the far plane.
extension Matrix4 {
  /// Creates a perspective projection.
  ///
  /// - Parameters:
  ///   - verticalFieldOfView: the full angle from the lower to the upper edge, radians, 0 to π
  ///     exclusive.
  ///   - aspect: width divided by height, greater than zero.
  ///   - near: distance of the near plane in meters, greater than zero.
  ///   - far: distance of the far plane in meters, greater than `near`; may be infinite.
  /// - Returns: the matrix from the camera's space, in meters, to clip space.
  public static func perspective(
    verticalFieldOfView: Float, aspect: Float, near: Float, far: Float
  ) -> Matrix4 {
    precondition(
      verticalFieldOfView > 0 && verticalFieldOfView < .pi,
      "A field of view lies between 0 and π radians")
    precondition(aspect > 0 && aspect.isFinite, "An aspect is greater than zero")
    precondition(near > 0 && far > near, "The near plane lies before the far plane, both ahead")
    let height = 1 / Portable.tan(0.5 * verticalFieldOfView)
    let depth = far == .infinity ? -1 : far / (near - far)
    return Matrix4(
      Vector4(height / aspect, 0, 0, 0), Vector4(0, height, 0, 0), Vector4(0, 0, depth, -1),
      Vector4(0, 0, depth * near, 0))
  }

  /// Creates an orthographic projection.
  ///
  /// - Parameters:
  ///   - halfHeight: half the visible height, in meters, greater than zero; SceneKit's
  ///     `orthographicScale`.
  ///   - aspect: width divided by height, greater than zero.
  ///   - near: distance of the near plane in meters; may be negative.
  ///   - far: distance of the far plane in meters, greater than `near`.
  /// - Returns: the matrix from the camera's space, in meters, to clip space.
  public static func orthographic(
    halfHeight: Float, aspect: Float, near: Float, far: Float
  ) -> Matrix4 {
    precondition(halfHeight > 0 && halfHeight.isFinite, "A half height is greater than zero")
    precondition(aspect > 0 && aspect.isFinite, "An aspect is greater than zero")
    precondition(far > near && (far - near).isFinite, "The near plane lies before the far plane")
    let depth = 1 / (near - far)
    return Matrix4(
      Vector4(1 / (halfHeight * aspect), 0, 0, 0), Vector4(0, 1 / halfHeight, 0, 0),
      Vector4(0, 0, depth, 0), Vector4(0, 0, near * depth, 1))
  }
}
