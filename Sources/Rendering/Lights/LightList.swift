import CaromMaths

/// The lights of a frame and the indices of those that affect each draw.
struct LightList {
  let all: UnsafeMutablePointer<LightUniforms>
  /// The light indices of all draws, draw after draw.
  let indices: UnsafeMutablePointer<Int32>

  /// Calls `body` with each light that illuminates the front of a surface in a live lane.
  ///
  /// `body` gets the direction to the light, the cosine of the angle to the normal, and the
  /// fraction of light after attenuation, cone and shadow. Shadows are looked up on the side of
  /// `outward`, the geometric normal, even where a normal map bends `normal`.
  @inline(__always) func forEach(
    of draw: UnsafeMutablePointer<DrawUniforms>, _ position: Vector3W, outward: Vector3W,
    normal: Vector3W,
    live: UInt32,
    _ body: (
      _ light: UnsafeMutablePointer<LightUniforms>, _ toLight: Vector3W, _ cosine: F4,
      _ strength: F4
    ) -> Void
  ) {
    var i = Int(draw.pointee.firstLight)
    let end = Int(draw.pointee.endLight)
    while i < end {
      let light = all + Int(indices[i])
      i = i &+ 1
      var (toLight, strength) = LightUniforms.illuminate(light, position)
      let cosine: F4 = vmax(normal.dot(toLight), F4(repeating: 0))
      // Most lights end here: behind the surface or outside of the cone.
      if signBits(greater(cosine * strength, F4(repeating: 0))) & live == 0 { continue }
      if let shadow = light.pointee.shadow {
        strength = strength * shadow.pointee.visibility(position, outward, toLight)
      }
      body(light, toLight, cosine, strength)
    }
  }

  /// Accumulates the diffuse light (Lambert) and the specular highlights (Phong or Blinn) of all
  /// lights.
  @inline(__always) func accumulate(
    at draw: UnsafeMutablePointer<DrawUniforms>, _ flags: ShadingFlags, _ position: Vector3W,
    outward: Vector3W, normal: Vector3W, toEye: Vector3W, live: UInt32
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
      if signBits(greater(positive * positive, cutoff)) & live == 0 { return }
      let angle: F4 = near / vsqrt(squaredLength)
      let power: F4 = vpow(saturate(angle), F4(repeating: draw.pointee.exponent))
      // Fades highlights out at grazing angles, which avoids a hard edge.
      let grazing: F4 = vmin(cosine * F4(repeating: 8), F4(repeating: 1))
      highlights = highlights + color * (power * grazing * strength)
    }
    return (sum, highlights)
  }
}
