import CaromMaths

/// Per-vertex (Gouraud) lighting.
struct VertexLighting {
  let draws: UnsafeMutablePointer<DrawUniforms>
  let lights: LightList
  /// The eye's position with w = 1, or in orthographic views the direction to it with w = 0.
  let eye: F4

  /// The lighting of a draw's vertices; nil for draws with per-pixel lighting.
  func work(on draw: Int, _ sides: RenderFrame.Sides) -> Work? {
    guard draws[draw].flags.contains(.litPerVertex) else { return nil }
    return Work(lighting: self, draw: draws + draw, sides: sides)
  }

  /// Lights the vertices of one draw.
  struct Work {
    let lighting: VertexLighting
    let draw: UnsafeMutablePointer<DrawUniforms>
    let sides: RenderFrame.Sides

    /// Stores the diffuse light and the highlights of a vertex in place of its tangent.
    ///
    /// A vertex of a double-sided surface is lit on the side that faces the eye.
    @inline(never) func light(_ vertex: UnsafeMutablePointer<RasterVertex>) {
      let position = Vector3W(repeating: vertex.pointee.position)
      var normal = Vector3W(repeating: vertex.pointee.normal)
      let eye = lighting.eye
      let toEye = (Vector3W(repeating: eye) - position * F4(repeating: eye.w)).normalized
      if sides == .back || (sides == .both && normal.dot(toEye).x < 0) {
        normal = normal * F4(repeating: -1)
      }
      // All four lanes compute the same vertex; per-vertex lighting is rare.
      let (light, highlights) = lighting.lights.accumulate(
        at: draw, draw.pointee.flags, position, outward: normal, normal: normal, toEye: toEye,
        live: 15)
      vertex.pointee.tangent = F4(light.x.x, light.y.x, light.z.x, highlights.x.x)
      vertex.pointee.texCoord1.z = highlights.y.x
      vertex.pointee.texCoord1.w = highlights.z.x
    }
  }
}
