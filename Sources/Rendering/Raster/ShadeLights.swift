/// The lights of a frame, and which of them shine on each draw.
struct ShadeLights {
  let all: UnsafeMutablePointer<ShadeLight>
  /// The numbers of the lights of all draws, one draw after the other.
  let numbers: UnsafeMutablePointer<Int32>

  /// Calls `body` with each light that reaches the front of a surface at a live lane: the direction to
  /// it, the cosine to the normal, and how much of it arrives past its range, its cone and shadows.
  ///
  /// Shadows are looked up on the side of `outward`, whatever a normal map makes of `normal`.
  @inline(__always) func forEach(
    of draw: UnsafeMutablePointer<ShadeDraw>, _ place: Lanes3, outward: Lanes3, normal: Lanes3,
    live: UInt32,
    _ body: (
      _ light: UnsafeMutablePointer<ShadeLight>, _ toLight: Lanes3, _ cosine: F4, _ strength: F4
    ) -> Void
  ) {
    var i = Int(draw.pointee.firstLight)
    let end = Int(draw.pointee.endLight)
    while i < end {
      let light = all + Int(numbers[i])
      i = i &+ 1
      var (toLight, strength) = illuminate(light, place)
      let cosine: F4 = vmax(normal.dot(toLight), F4(repeating: 0))
      // Nothing arrives behind a surface and outside of a cone: most lights end here.
      if signBits(greater(cosine * strength, F4(repeating: 0))) & live == 0 { continue }
      if let shadow = light.pointee.shadow {
        strength = strength * shadow.pointee.visibility(place, outward, toLight)
      }
      body(light, toLight, cosine, strength)
    }
  }

  /// The light that arrives at a surface by Lambert's law, and the highlights by its own.
  @inline(__always) func arriving(
    at draw: UnsafeMutablePointer<ShadeDraw>, _ flags: ShadeFlags, _ place: Lanes3,
    outward: Lanes3, normal: Lanes3, toEye: Lanes3, live: UInt32
  ) -> (light: Lanes3, highlights: Lanes3) {
    var sum = Lanes3(repeating: F4(repeating: 0))
    var highlights = sum
    forEach(of: draw, place, outward: outward, normal: normal, live: live) {
      light, toLight, cosine, strength in
      let color = Lanes3(repeating: light.pointee.color)
      sum = sum + color * (cosine * strength)
      if flags.isDisjoint(with: .highlight) { return }
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
      if signBits(greater(positive * positive, rim)) & live == 0 { return }
      let angle: F4 = near / vsqrt(square)
      let power: F4 = vpow(saturate(angle), F4(repeating: draw.pointee.exponent))
      // Fades out where the light grazes, else the highlight ends in a hard line there.
      let grazing: F4 = vmin(cosine * F4(repeating: 8), F4(repeating: 1))
      highlights = highlights + color * (power * grazing * strength)
    }
    return (sum, highlights)
  }

  /// The direction to a light from four places, and how much of it arrives there.
  @inline(__always) private func illuminate(
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
