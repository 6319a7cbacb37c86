import CaromMaths

/// The input of shading: pointers into the renderer's buffers, valid for one frame.
struct ShadingInput {
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

/// Shades on one thread, with memory of its own.
struct ShadingContext {
  let input: ShadingInput
  let setups: TriangleSetups

  var triangles: UnsafeMutablePointer<RasterTriangle> { input.triangles }
  var vertices: UnsafeMutablePointer<RasterVertex> { input.vertices }
  var draws: UnsafeMutablePointer<DrawUniforms> { input.draws }
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
    let setup = setup(of: t)
    return setup.pointee.draw.pointee.flags.contains(.extended)
      ? shadeExtended(setup, t, pixelX, pixelY, live: live)
      : color(setup, t, pixelX, pixelY, live: live, isExtended: false)
  }

  /// The variant for ``ShadingFlags/extended``, which keeps rarely used features out of the common
  /// one.
  @inline(never) private func shadeExtended(
    _ setup: UnsafeMutablePointer<TriangleSetup>, _ t: UnsafePointer<RasterTriangle>,
    _ pixelX: Int32, _ pixelY: Int32, live: UInt32
  ) -> Color4 {
    color(setup, t, pixelX, pixelY, live: live, isExtended: true)
  }

  @inline(__always) private func color(
    _ setup: UnsafeMutablePointer<TriangleSetup>, _ t: UnsafePointer<RasterTriangle>,
    _ pixelX: Int32, _ pixelY: Int32, live: UInt32, isExtended: Bool
  ) -> Color4 {
    let draw = setup.pointee.draw
    let flags = draw.pointee.flags
    let p = point(setup, flags, pixelX, pixelY, live: live, isExtended: isExtended)

    var lookup = TextureLookup()
    var surface = surface(
      t, draw, flags, p, pixelX, pixelY, live: live, isExtended: isExtended, &lookup)
    var color = surface.color
    var toEye = Vector3W(repeating: F4(repeating: 0))
    if !flags.isDisjoint(with: .usesEye) { toEye = self.toEye(p.position) }
    if flags.contains(.physical) {
      color = physicallyBasedColor(
        draw, p, color, surface.outward, surface.normal, toEye, live: live)
    } else if flags.contains(.lit) {
      var (sum, highlights) =
        isExtended && flags.contains(.litPerVertex)
        ? vertexLight(t, pixelX, pixelY)
        : input.lights.accumulate(
          at: draw, flags, p.position, outward: surface.outward, normal: surface.normal,
          toEye: toEye, live: live)
      if isExtended && flags.contains(.selfIlluminated) {
        sum = sum + selfIllumination(draw, p, live: live)
      }
      let ambient = ambient(draw, flags, p, live: live, isExtended: isExtended)
      color = flags.contains(.lockedAmbient) ? color * (sum + ambient) : color * sum + ambient
      if !flags.isDisjoint(with: .highlight) {
        var specular = Vector3W(repeating: draw.pointee.specular)
        if flags.contains(.specularTexture) {
          let c = sample(&draw.pointee.specularTexture, p, live: live, isExtended: isExtended)
          specular = specular * Vector3W(c.r, c.g, c.b)
        }
        color = color + specular * highlights
      }
      if flags.contains(.reflective) {
        color = color + reflected(draw, surface.normal, toEye, live: live)
      }
    } else {
      let ambient = ambient(draw, flags, p, live: live, isExtended: isExtended)
      color = color + (flags.contains(.lockedAmbient) ? ambient * color : ambient)
    }
    if flags.contains(.tinted) {
      var emission = Vector3W(repeating: draw.pointee.emission)
      if flags.contains(.emissionTexture) {
        let c =
          flags.contains(.emissionSharesLookup)
          ? SampledTexture.sample(&draw.pointee.emissionTexture, lookup)
          : sample(&draw.pointee.emissionTexture, p, live: live, isExtended: isExtended)
        emission = emission * Vector3W(c.r, c.g, c.b)
      }
      var multiply = Vector3W(repeating: draw.pointee.multiply)
      if flags.contains(.multiplyTexture) {
        let c = sample(&draw.pointee.multiplyTexture, p, live: live, isExtended: isExtended)
        multiply = multiply * Vector3W(c.r, c.g, c.b)
      }
      color = (color + emission) * multiply
    }
    color = finished(color, draw, p.position, pixelX, pixelY)
    if isExtended && flags.contains(.alphaMasked) {
      let isOut: I4 = greater(F4(repeating: draw.pointee.alphaCutoff), surface.alpha)
      surface.alpha = select(isOut, F4(repeating: 0), surface.alpha)
    }
    return Color4(r: color.x, g: color.y, b: color.z, a: surface.alpha)
  }

