import CaromImages
import CaromMaths
import CaromRendering
import CaromSceneGraph
import TestSupport
import Testing

/// Multisampling with four samples compared with 64: an image eight times as large, downsampled in
/// linear light.
@Suite(
  "Multisampling against supersampling",
  .enabled(if: !drawsSample, "Large pictures, which take long in debug"))
struct SupersamplingTests {
  private static func frame(_ turn: Float) -> RenderFrame {
    var frame = Frames.studio(lights: false)
    frame.background = .color(Vector3(0.1, 0.2, 0.3))
    for (i, shape) in [Shapes.ball(segments: 48), Shapes.box, Shapes.square()].enumerated() {
      var surface = Frames.surface(0.9 - 0.4 * Float(i), 0.2 + 0.3 * Float(i), 0.5)
      surface.model = .constant
      surface.sides = .both
      if i == 2 { surface.alpha = 0.5 }
      frame.draws.append(
        Frames.draw(
          shape, surface, at: Vector3(Float(i) - 1, 0.2 * Float(i), 0.5 * Float(i)),
          turned: Quaternion(eulerAngles: Vector3(turn, turn * 0.7, turn * 1.3)), scale: 0.5))
    }
    return frame
  }

  /// The root mean square and the maximum of the differences in linear light.
  private static func difference(_ a: [Double], _ b: [Double]) -> (mean: Double, greatest: Double) {
    var (sum, greatest) = (0.0, 0.0)
    for (x, y) in zip(a, b) {
      sum += (x - y) * (x - y)
      greatest = max(greatest, abs(x - y))
    }
    return ((sum / Double(a.count)).squareRoot(), greatest)
  }

  private static func light(_ image: Image) -> [Double] {
    image.bytes.enumerated().filter { $0.offset % 4 < 3 }.map { SRGB.linear(Int($0.element)) }
  }

  @Test(
    "Edges of opaque and transparent surfaces are within a sample of the mean of 64",
    arguments: 0..<3)
  func edges(turn: Int) {
    let frame = Self.frame(Float(turn) * 0.6 + 0.2)
    let (width, height) = (96, 64)
    let large = Renderer().render(frame, width: width * 8, height: height * 8)
    let lights = Self.light(large)
    var mean = [Double](repeating: 0, count: width * height * 3)
    for y in 0..<height * 8 {
      for x in 0..<width * 8 {
        for part in 0..<3 {
          mean[(y / 8 * width + x / 8) * 3 + part] += lights[(y * width * 8 + x) * 3 + part] / 64
        }
      }
    }
    let one = Renderer().render(frame, width: width, height: height)
    let renderer = Renderer()
    renderer.samples = 4
    let four = renderer.render(frame, width: width, height: height)
    let rough = Self.difference(Self.light(one), mean)
    let smooth = Self.difference(Self.light(four), mean)
    #expect(smooth.mean < rough.mean * 0.5, "\(smooth), \(rough)")
    // The greatest step between two colors is 0.8: one and a half samples of four are 0.3.
    #expect(smooth.greatest < 0.32 && rough.greatest > 0.35, "\(smooth), \(rough)")
  }
}
