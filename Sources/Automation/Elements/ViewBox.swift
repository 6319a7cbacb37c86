public import CaromMaths
import CaromRendering
import CaromSceneGraph
import CaromSimulation

/// A rectangle in the view, in fractions of its width and height from the top left corner.
public struct ViewBox: Hashable, Sendable {
  /// The top left corner.
  public var low: Vector2
  /// The bottom right corner.
  public var high: Vector2

  /// Creates a rectangle from its corners.
  public init(low: Vector2, high: Vector2) { (self.low, self.high) = (low, high) }

  /// The center.
  public var center: Vector2 { (low + high) * 0.5 }

  /// The rectangle in pixels of an image: left, top, width and height, rounded outwards.
  public func pixels(width: Int, height: Int) -> (x: Int, y: Int, width: Int, height: Int) {
    func pixel(_ share: Float, _ side: Int, _ rule: FloatingPointRoundingRule) -> Int {
      Int((min(max(share, -1e4), 1e4) * Float(side)).rounded(rule))
    }
    let (left, top) = (pixel(low.x, width, .down), pixel(low.y, height, .down))
    return (
      left, top, pixel(high.x, width, .up) - left, pixel(high.y, height, .up) - top
    )
  }
}

extension GameDriver {
  /// The rectangle of an element in the view of the current camera; nil for one without a position
  /// in the view.
  ///
  /// A node has the rectangle of its bounding box; a component that of its node. Parts of it can be
  /// outside of the view or behind other nodes.
  public func box(of match: Match) -> ViewBox? { box(of: match, from: viewpoint) }

  /// The camera of the scene as it sees the current view, to use for many rectangles; finding it
  /// may visit the whole scene.
  var viewpoint: Viewpoint? {
    session.scene.pointOfView.flatMap { Viewpoint($0, aspect: session.input.aspect) }
  }

  /// The same for a known camera.
  func box(of match: Match, from viewpoint: Viewpoint?) -> ViewBox? {
    if let overlay = overlayBox(of: match) { return overlay }
    guard let node = match.node, let viewpoint else { return nil }
    return ViewBox(of: node, from: viewpoint)
  }

  /// The rectangle of an element of the overlay, as it is drawn.
  private func overlayBox(of match: Match) -> ViewBox? {
    guard let element = match.overlayElement else { return nil }
    let aspect = session.input.aspect
    var lone = Overlay()
    lone.margin = session.scene.overlay.margin
    switch element {
    case let control as Control: lone.controls = [control]
    case let label as Label: lone.labels = [label]
    case let panel as Panel: lone.panels = [panel]
    case let bar as Bar: lone.bars = [bar]
    case let icon as Icon: lone.icons = [icon]
    default: return nil
    }
    guard let cache = try? makeFrameRenderer().cache else { return nil }
    // Boxes are fractions, so any size of the right shape will do; text is measured in pixels.
    let (width, height) = (Int((1_080 * aspect).rounded()), 1_080)
    let bounds = RenderFrame.OverlayItem.items(lone, cache).compactMap {
      $0.bounds(width: width, height: height)
    }
    let scale = Vector2(1 / Float(width), 1 / Float(height))
    let boxes = bounds.map {
      AABB(
        min: Vector3($0.low.x * scale.x, $0.low.y * scale.y, 0),
        max: Vector3($0.high.x * scale.x, $0.high.y * scale.y, 0))
    }
    let whole = boxes.reduce(AABB.empty) { $0.union($1) }
    guard !whole.isEmpty else { return nil }
    return ViewBox(low: Vector2(whole.min.x, whole.min.y), high: Vector2(whole.max.x, whole.max.y))
  }

  /// Whether a player can see an element: it is not hidden, and a part of its rectangle is in the
  /// view.
  ///
  /// Other nodes in front of it do not count.
  public func isDisplayed(_ match: Match) -> Bool { isDisplayed(match, in: box(of: match)) }

  /// The same for an element whose rectangle is known.
  func isDisplayed(_ match: Match, in box: ViewBox?) -> Bool {
    if let element = match.overlayElement, !element.isVisible { return false }
    if let node = match.node {
      guard !node.isHiddenInScene, node.presentation.opacity > 0 else { return false }
    }
    guard let box else { return match.kind == "scene" }
    return box.high.x > 0 && box.high.y > 0 && box.low.x < 1 && box.low.y < 1
  }
}

extension Match {
  /// The element of the overlay that was matched, or the control that a matched part belongs to.
  var overlayElement: (any OverlayElement)? {
    if let control { return control }
    guard case .record(let record)? = tree.component(of: item.index) else { return nil }
    return record as? any OverlayElement
  }
}

extension ViewBox {
  /// The rectangle of a node's bounding box; nil if it has none or if a part of it is behind the
  /// camera.
  init?(of node: Node, from viewpoint: Viewpoint) {
    let box = node.boundingBox
    guard !box.isEmpty else { return nil }
    var seenBox = AABB.empty
    let transform = node.presentation.worldTransform
    for corner in 0..<8 {
      let local = Vector3(
        corner & 1 == 0 ? box.min.x : box.max.x, corner & 2 == 0 ? box.min.y : box.max.y,
        corner & 4 == 0 ? box.min.z : box.max.z)
      guard let seen = viewpoint.projectPoint(transform.apply(point: local)) else {
        return nil
      }
      seenBox = AABB(min: seenBox.min.minimum(seen), max: seenBox.max.maximum(seen))
    }
    self.init(
      low: Vector2(seenBox.min.x, seenBox.min.y), high: Vector2(seenBox.max.x, seenBox.max.y))
  }
}