  /// Adds planar reflections and fog to a color.
  @inline(__always) func finished(
    _ color: Vector3W, _ draw: UnsafeMutablePointer<DrawUniforms>, _ position: Vector3W,
    _ pixelX: Int32, _ pixelY: Int32
  ) -> Vector3W {
    var color = color
    if draw.pointee.reflection >= 0, let reflections = input.reflections {
      color = ReflectionUniforms.apply(
        reflections + Int(draw.pointee.reflection), to: color, pixelX, pixelY)
    }
    return input.fog.isActive ? fogged(color, position, draw.pointee.blending) : color
  }

  /// Applies fog to a color.
  @inline(never) private func fogged(
    _ color: Vector3W, _ position: Vector3W, _ blending: BlendFunction
  ) -> Vector3W {
    input.fog.apply(to: color, position, blending)
  }

  /// A lane mask of the pixels of an alpha-masked triangle that are not discarded.
  @inline(never) func alphaMask(
    _ t: UnsafePointer<RasterTriangle>, _ pixelX: Int32, _ pixelY: Int32, live: UInt32
  ) -> I4 {
    let setup = setup(of: t)
    let draw = setup.pointee.draw
    let flags = draw.pointee.flags
    let p = point(setup, flags, pixelX, pixelY, live: live, isExtended: true)
    var alpha = F4(repeating: draw.pointee.diffuse.w)
    if flags.contains(.diffuseTexture) {
      alpha = alpha * sample(&draw.pointee.diffuseTexture, p, live: live, isExtended: true).a
    }
    if flags.contains(.opacityTexture) {
      alpha =
        alpha * opacity(sample(&draw.pointee.opacityTexture, p, live: live, isExtended: true), draw)
    }
    if flags.contains(.vertexColor) { alpha = alpha * vertexColor(t, pixelX, pixelY).a }
    return ~greater(F4(repeating: draw.pointee.alphaCutoff), alpha)
  }

