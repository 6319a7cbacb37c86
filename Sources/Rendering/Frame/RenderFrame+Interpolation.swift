import CaromMaths

extension RenderFrame {
  /// Interpolates between the frames of two ticks: `fraction` is 0 at `previous` and 1 at
  /// `current`.
  ///
  /// Transforms are interpolated; everything else is taken from `current`. Draws and lights that
  /// are in one frame only, or teleported between the ticks, have the transform of `current`, and
  /// so has the view when the camera changed.
  public static func interpolated(
    _ previous: RenderFrame, _ current: RenderFrame, fraction: Float
  ) -> RenderFrame {
    var frame = current
    guard fraction < 1 else { return frame }
    let t = max(fraction, 0)
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
      // Lights are few, and usually in the same order.
      guard let from = previous.lights.first(where: { $0.node == to.node }),
        from.teleportCount == to.teleportCount
      else { continue }
      frame.lights[i].position = from.position.lerp(to: to.position, by: t)
      frame.lights[i].direction = from.direction.lerp(to: to.direction, by: t)
        .normalized(or: to.direction)
      frame.lights[i].right = from.right.lerp(to: to.right, by: t).normalized(or: to.right)
    }
    let (from, to) = (previous.view, current.view)
    if from.id == to.id && from.teleportCount == to.teleportCount {
      frame.view.position = from.position.lerp(to: to.position, by: t)
      frame.view.orientation = from.orientation.slerp(to: to.orientation, by: t)
    }
    return frame
  }

  /// The identity of a draw across two ticks.
  private struct DrawKey: Hashable {
    var node: UInt64
    var teleportCount: UInt64
    var element: Int

    init(_ draw: Draw) {
      node = draw.node
      teleportCount = draw.teleportCount
      element = draw.element
    }
  }

  /// Interpolates two transforms column by column, each at the interpolated length.
  ///
  /// Rotations within a tick are small, so the columns stay nearly orthogonal.
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
