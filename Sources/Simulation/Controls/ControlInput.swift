import CaromMaths
import CaromSceneGraph

/// The effect of an input event on the controls of an overlay.
///
/// While a control has the focus, the overlay is a menu: keys and gamepads operate it, and presses
/// do not reach the game. Without a focus, only pointers operate controls.
struct ControlInput {
  /// The overlay, which the event may change.
  private(set) var overlay: Overlay
  /// What happened, in order.
  private(set) var events: [ControlEvent] = []
  /// Whether the event must not reach the game.
  private(set) var isTaken = false
  /// The state of the devices before the event.
  private let input: InputState

  private static let up = Vector2(0, -1)
  private static let down = Vector2(0, 1)
  private static let left = Vector2(-1, 0)
  private static let right = Vector2(1, 0)
  /// The deflection from which a stick moves the focus.
  private static let deflection: Float = 0.5

  /// Applies an event.
  init(_ event: InputEvent, to overlay: Overlay, _ input: InputState) {
    (self.overlay, self.input) = (overlay, input)
    let isMenu = overlay.focusIndex != nil
    switch event {
    case .pointer(let pointer): point(pointer)
    case .wheel(let wheel): turn(wheel.delta.y)
    case .key(let key):
      guard isMenu, key.isDown, key.code != .shift, key.code != .control else { return }
      isTaken = true
      press(key.code)
    case .button(let button):
      guard isMenu, button.isDown else { return }
      isTaken = true
      press(button.button)
    case .axis(let axis): if isMenu { tilt(axis) }
    case .text(let text): if isMenu { type(text.text) }
    case .tilt, .viewport, .command, .set: break
    }
  }

  private mutating func report(_ kind: ControlEvent.Kind, _ index: Int) {
    events.append(ControlEvent(kind, overlay.controls[index]))
  }

  private mutating func focus(_ index: Int) {
    if overlay.setFocus(index) { report(.focused, index) }
  }

  // MARK: Keys and gamepads

  private mutating func press(_ key: KeyCode) {
    let isTyping = focusedField != nil
    switch key {
    case .up: move(Self.up)
    case .down: move(Self.down)
    case .left: move(Self.left)
    case .right: move(Self.right)
    case .w where !isTyping: move(Self.up)
    case .s where !isTyping: move(Self.down)
    case .a where !isTyping: move(Self.left)
    case .d where !isTyping: move(Self.right)
    case .tab:
      if overlay.moveFocus(by: input.isPressed(.shift) ? -1 : 1) { reportFocus() }
    case .enter: activate()
    case .space where !isTyping: activate()
    case .backspace where isTyping: edit { $0.deleteBackward() }
    case .delete where isTyping: edit { $0.deleteForward() }
    case .home: moveCaret(by: -Int(Int32.max))
    case .end: moveCaret(by: Int(Int32.max))
    case .backspace, .escape: cancel()
    case .space, .shift, .control, .a, .b, .c, .d, .e, .f, .g, .h, .i, .j, .k, .l, .m, .n, .o, .p,
      .q, .r, .s, .t, .u, .v, .w, .x, .y, .z, .digit0, .digit1, .digit2, .digit3, .digit4,
      .digit5, .digit6, .digit7, .digit8, .digit9, .minus, .equals, .comma, .period, .delete:
      break
    }
  }

  private mutating func press(_ button: GamepadButton) {
    switch button {
    case .padUp: move(Self.up)
    case .padDown: move(Self.down)
    case .padLeft: move(Self.left)
    case .padRight: move(Self.right)
    case .a, .start: activate()
    case .b, .back: cancel()
    case .x, .y, .leftShoulder, .rightShoulder, .leftTrigger, .rightTrigger, .leftStick,
      .rightStick:
      break
    }
  }

  /// Moves the focus once for each deflection of the left stick.
  private mutating func tilt(_ axis: AxisInput) {
    func crossed(_ old: Float) -> Float {
      guard abs(old) < Self.deflection, abs(axis.value) >= Self.deflection else { return 0 }
      return axis.value < 0 ? -1 : 1
    }
    switch axis.axis {
    case .leftX:
      let way = crossed(input.leftStick.x)
      if way != 0 { move(Vector2(way, 0)) }
    case .leftY:
      // Sticks count upwards.
      let way = crossed(input.leftStick.y)
      if way != 0 { move(Vector2(0, -way)) }
    case .rightX, .rightY, .leftTrigger, .rightTrigger: break
    }
  }

  /// Moves the selected row, the value, or else the focus.
  private mutating func move(_ direction: Vector2) {
    guard let index = overlay.focusIndex else { return }
    let sideways = direction.x
    switch overlay.controls[index].kind {
    case .list(var list) where direction.y != 0:
      if list.move(by: direction.y > 0 ? 1 : -1) { return change(index, .list(list)) }
    case .slider(var slider) where sideways != 0:
      slider.move(by: sideways)
      return change(index, .slider(slider))
    case .toggle where sideways != 0:
      return change(index, .toggle(ToggleControl(isOn: sideways > 0)))
    case .textField where sideways != 0: return moveCaret(by: sideways > 0 ? 1 : -1)
    case .button, .toggle, .slider, .list, .textField: break
    }
    if overlay.moveFocus(towards: direction, aspect: input.aspect) { reportFocus() }
  }

