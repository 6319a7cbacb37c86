import CaromMaths
import CaromSceneGraph
public import CaromSimulation

// Cameras: output that the rules never read.
extension BrickBreaker {
  /// The view format to use: the player's choice, or the one that fits the aspect ratio.
  func currentView(_ session: Session) -> ViewFormat {
    state.view ?? (session.input.aspect >= 1 ? .landscape : .portrait)
  }

  /// Activates the camera of the current view format.
  func showView(_ session: Session) {
    guard let views = parts?.views, !views.isEmpty else { return }
    let format = currentView(session)
    for view in views where view.role(as: View.self)?.format == format {
      guard session.scene.state.pointOfView.id != view.id else { return }
      session.scene.pointOfView = view
      return
    }
  }

  /// The share by which a field of view is widened beyond the court, since cameras follow the
  /// paddle a little.
  private static let spare: Float = 1.08

  /// Widens the field of view of the current camera once for each aspect ratio, so that the
  /// paddle, the walls and the bricks are in view: also if its format is not that of the image.
  public func didApplyConstraints(_ session: Session) {
    let aspect = session.input.aspect
    guard let parts, let node = session.scene.pointOfView, var role: View = node.role(),
      role.fittedAspect != aspect, var camera = node.camera
    else { return }
    if role.ownFieldOfView == 0 { role.ownFieldOfView = camera.fieldOfView }
    camera.fieldOfView = role.ownFieldOfView
    let viewpoint = Viewpoint(camera, at: node.presentation.worldTransform, aspect: aspect)
    var extent: Float = 0
    let (low, high) = (parts.visibleBounds.min, parts.visibleBounds.max)
    for index in 0..<8 {
      let corner = Vector3(
        index & 1 == 0 ? low.x : high.x, index & 2 == 0 ? low.y : high.y,
        index & 4 == 0 ? low.z : high.z)
      guard let point = viewpoint.projectPoint(corner) else { continue }
      extent = max(extent, abs(point.x * 2 - 1), abs(point.y * 2 - 1))
    }
    if extent > 1, !camera.usesOrthographicProjection {
      let tangent = Portable.tan(camera.fieldOfView * 0.5) * extent * Self.spare
      camera.fieldOfView = 2 * Portable.atan(tangent)
    }
    if node.camera?.fieldOfView != camera.fieldOfView {
      node.camera?.fieldOfView = camera.fieldOfView
    }
    role.fittedAspect = aspect
    node.role = role
  }
}

extension BrickBreaker.Parts {
  /// What every camera shows: the paddle, the bricks, the line behind the paddle, and the court up
  /// to the middle of its walls.
  fileprivate var visibleBounds: AABB {
    func box(_ node: Node) -> AABB { node.boundingBox.transformed(by: node.worldTransform) }
    let middles = walls.map { AABB(center: box($0).center, halfExtents: .zero) }
    let others = (bricks + [paddle] + lossLines).map(box).filter { !$0.isEmpty }
    return (middles + others).reduce(.empty) { $0.union($1) }
  }
}
