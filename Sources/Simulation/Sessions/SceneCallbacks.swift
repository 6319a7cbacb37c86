import CaromSceneGraph

/// Forwards the callbacks of the scene to the game, without adding them to the session's interface.
final class SceneCallbacks: SceneDelegate {
  private unowned let session: Session

  init(_ session: Session) { self.session = session }

  func update(_ scene: Scene) {
    session.game.update(session)
    session.behaviors.update(session)
  }
  func didApplyAnimations(_ scene: Scene) { session.game.didApplyAnimations(session) }
  func didSimulatePhysics(_ scene: Scene) { session.game.didSimulatePhysics(session) }
  func didApplyConstraints(_ scene: Scene) { session.game.didApplyConstraints(session) }
}

/// Forwards the contacts and broken joints of the scene to the game and the behaviors.
///
/// An object of its own, since the scene refers to it weakly, which makes every use take longer.
final class ContactCallbacks: ContactDelegate {
  private unowned let session: Session

  init(_ session: Session) { self.session = session }

  func didBegin(_ contact: PhysicsContact) {
    session.contacts.append(ContactChange(.began, contact))
    session.game.didBegin(contact, in: session)
    session.behaviors.didBegin(contact, session)
  }
  func didUpdate(_ contact: PhysicsContact) { session.game.didUpdate(contact, in: session) }
  func didEnd(_ contact: PhysicsContact) {
    session.contacts.append(ContactChange(.ended, contact))
    session.game.didEnd(contact, in: session)
    session.behaviors.didEnd(contact, session)
  }
  func didBreak(_ event: PhysicsJointBreak) { session.game.didBreak(event, in: session) }
}
