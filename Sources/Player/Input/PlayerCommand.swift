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
  /// Opens or closes the free camera, and with it the tools of makers.
  case freeCamera
  /// Shows the selected node, or the whole scene, with the free camera.
  case frameNode
  /// Copies the path of the selected node to the clipboard.
  case copyPath
  /// Stops time, or continues it.
  case holdTime
  /// Goes one tick forward and stops.
  case stepForward
  /// Goes one tick back and stops.
  case stepBack
  /// Goes one second forward, as far as it is known, and stops.
  case secondForward
  /// Goes one second back and stops.
  case secondBack
  /// Slows time down, to a tenth at least.
  case slower
  /// Undoes ``slower``.
  case faster
  /// Plays on from the tick on screen.
  case playFromHere

  /// The name on screen.
  var title: String {
    switch self {
    case .menu: "Menu"
    case .pause: "Pause"
    case .restart: "Restart"
    case .debug: "Statistics"
    case .record: "Record"
    case .mute: "Sound"
    case .level: "Calibrate the motion sensor"
    case .reload: "Reload"
    case .music: "Music"
    case .fullscreen: "Full screen"
    case .screenshot: "Screenshot"
    case .nothing: "Nothing"
    case .freeCamera: "Free camera"
    case .frameNode: "Frame the node"
    case .copyPath: "Copy its path"
    case .holdTime: "Stop time"
    case .stepForward: "Tick forward"
    case .stepBack: "Tick back"
    case .secondForward: "Second forward"
    case .secondBack: "Second back"
    case .slower: "Slower"
    case .faster: "Faster"
    case .playFromHere: "Play from here"
    }
  }

  /// Whether it is a command only while the tools of makers are open; otherwise its key belongs to
  /// the game.
  var isForTools: Bool {
    switch self {
    case .frameNode, .copyPath, .holdTime, .stepForward, .stepBack, .secondForward, .secondBack,
      .slower, .faster, .playFromHere:
      true
    case .menu, .pause, .restart, .debug, .record, .mute, .level, .reload, .music, .fullscreen,
      .screenshot, .nothing, .freeCamera:
      false
    }
  }

  /// Whether a key that stays down repeats it.
  var repeats: Bool {
    switch self {
    case .stepForward, .stepBack, .secondForward, .secondBack: true
    case .menu, .pause, .restart, .debug, .record, .mute, .level, .reload, .music, .fullscreen,
      .screenshot, .nothing, .freeCamera, .frameNode, .copyPath, .holdTime, .slower, .faster,
      .playFromHere:
      false
    }
  }
}
