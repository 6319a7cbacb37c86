import CaromMaths

/// The interpolated attributes of a triangle at four pixels.
struct SurfaceFragment {
  let setup: UnsafeMutablePointer<TriangleSetup>
  let barycentrics: Barycentrics
  var position: Vector3W
  /// Texture coordinate sets 0 and 1.
  var texCoord0: TexCoord
  var texCoord1: TexCoord
}

/// Texture coordinates at four pixels, with the derivatives at the first live one.
struct TexCoord {
  var u: F4
  var v: F4
  var footprint: Footprint

  @inline(__always) init() {
    let zero = F4(repeating: 0)
    (u, v, footprint) = (zero, zero, Footprint(lanes: zero))
  }

  @inline(__always) init(
    _ corners: CornerTexCoords, _ setup: UnsafeMutablePointer<TriangleSetup>, _ at: Barycentrics,
    live: UInt32
  ) {
    (u, v) = corners.at(at)
    footprint = setup.pointee.footprint(corners, at.repeating(live))
  }
}

extension SurfaceFragment {
  /// The unit normal.
  @inline(__always) var outward: Vector3W {
    if setup.pointee.isFlat { return setup.pointee.outward }
    return setup.pointee.normal.at(barycentrics).normalized
  }

  /// The tangent and the bitangent at right angles to a unit normal.
  @inline(__always) func frame(_ normal: Vector3W) -> (along: Vector3W, across: Vector3W) {
    if setup.pointee.hasOneFrame { return (setup.pointee.along, setup.pointee.across) }
    return TriangleSetup.frame(normal, setup.pointee.tangent.at(barycentrics))
  }
}

extension SampledTexture {
  /// The texture coordinates of the set that the texture uses.
  @inline(__always) func texCoord(of p: SurfaceFragment, isExtended: Bool) -> TexCoord {
    isExtended && usesTexCoord1 ? p.texCoord1 : p.texCoord0
  }
}

extension ShadingContext {
  /// Samples a texture at four pixels.
  @inline(never) func sample(
    _ texture: UnsafePointer<SampledTexture>, _ p: SurfaceFragment, live: UInt32, isExtended: Bool
  ) -> Color4 {
    let at = texture.pointee.texCoord(of: p, isExtended: isExtended)
    if texture.pointee.maxAnisotropy > 1 {
      let footprints = footprints(
        p.setup, p.barycentrics, ofSet1: isExtended && texture.pointee.usesTexCoord1)
      return texture.pointee.sampleAnisotropic(at.u, at.v, footprints, live)
    }
    return SampledTexture.sample(
      texture, SampledTexture.lookup(texture, at.u, at.v, at.footprint))
  }

  /// Interpolates the attributes of a triangle at the centers of four pixels, perspective-correct.
  @inline(__always) func point(
    _ setup: UnsafeMutablePointer<TriangleSetup>, _ flags: ShadingFlags, _ pixelX: Int32,
    _ pixelY: Int32, live: UInt32, isExtended: Bool
  ) -> SurfaceFragment {
    let at = setup.pointee.barycentrics(pixelX, pixelY)
    var p = SurfaceFragment(
      setup: setup, barycentrics: at, position: setup.pointee.position.at(at),
      texCoord0: TexCoord(), texCoord1: TexCoord())
    guard flags.contains(.anyTexture) else { return p }
    p.texCoord0 = TexCoord(setup.pointee.texCoord, setup, at, live: live)
    if isExtended && flags.contains(.texCoord1) {
      p.texCoord1 = TexCoord(texCoords1(setup), setup, at, live: live)
    }
    return p
  }

  /// The texture coordinates of set 1 at the corners of a triangle.
  private func texCoords1(_ setup: UnsafeMutablePointer<TriangleSetup>) -> CornerTexCoords {
    guard let t = setup.pointee.triangle else { return setup.pointee.texCoord }
    let first: F4 = vertices[Int(t.pointee.v0)].texCoord1
    return CornerTexCoords(
      first, vertices[Int(t.pointee.v1)].texCoord1 - first,
      vertices[Int(t.pointee.v2)].texCoord1 - first)
  }

  /// The derivatives of texture coordinates at four pixels.
  @inline(never) func footprints(
    _ setup: UnsafeMutablePointer<TriangleSetup>, _ at: Barycentrics, ofSet1: Bool
  ) -> Footprints {
    setup.pointee.footprints(ofSet1 ? texCoords1(setup) : setup.pointee.texCoord, at)
  }

  /// The world positions of four pixels of a triangle.
  @inline(never) func worldPosition(
    _ t: UnsafePointer<RasterTriangle>, _ pixelX: Int32, _ pixelY: Int32
  ) -> Vector3W {
    let setup = setup(of: t)
    return setup.pointee.position.at(setup.pointee.barycentrics(pixelX, pixelY))
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
