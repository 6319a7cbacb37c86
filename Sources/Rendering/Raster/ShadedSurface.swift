import CaromMaths

/// A surface at four pixels, before lighting.
struct ShadedSurface {
  /// The diffuse color, or the color of unlit surfaces.
  var color: Vector3W
  var alpha: F4
  /// The geometric normal on the eye's side, used for shadow lookups; undefined where unlit.
  var outward: Vector3W
  /// The normal on the eye's side, bent by a normal map.
  var normal: Vector3W
}

/// The surface of several triangles of a draw, of which each covers some of four pixels.
///
/// Where triangles are small, most groups of pixels show several; those of a draw are lit at once.
/// Results have the bits of lighting triangle by triangle.
struct JoinedSurface {
  private(set) var surface: ShadedSurface
  private(set) var position: Vector3W
  /// The lanes that triangles cover.
  private(set) var lanes: I4

  /// Replaces lanes by those of another triangle.
  mutating func join(_ other: JoinedSurface) {
    let mask = other.lanes
    surface.color = select(mask, other.surface.color, surface.color)
    surface.alpha = select(mask, other.surface.alpha, surface.alpha)
    surface.outward = select(mask, other.surface.outward, surface.outward)
    surface.normal = select(mask, other.surface.normal, surface.normal)
    position = select(mask, other.position, position)
    lanes = lanes | mask
  }
}

extension ShadingContext {
  /// Shades the lanes of a group of pixels that show the draw of one lane's triangle.
  ///
  /// `ids` are triangle indices plus one; `left` are the lanes to choose from. Returns the mask of
  /// the lanes that are shaded.
  @inline(never) func shadeDraw(
    ofLane lane: Int, _ ids: U4, left: UInt32, _ pixelX: Int32, _ pixelY: Int32
  ) -> (color: Color4, lanes: I4) {
    let t = triangles + Int(ids[lane] &- 1)
    let number = t.pointee.drawAndFacing &>> 1
    let draw = draws + Int(number)
    let mask: I4 = equal(ids, U4(repeating: ids[lane]))
    // The lanes of other triangles of the draw.
    var others: UInt32 = 0
    var rest = left & ~signBits(mask)
    if draw.pointee.flags.isDisjoint(with: .isolated) {
      while rest != 0 {
        let lane = rest & (0 &- rest)
        rest &= ~lane
        let other = triangles + Int(ids[lane.trailingZeroBitCount] &- 1)
        if other.pointee.drawAndFacing &>> 1 == number { others |= lane }
      }
    }
    if others == 0 { return (shade(t, pixelX, pixelY, live: signBits(mask)), mask) }
    var joined = part(t, mask, pixelX, pixelY)
    while others != 0 {
      let id = ids[others.trailingZeroBitCount]
      let mask: I4 = equal(ids, U4(repeating: id))
      others &= ~signBits(mask)
      joined.join(part(triangles + Int(id &- 1), mask, pixelX, pixelY))
    }
    return (color(joined, draw, ids, pixelX, pixelY), joined.lanes)
  }

  /// The surface of a triangle in some lanes.
  @inline(never) private func part(
    _ t: UnsafePointer<RasterTriangle>, _ lanes: I4, _ pixelX: Int32, _ pixelY: Int32
  ) -> JoinedSurface {
    let setup = setup(of: t)
    let draw = setup.pointee.draw
    let flags = draw.pointee.flags
    let live = signBits(lanes)
    let p = point(setup, flags, pixelX, pixelY, live: live, isExtended: false)
    var lookup = TextureLookup()
    let surface = surface(
      t, draw, flags, p, pixelX, pixelY, live: live, isExtended: false, &lookup)
    return JoinedSurface(surface: surface, position: p.position, lanes: lanes)
  }

  /// Lights the surface of several triangles.
  @inline(never) private func color(
    _ joined: JoinedSurface, _ draw: UnsafeMutablePointer<DrawUniforms>, _ ids: U4,
    _ pixelX: Int32, _ pixelY: Int32
  ) -> Color4 {
    let flags = draw.pointee.flags
    let (surface, position) = (joined.surface, joined.position)
    let ambient = Vector3W(repeating: draw.pointee.ambient)
    var color = surface.color
    if flags.contains(.lit) {
      var toEye = Vector3W(repeating: F4(repeating: 0))
      if !flags.isDisjoint(with: .usesEye) { toEye = self.toEye(position) }
      let (sum, highlights) = input.lights.accumulate(
        at: draw, flags, position, outward: surface.outward, normal: surface.normal, toEye: toEye,
        live: signBits(joined.lanes), parts: ids)
      color =
        flags.contains(.lockedAmbient)
        ? surface.color * (sum + ambient) : surface.color * sum + ambient
      if !flags.isDisjoint(with: .highlight) {
        color = color + Vector3W(repeating: draw.pointee.specular) * highlights
      }
    } else {
      color = color + (flags.contains(.lockedAmbient) ? ambient * color : ambient)
    }
    if flags.contains(.tinted) {
      let multiply = Vector3W(repeating: draw.pointee.multiply)
      color = (color + Vector3W(repeating: draw.pointee.emission)) * multiply
    }
    color = finished(color, draw, position, pixelX, pixelY)
    return Color4(r: color.x, g: color.y, b: color.z, a: surface.alpha)
  }
}

/// Lane by lane, `a` where the mask is set and `b` elsewhere.
@inline(__always) private func select(_ mask: I4, _ a: Vector3W, _ b: Vector3W) -> Vector3W {
  Vector3W(select(mask, a.x, b.x), select(mask, a.y, b.y), select(mask, a.z, b.z))
}
