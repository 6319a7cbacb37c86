import CaromMaths

extension RenderFrame {
  /// A frame between two ticks: `share` is 0 at `previous` and 1 at `current`.
  ///
  /// Places, turns and sizes are blended; all else is that of `current`. What is only in one of the
  /// frames, or jumped between them, is drawn where `current` has it, and so is the view when
  /// another camera shows the scene.
  public static func blended(
    _ previous: RenderFrame, _ current: RenderFrame, share: Float
  ) -> RenderFrame {
    var frame = current
    guard share < 1 else { return frame }
    let t = max(share, 0)
    var before: [DrawKey: Int] = [:]
    before.reserveCapacity(previous.draws.count)
    for (i, draw) in previous.draws.enumerated() { before[DrawKey(draw)] = i }
    for i in frame.draws.indices {
      guard let j = before[DrawKey(frame.draws[i])] else { continue }
      let (from, to) = (previous.draws[j].transform, frame.draws[i].transform)
      if from != to { frame.draws[i].transform = blend(from, to, t) }
    }
    for i in frame.lights.indices {
      let to = frame.lights[i]
      // Lights are few, and as a rule in the same order.
      guard let from = previous.lights.first(where: { $0.node == to.node }), from.jumps == to.jumps
      else { continue }
      frame.lights[i].position = from.position.lerp(to: to.position, by: t)
      frame.lights[i].direction = from.direction.lerp(to: to.direction, by: t)
        .normalized(or: to.direction)
    }
    let (from, to) = (previous.view, current.view)
    if from.id == to.id && from.jumps == to.jumps {
      frame.view.position = from.position.lerp(to: to.position, by: t)
      frame.view.orientation = from.orientation.slerp(to: to.orientation, by: t)
    }
    return frame
  }

  /// What must be equal for two draws to be the same thing a tick apart.
  private struct DrawKey: Hashable {
    var node: UInt64
    var jumps: UInt64
    var element: Int

    init(_ draw: Draw) {
      node = draw.node
      jumps = draw.jumps
      element = draw.element
    }
  }

  /// Mixes two placements column by column, each at the mixed length.
  ///
  /// Within a tick nothing turns far, so the columns stay nearly square to each other.
  private static func blend(_ a: Matrix4, _ b: Matrix4, _ t: Float) -> Matrix4 {
    func column(_ u: Vector4, _ v: Vector4) -> Vector4 {
      let mixed = u.xyz.lerp(to: v.xyz, by: t)
      let (lu, lv, lm) = (u.xyz.length, v.xyz.length, mixed.length)
      let wanted = lu + (lv - lu) * t
      return Vector4(lm > 1e-12 ? mixed * (wanted / lm) : mixed, 0)
    }
    return Matrix4(
      column(a.x, b.x), column(a.y, b.y), column(a.z, b.z),
      Vector4(a.w.xyz.lerp(to: b.w.xyz, by: t), 1))
  }
}
