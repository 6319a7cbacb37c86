import CaromMaths

/// The input of shading: pointers into the renderer's buffers, valid for one frame.
struct ShadingContext {
  let triangles: UnsafeMutablePointer<RasterTriangle>
  let vertices: UnsafeMutablePointer<RasterVertex>
  let draws: UnsafeMutablePointer<DrawUniforms>
  let lights: LightList
  /// The eye's position with w = 1, or in orthographic views the direction to it with w = 0.
  let eye: F4
  let fog: FogUniforms
  /// The planar reflections; nil in depth-only passes.
  let reflections: UnsafeMutablePointer<ReflectionUniforms>?
}

extension ShadingContext {
  /// The opacity of four texels of a draw's opacity texture.
  private func opacity(_ c: Color4, _ draw: UnsafeMutablePointer<DrawUniforms>) -> F4 {
    guard draw.pointee.flags.contains(.opacityFromLuminance) else { return c.a }
    // The luminance of linear light, as for a constant color.
    let bright: F4 =
      c.r * F4(repeating: 0.2126) + c.g * F4(repeating: 0.7152) + c.b * F4(repeating: 0.0722)
    return saturate(F4(repeating: 1) - bright * F4(repeating: draw.pointee.luminanceScale))
  }

  /// Shades four pixels of a triangle; lanes that are not live are undefined.
  @inline(never) func shade(
    _ t: UnsafePointer<RasterTriangle>, _ pixelX: Int32, _ pixelY: Int32, live: UInt32
  ) -> Color4 {
    draws[Int(t.pointee.drawAndFacing &>> 1)].flags.contains(.extended)
      ? shadeExtended(t, pixelX, pixelY, live: live)
      : color(t, pixelX, pixelY, live: live, isExtended: false)
  }

  /// The variant for ``ShadingFlags/extended``, which keeps rarely used features out of the common
  /// one.
  @inline(never) private func shadeExtended(
    _ t: UnsafePointer<RasterTriangle>, _ pixelX: Int32, _ pixelY: Int32, live: UInt32
  ) -> Color4 {
    color(t, pixelX, pixelY, live: live, isExtended: true)
  }

  @inline(__always) private func color(
    _ t: UnsafePointer<RasterTriangle>, _ pixelX: Int32, _ pixelY: Int32, live: UInt32,
    isExtended: Bool
  ) -> Color4 {
    let draw = draws + Int(t.pointee.drawAndFacing &>> 1)
    let flags = draw.pointee.flags
    let p = point(t, flags, pixelX, pixelY, isExtended: isExtended)

    var diffuse = Vector3W(repeating: draw.pointee.diffuse)
    var alpha = F4(repeating: draw.pointee.diffuse.w)
    var lookup = TextureLookup(u: p.texCoord0.u, v: p.texCoord0.v, level: 0)
    if flags.contains(.diffuseTexture) {
      let c: Color4
      if flags.isDisjoint(with: [.normalSharesLookup, .emissionSharesLookup]) {
        c = draw.pointee.diffuseTexture.sample(p, live: live, isExtended: isExtended)
      } else {
        let at = draw.pointee.diffuseTexture.texCoord(of: p, isExtended: isExtended)
        lookup = draw.pointee.diffuseTexture.lookup(at.u, at.v, at.footprint, live: live)
        c = draw.pointee.diffuseTexture.sample(lookup)
      }
      diffuse = diffuse * Vector3W(c.r, c.g, c.b)
      alpha = alpha * c.a
    }
    if flags.contains(.opacityTexture) {
      let c = draw.pointee.opacityTexture.sample(p, live: live, isExtended: isExtended)
      alpha = alpha * opacity(c, draw)
    }
    if flags.contains(.vertexColor) {
      let c = vertexColor(t, pixelX, pixelY)
      diffuse = diffuse * Vector3W(c.r, c.g, c.b)
      alpha = alpha * c.a
    }
    var color = diffuse
    if flags.contains(.lit) {
      color = lit(
        t, draw, flags, p, lookup, diffuse, pixelX, pixelY, live: live, isExtended: isExtended)
    } else {
      let ambient = ambient(draw, flags, p, live: live, isExtended: isExtended)
      color = diffuse + (flags.contains(.lockedAmbient) ? ambient * diffuse : ambient)
    }
    var emission = Vector3W(repeating: draw.pointee.emission)
    if flags.contains(.emissionTexture) {
      let c =
        flags.contains(.emissionSharesLookup)
        ? draw.pointee.emissionTexture.sample(lookup)
        : draw.pointee.emissionTexture.sample(p, live: live, isExtended: isExtended)
      emission = emission * Vector3W(c.r, c.g, c.b)
    }
    var multiply = Vector3W(repeating: draw.pointee.multiply)
    if flags.contains(.multiplyTexture) {
      let c = draw.pointee.multiplyTexture.sample(p, live: live, isExtended: isExtended)
      multiply = multiply * Vector3W(c.r, c.g, c.b)
    }
    var final = (color + emission) * multiply
    if draw.pointee.reflection >= 0, let reflections {
      final = reflections[Int(draw.pointee.reflection)].apply(to: final, pixelX, pixelY)
    }
    if fog.isActive { final = fog.apply(to: final, p.position, draw.pointee.blending) }
    if isExtended && flags.contains(.alphaMasked) {
      let isOut: I4 = greater(F4(repeating: draw.pointee.alphaCutoff), alpha)
      alpha = select(isOut, F4(repeating: 0), alpha)
    }
    return Color4(r: final.x, g: final.y, b: final.z, a: alpha)
  }

