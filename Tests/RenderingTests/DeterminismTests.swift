import CaromImages
import CaromMaths
import CaromRendering
import CaromSceneGraph
import TestSupport
import Testing

@Suite("Determinism of images")
struct RenderingDeterminismTests {
  /// A small frame with every shading feature.
  private static func frame() -> RenderFrame {
    var frame = Frames.studio()
    frame.background = .gradient(top: Vector3(0.1, 0.2, 0.5), bottom: Vector3(0.7, 0.75, 0.8))
    var spot = RenderFrame.Light()
    spot.type = .spot
    spot.position = Vector3(2, 3, 3)
    spot.direction = Vector3(-2, -3, -3)
    spot.color = Vector3(1, 1, 0.5)
    spot.attenuationEnd = 9
    spot.attenuationExponent = 1.3
    (spot.innerCosine, spot.outerCosine) = (1, 0.923_879_5)
    frame.lights.append(spot)
    var bumpy = Frames.surface(0.5, 0.42, 0.3)
    bumpy.specular = .init(Vector3(repeating: 0.6))
    bumpy.specularExponent = 40
    var bumps = RenderFrame.Sampler(Texture(Frames.bumps(size: 64, count: 4), encoding: .linear))
    bumps.wrapS = .repeat
    bumps.wrapT = .mirror
    bumps.transform.scale = Vector2(2, 1.5)
    bumpy.normal = bumps
    bumpy.diffuse.sampler = RenderFrame.Sampler(
      Texture(Frames.checkers(size: 33, side: 5), encoding: .sRGB))
    var glass = Frames.surface(0.1, 0.6, 0.3)
    glass.model = .phong
    glass.specular = .init(.one)
    glass.alpha = 0.4
    frame.draws = [
      Frames.draw(Shapes.ball(), bumpy, at: Vector3(-0.6, 0, 0), scale: 0.9),
      Frames.draw(
        Shapes.box, bumpy, at: Vector3(0.8, 0, -0.5),
        turned: Quaternion(eulerAngles: Vector3(0.4, 0.7, 0.1)), scale: 0.6),
      Frames.draw(Shapes.ball(segments: 12), glass, at: Vector3(0.3, -0.2, 1), scale: 0.5),
    ]
    frame.overlay = [.init(.text("♥ 42", size: 120, alignment: 0), offset: Vector2(20, 20))]
    return frame
  }

  @Test("Any number of threads renders the same image")
  func threads() {
    let frame = RenderingDeterminismTests.frame()
    let one = Renderer(threads: 1).render(frame, width: 200, height: 150)
    for threads in 2...4 {
      let same = Renderer(threads: threads).render(frame, width: 200, height: 150) == one
      #expect(same, "\(threads) threads")
    }
  }

  @Test("A renderer that rendered other frames before renders the same image")
  func history() {
    let renderer = Renderer()
    let frame = RenderingDeterminismTests.frame()
    let fresh = renderer.render(frame, width: 60, height: 40)
    var other = frame
    other.draws.removeFirst()
    other.view.position = Vector3(1, 1, 2)
    _ = renderer.render(other, width: 130, height: 70)
    let again = renderer.render(frame, width: 60, height: 40) == fresh
    #expect(again)
  }

  @Test("Debug and release builds on all machines render the pinned image")
  func pinned() throws {
    let image = Renderer().render(RenderingDeterminismTests.frame(), width: 96, height: 64)
    var hash = StateHash()
    hash.combine(bytes: image.bytes)
    try PinnedHashes.expect(hash.value, pinned: "rendering/everything-96x64")
  }
}
