import CaromImages
import CaromMaths
import CaromRendering
import CaromSceneGraph
import Testing

@Suite("Node ID buffer")
struct NodeIDBufferTests {
  /// A sheet in the middle and a smaller, transparent one in front of it, on an empty background.
  private static func frame(alpha: Float) -> RenderFrame {
    var frame = Frames.studio(lights: false)
    var back = Frames.draw(Shapes.square(), Frames.surface(1, 0, 0))
    back.node = 7
    var glass = Frames.surface(0, 1, 0)
    glass.alpha = alpha
    var front = Frames.draw(Shapes.square(), glass, at: Vector3(0, 0, 0.5), scale: 0.3)
    front.node = 9
    frame.draws = [back, front]
    return frame
  }

  @Test("A pixel has the nearest node that is at least half opaque, or none")
  func nearest() {
    let renderer = Renderer(threads: 2)
    let solid = renderer.nodeIDs(of: NodeIDBufferTests.frame(alpha: 0.6), width: 90, height: 70)
    #expect(solid[45, 35] == 9 && solid[45, 20] == 7 && solid[0, 0] == nil)
    #expect(solid[89, 69] == nil && solid.width == 90 && solid.height == 70)
    let thin = renderer.nodeIDs(of: NodeIDBufferTests.frame(alpha: 0.4), width: 90, height: 70)
    #expect(thin[45, 35] == 7)
    let opaque = renderer.nodeIDs(of: NodeIDBufferTests.frame(alpha: 1), width: 90, height: 70)
    #expect(opaque[45, 35] == 9)
  }

  @Test("Pixels that differ from the background have a node")
  func outlines() {
    var frame = NodeIDBufferTests.frame(alpha: 1)
    frame.background = .color(.zero)
    for i in frame.draws.indices { frame.draws[i].surface.model = .constant }
    let renderer = Renderer()
    let image = renderer.render(frame, width: 131, height: 97)
    let nodes = renderer.nodeIDs(of: frame, width: 131, height: 97)
    var wrong = 0
    for y in 0..<97 {
      for x in 0..<131 {
        let pixel = image[x, y]
        let node: UInt64? = pixel.red > 0 ? 7 : pixel.green > 0 ? 9 : nil
        if nodes[x, y] != node { wrong += 1 }
      }
    }
    #expect(wrong == 0)
  }
}