  /// A lane mask of the pixels of an alpha-masked triangle that are not discarded.
  @inline(never) func alphaMask(
    _ t: UnsafePointer<RasterTriangle>, _ pixelX: Int32, _ pixelY: Int32, live: UInt32
  ) -> I4 {
    let draw = draws + Int(t.pointee.drawAndFacing &>> 1)
    let flags = draw.pointee.flags
    let p = point(t, flags, pixelX, pixelY, isExtended: true)
    var alpha = F4(repeating: draw.pointee.diffuse.w)
    if flags.contains(.diffuseTexture) {
      alpha = alpha * draw.pointee.diffuseTexture.sample(p, live: live, isExtended: true).a
    }
    if flags.contains(.opacityTexture) {
      alpha =
        alpha * opacity(draw.pointee.opacityTexture.sample(p, live: live, isExtended: true), draw)
    }
    if flags.contains(.vertexColor) { alpha = alpha * vertexColor(t, pixelX, pixelY).a }
    return ~greater(F4(repeating: draw.pointee.alphaCutoff), alpha)
  }

  /// The lit part of the color.
  @inline(__always) private func lit(
    _ t: UnsafePointer<RasterTriangle>, _ draw: UnsafeMutablePointer<DrawUniforms>,
    _ flags: ShadingFlags, _ p: SurfaceFragment, _ lookup: TextureLookup, _ diffuse: Vector3W,
    _ pixelX: Int32, _ pixelY: Int32, live: UInt32, isExtended: Bool
  ) -> Vector3W {
    // The geometric normal on the eye's side, used for shadow lookups.
    var outward = p.normal.normalized
    var normal = outward
    if flags.contains(.normalTexture) {
      let c =
        flags.contains(.normalSharesLookup)
        ? draw.pointee.normalTexture.sample(lookup)
        : draw.pointee.normalTexture.sample(p, live: live, isExtended: isExtended)
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

    let eyePoint = Vector3W(repeating: eye)
    let toEye = (eyePoint - p.position * F4(repeating: eye.w)).normalized
    if flags.contains(.physical) {
      return physicallyBasedColor(
        draw, p, diffuse, outward, normal, toEye, live: live)
    }
    var (sum, highlights) =
      isExtended && flags.contains(.litPerVertex)
      ? vertexLight(t, pixelX, pixelY)
      : lights.accumulate(
        at: draw, flags, p.position, outward: outward, normal: normal, toEye: toEye, live: live)
    if isExtended && flags.contains(.selfIlluminated) {
      sum = sum + selfIllumination(draw, p, live: live)
    }
    let ambient = ambient(draw, flags, p, live: live, isExtended: isExtended)
    var color: Vector3W
    if flags.contains(.lockedAmbient) {
      color = diffuse * (sum + ambient)
    } else {
      color = diffuse * sum + ambient
    }
    if !flags.isDisjoint(with: .highlight) {
      var specular = Vector3W(repeating: draw.pointee.specular)
      if flags.contains(.specularTexture) {
        let c = draw.pointee.specularTexture.sample(p, live: live, isExtended: isExtended)
        specular = specular * Vector3W(c.r, c.g, c.b)
      }
      color = color + specular * highlights
    }
    if flags.contains(.reflective) {
      let facing: F4 = normal.dot(toEye)
      let reflected = normal * (facing * F4(repeating: 2)) - toEye
      var tint = Vector3W(repeating: draw.pointee.reflective)
      if isExtended && draw.pointee.fresnelExponent > 0 {
        let grazing: F4 = F4(repeating: 1) - saturate(facing)
        tint = tint * vpow(grazing, F4(repeating: draw.pointee.fresnelExponent))
      }
      if draw.pointee.reflectiveTexture.levels != nil {
        // About 400 texels per turn: as sharp as polished stone.
        let c = draw.pointee.reflectiveTexture.panorama(reflected, spread: 1 / 400, live: live)
        color = color + tint * Vector3W(c.r, c.g, c.b)
      } else {
        color = color + tint * defaultSky(reflected.y)
      }
    }
    return color
  }

  /// Ambient light at four pixels, times the ambient color.
  @inline(__always) private func ambient(
    _ draw: UnsafeMutablePointer<DrawUniforms>, _ flags: ShadingFlags, _ p: SurfaceFragment,
    live: UInt32,
    isExtended: Bool
  ) -> Vector3W {
    var ambient = Vector3W(repeating: draw.pointee.ambient)
    guard isExtended else { return ambient }
    if flags.contains(.ambientTexture) {
      let c = draw.pointee.ambientTexture.sample(p, live: live, isExtended: true)
      ambient = ambient * Vector3W(c.r, c.g, c.b)
    }
    if flags.contains(.occluded) {
      ambient = ambient * occlusion(draw, p, live: live)
    }
    return ambient
  }

  /// Light added by the self-illumination property of a draw.
  @inline(never) func selfIllumination(
    _ draw: UnsafeMutablePointer<DrawUniforms>, _ p: SurfaceFragment, live: UInt32
  ) -> Vector3W {
    let emitted = Vector3W(repeating: draw.pointee.selfIllumination)
    if draw.pointee.selfIlluminationTexture.levels == nil { return emitted }
    let c = draw.pointee.selfIlluminationTexture.sample(p, live: live, isExtended: true)
    return emitted * Vector3W(c.r, c.g, c.b)
  }
}
