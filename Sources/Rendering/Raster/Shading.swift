/// All that shading reads, as pointers into the renderer's buffers; good for one frame.
struct ShadeScene {
  let triangles: UnsafeMutablePointer<RasterTriangle>
  let vertices: UnsafeMutablePointer<RasterVertex>
  let draws: UnsafeMutablePointer<ShadeDraw>
  let lights: ShadeLights
  /// The eye as a point, or in orthographic views the direction to it with zero in the fourth.
  let eye: F4
  let fog: ShadeFog
  /// The mirrored pictures that draws name; nil where only depth is drawn.
  let mirrors: UnsafeMutablePointer<ShadeMirror>?
}

extension ShadeScene {
  /// How solid the picture of a draw says four pixels are.
  private func solid(_ c: Color4, _ draw: UnsafeMutablePointer<ShadeDraw>) -> F4 {
    guard draw.pointee.flags.contains(.brightIsOpen) else { return c.a }
    // The luminance of linear light, as for a plain colour.
    let bright: F4 =
      c.r * F4(repeating: 0.2126) + c.g * F4(repeating: 0.7152) + c.b * F4(repeating: 0.0722)
    return saturate(F4(repeating: 1) - bright * F4(repeating: draw.pointee.brightness))
  }

  /// The colour of four pixels of a triangle; lanes that are not live get no meaning.
  @inline(never) func shade(
    _ t: UnsafePointer<RasterTriangle>, _ pixelX: Int32, _ pixelY: Int32, live: UInt32
  ) -> Color4 {
    draws[Int(t.pointee.drawAndFacing &>> 1)].flags.contains(.rare)
      ? shadeRarely(t, pixelX, pixelY, live: live)
      : color(t, pixelX, pixelY, live: live, isRare: false)
  }

  /// The same with all that few surfaces ask for, which would make the others dearer.
  @inline(never) private func shadeRarely(
    _ t: UnsafePointer<RasterTriangle>, _ pixelX: Int32, _ pixelY: Int32, live: UInt32
  ) -> Color4 {
    color(t, pixelX, pixelY, live: live, isRare: true)
  }

  @inline(__always) private func color(
    _ t: UnsafePointer<RasterTriangle>, _ pixelX: Int32, _ pixelY: Int32, live: UInt32,
    isRare: Bool
  ) -> Color4 {
    let draw = draws + Int(t.pointee.drawAndFacing &>> 1)
    let flags = draw.pointee.flags
    let p = point(t, flags, pixelX, pixelY, isRare: isRare)

    var diffuse = Lanes3(repeating: draw.pointee.diffuse)
    var alpha = F4(repeating: draw.pointee.diffuse.w)
    var spot = TextureSpot(u: p.first.u, v: p.first.v, level: 0)
    if flags.contains(.diffuseTexture) {
      let c: Color4
      if flags.isDisjoint(with: [.normalLikeDiffuse, .emissionLikeDiffuse]) {
        c = draw.pointee.diffuseTexture.sample(p, live: live, isRare: isRare)
      } else {
        let at = draw.pointee.diffuseTexture.place(of: p, isRare: isRare)
        spot = draw.pointee.diffuseTexture.spot(at.u, at.v, at.footprint, live: live)
        c = draw.pointee.diffuseTexture.sample(spot)
      }
      diffuse = diffuse * Lanes3(c.r, c.g, c.b)
      alpha = alpha * c.a
    }
    if flags.contains(.openTexture) {
      let c = draw.pointee.solidTexture.sample(p, live: live, isRare: isRare)
      alpha = alpha * solid(c, draw)
    }
    if flags.contains(.vertexColor) {
      let c = vertexColor(t, pixelX, pixelY)
      diffuse = diffuse * Lanes3(c.r, c.g, c.b)
      alpha = alpha * c.a
    }
    var color = diffuse
    if flags.contains(.lit) {
      color = lit(t, draw, flags, p, spot, diffuse, pixelX, pixelY, live: live, isRare: isRare)
    } else {
      let ambient = ambient(draw, flags, p, live: live, isRare: isRare)
      color = diffuse + (flags.contains(.lockedAmbient) ? ambient * diffuse : ambient)
    }
    var emission = Lanes3(repeating: draw.pointee.emission)
    if flags.contains(.emissionTexture) {
      let c =
        flags.contains(.emissionLikeDiffuse)
        ? draw.pointee.emissionTexture.sample(spot)
        : draw.pointee.emissionTexture.sample(p, live: live, isRare: isRare)
      emission = emission * Lanes3(c.r, c.g, c.b)
    }
    var multiply = Lanes3(repeating: draw.pointee.multiply)
    if flags.contains(.multiplyTexture) {
      let c = draw.pointee.multiplyTexture.sample(p, live: live, isRare: isRare)
      multiply = multiply * Lanes3(c.r, c.g, c.b)
    }
    var final = (color + emission) * multiply
    if draw.pointee.mirror >= 0, let mirrors {
      final = mirrors[Int(draw.pointee.mirror)].over(final, pixelX, pixelY)
    }
    if fog.isThere { final = fog.over(final, p.place, draw.pointee.blending) }
    if isRare && flags.contains(.masked) {
      let isOut: I4 = greater(F4(repeating: draw.pointee.cutoff), alpha)
      alpha = select(isOut, F4(repeating: 0), alpha)
    }
    return Color4(r: final.x, g: final.y, b: final.z, a: alpha)
  }

