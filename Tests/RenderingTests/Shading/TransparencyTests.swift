import CaromImages
import CaromMaths
import CaromRendering
import CaromSceneGraph
import Testing

/// Blending of transparent surfaces by the formula of each mode in linear light.
@Suite("Transparent surfaces")
struct TransparencyTests {
  private static let behind = (0.4, 0.2, 0.6)

  /// The middle of a sheet over a background.
  private static func measured(
    _ mode: BlendMode, _ color: Vector3, alpha: Float, samples: Int = 1
  ) -> Image.Pixel {
    var probe = ShadingProbe(.constant)
    probe.surface.diffuse = .init(color)
    probe.surface.alpha = alpha
    probe.surface.blending = mode
    var frame = probe.frame
    frame.background = .color(Vector3(0.4, 0.2, 0.6))
    let renderer = Renderer()
    renderer.samples = samples
    return renderer.render(frame, width: 33, height: 33)[16, 16]
  }

  @Test(
    "Each blend mode follows its formula",
    arguments: [BlendMode.alpha, .add, .subtract, .multiply, .screen, .replace])
  func modes(mode: BlendMode) {
    let color = Vector3(0.5, 0.1, 0.9)
    for (alpha, samples) in [(1, 1), (0.75, 1), (0.3, 1), (0.3, 4)] as [(Float, Int)] {
      let pixel = Self.measured(mode, color, alpha: alpha, samples: samples)
      let a = Double(alpha)
      func join(_ c: Double, _ b: Double) -> Double {
        switch mode {
        case .alpha: c * a + b * (1 - a)
        case .add: b + c * a
        case .subtract: b - c * a
        case .multiply: b * (c * a + 1 - a)
        case .screen: 1 - (1 - b) * (1 - c * a)
        case .replace: c
        }
      }
      let wanted = [join(0.5, 0.4), join(0.1, 0.2), join(0.9, 0.6)]
      for (byte, light) in zip([pixel.red, pixel.green, pixel.blue], wanted) {
        #expect(
          abs(Int(byte) - Int(SRGB.encode(Float(light)))) <= 1, "\(alpha): \(pixel), \(wanted)")
      }
    }
  }

  /// Three half-transparent panes of one color each at given depths.
  private static func panes(_ depths: [Float], orders: [Int32]) -> Image.Pixel {
    var frame = Frames.studio(lights: false)
    frame.background = .color(.zero)
    for (i, color) in [Vector3.unitX, .unitY, .unitZ].enumerated() {
      var pane = Frames.surface(color.x, color.y, color.z)
      pane.model = .constant
      pane.alpha = 0.5
      pane.readsDepth = orders[i] == 0
      var draw = Frames.draw(Shapes.square(), pane, at: Vector3(0, 0, depths[i]), scale: 4)
      draw.renderingOrder = orders[i]
      frame.draws.append(draw)
    }
    return Renderer().render(frame, width: 9, height: 9)[4, 4]
  }

  @Test("Surfaces are blended back to front, whatever their order in the scene")
  func sorting() {
    // A half, a quarter and an eighth of the light: bytes 188, 137 and 99.
    let bytes: [UInt8] = [188, 137, 99]
    for order in [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] {
      // Pane i is the order[i]-th from the eye.
      let pixel = Self.panes(order.map { 1 - Float($0) }, orders: [0, 0, 0])
      #expect(
        pixel
          == .init(bytes[order[0]], bytes[order[1]], bytes[order[2]]),
        "\(order)")
    }
  }

  @Test("A greater rendering order is drawn later, whatever the distance")
  func order() {
    // The pane drawn last contributes one half.
    #expect(Self.panes([1, 0, -1], orders: [1, 2, 3]) == .init(99, 137, 188))
    #expect(Self.panes([1, 0, -1], orders: [3, 2, 1]) == .init(188, 137, 99))
    #expect(Self.panes([1, 0, -1], orders: [-5, 9, 7]) == .init(99, 188, 137))
  }

  @Test("An opaque surface hides a pane behind it and is visible through one in front")
  func solids() {
    func pixel(paneAt z: Float) -> Image.Pixel {
      var frame = Frames.studio(lights: false)
      var solid = Frames.surface(0, 1, 0)
      solid.model = .constant
      var pane = Frames.surface(1, 0, 0)
      pane.model = .constant
      pane.alpha = 0.5
      frame.draws = [
        Frames.draw(Shapes.square(), pane, at: Vector3(0, 0, z)),
        Frames.draw(Shapes.square(), solid),
      ]
      return Renderer().render(frame, width: 9, height: 9)[4, 4]
    }
    #expect(pixel(paneAt: -1) == .init(0, 255, 0))
    #expect(pixel(paneAt: 1) == .init(188, 188, 0))
  }
}
