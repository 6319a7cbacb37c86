import CaromMaths
import CaromSimulation

// The pointer of games in which something follows it.
extension PlayerLoop {
  /// The event to send to the game for one of the window.
  ///
  /// That of a mouse in a ``PointerGame`` has the position that the game asks for. Fingers drag,
  /// wherever they are.
  func aimed(_ input: InputEvent) -> InputEvent {
    guard case .pointer(var pointer) = input, pointer.finger == 0,
      let game = session.game as? any PointerGame
    else { return input }
    aim = pointer.position
    pointer.position = game.position(for: pointer.position, in: session)
    aimed = pointer.position
    return .pointer(pointer)
  }

  /// Moves what follows a mouse that rests, because the view moves.
  func followPointer() {
    guard let aim, session.input.device == .pointer, playedGame.bot == nil, !session.isPaused,
      screens.screen == .playing, let game = session.game as? any PointerGame
    else { return }
    let position = game.position(for: aim, in: session)
    // Less than a tenth of a pixel of most windows.
    guard (position - aimed).length > 1e-4 else { return }
    aimed = position
    pending.add(.pointer(.moved, x: position.x, y: position.y))
  }
}
