import CaromMaths

/// The interpolated attributes of a triangle at four pixels.
struct SurfaceFragment {
  var position: Vector3W
  var normal: Vector3W
  var tangent: Vector3W
  /// The sign of the bitangent.
  var handedness: F4
  /// Texture coordinate sets 0 and 1.
  var texCoord0: TexCoord
  var texCoord1: TexCoord
}

/// Texture coordinates at four pixels, with their derivatives.
struct TexCoord {
  var u: F4
  var v: F4
  var footprint: Footprint

  @inline(__always) init() {
    let zero = F4(repeating: 0)
    (u, v) = (zero, zero)
    footprint = Footprint(ux: zero, vx: zero, uy: zero, vy: zero)
  }

  @inline(__always) init(_ u: F4, _ v: F4, _ footprint: Footprint) {
    (self.u, self.v, self.footprint) = (u, v, footprint)
  }
}

extension SampledTexture {
  /// The texture coordinates of the set that the texture uses.
  @inline(__always) func texCoord(of p: SurfaceFragment, isExtended: Bool) -> TexCoord {
    isExtended && usesTexCoord1 ? p.texCoord1 : p.texCoord0
  }

  /// Samples the texture at four pixels.
  @inline(__always) func sample(_ p: SurfaceFragment, live: UInt32, isExtended: Bool) -> Color4 {
    let at = texCoord(of: p, isExtended: isExtended)
    return sample(at.u, at.v, at.footprint, live: live)
  }
}

extension ShadingContext {
  /// Interpolates the attributes of a triangle at the centers of four pixels, perspective-correct.
  @inline(__always) func point(
    _ t: UnsafePointer<RasterTriangle>, _ flags: ShadingFlags, _ pixelX: Int32, _ pixelY: Int32,
    isExtended: Bool
  ) -> SurfaceFragment {
    let dx: F4 =
      F4(repeating: Float(pixelX) - t.pointee.originX) + F4(0.5, 1.5, 2.5, 3.5)
    let dy = F4(repeating: Float(pixelY) + 0.5 - t.pointee.originY)
    let wx = F4(repeating: t.pointee.wx)
    let wy = F4(repeating: t.pointee.wy)
    let b1x = F4(repeating: t.pointee.b1x)
    let b1y = F4(repeating: t.pointee.b1y)
    let b2x = F4(repeating: t.pointee.b2x)
    let b2y = F4(repeating: t.pointee.b2y)
    let w: F4 = F4(repeating: 1) / (F4(repeating: t.pointee.w) + wx * dx + wy * dy)
    let b1: F4 = (b1x * dx + b1y * dy) * w
    let b2: F4 = (b2x * dx + b2y * dy) * w

    let a = vertices + Int(t.pointee.v0)
    let b = vertices + Int(t.pointee.v1)
    let c = vertices + Int(t.pointee.v2)
    let position0: F4 = a.pointee.position
    let position1: F4 = b.pointee.position - position0
    let position2: F4 = c.pointee.position - position0
    let normal0: F4 = a.pointee.normal
    let normal1: F4 = b.pointee.normal - normal0
    let normal2: F4 = c.pointee.normal - normal0
    var p = SurfaceFragment(
      position: Vector3W(repeating: position0) + Vector3W(repeating: position1) * b1
        + Vector3W(repeating: position2) * b2,
      normal: Vector3W(repeating: normal0) + Vector3W(repeating: normal1) * b1
        + Vector3W(repeating: normal2) * b2,
      tangent: Vector3W(repeating: F4(repeating: 0)), handedness: F4(repeating: 1),
      texCoord0: TexCoord(), texCoord1: TexCoord())
    guard flags.contains(.anyTexture) else { return p }
    let u1 = F4(repeating: position1.w)
    let u2 = F4(repeating: position2.w)
    let v1 = F4(repeating: normal1.w)
    let v2 = F4(repeating: normal2.w)
    let u: F4 = F4(repeating: position0.w) + u1 * b1 + u2 * b2
    let v: F4 = F4(repeating: normal0.w) + v1 * b1 + v2 * b2
    // The gradients of the barycentric coordinates, from b/w and 1/w by the quotient rule.
    let slope1x: F4 = (b1x - b1 * wx) * w
    let slope1y: F4 = (b1y - b1 * wy) * w
    let slope2x: F4 = (b2x - b2 * wx) * w
    let slope2y: F4 = (b2y - b2 * wy) * w
    p.texCoord0 = TexCoord(
      u, v,
      Footprint(
        ux: u1 * slope1x + u2 * slope2x, vx: v1 * slope1x + v2 * slope2x,
        uy: u1 * slope1y + u2 * slope2y, vy: v1 * slope1y + v2 * slope2y))
    if isExtended && flags.contains(.texCoord1) {
      let corner: F4 = a.pointee.texCoord1
      let (one, two): (F4, F4) = (b.pointee.texCoord1 - corner, c.pointee.texCoord1 - corner)
      let (s1, s2) = (F4(repeating: one.x), F4(repeating: two.x))
      let (t1, t2) = (F4(repeating: one.y), F4(repeating: two.y))
      p.texCoord1 = TexCoord(
        F4(repeating: corner.x) + s1 * b1 + s2 * b2, F4(repeating: corner.y) + t1 * b1 + t2 * b2,
        Footprint(
          ux: s1 * slope1x + s2 * slope2x, vx: t1 * slope1x + t2 * slope2x,
          uy: s1 * slope1y + s2 * slope2y, vy: t1 * slope1y + t2 * slope2y))
    }
    guard flags.contains(.normalTexture) else { return p }
    let tangent0: F4 = a.pointee.tangent
    let tangent1: F4 = b.pointee.tangent - tangent0
    let tangent2: F4 = c.pointee.tangent - tangent0
    p.tangent =
      Vector3W(repeating: tangent0) + Vector3W(repeating: tangent1) * b1
      + Vector3W(repeating: tangent2) * b2
    p.handedness = F4(repeating: tangent0.w)
    return p
  }

