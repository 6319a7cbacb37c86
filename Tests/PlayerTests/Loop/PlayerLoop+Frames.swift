import Carom
import CaromPlayer
import Testing

extension PlayerLoop {
  /// Shows a frame after a press and release of a key, and lets its time pass.
  func showFrame(after key: WindowEvent.Key?, in window: Window, _ time: ManualTime) throws {
    if let key {
      for isDown in [true, false] {
        #expect(window.push(.key(key, isDown: isDown, isRepeated: false)))
      }
    }
    _ = try frame()
    time.nanoseconds += 16_666_667
  }

  /// The text of a label of the screen.
  func text(_ label: String) -> String? { screens.session.scene.overlay[label: label]?.text }
}
