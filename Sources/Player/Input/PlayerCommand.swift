public import CaromProperties

/// What a key asks of the player rather than of the game.
public enum PlayerCommand: String, EnumName, Sendable {
  /// Opens the menu, and closes it.
  case menu
  /// Stops the game, and goes on.
  case pause
  /// Begins the game anew.
  case restart
  /// Shows numbers, then also the shapes of bodies, then nothing.
  case debug
  /// Begins a recording, and ends it.
  case record
  /// Turns the sound off, and on.
  case mute
  /// Takes how the motion sensor is held now as level.
  case level
  /// Takes what changed in the scene's files.
  case reload
  /// Turns the music on, and off.
  case music
  /// Fills the screen, and gives it back.
  case fullscreen
  /// Draws the last tick into a file.
  case screenshot
  /// Does nothing: for a key that is in the way.
  case nothing
}
