import CaromMaths
package import CaromSceneGraph

// Debug lines are thin camera-facing quads, clipped and depth-tested like any other surface.
extension RenderFrame {
  /// Adds debug lines in world space; the view must be set.
  mutating func add(_ lines: [DebugLine]) {
    if let draw = draw(of: lines) { draws.append(draw) }
  }

  /// The draw of lines in world space, for the current view; nil for no lines.
  package func draw(of lines: [DebugLine]) -> Draw? {
    var billboards = BillboardBuilder(view, depthOffset: 0.004)
    for line in lines { billboards.add(line.start, line.end, line.color.linear) }
    guard let mesh = billboards.mesh else { return nil }
    var surface = Surface()
    surface.model = .constant
    surface.ambient = .zero
    surface.sides = .both
    var draw = Draw(mesh: mesh)
    draw.surface = surface
    draw.castsShadow = false
    // An empty category mask keeps the lines out of planar reflections.
    draw.categoryBitMask = 0
    return draw
  }
}
