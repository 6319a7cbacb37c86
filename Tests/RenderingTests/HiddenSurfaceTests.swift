import CaromImages
import CaromMaths
import CaromRendering
import CaromSceneGraph
import TestSupport
import Testing

/// Occlusion culling never changes the image.
@Suite("Hidden surface removal")
struct HiddenSurfaceTests {
  /// Surfaces of all sizes that occlude and intersect each other.
  private static func frame(seed: UInt64) -> RenderFrame {
    var random = RandomStream(seed: seed)
    var frame = Frames.studio()
    frame.view.projection = .perspective(fieldOfView: 1)
    let meshes = [Shapes.box, Shapes.ball(segments: 12), Shapes.square(cells: 8), Shapes.square()]
    for _ in 0..<60 {
      let at = Vector3(
        random.float(in: -3..<3), random.float(in: -2..<2), random.float(in: -6..<2.5))
      let turned = Quaternion(
        eulerAngles: Vector3(random.float(in: -2..<2), random.float(in: -2..<2), 0))
      var surface = Frames.surface(random.float(), random.float(), random.float())
      surface.sides = .both
      frame.draws.append(
        Frames.draw(
          meshes[random.int(below: meshes.count)], surface, at: at, turned: turned,
          scale: random.float(in: 0.05..<1.5)))
    }
    return frame
  }

  @Test(
    "Opaque surfaces give the same image in any order",
    arguments: drawsSample ? 1...1 : 1...6)
  func order(seed: Int) {
    var frame = HiddenSurfaceTests.frame(seed: UInt64(seed))
    let distances = frame.draws.map { ($0.transform.w.xyz - frame.view.position).length }
    let ranks = distances.indices.sorted { distances[$0] < distances[$1] }
    let renderer = Renderer(threads: 2)
    func renderedImage(_ order: (Int) -> Int32) -> [UInt8] {
      for (rank, i) in ranks.enumerated() { frame.draws[i].renderingOrder = order(rank) }
      return Array(renderer.render(frame, width: 150, height: 110).bytes)
    }
    let near = renderedImage { Int32($0) }
    let back = renderedImage { -Int32($0) } == near
    #expect(back, "back to front")
    let any = renderedImage { Int32($0 * 37 % 60) } == near
    #expect(any, "in any order")
  }

  @Test("A surface without depth test is drawn over others, and later surfaces may hide it")
  func noDepth() {
    var frame = Frames.studio(lights: false)
    var wall = Frames.surface(0, 0, 1)
    wall.model = .constant
    var ghost = Frames.surface(1, 0, 0)
    ghost.model = .constant
    ghost.readsDepth = false
    var late = Frames.surface(0, 1, 0)
    late.model = .constant
    frame.draws = [
      Frames.draw(Shapes.square(cells: 4), wall, at: Vector3(0, 0, 1), scale: 2),
      Frames.draw(Shapes.square(), ghost, at: Vector3(0, 0, -2), scale: 1),
      // Behind the wall and in front of the ghost: visible where the ghost replaced the wall's
      // depth.
      Frames.draw(Shapes.square(), late, at: Vector3(0, 0, -1), scale: 0.5),
    ]
    for (i, order) in [0, 1, 2].enumerated() {
      frame.draws[i].renderingOrder = Int32(order)
    }
    let image = Renderer().render(frame, width: 128, height: 128)
    #expect(image[64, 64] == .init(0, 255, 0))
    #expect(image[64, 48] == .init(255, 0, 0))
    #expect(image[64, 8] == .init(0, 0, 255))
  }
}
