import CaromMaths
import CaromSceneGraph
import CaromSimulation

// The view of a table, which is long and seen from its end.
extension Session {
  /// The names of the cameras: that of high windows sees the table from above, so that it fills
  /// them.
  private static let (camera, tallCamera) = ("camera", "tallCamera")
  /// The aspect ratio of the widest window that the table fills, and half the width of the table
  /// over its distance from the camera of high windows.
  private static let (tallAspect, tallWidth): (Float, Float) = (0.5625, 0.31)

  /// Shows the whole table in windows of any shape.
  ///
  /// A table without a camera of high windows has a wider view in them.
  func fitTableView() {
    let isTall = input.aspect < 0.9
    let (name, other) = isTall ? (Self.tallCamera, Self.camera) : (Self.camera, Self.tallCamera)
    if let view = scene.pointOfView, view.name == other,
      let wanted = view.parent?.childNodes.first(where: { $0.name == name && $0.camera != nil })
    {
      scene.pointOfView = wanted
    }
    guard let node = scene.pointOfView else { return }
    var angle: Float = isTall ? 1.3 : 0.87
    if node.name == Self.tallCamera {
      angle = 2 * Portable.atan(Self.tallWidth / max(0.1, min(input.aspect, Self.tallAspect)))
    }
    if node.camera?.fieldOfView != angle { node.camera?.fieldOfView = angle }
  }
}
