import CaromMaths

/// What surfaces that are lit at their vertices are lit with.
struct VertexLighting {
  let draws: UnsafeMutablePointer<ShadeDraw>
  let lights: ShadeLights
  /// The eye as a point, or in orthographic views the direction to it with zero in the fourth.
  let eye: F4

  /// What lights the vertices of a draw; nil for a draw that is lit at its pixels.
  func work(on draw: Int, _ sides: RenderFrame.Sides) -> Work? {
    guard draws[draw].flags.contains(.litAtVertices) else { return nil }
    return Work(lighting: self, draw: draws + draw, sides: sides)
  }

  /// Lights the vertices of one draw.
  struct Work {
    let lighting: VertexLighting
    let draw: UnsafeMutablePointer<ShadeDraw>
    let sides: RenderFrame.Sides

    /// Writes the light that arrives at a vertex, and its highlights, to where the tangent would be.
    ///
    /// Of a surface with two sides the vertex is lit on the one that its normal turns to the eye.
    @inline(never) func light(_ vertex: UnsafeMutablePointer<RasterVertex>) {
      let place = Lanes3(repeating: vertex.pointee.place)
      var normal = Lanes3(repeating: vertex.pointee.normal)
      let eye = lighting.eye
      let toEye = (Lanes3(repeating: eye) - place * F4(repeating: eye.w)).normalized
      if sides == .back || (sides == .both && normal.dot(toEye).x < 0) {
        normal = normal * F4(repeating: -1)
      }
      // One vertex in all four lanes: few surfaces ask for it.
      let (light, highlights) = lighting.lights.arriving(
        at: draw, draw.pointee.flags, place, outward: normal, normal: normal, toEye: toEye,
        live: 15)
      vertex.pointee.tangent = F4(light.x.x, light.y.x, light.z.x, highlights.x.x)
      vertex.pointee.second.z = highlights.y.x
      vertex.pointee.second.w = highlights.z.x
    }
  }
}
