import CaromMaths
import CaromProperties
public import CaromSceneGraph
import CaromSimulation

// Controls of the overlay, operated by the events that a player would send.

extension GameDriver {
  /// Clicks the center of a node, of a control or of the row of a list.
  ///
  /// The pointer moves there, is pressed and released; two ticks run.
  ///
  /// - Throws: The errors of ``tap(_:)``, and an error if a control cannot be operated.
  public func click(_ locator: Locator) throws(DriverError) {
    click(at: try viewPosition(of: locator))
  }

  /// Clicks the center of a match; see ``click(_:)-(Locator)``.
  public func click(_ match: Match) throws(DriverError) {
    click(at: try viewPosition(of: match))
  }

  /// Types text into the text field that has the focus; one tick runs.
  public func typeText(_ text: String) {
    send(.text(text))
    step()
  }

  /// Turns the wheel over the center of a control; one tick runs.
  ///
  /// - Parameters:
  ///   - locator: The control or another element that ``click(_:)-(Locator)`` accepts.
  ///   - notches: The number of notches, positive away from the user.
  /// - Throws: The errors of ``click(_:)-(Locator)``.
  public func turnWheel(over locator: Locator, by notches: Float) throws(DriverError) {
    let position = try viewPosition(of: locator)
    send(.pointer(.moved, x: position.x, y: position.y))
    send(.wheel(notches))
    step()
  }

  /// Moves a slider to a value with the pointer; two ticks run.
  ///
  /// - Throws: An error if the match is not a slider, or if it has no such value.
  public func set(_ locator: Locator, to value: Float) throws(DriverError) {
    let match = try find(locator)
    guard let control = match.control, case .slider(let slider) = control.kind else {
      throw failure(.invalidElementState, "\(match.path) is not a slider")
    }
    var wanted = slider
    wanted.set(value)
    let step = slider.step > 0 ? slider.step : (slider.maximum - slider.minimum) * 0.01
    guard abs(wanted.value - value) <= step * 0.01 else {
      throw failure(
        .invalidArgument,
        "\(match.path) cannot be \(value); values from \(slider.minimum) to \(slider.maximum) in "
          + "steps of \(slider.step) are accepted")
    }
    let position = try viewPosition(ofControl: match)
    let overlay = session.scene.overlay
    let image = Overlay.imageSize(aspect: session.input.aspect)
    let left = overlay.box(of: control, aspect: session.input.aspect).low.x
    let track = control.track
    let x = left + track.lowerBound + (track.upperBound - track.lowerBound) * wanted.fraction
    click(at: Vector2(x / image.x, position.y))
  }

  private func click(at position: Vector2) {
    send(.pointer(.moved, x: position.x, y: position.y))
    send(.pointer(.pressed, x: position.x, y: position.y))
    step()
    send(.pointer(.released, x: position.x, y: position.y))
    step()
  }

  /// The center of a matched control, or of the row of a list, in the view.
  ///
  /// - Throws: An error if the pointer cannot operate it there.
  func viewPosition(ofControl match: Match) throws(DriverError) -> Vector2 {
    guard let (control, row) = match.controlAndRow else {
      throw failure(
        .elementNotInteractable,
        "\(match.path) is not a node, a control or the row of a list; only those have a position "
          + "in the view")
    }
    guard control.isVisible else {
      throw failure(.elementNotInteractable, "\(match.path) is not visible")
    }
    guard control.isEnabled else {
      throw failure(.elementNotInteractable, "\(match.path) is not enabled")
    }
    let (overlay, aspect) = (session.scene.overlay, session.input.aspect)
    let box = overlay.box(of: control, aspect: aspect)
    var point = box.center
    if let row {
      let rows = control.visibleRows
      guard rows.contains(row) else {
        throw failure(
          .elementNotInteractable,
          "\(match.path) is scrolled out of view; rows \(rows.lowerBound + 1) to "
            + "\(rows.upperBound) are visible")
      }
      point.y = box.low.y + (Float(row - rows.lowerBound) + 0.5) * control.rowHeight
    }
    let image = Overlay.imageSize(aspect: aspect)
    let position = Vector2(point.x / image.x, point.y / image.y)
    guard (0...1).contains(position.x), (0...1).contains(position.y) else {
      throw failure(.elementNotInteractable, "\(match.path) is outside the view")
    }
    if let index = overlay.controlIndex(at: position, aspect: aspect),
      overlay.controls[index] != control
    {
      throw failure(
        .elementClickIntercepted,
        "\(match.path) is occluded by the control \(overlay.controls[index].name)")
    }
    return position
  }
}

extension Match {
  /// The control of the overlay that was matched, if it is one.
  public var control: Control? { controlAndRow?.control }

  /// The matched control, or the list of a matched row with the row's index.
  var controlAndRow: (control: Control, row: Int?)? {
    let elements = tree.tree
    func record(_ element: Int) -> (any Record)? {
      if case .record(let record)? = tree.component(of: element) { record } else { nil }
    }
    // A button, toggle, slider, list or text field is a part of its control.
    for element in [item.index, elements.parent(of: item.index)] where element > 0 {
      if let control = record(element) as? Control { return (control, nil) }
    }
    guard record(item.index) is ListItem else { return nil }
    let list = elements.parent(of: item.index)
    guard let control = record(elements.parent(of: list)) as? Control else { return nil }
    let row = (list..<item.index).count { element in
      record(element) is ListItem && elements.parent(of: element) == list
    }
    return (control, row)
  }
}
