import CaromMaths

/// The parameters of a physically based surface at four pixels.
struct PhysicalSurface {
  var baseColor: Vector3W
  var metalness: F4
  var roughness: F4
  /// Ambient occlusion: the fraction of ambient light that reaches the surface.
  var occlusion: F4
  /// Replaces the diffuse light of the environment; nil when there is none.
  var selfIllumination: Vector3W?
  var normal: Vector3W
  var toEye: Vector3W

  /// The specular reflectance at normal incidence (F0): 0.04 for dielectrics, the base color for
  /// metals.
  @inline(__always) var specularF0: Vector3W {
    let dielectric = Vector3W(repeating: F4(repeating: 0.04))
    return dielectric + (baseColor - dielectric) * metalness
  }

  /// The diffuse albedo; black for metals.
  @inline(__always) var diffuseColor: Vector3W { baseColor * (F4(repeating: 1) - metalness) }

  /// The BRDF times the cosine: the reflected radiance of a white light.
  ///
  /// Lambertian diffuse, and the Trowbridge-Reitz (GGX) microfacet distribution with
  /// height-correlated Smith masking and shadowing and Schlick's Fresnel approximation. Multiplied
  /// by π, because a light of intensity one makes a white surface white.
  ///
  /// - Source: B. Walter et al., "Microfacet Models for Refraction through Rough Surfaces", 2007;
  ///   E. Heitz, "Understanding the Masking-Shadowing Function", JCGT 3(2), 2014; C. Schlick, "An
  ///   Inexpensive BRDF Model", 1994.
  @inline(never) func brdf(_ toLight: Vector3W, _ cosine: F4) -> Vector3W {
    let one = F4(repeating: 1)
    let half = (toLight + toEye).normalized
    let nh: F4 = saturate(normal.dot(half))
    let lh: F4 = saturate(toLight.dot(half))
    let nv: F4 = vmax(normal.dot(toEye), F4(repeating: 1e-4))
    let alpha: F4 = roughness * roughness
    let a2: F4 = alpha * alpha
    let denominator: F4 = nh * nh * (a2 - one) + one
    let distribution: F4 = a2 / (denominator * denominator)
    let masking: F4 = cosine * vsqrt(nv * nv * (one - a2) + a2)
    let shadowing: F4 = nv * vsqrt(cosine * cosine * (one - a2) + a2)
    let visibility: F4 = F4(repeating: 0.5) / (masking + shadowing + F4(repeating: 1e-6))
    let rest: F4 = one - lh
    let square: F4 = rest * rest
    let fifth: F4 = square * square * rest
    let white = Vector3W(repeating: one)
    let specular = specularF0 + (white - specularF0) * fifth
    return (diffuseColor * (white - specular) + specular * (distribution * visibility)) * cosine
  }

  /// The scale and bias of F0 in the specular reflection of a uniform environment.
  ///
  /// - Source: B. Karis, "Physically Based Shading on Mobile", 2014.
  @inline(__always) func environmentBRDF() -> (scale: F4, bias: F4) {
    let nv: F4 = saturate(normal.dot(toEye))
    let x: F4 = F4(repeating: 1) - roughness
    let y: F4 = F4(repeating: 0.0425) - roughness * F4(repeating: 0.0275)
    let z: F4 = F4(repeating: 1.04) - roughness * F4(repeating: 0.572)
    let w: F4 = roughness * F4(repeating: 0.022) - F4(repeating: 0.04)
    let fresnel: F4 = vmin(x * x, vexp2(nv * F4(repeating: -9.28))) * x + y
    return (z - fresnel * F4(repeating: 1.04), w + fresnel * F4(repeating: 1.04))
  }
}

extension ShadingContext {
  /// The direct and indirect light of a physically based surface at four pixels.
  @inline(never) func physicallyBasedColor(
    _ draw: UnsafeMutablePointer<DrawUniforms>, _ p: SurfaceFragment, _ baseColor: Vector3W,
    _ outward: Vector3W, _ normal: Vector3W, _ toEye: Vector3W, live: UInt32
  ) -> Vector3W {
    let s = physicalSurface(draw, p, baseColor, normal, toEye, live: live)
    var sum = indirectLight(draw, s, live: live)
    input.lights.forEach(of: draw, p.position, outward: outward, normal: normal, live: live) {
      light, toLight, cosine, strength in
      sum =
        sum + s.brdf(toLight, cosine) * Vector3W(repeating: light.pointee.color) * strength
    }
    return sum
  }

