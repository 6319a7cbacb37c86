import CaromMaths
import CaromSceneGraph

extension GeometryPass {
  /// A draw that intersects the view frustum, with its sort keys.
  struct SortedDraw {
    var index: Int
    var isTransparent: Bool
    var renderingOrder: Int32
    /// The distance of the bounding box's center: opaque draws sort front to back, transparent ones
    /// back to front.
    var distance: Float
  }

  /// The visible draws in drawing order: opaque before transparent, then by rendering order, then
  /// by distance.
  func sorted(
    _ all: [RenderFrame.Draw], _ view: ViewTransform, _ shows: (Int, RenderFrame.Draw) -> Bool
  ) -> [SortedDraw] {
    var entries: [SortedDraw] = []
    for (index, draw) in all.enumerated() {
      guard draw.opacity > 0, draw.mesh.vertexCount > 0, shows(index, draw) else { continue }
      let box = draw.mesh.bounds
      guard GeometryPass.intersectsFrustum(box, draw.transform, view) else { continue }
      let middle = view.clip(F4(draw.transform.apply(point: box.center), 1))
      // Depth decreases with distance in both projections; w is constant in orthographic ones.
      let distance = view.eye.w == 0 ? -middle.z : middle.w
      entries.append(
        SortedDraw(
          index: index, isTransparent: draw.isTransparent || draw.surface.hasPartialColorMask,
          renderingOrder: draw.renderingOrder, distance: distance))
    }
    entries.sort { a, b in
      if a.isTransparent != b.isTransparent { return b.isTransparent }
      if a.renderingOrder != b.renderingOrder { return a.renderingOrder < b.renderingOrder }
      if a.distance != b.distance {
        return a.isTransparent ? a.distance > b.distance : a.distance < b.distance
      }
      return a.index < b.index
    }
    return entries
  }
}
