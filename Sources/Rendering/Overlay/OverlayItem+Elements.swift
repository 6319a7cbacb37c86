import CaromMaths
package import CaromSceneGraph

// Conversion of a scene's overlay elements to overlay items.

extension RenderFrame.OverlayItem {
  /// The items of an overlay in drawing order.
  package static func items(_ overlay: Overlay, _ cache: RenderCache) -> [RenderFrame.OverlayItem] {
    let panels = overlay.panels.compactMap { panel in
      var plate = item(panel, overlay.margin)
      plate?.held = overlay.labels.filter { panel.holds($0) }
        .compactMap { item($0, overlay.margin, cache) }
      return plate
    }
    let bars = overlay.bars.flatMap { items($0, overlay.margin) }
    let icons = overlay.icons.compactMap { item($0, overlay.margin, cache) }
    let focus = overlay.focusIndex
    let controls = overlay.controls.indices.flatMap { index in
      var control = overlay.controls[index]
      control.text = Overlay.text(control.text, prompts: cache.prompts)
      return items(control, margin: overlay.margin, isFocused: index == focus)
    }
    let labels = overlay.labels.compactMap { item($0, overlay.margin, cache) }
    return panels + bars + icons + controls + labels
  }

  /// A color over the whole image, of any aspect ratio.
  static func cover(_ color: Color) -> RenderFrame.OverlayItem {
    // A hundred times as wide as high.
    let size = Vector2(Self.height, Self.height) * 100
    var item = RenderFrame.OverlayItem(
      .rectangle(size: size), anchor: Vector2(0.5, 0.5), color: color.linear)
    item.pivot = Vector2(0.5, 0.5)
    return item
  }

  private init(
    _ content: Content, _ frame: OverlayFrame, _ margin: Float, _ color: Color
  ) {
    self.init(
      content, anchor: frame.anchor.share, offset: frame.position + frame.anchor.inset(margin),
      color: color.linear)
    pivot = Vector2(frame.alignment.share, frame.verticalAlignment.share)
  }

  private static func item(_ panel: Panel, _ margin: Float) -> RenderFrame.OverlayItem? {
    guard panel.isVisible else { return nil }
    var area = Area(panel.size)
    area.cornerRadius = panel.cornerRadius
    area.borderWidth = panel.borderWidth
    area.borderColor = panel.borderColor.linear
    let isPlain = panel.cornerRadius <= 0 && panel.borderWidth <= 0
    return RenderFrame.OverlayItem(
      isPlain ? .rectangle(size: panel.size) : .area(area), panel.frame, margin, panel.color)
  }

  /// The background of a bar, and its filled part on top.
  private static func items(_ bar: Bar, _ margin: Float) -> [RenderFrame.OverlayItem] {
    guard bar.isVisible else { return [] }
    func item(_ content: Content, _ color: Color) -> RenderFrame.OverlayItem {
      .init(content, bar.frame, margin, color)
    }
    let fraction = min(max(bar.value, 0), 1)
    let filledArea = filledBounds(of: bar, fraction)
    if bar.cornerRadius <= 0 {
      var filled = item(.rectangle(size: filledArea.high - filledArea.low), bar.color)
      // The filled part is positioned relative to the bar's top left corner.
      let shift = Vector2(filled.pivot.x * bar.size.x, filled.pivot.y * bar.size.y)
      filled.offset = filled.offset + filledArea.low - shift
      filled.pivot = .zero
      return [item(.rectangle(size: bar.size), bar.background), filled]
    }
    var area = Area(bar.size)
    area.cornerRadius = bar.cornerRadius
    let ground = item(.area(area), bar.background)
    area.clip = filledArea
    return [ground, item(.area(area), bar.color)]
  }

  private static func filledBounds(of bar: Bar, _ fraction: Float) -> Area.Bounds {
    let (width, height) = (bar.size.x * fraction, bar.size.y * fraction)
    return switch bar.direction {
    case .right: .init(low: .zero, high: Vector2(width, bar.size.y))
    case .left: .init(low: Vector2(bar.size.x - width, 0), high: bar.size)
    case .up: .init(low: Vector2(0, bar.size.y - height), high: bar.size)
    case .down: .init(low: .zero, high: Vector2(bar.size.x, height))
    }
  }

  private static func item(
    _ icon: Icon, _ margin: Float, _ cache: RenderCache
  ) -> RenderFrame.OverlayItem? {
    guard icon.isVisible, icon.count > 0 else { return nil }
    let count = Int(min(icon.count, 1_000))
    let content: Content =
      icon.image.isEmpty
      ? .symbols(icon.symbol.character, height: icon.size, count: count)
      : .imageRow(ImageRow(cache.texture(icon.image, .sRGB), height: icon.size, count: count))
    return RenderFrame.OverlayItem(content, icon.frame, margin, icon.color)
  }

  private static func item(
    _ label: Label, _ margin: Float, _ cache: RenderCache
  ) -> RenderFrame.OverlayItem? {
    guard label.isVisible, !label.text.isEmpty else { return nil }
    let displayed = Overlay.text(label.text, prompts: cache.prompts)
    var text = Text(displayed, size: label.size, alignment: label.alignment.share)
    text.width = label.width
    text.maximumLines = Int(label.maximumLines)
    text.adjustsSizeToFitWidth = label.adjustsSizeToFitWidth
    text.font = cache.font(label.font)
    return RenderFrame.OverlayItem(.lines(text), label.frame, margin, label.color)
  }
}

extension Panel {
  /// Whether a label begins on the panel, at the same point of the image.
  fileprivate func holds(_ label: Label) -> Bool {
    guard label.anchor == anchor else { return false }
    let low = position - Vector2(size.x * alignment.share, size.y * verticalAlignment.share)
    let place = label.position
    return place.x >= low.x && place.y >= low.y && place.x <= low.x + size.x
      && place.y <= low.y + size.y
  }
}
