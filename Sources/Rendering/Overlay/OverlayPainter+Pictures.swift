import CaromMaths

// Images: the reduced version whose texels are about as large as pixels, mixed between its neighbours.
extension OverlayPainter {
  /// Lays an image over the picture, some times side by side, multiplied by a colour.
  func paint(
    _ picture: RenderFrame.OverlayItem.Picture, at place: Vector2, _ pivot: Vector2,
    _ color: Vector4
  ) {
    let size = Vector2(picture.width, picture.height) * scale
    let advance = picture.advance * scale
    // Smaller than a thousandth of a pixel is nothing, and a step of texels out of all measure.
    guard size.x > 1e-3, size.y > 1e-3, size.x < 1e6, advance > 0 else { return }
    let count = min(picture.count, 1_000)
    let whole = advance * Float(count - 1) + size.x
    let left = (place.x - whole * pivot.x).rounded(.down)
    let top = (place.y - size.y * pivot.y).rounded(.down)
    for number in 0..<count {
      let x = left + advance * Float(number)
      if x > Float(width) { return }
      if x + size.x > 0 { paint(picture.texture, Vector2(x, top), size, color) }
    }
  }

  private func paint(_ texture: Texture, _ low: Vector2, _ size: Vector2, _ color: Vector4) {
    var number = 0
    while number + 1 < texture.levels.count,
      Float(texture.levels[number].height) > size.y * 1.5
    { number += 1 }
    let level = texture.levels[number]
    let high = low + size
    let step = Vector2(Float(level.width) / size.x, Float(level.height) / size.y)
    for y in rows(low.y, high.y) {
      let inY = min(high.y, Float(y + 1)) - max(low.y, Float(y))
      for x in columns(low.x, high.x) {
        let inX = min(high.x, Float(x + 1)) - max(low.x, Float(x))
        let at = Vector2(
          (Float(x) + 0.5 - low.x) * step.x - 0.5, (Float(y) + 0.5 - low.y) * step.y - 0.5)
        let seen = level.mixed(at)
        guard seen.w > 0 else { continue }
        let light = Vector4(
          seen.x / seen.w * color.x, seen.y / seen.w * color.y, seen.z / seen.w * color.z,
          seen.w * color.w)
        blend(x, y, light, inX * inY)
      }
    }
  }
}

extension Texture.Level {
  /// The four texels around a place in the version, mixed; colours are multiplied by alpha, so that what
  /// cannot be seen mixes no colour in.
  fileprivate func mixed(_ at: Vector2) -> Vector4 {
    let (x, y) = (at.x.rounded(.down), at.y.rounded(.down))
    let (fx, fy) = (at.x - x, at.y - y)
    let (column, row) = (Int(x), Int(y))
    let top = texel(column, row) * (1 - fx) + texel(column + 1, row) * fx
    let bottom = texel(column, row + 1) * (1 - fx) + texel(column + 1, row + 1) * fx
    return top * (1 - fy) + bottom * fy
  }

  private func texel(_ column: Int, _ row: Int) -> Vector4 {
    let x = min(max(column, 0), Int(width) - 1)
    let y = min(max(row, 0), Int(height) - 1)
    let t = texels[y * Int(width) + x]
    let alpha = Float(t >> 48) * (1 / 65_535)
    let scale = alpha * (1 / 65_535)
    return Vector4(
      Float(t & 0xFFFF) * scale, Float(t >> 16 & 0xFFFF) * scale, Float(t >> 32 & 0xFFFF) * scale,
      alpha)
  }
}
