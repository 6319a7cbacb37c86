public import CaromSceneGraph

/// What a player did with a control of the overlay.
public struct ControlEvent: Hashable, Sendable {
  /// The kind of a control event.
  public enum Kind: String, Hashable, Sendable {
    /// The control received the focus.
    case focused
    /// The value of the control changed.
    case changed
    /// A button was pressed, the row of a list chosen, or a text completed.
    case pressed
  }

  /// The kind of the event.
  public var kind: Kind
  /// The control after the event.
  public var control: Control

  /// The name of the control.
  public var name: String { control.name }

  /// Creates an event.
  public init(_ kind: Kind, _ control: Control) { (self.kind, self.control) = (kind, control) }

  /// Whether a toggle is on; false for other controls.
  public var isOn: Bool {
    if case .toggle(let toggle) = control.kind { toggle.isOn } else { false }
  }
  /// The value of a slider; 0 for other controls.
  public var value: Float {
    if case .slider(let slider) = control.kind { slider.value } else { 0 }
  }
  /// The index of the selected row of a list; nil for other controls.
  public var row: Int? {
    if case .list(let list) = control.kind { list.selectedIndex } else { nil }
  }
  /// The text of a text field; empty for other controls.
  public var text: String {
    if case .textField(let field) = control.kind { field.value } else { "" }
  }
}
