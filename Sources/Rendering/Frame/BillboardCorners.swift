import CaromMaths

/// The corners of the quads of lines and points, which have a width in the image.
struct BillboardCorners: Sendable {
  /// The offset of each vertex from its line or point, in meters.
  var offsets: [Vector3] = []
  /// The width at each vertex relative to the height of the image.
  var shares: [Float] = []
}

extension RenderFrame {
  /// Makes lines and points at least one pixel wide in an image of a height.
  ///
  /// A frame can be drawn at any size, so only then is the width of a pixel known. Narrower quads
  /// would only cover the pixels whose centers they happen to contain.
  mutating func widen(forHeight height: Int) {
    let least = 1 / Float(height)
    for i in draws.indices {
      guard let mesh = draws[i].mesh.corners.flatMap({ draws[i].mesh.widened($0, to: least) })
      else { continue }
      draws[i].mesh = mesh
    }
  }
}

extension PreparedMesh {
  /// The mesh with corners at least `least` of the image's height apart; nil if they are already.
  fileprivate func widened(_ corners: BillboardCorners, to least: Float) -> PreparedMesh? {
    guard corners.shares.contains(where: { $0 < least && $0 > 0 }) else { return nil }
    var wider = corners
    func vector(_ v: F4) -> Vector3 { Vector3(v.x, v.y, v.z) }
    func four(_ v: F4) -> Vector4 { Vector4(v.x, v.y, v.z, v.w) }
    var positions = vertices.map { vector($0.position) }
    for i in positions.indices where corners.shares[i] < least && corners.shares[i] > 0 {
      let scale = least / corners.shares[i]
      positions[i] += corners.offsets[i] * (scale - 1)
      (wider.offsets[i], wider.shares[i]) = (corners.offsets[i] * scale, least)
    }
    let first = elementStarts[0]..<elementStarts[elementStarts.count - 1]
    return PreparedMesh(
      positions: positions, normals: vertices.map { vector($0.normal) },
      tangents: vertices.map { four($0.tangent) },
      texcoords: Array(repeating: .zero, count: vertexCount), colors: colors.map(four),
      elements: [Array(indices[first])], corners: wider)
  }
}
