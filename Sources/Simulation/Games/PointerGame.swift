public import CaromMaths

/// A game in which something follows the pointer of a window.
///
/// What a pointer is over depends on the view, and so on the shape of the window. The rules of a
/// game do not: they map a position of the pointer to the same place in every window, so that bots
/// and recordings do not depend on it. The player asks such a game for the position to send.
public protocol PointerGame: Game {
  /// Returns the position to send for a pointer, so that what follows it is under it.
  ///
  /// - Parameters:
  ///   - pointer: The position in the image, from the top left corner to (1, 1).
  ///   - session: The session, whose state does not change.
  /// - Returns: A position in the same units, which can be outside of the image.
  func position(for pointer: Vector2, in session: Session) -> Vector2
}