  /// The lanes in which a triangle with a mask is solid enough to be there.
  @inline(never) func mask(
    _ t: UnsafePointer<RasterTriangle>, _ pixelX: Int32, _ pixelY: Int32, live: UInt32
  ) -> I4 {
    let draw = draws + Int(t.pointee.drawAndFacing &>> 1)
    let flags = draw.pointee.flags
    let p = point(t, flags, pixelX, pixelY, isRare: true)
    var alpha = F4(repeating: draw.pointee.diffuse.w)
    if flags.contains(.diffuseTexture) {
      alpha = alpha * draw.pointee.diffuseTexture.sample(p, live: live, isRare: true).a
    }
    if flags.contains(.openTexture) {
      alpha = alpha * solid(draw.pointee.solidTexture.sample(p, live: live, isRare: true), draw)
    }
    if flags.contains(.vertexColor) { alpha = alpha * vertexColor(t, pixelX, pixelY).a }
    return ~greater(F4(repeating: draw.pointee.cutoff), alpha)
  }

  /// The part of the colour that lights give.
  @inline(__always) private func lit(
    _ t: UnsafePointer<RasterTriangle>, _ draw: UnsafeMutablePointer<ShadeDraw>,
    _ flags: ShadeFlags, _ p: SurfacePoint, _ spot: TextureSpot, _ diffuse: Lanes3,
    _ pixelX: Int32, _ pixelY: Int32, live: UInt32, isRare: Bool
  ) -> Lanes3 {
    // Towards the eye's side: where shadows are looked up, whatever the normal map says.
    var outward = p.normal.normalized
    var normal = outward
    if flags.contains(.normalTexture) {
      let c =
        flags.contains(.normalLikeDiffuse)
        ? draw.pointee.normalTexture.sample(spot)
        : draw.pointee.normalTexture.sample(p, live: live, isRare: isRare)
      let scale: Float = draw.pointee.normalIntensity * 2
      let bendX: F4 = (c.r - F4(repeating: 0.5)) * F4(repeating: scale)
      let bendY: F4 = (c.g - F4(repeating: 0.5)) * F4(repeating: scale) * p.handedness
      let bendZ: F4 = vmax(c.b * F4(repeating: 2) - F4(repeating: 1), F4(repeating: 0.01))
      let along = (p.tangent - normal * normal.dot(p.tangent)).normalized
      let across = normal.cross(along)
      normal = (along * bendX + across * bendY + normal * bendZ).normalized
    }
    if t.pointee.drawAndFacing & 1 != 0 {
      normal = normal * F4(repeating: -1)
      outward = outward * F4(repeating: -1)
    }

    let eyePoint = Lanes3(repeating: eye)
    let toEye = (eyePoint - p.place * F4(repeating: eye.w)).normalized
    if flags.contains(.physical) {
      return physicallyLit(
        draw, p, diffuse, outward, normal, toEye, live: live)
    }
    var (sum, highlights) =
      isRare && flags.contains(.litAtVertices)
      ? vertexLight(t, pixelX, pixelY)
      : lights.arriving(
        at: draw, flags, p.place, outward: outward, normal: normal, toEye: toEye, live: live)
    if isRare && flags.contains(.selfLit) { sum = sum + ownLight(draw, p, live: live) }
    let ambient = ambient(draw, flags, p, live: live, isRare: isRare)
    var color: Lanes3
    if flags.contains(.lockedAmbient) {
      color = diffuse * (sum + ambient)
    } else {
      color = diffuse * sum + ambient
    }
    if !flags.isDisjoint(with: .highlight) {
      var specular = Lanes3(repeating: draw.pointee.specular)
      if flags.contains(.specularTexture) {
        let c = draw.pointee.specularTexture.sample(p, live: live, isRare: isRare)
        specular = specular * Lanes3(c.r, c.g, c.b)
      }
      color = color + specular * highlights
    }
    if flags.contains(.reflective) {
      let facing: F4 = normal.dot(toEye)
      let mirrored = normal * (facing * F4(repeating: 2)) - toEye
      var tint = Lanes3(repeating: draw.pointee.reflective)
      if isRare && draw.pointee.fresnelExponent > 0 {
        let rim: F4 = F4(repeating: 1) - saturate(facing)
        tint = tint * vpow(rim, F4(repeating: draw.pointee.fresnelExponent))
      }
      if draw.pointee.reflectiveTexture.levels != nil {
        // A turn has about 400 texels in the version that is taken: as sharp as polished stone.
        let c = draw.pointee.reflectiveTexture.panorama(mirrored, spread: 1 / 400, live: live)
        color = color + tint * Lanes3(c.r, c.g, c.b)
      } else {
        color = color + tint * plainSky(mirrored.y)
      }
    }
    return color
  }

  /// The ambient light that reaches four pixels, in the colour of the ambient slot.
  @inline(__always) private func ambient(
    _ draw: UnsafeMutablePointer<ShadeDraw>, _ flags: ShadeFlags, _ p: SurfacePoint, live: UInt32,
    isRare: Bool
  ) -> Lanes3 {
    var ambient = Lanes3(repeating: draw.pointee.ambient)
    guard isRare else { return ambient }
    if flags.contains(.ambientTexture) {
      let c = draw.pointee.ambientTexture.sample(p, live: live, isRare: true)
      ambient = ambient * Lanes3(c.r, c.g, c.b)
    }
    if flags.contains(.occluded) {
      ambient = ambient * open(draw, p, live: live)
    }
    return ambient
  }

  /// The light that the self-illumination slot of a draw adds to that of the lights.
  @inline(never) func ownLight(
    _ draw: UnsafeMutablePointer<ShadeDraw>, _ p: SurfacePoint, live: UInt32
  ) -> Lanes3 {
    let own = Lanes3(repeating: draw.pointee.ownLight)
    if draw.pointee.ownTexture.levels == nil { return own }
    let c = draw.pointee.ownTexture.sample(p, live: live, isRare: true)
    return own * Lanes3(c.r, c.g, c.b)
  }
}
