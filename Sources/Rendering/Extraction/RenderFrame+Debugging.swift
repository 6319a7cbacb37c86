import CaromMaths
import CaromSceneGraph

// Lines are thin ribbons that face the eye: surfaces like any other, so that they are cut, hidden by
// what is in front and the same to the bit everywhere.
extension RenderFrame {
  /// Adds lines of the world; the view must be known.
  mutating func add(_ lines: [DebugLine]) {
    var ribbons = Ribbons(view, lift: 0.004)
    for line in lines { ribbons.add(line.start, line.end, line.color.linear) }
    guard let mesh = ribbons.mesh else { return }
    var surface = Surface()
    surface.model = .constant
    surface.ambient = .zero
    surface.sides = .both
    var draw = Draw(mesh: mesh)
    draw.surface = surface
    draw.castsShadow = false
    // No mirror shows them, as no category shares a bit.
    draw.category = 0
    draws.append(draw)
  }
}
