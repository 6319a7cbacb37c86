public import CaromProperties

/// A command to the player rather than to the game.
public enum PlayerCommand: String, EnumName, Sendable {
  /// Opens or closes the menu.
  case menu
  /// Pauses or resumes the game.
  case pause
  /// Restarts the game.
  case restart
  /// Cycles the debug overlay: statistics, statistics and physics shapes, off.
  case debug
  /// Starts or stops a recording.
  case record
  /// Toggles the sound.
  case mute
  /// Calibrates the motion sensors to their current orientation.
  case level
  /// Reloads the scene's files.
  case reload
  /// Toggles the music.
  case music
  /// Toggles fullscreen mode.
  case fullscreen
  /// Saves an image of the last tick.
  case screenshot
  /// Does nothing; disables a key.
  case nothing
}
