/// All that shading reads, as pointers into the renderer's buffers; good for one frame.
struct ShadeScene {
  let triangles: UnsafeMutablePointer<RasterTriangle>
  let vertices: UnsafeMutablePointer<RasterVertex>
  let draws: UnsafeMutablePointer<ShadeDraw>
  let lights: UnsafeMutablePointer<ShadeLight>
  let lightNumbers: UnsafeMutablePointer<Int32>
  /// The eye as a point, or in orthographic views the direction to it with zero in the fourth.
  let eye: F4
  let fog: ShadeFog
  let mirrors: UnsafeMutablePointer<ShadeMirror>
}

/// What four pixels of one triangle know of their surface.
struct SurfacePoint {
  var place: Lanes3
  var normal: Lanes3
  var tangent: Lanes3
  /// The sign of the third axis.
  var handedness: F4
  var u: F4
  var v: F4
  var footprint: Footprint
}

extension ShadeScene {
  /// The attributes of a triangle at the centres of four pixels, correct in perspective.
  @inline(__always) func point(
    _ t: UnsafePointer<RasterTriangle>, _ flags: ShadeFlags, _ pixelX: Int32, _ pixelY: Int32
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
      u: F4(repeating: 0), v: F4(repeating: 0),
      footprint: Footprint(
        ux: F4(repeating: 0), vx: F4(repeating: 0), uy: F4(repeating: 0), vy: F4(repeating: 0)))
    guard flags.contains(.anyTexture) else { return p }
    let u1 = F4(repeating: place1.w)
    let u2 = F4(repeating: place2.w)
    let v1 = F4(repeating: normal1.w)
    let v2 = F4(repeating: normal2.w)
    p.u = F4(repeating: place0.w) + u1 * b1 + u2 * b2
    p.v = F4(repeating: normal0.w) + v1 * b1 + v2 * b2
    // The slopes of the shares: from b/w and 1/w by the rule for quotients.
    let slope1x: F4 = (b1x - b1 * wx) * w
    let slope1y: F4 = (b1y - b1 * wy) * w
    let slope2x: F4 = (b2x - b2 * wx) * w
    let slope2y: F4 = (b2y - b2 * wy) * w
    p.footprint = Footprint(
      ux: u1 * slope1x + u2 * slope2x, vx: v1 * slope1x + v2 * slope2x,
      uy: u1 * slope1y + u2 * slope2y, vy: v1 * slope1y + v2 * slope2y)
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
    point(t, [], pixelX, pixelY).place
  }

  /// The colour between the corners of a triangle at the centres of four pixels.
  @inline(never) private func vertexColor(
    _ t: UnsafePointer<RasterTriangle>, _ pixelX: Int32, _ pixelY: Int32
  ) -> Color4 {
    let dx: F4 =
      F4(repeating: Float(pixelX) - t.pointee.originX) + F4(0.5, 1.5, 2.5, 3.5)
    let dy = F4(repeating: Float(pixelY) + 0.5 - t.pointee.originY)
    let w: F4 =
      F4(repeating: t.pointee.w) + F4(repeating: t.pointee.wx) * dx
      + F4(repeating: t.pointee.wy) * dy
    let b1: F4 = (F4(repeating: t.pointee.b1x) * dx + F4(repeating: t.pointee.b1y) * dy) / w
    let b2: F4 = (F4(repeating: t.pointee.b2x) * dx + F4(repeating: t.pointee.b2y) * dy) / w
    let first: F4 = vertices[Int(t.pointee.v0)].color
    let second: F4 = vertices[Int(t.pointee.v1)].color - first
    let third: F4 = vertices[Int(t.pointee.v2)].color - first
    let r: F4 = F4(repeating: first.x) + b1 * F4(repeating: second.x) + b2 * F4(repeating: third.x)
    let g: F4 = F4(repeating: first.y) + b1 * F4(repeating: second.y) + b2 * F4(repeating: third.y)
    let b: F4 = F4(repeating: first.z) + b1 * F4(repeating: second.z) + b2 * F4(repeating: third.z)
    let a: F4 = F4(repeating: first.w) + b1 * F4(repeating: second.w) + b2 * F4(repeating: third.w)
    return Color4(r: r, g: g, b: b, a: a)
  }

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
    let draw = draws + Int(t.pointee.drawAndFacing &>> 1)
    let flags = draw.pointee.flags
    let p = point(t, flags, pixelX, pixelY)

    var diffuse = Lanes3(repeating: draw.pointee.diffuse)
    var alpha = F4(repeating: draw.pointee.diffuse.w)
    var spot = TextureSpot(u: p.u, v: p.v, level: 0)
    if flags.contains(.diffuseTexture) {
      let c: Color4
      if flags.isDisjoint(with: [.normalLikeDiffuse, .emissionLikeDiffuse]) {
        c = draw.pointee.diffuseTexture.sample(p.u, p.v, p.footprint, live: live)
      } else {
        spot = draw.pointee.diffuseTexture.spot(p.u, p.v, p.footprint, live: live)
        c = draw.pointee.diffuseTexture.sample(spot)
      }
      diffuse = diffuse * Lanes3(c.r, c.g, c.b)
      alpha = alpha * c.a
    }
    if flags.contains(.openTexture) {
      let c = draw.pointee.solidTexture.sample(p.u, p.v, p.footprint, live: live)
      alpha = alpha * solid(c, draw)
    }
    if flags.contains(.vertexColor) {
      let c = vertexColor(t, pixelX, pixelY)
      diffuse = diffuse * Lanes3(c.r, c.g, c.b)
      alpha = alpha * c.a
    }
    var color = diffuse
    if flags.contains(.lit) {
      color = lit(t, draw, flags, p, spot, diffuse, live: live)
    } else {
      let ambient = Lanes3(repeating: draw.pointee.ambient)
      color = diffuse + (flags.contains(.lockedAmbient) ? ambient * diffuse : ambient)
    }
    var emission = Lanes3(repeating: draw.pointee.emission)
    if flags.contains(.emissionTexture) {
      let c =
        flags.contains(.emissionLikeDiffuse)
        ? draw.pointee.emissionTexture.sample(spot)
        : draw.pointee.emissionTexture.sample(p.u, p.v, p.footprint, live: live)
      emission = emission * Lanes3(c.r, c.g, c.b)
    }
    var multiply = Lanes3(repeating: draw.pointee.multiply)
    if flags.contains(.multiplyTexture) {
      let c = draw.pointee.multiplyTexture.sample(p.u, p.v, p.footprint, live: live)
      multiply = multiply * Lanes3(c.r, c.g, c.b)
    }
    var final = (color + emission) * multiply
    if draw.pointee.mirror >= 0 {
      final = mirrors[Int(draw.pointee.mirror)].over(final, pixelX, pixelY)
    }
    if fog.isThere { final = fog.over(final, p.place, draw.pointee.blending) }
    return Color4(r: final.x, g: final.y, b: final.z, a: alpha)
  }

  /// The part of the colour that lights give.
  @inline(__always) private func lit(
    _ t: UnsafePointer<RasterTriangle>, _ draw: UnsafeMutablePointer<ShadeDraw>,
    _ flags: ShadeFlags, _ p: SurfacePoint, _ spot: TextureSpot, _ diffuse: Lanes3, live: UInt32
  ) -> Lanes3 {
    // Towards the eye's side: where shadows are looked up, whatever the normal map says.
    var outward = p.normal.normalized
    var normal = outward
    if flags.contains(.normalTexture) {
      let c =
        flags.contains(.normalLikeDiffuse)
        ? draw.pointee.normalTexture.sample(spot)
        : draw.pointee.normalTexture.sample(p.u, p.v, p.footprint, live: live)
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
    var sum = Lanes3(repeating: F4(repeating: 0))
    var highlights = sum
    var i = Int(draw.pointee.firstLight)
    let end = Int(draw.pointee.endLight)
    while i < end {
      let light = lights + Int(lightNumbers[i])
      i = i &+ 1
      var (toLight, strength) = illuminate(light, p.place)
      let cosine: F4 = vmax(normal.dot(toLight), F4(repeating: 0))
      // Nothing arrives behind a surface and outside of a cone: most lights end here.
      if signBits(greater(cosine * strength, F4(repeating: 0))) & live == 0 { continue }
      if let shadow = light.pointee.shadow {
        strength = strength * shadow.pointee.visibility(p.place, outward, toLight)
      }
      let arriving: F4 = cosine * strength
      let color = Lanes3(repeating: light.pointee.color)
      sum = sum + color * arriving
      if !flags.isDisjoint(with: .highlight) {
        // The cosine to the highlight's middle, times a length whose square is known.
        let near: F4
        let square: F4
        if flags.contains(.blinn) {
          let half = toLight + toEye
          near = normal.dot(half)
          square = half.dot(half) + F4(repeating: 1e-30)
        } else {
          let twice: F4 = normal.dot(toLight) * F4(repeating: 2)
          near = (normal * twice - toLight).dot(toEye)
          square = F4(repeating: 1)
        }
        // Most pixels lie so far from the middle that nothing of it could be seen.
        let rim: F4 = square * F4(repeating: draw.pointee.highlightRim)
        let positive: F4 = vmax(near, F4(repeating: 0))
        if signBits(greater(positive * positive, rim)) & live == 0 { continue }
        let angle: F4 = near / vsqrt(square)
        let power: F4 = vpow(saturate(angle), F4(repeating: draw.pointee.exponent))
        // Fades out where the light grazes, else the highlight ends in a hard line there.
        let grazing: F4 = vmin(cosine * F4(repeating: 8), F4(repeating: 1))
        highlights = highlights + color * (power * grazing * strength)
      }
    }
    let ambient = Lanes3(repeating: draw.pointee.ambient)
    var color: Lanes3
    if flags.contains(.lockedAmbient) {
      color = diffuse * (sum + ambient)
    } else {
      color = diffuse * sum + ambient
    }
    if !flags.isDisjoint(with: .highlight) {
      var specular = Lanes3(repeating: draw.pointee.specular)
      if flags.contains(.specularTexture) {
        let c = draw.pointee.specularTexture.sample(p.u, p.v, p.footprint, live: live)
        specular = specular * Lanes3(c.r, c.g, c.b)
      }
      color = color + specular * highlights
    }
    if flags.contains(.reflective) {
      let twice: F4 = normal.dot(toEye) * F4(repeating: 2)
      let mirrored = normal * twice - toEye
      let tint = Lanes3(repeating: draw.pointee.reflective)
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

  /// The direction to a light from four places, and how much of it arrives there.
  @inline(__always) func illuminate(
    _ light: UnsafeMutablePointer<ShadeLight>, _ place: Lanes3
  ) -> (toLight: Lanes3, strength: F4) {
    let direction = Lanes3(repeating: light.pointee.direction)
    let kind = light.pointee.kind
    if kind == .directional {
      return (direction * F4(repeating: -1), F4(repeating: 1))
    }
    let away = Lanes3(repeating: light.pointee.position) - place
    let square: F4 = away.dot(away) + F4(repeating: 1e-30)
    let inverse: F4 = F4(repeating: 1) / vsqrt(square)
    let toLight = away * inverse
    var strength = F4(repeating: 1)
    if light.pointee.attenuationEnd > 0 {
      let distance: F4 = square * inverse
      let left: F4 = saturate(
        (F4(repeating: light.pointee.attenuationEnd) - distance)
          * F4(repeating: light.pointee.attenuationScale))
      let exponent = light.pointee.attenuationExponent
      if exponent == 2 {
        strength = left * left
      } else if exponent == 1 {
        strength = left
      } else if exponent == 0 {
        strength = select(greater(left, F4(repeating: 0)), strength, F4(repeating: 0))
      } else {
        strength = vpow(left, F4(repeating: exponent))
      }
    }
    if kind == .spot {
      let cosine: F4 = F4(repeating: 0) - toLight.dot(direction)
      let inside: F4 = saturate(
        (cosine - F4(repeating: light.pointee.outerCosine))
          * F4(repeating: light.pointee.coneScale))
      let smooth: F4 =
        inside * inside * (F4(repeating: 3) - F4(repeating: 2) * inside)
      strength = strength * smooth
    }
    return (toLight, strength)
  }
}
