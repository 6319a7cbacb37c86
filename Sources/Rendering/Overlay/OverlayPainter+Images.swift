import CaromMaths

// Images are sampled bilinearly from the mipmap level whose texels are about as large as pixels.
extension OverlayPainter {
  /// Draws an image, repeated side by side and multiplied by a color.
  func paint(
    _ image: RenderFrame.OverlayItem.ImageRow, at position: Vector2, _ pivot: Vector2,
    _ color: Vector4
  ) {
    let size = Vector2(image.width, image.height) * scale
    let advance = image.advance * scale
    // Sizes below a thousandth of a pixel would make the texel step too large.
    guard size.x > 1e-3, size.y > 1e-3, size.x < 1e6, advance > 0 else { return }
    let count = min(image.count, 1_000)
    let whole = advance * Float(count - 1) + size.x
    let left = (position.x - whole * pivot.x).rounded(.down)
    let top = (position.y - size.y * pivot.y).rounded(.down)
    for number in 0..<count {
      let x = left + advance * Float(number)
      if x > Float(width) { return }
      if x + size.x > 0 { paint(image.texture, Vector2(x, top), size, color) }
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
        let sample = level.bilinear(at)
        guard sample.w > 0 else { continue }
        let light = Vector4(
          sample.x / sample.w * color.x, sample.y / sample.w * color.y,
          sample.z / sample.w * color.z,
          sample.w * color.w)
        blend(x, y, light, inX * inY)
      }
    }
  }
}

extension Texture.Level {
  /// Bilinear interpolation of four texels, premultiplied by alpha, so that transparent texels add
  /// no color.
  fileprivate func bilinear(_ at: Vector2) -> Vector4 {
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
