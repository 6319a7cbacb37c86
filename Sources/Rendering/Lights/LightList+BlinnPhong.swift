import CaromMaths

extension LightList {
  /// Accumulates the diffuse light (Lambert) and the specular highlights (Phong or Blinn) of all
  /// lights.
  ///
  /// Highlights are left out where they are invisible in a whole triangle's lanes. `parts` has a
  /// different number in the lanes of each triangle; without, there is one.
  @inline(__always) func accumulate(
    at draw: UnsafeMutablePointer<DrawUniforms>, _ flags: ShadingFlags, _ position: Vector3W,
    outward: Vector3W, normal: Vector3W, toEye: Vector3W, live: UInt32,
    parts: U4? = nil
  ) -> (light: Vector3W, highlights: Vector3W) {
    var sum = Vector3W(repeating: F4(repeating: 0))
    var highlights = sum
    forEach(of: draw, position, outward: outward, normal: normal, live: live) {
      light, toLight, cosine, strength in
      let color = Vector3W(repeating: light.pointee.color)
      sum = sum + color * (cosine * strength)
      if flags.isDisjoint(with: .highlight) { return }
      // The cosine of the angle to the highlight's center, times a length whose square is `square`.
      let near: F4
      let squaredLength: F4
      if flags.contains(.blinn) {
        let half = toLight + toEye
        near = normal.dot(half)
        squaredLength = half.dot(half) + F4(repeating: 1e-30)
      } else {
        let twice: F4 = normal.dot(toLight) * F4(repeating: 2)
        near = (normal * twice - toLight).dot(toEye)
        squaredLength = F4(repeating: 1)
      }
      // Most pixels lie too far from the center of the highlight to show any of it.
      let cutoff: F4 = squaredLength * F4(repeating: draw.pointee.highlightCutoff)
      let positive: F4 = vmax(near, F4(repeating: 0))
      let shining: UInt32 = signBits(greater(positive * positive, cutoff)) & live
      if shining == 0 { return }
      let angle: F4 = near / vsqrt(squaredLength)
      let power: F4 = vpow(saturate(angle), F4(repeating: draw.pointee.exponent))
      // Fades highlights out at grazing angles, which avoids a hard edge.
      let grazing: F4 = vmin(cosine * F4(repeating: 8), F4(repeating: 1))
      var share: F4 = power * grazing * strength
      if let parts, shining != live {
        share = select(lanes(of: shining, parts), share, F4(repeating: 0))
      }
      highlights = highlights + color * share
    }
    return (sum, highlights)
  }

  /// A mask of all lanes of the parts that some lanes belong to.
  private func lanes(of some: UInt32, _ parts: U4) -> I4 {
    var (mask, left) = (I4(repeating: 0), some)
    while left != 0 {
      mask = mask | equal(parts, U4(repeating: parts[left.trailingZeroBitCount]))
      left &= left &- 1
    }
    return mask
  }
}
