import CaromMaths
public import CaromSceneGraph

extension RenderFrame {
  /// The number of triangles of all draws, visible or not.
  public var triangleCount: Int {
    var count = 0
    for draw in draws {
      let starts = draw.mesh.elementStarts
      guard draw.element >= 0, draw.element + 1 < starts.count else { continue }
      count += (starts[draw.element + 1] - starts[draw.element]) / 3
    }
    return count
  }

  /// Adds the statistics of a scene and of the frame to the lower left corner of the overlay.
  ///
  /// `DebugOptions.showStatistics` adds them to every frame, without a frame time.
  ///
  /// - Parameters:
  ///   - statistics: The statistics of the scene.
  ///   - seconds: The duration of a frame; nil when it is not measured.
  public mutating func add(_ statistics: SceneStatistics, frameTime seconds: Double? = nil) {
    let sleeping = max(0, statistics.bodies - statistics.awakeBodies)
    var lines = [
      "tick \(statistics.tick)",
      "nodes \(statistics.nodes)",
      "bodies \(statistics.bodies), \(sleeping) at rest",
      "contacts \(statistics.contacts)",
      "triangles \(triangleCount)",
      "lights \(lights.count)",
    ]
    if let seconds, seconds.isFinite, seconds >= 0, seconds < 1e6 {
      let tenths = Int((seconds * 1e4).rounded())
      lines.insert("frame \(tenths / 10).\(tenths % 10) ms", at: 1)
    }
    let size: Float = 18
    let advance = size * Glyph.lineAdvance / Glyph.lineHeight
    let height = Float(lines.count - 1) * advance + size + 16
    // At the left edge, where overlays of games leave the most room: their labels are in corners.
    var text = OverlayItem(
      .text(lines.joined(separator: "\n"), size: size, alignment: 0), anchor: Vector2(0, 0.5),
      offset: Vector2(18, 0))
    text.pivot = Vector2(0, 0.5)
    var ground = OverlayItem(
      .rectangle(size: Vector2(220, height)), anchor: Vector2(0, 0.5), offset: Vector2(8, 0),
      color: Vector4(0, 0, 0, 0.6))
    ground.pivot = Vector2(0, 0.5)
    ground.held = [text]
    overlay += [ground, text]
  }
}
