import CaromMaths
import CaromSceneGraph

// Conversion of controls to overlay items.

extension RenderFrame.OverlayItem {
  /// The items of a control, back to front.
  static func items(
    _ control: Control, margin: Float, isFocused: Bool
  ) -> [RenderFrame.OverlayItem] {
    guard control.isVisible, control.size.x > 0, control.size.y > 0 else { return [] }
    var painter = ControlItems(control, margin: margin)
    painter.addArea(isFocused: isFocused)
    switch control.kind {
    case .button: painter.addCaption(in: painter.inner, alignment: 0.5)
    case .toggle(let toggle):
      painter.addCaption(in: painter.left, alignment: 0)
      painter.add(toggle)
    case .slider(let slider):
      painter.addCaption(in: painter.left, alignment: 0)
      painter.add(slider)
    case .list(let list): painter.add(list, isFocused: isFocused)
    case .textField(let field): painter.add(field, isFocused: isFocused)
    }
    return painter.items
  }
}

/// Collects the items of one control.
private struct ControlItems {
  private(set) var items: [RenderFrame.OverlayItem] = []
  private let control: Control
  /// The top left corner of the control, relative to its anchor.
  private let corner: Vector2
  /// The opacity of what can be operated, or of what cannot.
  private let opacity: Float

  init(_ control: Control, margin: Float) {
    self.control = control
    corner =
      control.position + control.anchor.inset(margin)
      - Vector2(
        control.alignment.share * control.size.x, control.verticalAlignment.share * control.size.y)
    opacity = control.isEnabled ? 1 : 0.4
  }

  /// The distance of text from the left and right edges.
  private var padding: Float { min(control.size.y, control.textSize) * 0.6 }
  /// The horizontal range of text.
  var inner: ClosedRange<Float> { padding...max(padding, control.size.x - padding) }
  /// The horizontal range of a caption with a value to its right.
  var left: ClosedRange<Float> {
    padding...max(padding, control.track.lowerBound - control.size.y * 0.3)
  }

  private mutating func add(
    _ content: RenderFrame.OverlayItem.Content, at offset: Vector2, _ color: Color
  ) {
    var linear = color.linear
    linear.w *= opacity
    items.append(
      .init(content, anchor: control.anchor.share, offset: corner + offset, color: linear))
  }

  private mutating func addBox(_ low: Vector2, _ size: Vector2, _ color: Color, radius: Float) {
    var area = RenderFrame.OverlayItem.Area(size)
    area.cornerRadius = radius
    add(.area(area), at: low, color)
  }

  /// Adds the background, with a border around the control that has the focus.
  mutating func addArea(isFocused: Bool) {
    var area = RenderFrame.OverlayItem.Area(control.size)
    area.cornerRadius = control.cornerRadius
    if isFocused {
      area.borderWidth = 4
      area.borderColor = control.accentColor.linear
    }
    add(.area(area), at: .zero, control.color)
  }

  /// Adds a line of text, vertically centered in a row.
  private mutating func addText(
    _ text: String, in range: ClosedRange<Float>, row: ClosedRange<Float>, alignment: Float,
    _ color: Color
  ) {
    guard !text.isEmpty, range.upperBound > range.lowerBound else { return }
    let width = range.upperBound - range.lowerBound
    let size = min(control.textSize, row.upperBound - row.lowerBound)
    var lines = RenderFrame.OverlayItem.Text(text, size: size, alignment: alignment)
    lines.width = width
    lines.adjustsSizeToFitWidth = true
    lines.isPlacedByCapitals = true
    add(
      .lines(lines),
      at: Vector2(
        range.lowerBound + width * alignment, (row.lowerBound + row.upperBound) * 0.5), color)
    items[items.count - 1].pivot.y = 0.5
  }

  mutating func addCaption(in range: ClosedRange<Float>, alignment: Float) {
    addText(
      control.text, in: range, row: 0...control.size.y, alignment: alignment, control.textColor)
  }

  /// Adds a switch at the right edge.
  mutating func add(_ toggle: ToggleControl) {
    let height = control.size.y * 0.5
    let low = Vector2(control.size.x - height * 2.5, control.size.y * 0.25)
    let ground = toggle.isOn ? control.accentColor : Color(0.35, 0.4, 0.48)
    addBox(low, Vector2(height * 2, height), ground, radius: height)
    let inset = height * 0.14
    let knob = height - 2 * inset
    let x = toggle.isOn ? low.x + height * 2 - inset - knob : low.x + inset
    addBox(Vector2(x, low.y + inset), Vector2(knob, knob), control.textColor, radius: knob)
  }

  /// Adds a track with a knob at the value.
  mutating func add(_ slider: SliderControl) {
    let track = control.track
    let length = track.upperBound - track.lowerBound
    let (thickness, knob) = (control.size.y * 0.14, control.size.y * 0.42)
    let y = (control.size.y - thickness) * 0.5
    let low = Vector2(track.lowerBound, y)
    addBox(low, Vector2(length, thickness), Color(0.35, 0.4, 0.48), radius: thickness)
    let filled = length * slider.fraction
    if filled > 0 {
      addBox(low, Vector2(filled, thickness), control.accentColor, radius: thickness)
    }
    addBox(
      Vector2(track.lowerBound + filled - knob * 0.5, (control.size.y - knob) * 0.5),
      Vector2(knob, knob), control.textColor, radius: knob)
  }

  /// Adds the rows that fit, and marks that there are more.
  mutating func add(_ list: ListControl, isFocused: Bool) {
    let rows = control.visibleRows
    let height = control.rowHeight
    let isMore = (rows.lowerBound > 0, rows.upperBound < list.items.count)
    // Room for the marks, the same on both sides of centered text.
    let room = isMore.0 || isMore.1 ? control.textSize * 1.3 : 0
    let range =
      (inner.lowerBound + room)...max(inner.lowerBound + room, inner.upperBound - room)
    for row in rows {
      let top = Float(row - rows.lowerBound) * height
      let isSelected = row == list.selectedIndex
      if isSelected {
        addBox(
          Vector2(4, top + 2), Vector2(control.size.x - 8, height - 4),
          control.accentColor.withAlpha(isFocused ? 0.45 : 0.15), radius: control.cornerRadius)
      }
      var color = control.textColor
      if !list.items[row].isEnabled { color = color.withAlpha(0.4) }
      addText(list.items[row].text, in: range, row: top...top + height, alignment: 0.5, color)
    }
    let bottom = Float(rows.count) * height
    for (isShown, mark, row) in [
      (isMore.0, "▲", 0...height), (isMore.1, "▼", max(0, bottom - height)...bottom),
    ] where isShown {
      addText(mark, in: inner, row: row, alignment: 1, control.textColor.withAlpha(0.7))
    }
  }

  /// Adds the caption, and the typed text with a caret.
  mutating func add(_ field: TextFieldControl, isFocused: Bool) {
    if !control.text.isEmpty { addCaption(in: left, alignment: 0) }
    let low = control.text.isEmpty ? padding : control.track.lowerBound
    let range = low...max(low, control.size.x - padding)
    let isEmpty = field.value.isEmpty && !isFocused
    let (before, after) = field.parts
    addText(
      isEmpty ? field.placeholder : isFocused ? "\(before)|\(after)" : field.value, in: range,
      row: 0...control.size.y, alignment: 0,
      isEmpty ? control.textColor.withAlpha(0.5) : control.textColor)
  }
}

extension Color {
  fileprivate func withAlpha(_ share: Float) -> Color {
    var color = self
    color.alpha *= share
    return color
  }
}
