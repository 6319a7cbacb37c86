public import CaromMaths
import CaromSceneGraph
public import CaromSimulation

// The pointer of a window: the paddle is below it.
extension BrickBreaker: PointerGame {
  /// Returns the position with which the rules move the paddle below the pointer.
  public func position(for pointer: Vector2, in session: Session) -> Vector2 {
    guard let parts, let camera = session.scene.pointOfView,
      let view = Viewpoint(camera, aspect: session.input.aspect)
    else { return pointer }
    let track = parts.paddle.parent?.worldTransform ?? .identity
    let place = parts.paddle.position
    func clip(_ x: Float) -> Vector4 {
      view.projection * (view.view * Vector4(track.apply(point: Vector3(x, place.y, place.z)), 1))
    }
    // Along the track, the point of the image is a quotient of two linear functions.
    let (start, end) = (clip(0), clip(1))
    let (stepX, stepW) = (end.x - start.x, end.w - start.w)
    let column = pointer.x * 2 - 1
    let slope = stepX - column * stepW
    guard abs(slope) > 1e-6 else { return pointer }
    let x = (column * start.w - start.x) / slope
    let range = parts.paddleRules.range
    // A column in which the track is behind the camera has no place on it.
    guard x.isFinite, start.w + x * stepW > 0 else { return pointer }
    return Vector2(0.5 + max(-range, min(range, x)) / parts.paddleRules.pointerReach, pointer.y)
  }
}
