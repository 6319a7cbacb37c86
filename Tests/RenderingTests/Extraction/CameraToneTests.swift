import CaromImages
import CaromMaths
import CaromRendering
import CaromSceneGraph
import Testing

@Suite("Exposure of cameras")
struct CameraToneTests {
  /// The tone mapping of a scene with a modified camera, and the linear light of backgrounds of
  /// 0.18 and `light`.
  private static func measured(
    _ light: Float = 0.18, _ change: (inout Camera) -> Void
  ) -> (tone: RenderFrame.Tone, light: Double) {
    let scene = Scene()
    let eye = Node(name: "eye")
    var camera = Camera()
    change(&camera)
    eye.camera = camera
    scene.rootNode.addChildNode(eye)
    var frame = RenderFrame(scene, cache: RenderCache(images: Scenes.GeneratedImages()))
    frame.background = .color(Vector3(repeating: light))
    let pixel = Renderer().render(frame, width: 8, height: 8)[4, 4]
    return (frame.tone, SRGB.linear(Int(pixel.red)))
  }

  /// The ACES fit as published.
  private static func film(_ x: Double) -> Double {
    x * (2.51 * x + 0.03) / (x * (2.43 * x + 0.59) + 0.14)
  }

  @Test("Parity: a camera has SceneKit's default exposure")
  func defaults() {
    let camera = Camera()
    #expect(!camera.wantsHDR && camera.exposureOffset == 0)
    #expect(camera.minimumExposure == -15 && camera.maximumExposure == 15)
    #expect(camera.averageGray == 0.18 && camera.whitePoint == 1)
  }

  @Test("Parity wantsHDR: a camera without HDR leaves light unchanged")
  func plain() {
    let (tone, light) = Self.measured {
      $0.exposureOffset = 3
      $0.averageGray = 1
      $0.whitePoint = 0.1
    }
    #expect(tone == RenderFrame.Tone() && abs(light - 0.18) < 0.002)
    let bright = Self.measured(0.9) { $0.wantsHDR = true }
    #expect(bright.tone == RenderFrame.Tone(.aces))
    #expect(abs(bright.light - Self.film(0.9)) < 0.005)
  }

  @Test("Parity exposureOffset: each stop doubles the light, clamped to the exposure limits")
  func exposure() {
    for stops in [-2, -1, 0, 1, 2] as [Float] {
      let (_, light) = Self.measured {
        $0.wantsHDR = true
        $0.exposureOffset = stops
      }
      let factor = Double(stops < 0 ? 1 / Float(1 << Int(-stops)) : Float(1 << Int(stops)))
      #expect(abs(light - Self.film(0.18 * factor)) < 0.005, "\(stops)")
    }
    let tone = Self.measured {
      $0.wantsHDR = true
      $0.exposureOffset = 9
      $0.maximumExposure = 2
    }.tone
    #expect(tone.exposure == 2)
    let low = Self.measured {
      $0.wantsHDR = true
      $0.exposureOffset = -9
      $0.minimumExposure = -1
    }.tone
    #expect(low.exposure == -1)
  }

  @Test("Parity averageGray, whitePoint: they set the middle and the white of the curve")
  func levels() {
    let middle = Self.measured(0.5) {
      $0.wantsHDR = true
      $0.averageGray = 0.5
    }
    #expect(abs(middle.light - Self.film(0.18)) < 0.005)
    for light in [0.1, 0.4, 1, 1.5] as [Float] {
      let measured = Self.measured(light) {
        $0.wantsHDR = true
        $0.whitePoint = 1 / 7.241_674
      }
      let expected = min(1, Self.film(Double(light)) / Self.film(1))
      #expect(abs(measured.light - expected) < 0.006, "\(light)")
    }
  }

  @Test("Crossed exposure limits are rejected and can be rendered")
  func limits() {
    var camera = Camera()
    camera.minimumExposure = 4
    camera.maximumExposure = 2
    #expect(camera.problem == "minimumExposure 4.0 is above maximumExposure 2.0")
    let tone = Self.measured {
      $0.wantsHDR = true
      $0.minimumExposure = 4
      $0.maximumExposure = 2
    }.tone
    #expect(tone.exposure == 4)
  }
}
