import CaromImages
import CaromMaths
import CaromRendering
import CaromSceneGraph
import TestSupport
import Testing

@Suite("Multisampling")
struct MultisamplingTests {
  private static func renderer(threads: Int = 1) -> Renderer {
    let renderer = Renderer(threads: threads)
    renderer.samples = 4
    return renderer
  }

  private static func adding(turn: Float, cells: Int) -> RenderFrame {
    var frame = Frames.studio(lights: false)
    frame.background = .color(.zero)
    var surface = Frames.surface(0.5, 0.5, 0.5)
    surface.model = .constant
    surface.blending = .add
    surface.sides = .both
    frame.draws = [
      Frames.draw(
        Shapes.square(cells: cells), surface, turned: Quaternion(axis: .unitZ, angle: turn),
        scale: 8)
    ]
    return frame
  }

  @Test("Adjacent triangles cover every sample along their edge exactly once", arguments: 0..<6)
  func exactlyOnce(turn: Int) {
    let frame = MultisamplingTests.adding(turn: Float(turn) * 0.37, cells: 1 + turn * 9)
    let image = MultisamplingTests.renderer().render(frame, width: 150, height: 90)
    let wrong = image.bytes.indices.filter { $0 % 4 == 0 && image.bytes[$0] != 188 }
    #expect(wrong.isEmpty, "\(wrong.count) pixels")
  }

  @Test(
    "A transparent surface is uniform along shared edges in every blend mode",
    arguments: [BlendMode.alpha, .add, .subtract, .multiply, .screen, .replace])
  func evenGlass(mode: BlendMode) {
    var frame = MultisamplingTests.adding(turn: 0.4, cells: 12)
    frame.background = .color(Vector3(0.5, 0.3, 0.2))
    frame.draws[0].surface.blending = mode
    frame.draws[0].surface.alpha = 0.6
    let smooth = MultisamplingTests.renderer().render(frame, width: 96, height: 64)
    let plain = Renderer().render(frame, width: 96, height: 64)
    let wrong = smooth.bytes.indices.filter {
      abs(Int(smooth.bytes[$0]) - Int(plain.bytes[$0])) > 1
    }
    #expect(wrong.isEmpty, "\(wrong.count) bytes")
  }

  @Test("Edges have quarter steps, and pixels inside or outside equal those with one sample")
  func quarters() {
    var frame = Frames.studio(lights: false)
    frame.background = .color(.zero)
    var surface = Frames.surface(1, 1, 1)
    surface.model = .constant
    frame.draws = [
      Frames.draw(Shapes.square(), surface, turned: Quaternion(axis: .unitZ, angle: 0.3))
    ]
    let smooth = MultisamplingTests.renderer().render(frame, width: 120, height: 90)
    let hard = Renderer().render(frame, width: 120, height: 90)
    // Zero, a quarter, a half, three quarters and all of the light.
    let quarters: [UInt8] = [0, 137, 188, 225, 255]
    var counts: [UInt8: Int] = [:]
    var sum = 0.0
    var plain = 0.0
    for y in 0..<90 {
      for x in 0..<120 {
        let red = smooth[x, y].red
        counts[red, default: 0] += 1
        sum += SRGB.linear(Int(red))
        plain += SRGB.linear(Int(hard[x, y].red))
      }
    }
    #expect(Set(counts.keys) == Set(quarters), "\(counts)")
    #expect(abs(sum - plain) < 20, "\(sum), \(plain)")
    #expect(smooth[60, 45].red == 255 && smooth[2, 2].red == 0)
  }

  @Test("Antialiased shapes and glass equal their golden image for any number of threads")
  func shapes() throws {
    var frame = Frames.studio()
    var glass = Frames.surface(0.1, 0.6, 0.3)
    glass.specular = .init(.one)
    glass.alpha = 0.5
    frame.draws = [
      Frames.draw(
        Shapes.ball(), Frames.surface(0.7, 0.05, 0.05), at: Vector3(-0.7, 0.1, 0), scale: 0.8),
      Frames.draw(
        Shapes.box, Frames.surface(0.1, 0.35, 0.7), at: Vector3(0.8, -0.1, 0),
        turned: Quaternion(eulerAngles: Vector3(0.5, 0.6, 0)), scale: 0.5),
      Frames.draw(Shapes.ball(segments: 12), glass, at: Vector3(0.2, 0.3, 1), scale: 0.4),
      Frames.draw(
        Shapes.square(), Frames.surface(0.4, 0.4, 0.4), at: Vector3(0, -0.8, 0),
        turned: Quaternion(axis: .unitX, angle: -.pi / 2), scale: 3),
    ]
    let image = MultisamplingTests.renderer().render(frame, width: 320, height: 180)
    try Golden.expect(image, "raster-smooth-edges")
    for threads in 2...4 {
      let same =
        MultisamplingTests.renderer(threads: threads).render(frame, width: 320, height: 180)
        == image
      #expect(same, "\(threads) threads")
    }
  }
}
