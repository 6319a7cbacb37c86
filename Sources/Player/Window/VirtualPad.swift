import CPlatform

/// A virtual gamepad, connected through the system's library, for tests.
package final class VirtualPad {
  private let device: Int32

  /// Connects the gamepad; nil if that is not supported.
  package init?() {
    device = plat_virtual_pad_attach()
    if device < 0 { return nil }
  }

  /// Moves an axis to a position from −1 to 1.
  package func move(_ axis: WindowEvent.PadAxis, to value: Float) {
    plat_virtual_pad_axis(device, Int32(axis.rawValue), value)
  }

  /// Presses or releases a button.
  package func press(_ button: WindowEvent.PadButton, _ isDown: Bool) {
    plat_virtual_pad_button(device, Int32(button.rawValue), isDown)
  }

  /// Disconnects the gamepad.
  package func disconnect() { plat_virtual_pad_detach(device) }
}