  /// Samples the parameters of a physically based draw at four pixels.
  @inline(__always) func physicalSurface(
    _ draw: UnsafeMutablePointer<DrawUniforms>, _ p: SurfaceFragment, _ baseColor: Vector3W,
    _ normal: Vector3W, _ toEye: Vector3W, live: UInt32
  ) -> PhysicalSurface {
    let metalness = channelValue(
      draw.pointee.metalness, &draw.pointee.metalnessTexture, draw.pointee.metalnessWeights, p,
      live: live)
    let roughness = channelValue(
      draw.pointee.roughness, &draw.pointee.roughnessTexture, draw.pointee.roughnessWeights, p,
      live: live)
    let isSelfLit = draw.pointee.flags.contains(.selfIlluminated)
    // The minimum roughness: below it, the highlight of a punctual light is smaller than a pixel.
    let minimumRoughness = F4(repeating: 0.045)
    return PhysicalSurface(
      baseColor: baseColor, metalness: saturate(metalness),
      roughness: vmax(saturate(roughness), minimumRoughness),
      occlusion: occlusion(draw, p, live: live),
      selfIllumination: isSelfLit ? selfIllumination(draw, p, live: live) : nil,
      normal: normal, toEye: toEye)
  }

  /// Ambient occlusion at four pixels, 0 to 1.
  @inline(__always) func occlusion(
    _ draw: UnsafeMutablePointer<DrawUniforms>, _ p: SurfaceFragment, live: UInt32
  ) -> F4 {
    saturate(
      channelValue(
        draw.pointee.occlusion, &draw.pointee.occlusionTexture, draw.pointee.occlusionWeights, p,
        live: live))
  }

  /// A scalar property: its value times a component of its texture.
  @inline(__always) private func channelValue(
    _ value: Float, _ texture: UnsafePointer<SampledTexture>, _ weights: F4, _ p: SurfaceFragment,
    live: UInt32
  ) -> F4 {
    let result = F4(repeating: value)
    if texture.pointee.levels == nil { return result }
    let c = sample(texture, p, live: live, isExtended: true)
    let rg: F4 = c.r * F4(repeating: weights.x) + c.g * F4(repeating: weights.y)
    let ba: F4 = c.b * F4(repeating: weights.z) + c.a * F4(repeating: weights.w)
    return result * (rg + ba)
  }

  /// The light of the environment and of ambient lights.
  @inline(never) func indirectLight(
    _ draw: UnsafeMutablePointer<DrawUniforms>, _ s: PhysicalSurface, live: UInt32
  ) -> Vector3W {
    let (scale, bias) = s.environmentBRDF()
    let specular = s.specularF0 * scale + Vector3W(repeating: F4(repeating: 1)) * bias
    let twice: F4 = s.normal.dot(s.toEye) * F4(repeating: 2)
    let reflectedDirection = s.normal * twice - s.toEye
    let tint = Vector3W(repeating: draw.pointee.reflective)
    var irradiance = Vector3W(repeating: draw.pointee.ambient)
    if let emitted = s.selfIllumination { irradiance = irradiance + emitted }
    var radiance: Vector3W
    if let environment = draw.pointee.environment {
      if s.selfIllumination == nil {
        irradiance = irradiance + environment.pointee.irradiance(s.normal) * tint
      }
      let level = first(s.roughness, live) * environment.pointee.texture.maxLevel
      let c = environment.pointee.texture.panorama(reflectedDirection, level: level)
      radiance = Vector3W(c.r, c.g, c.b) * tint
    } else {
      // Without an environment, the default sky, flatter on rougher surfaces.
      radiance = tint * defaultSky(reflectedDirection.y * (F4(repeating: 1) - s.roughness))
    }
    return (s.diffuseColor * irradiance + specular * radiance) * s.occlusion
  }
}
