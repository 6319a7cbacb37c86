public import CaromMaths

/// A rectangle over the scene in overlay units, from the top left corner of the image.
public struct OverlayBox: Hashable, Sendable {
  /// The top left corner.
  public var low: Vector2
  /// The bottom right corner.
  public var high: Vector2

  /// The center.
  public var center: Vector2 { (low + high) * 0.5 }

  /// The distance to another box along x or y; zero if their ranges overlap.
  func gap(to other: OverlayBox, acrossX: Bool) -> Float {
    let (a, b) = acrossX ? (low.x, high.x) : (low.y, high.y)
    let (c, d) = acrossX ? (other.low.x, other.high.x) : (other.low.y, other.high.y)
    return max(0, max(a, c) - min(b, d))
  }

  /// Whether a point is inside.
  public func contains(_ point: Vector2) -> Bool {
    point.x >= low.x && point.x <= high.x && point.y >= low.y && point.y <= high.y
  }
}

// Positions of controls, and the focus.
extension Overlay {
  /// The narrowest image, in overlay units.
  public static let minimumWidth: Float = 960

  /// The size of an image with an aspect ratio, in overlay units.
  public static func imageSize(aspect: Float) -> Vector2 {
    let ratio = aspect.isFinite ? min(max(aspect, 1e-3), 1e3) : 1
    return ratio * height >= minimumWidth
      ? Vector2(ratio * height, height) : Vector2(minimumWidth, minimumWidth / ratio)
  }

  /// The rectangle of a control in an image with an aspect ratio.
  public func box(of control: Control, aspect: Float) -> OverlayBox {
    let image = Self.imageSize(aspect: aspect)
    let (share, size) = (control.anchor.share, control.size)
    let position =
      Vector2(share.x * image.x, share.y * image.y) + control.position
      + control.anchor.inset(margin)
    let low =
      position
      - Vector2(control.alignment.share * size.x, control.verticalAlignment.share * size.y)
    return OverlayBox(low: low, high: low + size)
  }

  /// The index of the visible control at a point, in fractions of the image; the last one of
  /// several.
  public func controlIndex(at point: Vector2, aspect: Float) -> Int? {
    let image = Self.imageSize(aspect: aspect)
    let place = Vector2(point.x * image.x, point.y * image.y)
    return controls.lastIndex { $0.isVisible && box(of: $0, aspect: aspect).contains(place) }
  }

  /// The index of the control with the focus; nil if none has it.
  public var focusIndex: Int? {
    focus.isEmpty ? nil : controls.firstIndex { $0.name == focus && $0.canHaveFocus }
  }

  /// Moves the focus to the next or previous control in order, and around at the ends.
  ///
  /// - Returns: Whether the focus moved.
  @discardableResult public mutating func moveFocus(by steps: Int) -> Bool {
    let candidates = controls.indices.filter { controls[$0].canHaveFocus }
    guard let current = focusIndex, let place = candidates.firstIndex(of: current) else {
      return false
    }
    let count = candidates.count
    let new = ((place + steps % count) + count) % count
    return setFocus(candidates[new])
  }

  /// Moves the focus to the nearest control in a direction, or to the farthest one in the opposite
  /// direction if there is none.
  ///
  /// - Parameters:
  ///   - direction: A unit vector along x or y, with y down.
  ///   - aspect: The width of the image divided by its height.
  /// - Returns: Whether the focus moved.
  @discardableResult public mutating func moveFocus(
    towards direction: Vector2, aspect: Float
  ) -> Bool {
    guard let current = focusIndex else { return false }
    let origin = box(of: controls[current], aspect: aspect)
    var best: (index: Int, cost: Float)?
    var opposite: (index: Int, cost: Float)?
    for index in controls.indices where index != current && controls[index].canHaveFocus {
      let box = box(of: controls[index], aspect: aspect)
      let offset = box.center - origin.center
      let along = offset.dot(direction)
      // Controls that are in the way come before those whose centers are.
      let across = origin.gap(to: box, acrossX: direction.x == 0)
      let cost = along + 3 * across + 0.1 * abs(offset.x * direction.y - offset.y * direction.x)
      // What begins beside the center of the current control is not in that direction.
      let reach = direction.x == 0 ? (box.high.y - box.low.y) * 0.5 : (box.high.x - box.low.x) * 0.5
      if along > reach, cost < best?.cost ?? .infinity { best = (index, cost) }
      // Beside the column or row of the current control there is nothing to go around to.
      if along < -reach, across < -along, cost < opposite?.cost ?? .infinity {
        opposite = (index, cost)
      }
    }
    guard let index = best?.index ?? opposite?.index else { return false }
    return setFocus(index)
  }

  /// Gives the focus to a control.
  ///
  /// - Returns: Whether it did not have the focus.
  @discardableResult public mutating func setFocus(_ index: Int) -> Bool {
    guard controls.indices.contains(index), controls[index].canHaveFocus,
      focus != controls[index].name
    else { return false }
    focus = controls[index].name
    return true
  }
}

extension Control {
  /// Whether it can have the focus: it has a name, is visible and can be operated.
  public var canHaveFocus: Bool { isVisible && isEnabled && !name.isEmpty }

  /// The height of a row of a list, in overlay units.
  public var rowHeight: Float { max(textSize * 1.5, 1) }

  /// The number of rows of a list that fit.
  public var lineCount: Int { Int(min(max(size.y / rowHeight, 1), 1_000)) }

  /// The rows of a list that are displayed, empty for other controls.
  public var visibleRows: Range<Int> {
    if case .list(let list) = kind { list.visibleRows(lineCount) } else { 0..<0 }
  }

  /// The row of a list at a distance from the top of the control; nil if there is none.
  public func row(at distance: Float) -> Int? {
    guard distance >= 0, distance < 1e6 else { return nil }
    let row = visibleRows.lowerBound + Int(distance / rowHeight)
    return visibleRows.contains(row) ? row : nil
  }

  /// The part of a slider that its value moves along, from the left edge of the control, in overlay
  /// units; without a caption it is the whole width.
  public var track: ClosedRange<Float> {
    let low = text.isEmpty ? size.y * 0.5 : size.x * 0.5
    return low...max(low, size.x - size.y * 0.5)
  }
}
