/// What four pixels of one triangle know of their surface.
struct SurfacePoint {
  var place: Lanes3
  var normal: Lanes3
  var tangent: Lanes3
  /// The sign of the third axis.
  var handedness: F4
  /// Where it lies on pictures of mapping channel 0, and of channel 1.
  var first: TexturePlace
  var second: TexturePlace
}

/// Texture coordinates at four pixels.
struct TexturePlace {
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

extension ShadeTexture {
  /// Where four pixels lie on the picture, by the mapping channel that it asks for.
  @inline(__always) func place(of p: SurfacePoint, isRare: Bool) -> TexturePlace {
    isRare && isSecond ? p.second : p.first
  }

  /// The colour of the picture at four pixels.
  @inline(__always) func sample(_ p: SurfacePoint, live: UInt32, isRare: Bool) -> Color4 {
    let at = place(of: p, isRare: isRare)
    return sample(at.u, at.v, at.footprint, live: live)
  }
}

extension ShadeScene {
  /// The attributes of a triangle at the centres of four pixels, correct in perspective.
  @inline(__always) func point(
    _ t: UnsafePointer<RasterTriangle>, _ flags: ShadeFlags, _ pixelX: Int32, _ pixelY: Int32,
    isRare: Bool
  ) -> SurfacePoint {
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
    let place0: F4 = a.pointee.place
    let place1: F4 = b.pointee.place - place0
    let place2: F4 = c.pointee.place - place0
    let normal0: F4 = a.pointee.normal
    let normal1: F4 = b.pointee.normal - normal0
    let normal2: F4 = c.pointee.normal - normal0
    var p = SurfacePoint(
      place: Lanes3(repeating: place0) + Lanes3(repeating: place1) * b1
        + Lanes3(repeating: place2) * b2,
      normal: Lanes3(repeating: normal0) + Lanes3(repeating: normal1) * b1
        + Lanes3(repeating: normal2) * b2,
      tangent: Lanes3(repeating: F4(repeating: 0)), handedness: F4(repeating: 1),
      first: TexturePlace(), second: TexturePlace())
    guard flags.contains(.anyTexture) else { return p }
    let u1 = F4(repeating: place1.w)
    let u2 = F4(repeating: place2.w)
    let v1 = F4(repeating: normal1.w)
    let v2 = F4(repeating: normal2.w)
    let u: F4 = F4(repeating: place0.w) + u1 * b1 + u2 * b2
    let v: F4 = F4(repeating: normal0.w) + v1 * b1 + v2 * b2
    // The slopes of the shares: from b/w and 1/w by the rule for quotients.
    let slope1x: F4 = (b1x - b1 * wx) * w
    let slope1y: F4 = (b1y - b1 * wy) * w
    let slope2x: F4 = (b2x - b2 * wx) * w
    let slope2y: F4 = (b2y - b2 * wy) * w
    p.first = TexturePlace(
      u, v,
      Footprint(
        ux: u1 * slope1x + u2 * slope2x, vx: v1 * slope1x + v2 * slope2x,
        uy: u1 * slope1y + u2 * slope2y, vy: v1 * slope1y + v2 * slope2y))
    if isRare && flags.contains(.secondPlaces) {
      let corner: F4 = a.pointee.second
      let (one, two): (F4, F4) = (b.pointee.second - corner, c.pointee.second - corner)
      let (s1, s2) = (F4(repeating: one.x), F4(repeating: two.x))
      let (t1, t2) = (F4(repeating: one.y), F4(repeating: two.y))
      p.second = TexturePlace(
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
      Lanes3(repeating: tangent0) + Lanes3(repeating: tangent1) * b1
      + Lanes3(repeating: tangent2) * b2
    p.handedness = F4(repeating: tangent0.w)
    return p
  }

  /// Where four pixels of a triangle are in the world.
  @inline(never) func place(
    _ t: UnsafePointer<RasterTriangle>, _ pixelX: Int32, _ pixelY: Int32
  ) -> Lanes3 {
    point(t, [], pixelX, pixelY, isRare: false).place
  }

  /// The colour between the corners of a triangle at the centres of four pixels.
  @inline(never) func vertexColor(
    _ t: UnsafePointer<RasterTriangle>, _ pixelX: Int32, _ pixelY: Int32
  ) -> Color4 {
    let (b1, b2) = shares(t, pixelX, pixelY)
    return between(
      vertices[Int(t.pointee.v0)].color, vertices[Int(t.pointee.v1)].color,
      vertices[Int(t.pointee.v2)].color, b1, b2)
  }

  /// The light and the highlights between the corners of a triangle that is lit there.
  @inline(never) func vertexLight(
    _ t: UnsafePointer<RasterTriangle>, _ pixelX: Int32, _ pixelY: Int32
  ) -> (light: Lanes3, highlights: Lanes3) {
    let (b1, b2) = shares(t, pixelX, pixelY)
    let a = vertices + Int(t.pointee.v0)
    let b = vertices + Int(t.pointee.v1)
    let c = vertices + Int(t.pointee.v2)
    let light = between(a.pointee.tangent, b.pointee.tangent, c.pointee.tangent, b1, b2)
    let rest = between(a.pointee.second, b.pointee.second, c.pointee.second, b1, b2)
    return (Lanes3(light.r, light.g, light.b), Lanes3(light.a, rest.b, rest.a))
  }

  /// The shares of the second and third corner at the centres of four pixels.
  @inline(__always) private func shares(
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

  /// Four components of the corners at four pixels, by the shares of the second and third.
  @inline(__always) private func between(
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
