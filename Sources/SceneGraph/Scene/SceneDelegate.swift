/// Receives callbacks during a tick of a scene, in this order.
///
/// Every callback may change the scene; changes take effect immediately.
public protocol SceneDelegate {
  /// Called at the start of the tick, for game logic.
  func update(_ scene: Scene)
  /// Called after actions and animations.
  func didApplyAnimations(_ scene: Scene)
  /// Called after bodies have moved and contacts were reported.
  func didSimulatePhysics(_ scene: Scene)
  /// Called after constraints were applied, at the end of the tick.
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