  /// The color, opacity and normals of the surface, before lighting.
  @inline(__always) func surface(
    _ t: UnsafePointer<RasterTriangle>, _ draw: UnsafeMutablePointer<DrawUniforms>,
    _ flags: ShadingFlags, _ p: SurfaceFragment, _ pixelX: Int32, _ pixelY: Int32, live: UInt32,
    isExtended: Bool, _ lookup: inout TextureLookup
  ) -> ShadedSurface {
    var diffuse = Vector3W(repeating: draw.pointee.diffuse)
    var alpha = F4(repeating: draw.pointee.diffuse.w)
    let zero = F4(repeating: 0)
    var bend = Color4(r: zero, g: zero, b: zero, a: zero)
    if flags.contains(.diffuseTexture) {
      let c: Color4
      if isExtended && draw.pointee.diffuseTexture.maxAnisotropy > 1 {
        c = sample(&draw.pointee.diffuseTexture, p, live: live, isExtended: isExtended)
      } else {
        let at = draw.pointee.diffuseTexture.texCoord(of: p, isExtended: isExtended)
        lookup = SampledTexture.lookup(
          &draw.pointee.diffuseTexture, at.u, at.v, at.footprint)
        if flags.contains(.normalSharesLookup) {
          (c, bend) = SampledTexture.samples(
            &draw.pointee.diffuseTexture, &draw.pointee.normalTexture, lookup)
        } else {
          c = SampledTexture.sample(&draw.pointee.diffuseTexture, lookup)
        }
      }
      diffuse = diffuse * Vector3W(c.r, c.g, c.b)
      alpha = alpha * c.a
    }
    if flags.contains(.opacityTexture) {
      let c = sample(&draw.pointee.opacityTexture, p, live: live, isExtended: isExtended)
      alpha = alpha * opacity(c, draw)
    }
    if flags.contains(.vertexColor) {
      let c = vertexColor(t, pixelX, pixelY)
      diffuse = diffuse * Vector3W(c.r, c.g, c.b)
      alpha = alpha * c.a
    }
    var surface = ShadedSurface(color: diffuse, alpha: alpha, outward: diffuse, normal: diffuse)
    if !flags.contains(.lit) { return surface }
    surface.outward = p.outward
    surface.normal = surface.outward
    if flags.contains(.normalTexture) {
      let c =
        flags.contains(.normalSharesLookup)
        ? bend : sample(&draw.pointee.normalTexture, p, live: live, isExtended: isExtended)
      let scale: Float = draw.pointee.normalIntensity * 2
      let bendX: F4 = (c.r - F4(repeating: 0.5)) * F4(repeating: scale)
      let bendY: F4 =
        (c.g - F4(repeating: 0.5)) * F4(repeating: scale) * p.setup.pointee.handedness
      let bendZ: F4 = vmax(c.b * F4(repeating: 2) - F4(repeating: 1), F4(repeating: 0.01))
      let (along, across) = p.frame(surface.normal)
      surface.normal = (along * bendX + across * bendY + surface.normal * bendZ).normalized
    }
    if p.setup.pointee.showsBack {
      surface.normal = surface.normal * F4(repeating: -1)
      surface.outward = surface.outward * F4(repeating: -1)
    }
    return surface
  }

  /// The directions to the eye from four positions.
  @inline(__always) func toEye(_ position: Vector3W) -> Vector3W {
    (Vector3W(repeating: input.eye) - position * F4(repeating: input.eye.w)).normalized
  }

  /// What a reflective surface adds to its color.
  @inline(never) private func reflected(
    _ draw: UnsafeMutablePointer<DrawUniforms>, _ normal: Vector3W, _ toEye: Vector3W, live: UInt32
  ) -> Vector3W {
    let facing: F4 = normal.dot(toEye)
    let reflected = normal * (facing * F4(repeating: 2)) - toEye
    var tint = Vector3W(repeating: draw.pointee.reflective)
    if draw.pointee.fresnelExponent > 0 {
      let grazing: F4 = F4(repeating: 1) - saturate(facing)
      tint = tint * vpow(grazing, F4(repeating: draw.pointee.fresnelExponent))
    }
    if draw.pointee.reflectiveTexture.levels == nil { return tint * defaultSky(reflected.y) }
    // About 400 texels per turn: as sharp as polished stone.
    let c = draw.pointee.reflectiveTexture.panorama(reflected, spread: 1 / 400, live: live)
    return tint * Vector3W(c.r, c.g, c.b)
  }

  /// Ambient light at four pixels, times the ambient color.
  @inline(__always) private func ambient(
    _ draw: UnsafeMutablePointer<DrawUniforms>, _ flags: ShadingFlags, _ p: SurfaceFragment,
    live: UInt32,
    isExtended: Bool
  ) -> Vector3W {
    isExtended
      ? extendedAmbient(draw, flags, p, live: live) : Vector3W(repeating: draw.pointee.ambient)
  }

  @inline(never) private func extendedAmbient(
    _ draw: UnsafeMutablePointer<DrawUniforms>, _ flags: ShadingFlags, _ p: SurfaceFragment,
    live: UInt32
  ) -> Vector3W {
    var ambient = Vector3W(repeating: draw.pointee.ambient)
    if flags.contains(.ambientTexture) {
      let c = sample(&draw.pointee.ambientTexture, p, live: live, isExtended: true)
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
    let c = sample(&draw.pointee.selfIlluminationTexture, p, live: live, isExtended: true)
    return emitted * Vector3W(c.r, c.g, c.b)
  }
}