  /// The world positions of four pixels of a triangle.
  @inline(never) func worldPosition(
    _ t: UnsafePointer<RasterTriangle>, _ pixelX: Int32, _ pixelY: Int32
  ) -> Vector3W {
    point(t, [], pixelX, pixelY, isExtended: false).position
  }

  /// The interpolated vertex color at the centers of four pixels.
  @inline(never) func vertexColor(
    _ t: UnsafePointer<RasterTriangle>, _ pixelX: Int32, _ pixelY: Int32
  ) -> Color4 {
    let (b1, b2) = barycentrics(t, pixelX, pixelY)
    return interpolate(
      vertices[Int(t.pointee.v0)].color, vertices[Int(t.pointee.v1)].color,
      vertices[Int(t.pointee.v2)].color, b1, b2)
  }

  /// The interpolated light and highlights of a triangle with per-vertex lighting.
  @inline(never) func vertexLight(
    _ t: UnsafePointer<RasterTriangle>, _ pixelX: Int32, _ pixelY: Int32
  ) -> (light: Vector3W, highlights: Vector3W) {
    let (b1, b2) = barycentrics(t, pixelX, pixelY)
    let a = vertices + Int(t.pointee.v0)
    let b = vertices + Int(t.pointee.v1)
    let c = vertices + Int(t.pointee.v2)
    let light = interpolate(a.pointee.tangent, b.pointee.tangent, c.pointee.tangent, b1, b2)
    let rest = interpolate(a.pointee.texCoord1, b.pointee.texCoord1, c.pointee.texCoord1, b1, b2)
    return (Vector3W(light.r, light.g, light.b), Vector3W(light.a, rest.b, rest.a))
  }

  /// The barycentric coordinates of the second and third corner at the centers of four pixels.
  @inline(__always) private func barycentrics(
    _ t: UnsafePointer<RasterTriangle>, _ pixelX: Int32, _ pixelY: Int32
  ) -> (F4, F4) {
    let dx: F4 =
      F4(repeating: Float(pixelX) - t.pointee.originX) + F4(0.5, 1.5, 2.5, 3.5)
    let dy = F4(repeating: Float(pixelY) + 0.5 - t.pointee.originY)
    let w: F4 =
      F4(repeating: t.pointee.w) + F4(repeating: t.pointee.wx) * dx
      + F4(repeating: t.pointee.wy) * dy
    let b1: F4 = (F4(repeating: t.pointee.b1x) * dx + F4(repeating: t.pointee.b1y) * dy) / w
    let b2: F4 = (F4(repeating: t.pointee.b2x) * dx + F4(repeating: t.pointee.b2y) * dy) / w
    return (b1, b2)
  }

  /// Interpolates four components of the corners by the barycentric coordinates of the second and
  /// third.
  @inline(__always) private func interpolate(
    _ first: F4, _ b: F4, _ c: F4, _ b1: F4, _ b2: F4
  ) -> Color4 {
    let (second, third): (F4, F4) = (b - first, c - first)
    return Color4(
      r: F4(repeating: first.x) + b1 * F4(repeating: second.x) + b2 * F4(repeating: third.x),
      g: F4(repeating: first.y) + b1 * F4(repeating: second.y) + b2 * F4(repeating: third.y),
      b: F4(repeating: first.z) + b1 * F4(repeating: second.z) + b2 * F4(repeating: third.z),
      a: F4(repeating: first.w) + b1 * F4(repeating: second.w) + b2 * F4(repeating: third.w))
  }
}
