import CaromMaths
import CaromSceneGraph
import CaromSimulation

/// A button, a switch or a row of a list under a pointer.
struct PointerTarget: Equatable {
  private let screen: Screens.Screen
  /// The name of the control.
  let control: String
  /// The row of a list; nil for another control, or below the last row.
  private let row: Int?

  /// Finds what is at a position, in fractions of the view; nil for nothing that is pressed.
  init?(at position: Vector2, on screens: Screens) {
    let (overlay, aspect) = (screens.session.scene.overlay, screens.session.input.aspect)
    guard let index = overlay.controlIndex(at: position, aspect: aspect) else { return nil }
    let control = overlay.controls[index]
    switch control.kind {
    case .slider, .textField: return nil
    case .button, .toggle: row = nil
    case .list:
      let top = overlay.box(of: control, aspect: aspect).low.y
      row = control.row(at: position.y * Overlay.imageSize(aspect: aspect).y - top)
    }
    (screen, self.control) = (screens.screen, control.name)
  }
}
