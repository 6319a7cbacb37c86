/// Takes part in a tick of a scene, in this order.
///
/// Everything may be changed in each of them; changes show at once.
public protocol SceneDelegate {
  /// The tick begins: the game's own rules.
  func update(_ scene: Scene)
  /// Actions and animations have run.
  func didApplyAnimations(_ scene: Scene)
  /// Bodies have moved and contacts were told.
  func didSimulatePhysics(_ scene: Scene)
  /// Constraints have been applied; the tick ends.
  func didApplyConstraints(_ scene: Scene)
}

extension SceneDelegate {
  /// Does nothing.
  public func update(_ scene: Scene) {}
  /// Does nothing.
  public func didApplyAnimations(_ scene: Scene) {}
  /// Does nothing.
  public func didSimulatePhysics(_ scene: Scene) {}
  /// Does nothing.
  public func didApplyConstraints(_ scene: Scene) {}
}
