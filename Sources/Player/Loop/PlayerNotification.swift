/// A message on screen.
struct PlayerNotification {
  /// The text.
  var text: String
  /// The number of frames until it disappears.
  var frames: Int
  /// The only screen that it belongs to; nil for all.
  var screen: Screens.Screen?
}

extension PlayerLoop {
  /// Shows a message for a few seconds.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - screen: The screen with which the message disappears; nil to show it on all.
  func notify(_ text: String, on screen: Screens.Screen? = nil) {
    notification = PlayerNotification(text: text, frames: framesPerSecond * 4, screen: screen)
  }

  /// Removes the message after its time.
  func ageNotification() {
    notification?.frames -= 1
    if notification?.frames == 0 { notification = nil }
  }

  /// Removes a message whose screen was left.
  func leaveNotification() {
    if let screen = notification?.screen, screen != screens.screen { notification = nil }
  }
}