  private mutating func reportFocus() {
    if let index = overlay.focusIndex { report(.focused, index) }
  }

  private mutating func activate() {
    if let index = overlay.focusIndex { activate(index) }
  }

  /// Presses a control.
  private mutating func activate(_ index: Int) {
    switch overlay.controls[index].kind {
    case .button, .textField: report(.pressed, index)
    case .toggle(let toggle): change(index, .toggle(ToggleControl(isOn: !toggle.isOn)))
    case .slider: break
    case .list(let list):
      guard let row = list.selectedIndex, list.items[row].isEnabled else { return }
      report(.pressed, index)
    }
  }

  private mutating func cancel() {
    let index = overlay.controls.firstIndex {
      guard case .button(let button) = $0.kind else { return false }
      return button.isCancel && $0.isVisible && $0.isEnabled
    }
    if let index { report(.pressed, index) }
  }

  private mutating func change(_ index: Int, _ kind: ControlKind) {
    guard overlay.controls[index].kind != kind else { return }
    overlay.controls[index].kind = kind
    report(.changed, index)
  }

  // MARK: Text

  /// The index and the value of the text field with the focus.
  private var focusedField: (index: Int, field: TextFieldControl)? {
    guard let index = overlay.focusIndex,
      case .textField(let field) = overlay.controls[index].kind
    else { return nil }
    return (index, field)
  }

  private mutating func type(_ text: String) {
    isTaken = true
    edit { $0.type(text) }
  }

  /// Changes the text of the field with the focus.
  ///
  /// - Parameter change: The change; returns whether there was anything to change.
  private mutating func edit(_ change: (inout TextFieldControl) -> Bool) {
    guard let focused = focusedField else { return }
    var field = focused.field
    if change(&field) { self.change(focused.index, .textField(field)) }
  }

  /// Moves the caret of the field with the focus; that is no change of its value.
  private mutating func moveCaret(by characters: Int) {
    guard let focused = focusedField else { return }
    var field = focused.field
    field.moveCaret(by: characters)
    overlay.controls[focused.index].kind = .textField(field)
  }

  // MARK: Pointers

  private mutating func point(_ pointer: PointerInput) {
    guard pointer.isPrimary else {
      isTaken = pointer.phase == .pressed && overlay.focusIndex != nil
      return
    }
    let position = pointer.position
    switch pointer.phase {
    case .moved:
      if !overlay.dragged.isEmpty {
        isTaken = true
        drag(to: position)
      } else if overlay.focusIndex != nil, !input.isPointerPressed,
        let index = overlay.controlIndex(at: position, aspect: input.aspect)
      {
        focus(index)
      }
    case .released:
      // The release of a press that the game has seen reaches it.
      isTaken = !overlay.dragged.isEmpty
      overlay.dragged = ""
    case .pressed:
      isTaken = overlay.focusIndex != nil
      guard let index = overlay.controlIndex(at: position, aspect: input.aspect) else { return }
      isTaken = true
      if overlay.controls[index].isEnabled { press(index, at: position) }
    }
  }

  /// Presses the control at a position.
  private mutating func press(_ index: Int, at position: Vector2) {
    if overlay.focusIndex != nil { focus(index) }
    switch overlay.controls[index].kind {
    case .button, .toggle: activate(index)
    case .textField: focus(index)
    case .slider:
      overlay.dragged = overlay.controls[index].name
      set(index, to: position)
    case .list(var list):
      guard let row = overlay.controls[index].row(at: place(position, in: index).y) else { return }
      list.selected = Int32(clamping: row)
      change(index, .list(list))
      activate(index)
    }
  }

  private mutating func drag(to position: Vector2) {
    let name = overlay.dragged
    guard let index = overlay.controls.firstIndex(where: { $0.name == name && $0.isVisible })
    else { return overlay.dragged = "" }
    set(index, to: position)
  }

  /// Sets a slider to the value at a position.
  private mutating func set(_ index: Int, to position: Vector2) {
    guard case .slider(var slider) = overlay.controls[index].kind else { return }
    let track = overlay.controls[index].track
    let length = track.upperBound - track.lowerBound
    let share = (place(position, in: index).x - track.lowerBound) / max(length, 1e-3)
    slider.fraction = min(max(share, 0), 1)
    change(index, .slider(slider))
  }

  /// A position in fractions of the view, relative to the top left corner of a control, in overlay
  /// units.
  private func place(_ position: Vector2, in index: Int) -> Vector2 {
    let image = Overlay.imageSize(aspect: input.aspect)
    let box = overlay.box(of: overlay.controls[index], aspect: input.aspect)
    return Vector2(position.x * image.x, position.y * image.y) - box.low
  }

  /// Scrolls the list under the pointer.
  private mutating func turn(_ notches: Float) {
    guard notches != 0, let index = overlay.controlIndex(at: input.pointer, aspect: input.aspect),
      case .list(var list) = overlay.controls[index].kind, overlay.controls[index].isEnabled
    else { return }
    isTaken = true
    if list.move(by: notches > 0 ? -1 : 1) { change(index, .list(list)) }
  }
}
