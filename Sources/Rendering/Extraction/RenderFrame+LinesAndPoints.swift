import CaromMaths
import CaromSceneGraph

/// The lines and points of a mesh element, drawn as billboards once the view is set.
struct LinesAndPoints {
  /// The draw from which the billboards inherit their material.
  var draw: RenderFrame.Draw
  var mesh: Mesh
  var element: MeshElement
  /// The description with the size limits of points.
  var described: GeometryElement
}

extension LinesAndPoints {
  /// Collects the unique edges of an element's triangles.
  init(edgesOf element: MeshElement, of mesh: Mesh, _ draw: RenderFrame.Draw) {
    var lines: [UInt32] = []
    var seen: Set<UInt64> = []
    for i in stride(from: 0, to: element.indices.count - 2, by: 3) {
      let corners = [element.indices[i], element.indices[i + 1], element.indices[i + 2]]
      for j in 0..<3 {
        let (a, b) = (corners[j], corners[(j + 1) % 3])
        let key = UInt64(min(a, b)) << 32 | UInt64(max(a, b))
        if seen.insert(key).inserted { lines += [a, b] }
      }
    }
    self.init(
      draw: draw, mesh: mesh, element: MeshElement(indices: [], lines: lines),
      described: GeometryElement())
  }
}

extension RenderFrame {
  /// Adds lines and points as camera-facing quads; the view must be set.
  ///
  /// They have the unlit diffuse color, because lines and points have no normals.
  mutating func add(_ linesAndPoints: [LinesAndPoints]) {
    for batch in linesAndPoints {
      var billboards = BillboardBuilder(view, depthOffset: 0)
      let transform = batch.draw.transform
      let (positions, colors) = (batch.mesh.positions, batch.mesh.colors)
      func color(_ vertex: Int) -> Vector4 {
        colors.isEmpty ? Vector4(1, 1, 1, 1) : colors[vertex]
      }
      let lines = batch.element.lines
      for i in stride(from: 0, to: lines.count - 1, by: 2) {
        let (a, b) = (Int(lines[i]), Int(lines[i + 1]))
        billboards.add(
          transform.apply(point: positions[a]), transform.apply(point: positions[b]), color(a),
          color(b))
      }
      for point in batch.element.points {
        billboards.add(
          transform.apply(point: positions[Int(point)]), size: batch.described.pointSize,
          minimumRadius: batch.described.minimumPointScreenSpaceRadius,
          maximumRadius: batch.described.maximumPointScreenSpaceRadius, color(Int(point)))
      }
      guard let mesh = billboards.mesh else { continue }
      var draw = batch.draw
      draw.mesh = mesh
      draw.element = 0
      draw.transform = Matrix4()
      draw.castsShadow = false
      draw.surface.model = .constant
      draw.surface.ambient = .zero
      draw.surface.sides = .both
      draw.surface.normal = nil
      draw.surface.diffuse.sampler = nil
      draws.append(draw)
    }
  }
}
