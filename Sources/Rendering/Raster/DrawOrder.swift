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
    // By index, because a copy of a draw counts the references to its textures.
    for index in all.indices {
      guard all[index].opacity > 0, all[index].mesh.vertexCount > 0, shows(index, all[index])
      else { continue }
      let (box, transform) = (all[index].mesh.bounds, all[index].transform)
      guard GeometryPass.intersectsFrustum(box, transform, view) else { continue }
      let middle = view.clip(F4(transform.apply(point: box.center), 1))
      // Depth decreases with distance in both projections; w is constant in orthographic ones.
      let distance = view.eye.w == 0 ? -middle.z : middle.w
      entries.append(
        SortedDraw(
          index: index,
          isTransparent: all[index].isTransparent || all[index].surface.hasPartialColorMask,
          renderingOrder: all[index].renderingOrder, distance: distance))
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
