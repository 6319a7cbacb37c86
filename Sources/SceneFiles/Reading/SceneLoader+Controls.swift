import CaromDocuments
import CaromSceneGraph

// Warnings about controls of the overlay that cannot do what their file says.
extension SceneLoader {
  /// Warns of a focus that names no control, of controls that share a name, and of values that a
  /// slider or a list does not have.
  func checkControls(_ overlay: Overlay, _ root: JSON?) {
    guard let json = root?["overlay"] else { return }
    if !overlay.focus.isEmpty, overlay[control: overlay.focus] == nil, let focus = json["focus"] {
      let names = overlay.controls.prefix(20).map { quoted($0.name) }.joined(separator: ", ")
      let accepted = names.isEmpty ? "no \"focus\"" : "one of \(names)"
      report(
        focus.problem(
          "there is no control \(quoted(overlay.focus)), so no control has the focus; \(accepted) "
            + "is accepted"
        ).asWarning)
    }
    var names: Set<String> = []
    for (index, control) in overlay.controls.enumerated() {
      guard let element = json["controls"]?[index] else { continue }
      if !control.name.isEmpty, !names.insert(control.name).inserted {
        report(
          (element["name"] ?? element).problem(
            "two controls are named \(quoted(control.name)), and rules find the first one; unique "
              + "names are accepted"
          ).asWarning)
      }
      checkValue(control.kind, element)
    }
  }

  /// Warns of a value that its control does not have.
  private func checkValue(_ kind: ControlKind, _ json: JSON) {
    switch kind {
    case .slider(let slider):
      guard slider.minimum >= slider.maximum, let json = json["slider"] else { return }
      report(
        json.problem(
          "the slider has a single value, because its maximum is not above its minimum; a "
            + "\"maximum\" above \(slider.minimum) is accepted"
        ).asWarning)
    case .list(let list):
      guard !list.items.isEmpty, !list.items.indices.contains(Int(list.selected)),
        let json = json["list"]?["selected"]
      else { return }
      report(
        json.problem(
          "there is no row \(list.selected); 0 to \(list.items.count - 1) is accepted"
        ).asWarning)
    case .button, .toggle, .textField: break
    }
  }
}
