/// What a physically based surface is made of at four pixels.
struct PhysicalPoint {
  var base: Lanes3
  var metal: F4
  var rough: F4
  /// How much light from all sides arrives.
  var open: F4
  /// The light that it gives itself in place of the surroundings' diffuse light; nil for none.
  var own: Lanes3?
  var normal: Lanes3
  var toEye: Lanes3

  /// The colour that light falling straight on is mirrored in.
  @inline(__always) var straight: Lanes3 {
    let plain = Lanes3(repeating: F4(repeating: 0.04))
    return plain + (base - plain) * metal
  }

  /// The colour of light that goes in and comes out again.
  @inline(__always) var inner: Lanes3 { base * (F4(repeating: 1) - metal) }

  /// The light that a light sends to the eye, of one whose colour is white.
  ///
  /// Lambert's law and the microfacets of Trowbridge and Reitz (GGX), with Smith's shadowing that knows
  /// both heights and Schlick's growth towards the rim. Multiplied by π, as lights here are those under
  /// which a white surface is white.
  ///
  /// - Source: B. Walter et al., "Microfacet Models for Refraction through Rough Surfaces", 2007; E.
  ///   Heitz, "Understanding the Masking-Shadowing Function", JCGT 3(2), 2014; C. Schlick, "An
  ///   Inexpensive BRDF Model", 1994.
  @inline(never) func reflected(_ toLight: Lanes3, _ cosine: F4) -> Lanes3 {
    let one = F4(repeating: 1)
    let half = (toLight + toEye).normalized
    let nh: F4 = saturate(normal.dot(half))
    let lh: F4 = saturate(toLight.dot(half))
    let nv: F4 = vmax(normal.dot(toEye), F4(repeating: 1e-4))
    let alpha: F4 = rough * rough
    let a2: F4 = alpha * alpha
    let bottom: F4 = nh * nh * (a2 - one) + one
    let facets: F4 = a2 / (bottom * bottom)
    let masked: F4 = cosine * vsqrt(nv * nv * (one - a2) + a2)
    let shadowed: F4 = nv * vsqrt(cosine * cosine * (one - a2) + a2)
    let seen: F4 = F4(repeating: 0.5) / (masked + shadowed + F4(repeating: 1e-6))
    let rest: F4 = one - lh
    let square: F4 = rest * rest
    let fifth: F4 = square * square * rest
    let white = Lanes3(repeating: one)
    let mirrored = straight + (white - straight) * fifth
    return (inner * (white - mirrored) + mirrored * (facets * seen)) * cosine
  }

  /// The shares of white and of the straight colour in what is mirrored of even surroundings.
  ///
  /// - Source: B. Karis, "Physically Based Shading on Mobile", 2014.
  @inline(__always) func surroundingShares() -> (color: F4, white: F4) {
    let nv: F4 = saturate(normal.dot(toEye))
    let x: F4 = F4(repeating: 1) - rough
    let y: F4 = F4(repeating: 0.0425) - rough * F4(repeating: 0.0275)
    let z: F4 = F4(repeating: 1.04) - rough * F4(repeating: 0.572)
    let w: F4 = rough * F4(repeating: 0.022) - F4(repeating: 0.04)
    let rim: F4 = vmin(x * x, vexp2(nv * F4(repeating: -9.28))) * x + y
    return (z - rim * F4(repeating: 1.04), w + rim * F4(repeating: 1.04))
  }
}

extension ShadeScene {
  /// The part of a physically based surface's colour that lights and surroundings give.
  @inline(never) func physicallyLit(
    _ draw: UnsafeMutablePointer<ShadeDraw>, _ p: SurfacePoint, _ base: Lanes3,
    _ outward: Lanes3, _ normal: Lanes3, _ toEye: Lanes3, live: UInt32
  ) -> Lanes3 {
    let s = physicalPoint(draw, p, base, normal, toEye, live: live)
    var sum = surroundings(draw, s, live: live)
    lights.forEach(of: draw, p.place, outward: outward, normal: normal, live: live) {
      light, toLight, cosine, strength in
      sum =
        sum + s.reflected(toLight, cosine) * Lanes3(repeating: light.pointee.color) * strength
    }
    return sum
  }

  /// The surface of a physically based draw at four pixels.
  @inline(__always) func physicalPoint(
    _ draw: UnsafeMutablePointer<ShadeDraw>, _ p: SurfacePoint, _ base: Lanes3,
    _ normal: Lanes3, _ toEye: Lanes3, live: UInt32
  ) -> PhysicalPoint {
    let metal = share(
      draw.pointee.metalness, &draw.pointee.metalTexture, draw.pointee.metalPart, p, live: live)
    let rough = share(
      draw.pointee.roughness, &draw.pointee.roughTexture, draw.pointee.roughPart, p, live: live)
    let isSelfLit = draw.pointee.flags.contains(.selfLit)
    // Smoother than this, a light without size is a point that pixels miss.
    let least = F4(repeating: 0.045)
    return PhysicalPoint(
      base: base, metal: saturate(metal), rough: vmax(saturate(rough), least),
      open: open(draw, p, live: live), own: isSelfLit ? ownLight(draw, p, live: live) : nil,
      normal: normal, toEye: toEye)
  }

  /// How much light from all sides reaches four pixels, 0 to 1.
  @inline(__always) func open(
    _ draw: UnsafeMutablePointer<ShadeDraw>, _ p: SurfacePoint, live: UInt32
  ) -> F4 {
    saturate(
      share(draw.pointee.openness, &draw.pointee.openTexture, draw.pointee.openPart, p, live: live))
  }

  /// A number, times the component of a picture that counts.
  @inline(__always) private func share(
    _ value: Float, _ texture: UnsafePointer<ShadeTexture>, _ part: F4, _ p: SurfacePoint,
    live: UInt32
  ) -> F4 {
    let result = F4(repeating: value)
    if texture.pointee.levels == nil { return result }
    let c = texture.pointee.sample(p, live: live, isRare: true)
    let rg: F4 = c.r * F4(repeating: part.x) + c.g * F4(repeating: part.y)
    let ba: F4 = c.b * F4(repeating: part.z) + c.a * F4(repeating: part.w)
    return result * (rg + ba)
  }

  /// The light that comes from the surroundings and from ambient lights.
  @inline(never) func surroundings(
    _ draw: UnsafeMutablePointer<ShadeDraw>, _ s: PhysicalPoint, live: UInt32
  ) -> Lanes3 {
    let (straight, white) = s.surroundingShares()
    let mirrored = s.straight * straight + Lanes3(repeating: F4(repeating: 1)) * white
    let twice: F4 = s.normal.dot(s.toEye) * F4(repeating: 2)
    let way = s.normal * twice - s.toEye
    let tint = Lanes3(repeating: draw.pointee.reflective)
    var arriving = Lanes3(repeating: draw.pointee.ambient)
    if let own = s.own { arriving = arriving + own }
    var around: Lanes3
    if let environment = draw.pointee.environment {
      if s.own == nil { arriving = arriving + environment.pointee.irradiance(s.normal) * tint }
      let level = first(s.rough, live) * environment.pointee.texture.lastLevel
      let c = environment.pointee.texture.panorama(way, level: level)
      around = Lanes3(c.r, c.g, c.b) * tint
    } else {
      // The plain sky, the more even the rougher the surface is.
      around = tint * plainSky(way.y * (F4(repeating: 1) - s.rough))
    }
    return (s.inner * arriving + mirrored * around) * s.open
  }
}
