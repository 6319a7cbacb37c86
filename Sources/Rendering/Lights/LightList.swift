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
        strength = strength * shadow.pointee.visibility(position, outward, toLight, live: live)
      }
      body(light, toLight, cosine, strength)
    }
  }
}
