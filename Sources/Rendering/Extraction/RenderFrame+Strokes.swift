import CaromMaths
import CaromSceneGraph

/// Lines and points of a mesh that wait until it is known from where they are seen.
struct Strokes {
  /// What the triangles they become are drawn as.
  var draw: RenderFrame.Draw
  var mesh: Mesh
  var element: MeshElement
  /// The size and the bounds of points.
  var described: GeometryElement
}

extension Strokes {
  /// The edges of an element's triangles, each once.
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
  /// Adds lines and points as ribbons and squares that face the eye; the view must be known.
  ///
  /// They show the diffuse colour whatever the lights, as they have no side to be lit.
  mutating func add(_ strokes: [Strokes]) {
    for stroke in strokes {
      var ribbons = Ribbons(view, lift: 0)
      let place = stroke.draw.transform
      let (positions, colors) = (stroke.mesh.positions, stroke.mesh.colors)
      func color(_ vertex: Int) -> Vector4 {
        colors.isEmpty ? Vector4(1, 1, 1, 1) : colors[vertex]
      }
      let lines = stroke.element.lines
      for i in stride(from: 0, to: lines.count - 1, by: 2) {
        let (a, b) = (Int(lines[i]), Int(lines[i + 1]))
        ribbons.add(
          place.apply(point: positions[a]), place.apply(point: positions[b]), color(a))
      }
      for point in stroke.element.points {
        ribbons.add(
          place.apply(point: positions[Int(point)]), size: stroke.described.pointSize,
          from: stroke.described.minimumPointScreenSpaceRadius,
          to: stroke.described.maximumPointScreenSpaceRadius, color(Int(point)))
      }
      guard let mesh = ribbons.mesh else { continue }
      var draw = stroke.draw
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
