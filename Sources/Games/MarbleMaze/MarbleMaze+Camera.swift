import CaromMaths
import CaromSceneGraph
public import CaromSimulation

// The camera: it turns about the waiting marble, and rises over what would hide a rolling one.
extension MarbleMaze {
  // MARK: Orbit

  /// Rotates the cameras about the waiting marble.
  func orbit(_ parts: Parts, _ time: Float) {
    guard let speed = parts.rigs.first(where: { $0.rules.orbitSpeed != 0 })?.rules.orbitSpeed
    else { return }
    state.orbit += speed * time
    if state.orbit > .pi { state.orbit -= 2 * .pi }
    if state.orbit < -.pi { state.orbit += 2 * .pi }
    turnRigs()
  }

  /// Rotates the arm of each orbiting rig and preserves its pitch.
  func turnRigs() {
    for (rig, rules) in parts?.rigs ?? [] where rules.orbitSpeed != 0 {
      guard let arm = rig.childNodes.first else { continue }
      let angles = arm.eulerAngles
      arm.eulerAngles = Vector3(angles.x, state.orbit, angles.z)
    }
  }

  // MARK: Rest

  /// Records where the camera stands when nothing is in its way.
  func recordView(_ parts: Parts, _ session: Session) {
    (state.zoom, state.lift, state.liftTarget) = (1, 0, 0)
    guard let camera = session.scene.pointOfView else { return }
    for (node, _) in parts.rigs where node.isAncestorOrSelf(of: camera) {
      guard var rig: Rig = node.role() else { continue }
      (rig.restPosition, rig.restOrientation) = (camera.position, camera.orientation)
      rig.restFieldOfView = camera.camera?.fieldOfView ?? 0
      node.role = rig
    }
  }

  // MARK: View

  /// The rotation of the camera in a tick, in radians: over what hides the marble, over what is
  /// about to hide it, and back.
  private static let (fastRise, rise, sink): (Float, Float, Float) = (0.06, 0.03, 0.008)
  /// The ticks between two searches for the best view, while nothing hides the marble.
  private static let searchTicks: UInt64 = 4
  /// The least distance of the camera from the marble, in meters.
  private static let nearest: Float = 2
  /// The aspect ratio of the narrowest image that shows as much from left to right as the level
  /// asks for; narrower ones show as much as this one, and the camera is a little farther away.
  private static let leastAspect: Float = 1
  /// By how much farther away the camera is at most in a narrow image.
  private static let mostPull: Float = 1.3

  /// Rotates the camera about the marble while a body is between them or about to be, and moves it
  /// towards the marble where that does not help.
  ///
  /// It rises by a few degrees in a tick, and returns more slowly.
  public func didApplyConstraints(_ session: Session) {
    let narrowness = max(1, Self.leastAspect / max(session.input.aspect, 0.1))
    guard let parts, let camera = session.scene.pointOfView,
      let rig = parts.rigs.first(where: { $0.node.isAncestorOrSelf(of: camera) })?.node,
      let rules: Rig = rig.role(),
      let sight = MarbleSight(
        session, parts.ball, camera, rules, pull: min(narrowness.squareRoot(), Self.mostPull))
    else { return }
    let here = sight.share(at: state.lift)
    let isHidden = here < 1
    // A marble rolls by a few centimeters in a tick: looking ahead need not be done in each.
    if isHidden || session.tick.isMultiple(of: Self.searchTicks) {
      state.liftTarget = sight.lift(from: state.lift, share: here)
    }
    let (present, target) = (state.lift, state.liftTarget)
    let step = isHidden ? Self.fastRise : Self.rise
    state.lift =
      target > present ? min(target, present + step) : max(target, present - Self.sink)
    var free = state.lift == present ? here : sight.share(at: state.lift)
    // Rising alone helps, if it is not yet complete.
    if free < 1, state.lift < target || free * sight.length < Self.nearest { free = 1 }
    state.zoom = free < state.zoom ? free : min(free, state.zoom + 0.02)
    if isHidden || state.lift > 0 || state.zoom < 1 {
      state.zoom = sight.roomyShare(at: state.lift, near: state.zoom, from: Self.nearest)
    }
    sight.place(camera, lift: state.lift, zoom: state.zoom)
    widen(camera, rules, by: narrowness)
  }

  /// Widens the view of a narrow image.
  private func widen(_ camera: Node, _ rules: Rig, by share: Float) {
    guard rules.restFieldOfView > 0, camera.camera?.projectionDirection == .vertical else { return }
    let angle =
      share == 1
      ? rules.restFieldOfView : 2 * Portable.atan(Portable.tan(rules.restFieldOfView * 0.5) * share)
    if camera.camera?.fieldOfView != angle { camera.camera?.fieldOfView = angle }
  }
}
