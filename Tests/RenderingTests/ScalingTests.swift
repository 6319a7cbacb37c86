import CaromImages
import CaromMaths
import CaromRendering
import Testing

@Suite("Scaled frames")
struct ScalingTests {
  /// A plain background with text, an icon and an area.
  private func frame() -> RenderFrame {
    var frame = RenderFrame()
    frame.background = .color(Vector3(0.1, 0.2, 0.4))
    var area = RenderFrame.OverlayItem.Area(Vector2(300, 90))
    area.cornerRadius = 20
    area.borderWidth = 6
    frame.overlay = [
      .init(.area(area), offset: Vector2(40, 40), color: Vector4(0, 0, 0, 0.5)),
      .init(.text("Sharp text", size: 48, alignment: 0), offset: Vector2(60, 60)),
      .init(.symbols("♥", height: 60, count: 3), anchor: Vector2(0.5, 0.5)),
    ]
    return frame
  }

  @Test("The overlay has the resolution of the result, however coarse the scene is")
  func sharp() {
    let renderer = Renderer(threads: 2)
    let sharp = renderer.render(frame(), width: 640, height: 360)
    for (width, height) in [(640, 360), (80, 45), (7, 3), (1, 1)] {
      let scaled = renderer.render(
        frame(), width: width, height: height, scaledTo: (640, 360))
      #expect(scaled.bytes == sharp.bytes, "\(width) × \(height)")
    }
  }

  @Test("A gradient stays monotonic and keeps its ends, for any number of threads")
  func gradient() {
    var frame = RenderFrame()
    frame.background = .gradient(top: Vector3(1, 1, 1), bottom: Vector3(0, 0, 0))
    let image = Renderer().render(frame, width: 16, height: 9, scaledTo: (333, 250))
    #expect(image.width == 333 && image.height == 250)
    #expect(
      image.bytes
        == Renderer(threads: 4).render(frame, width: 16, height: 9, scaledTo: (333, 250)).bytes)
    let small = Renderer().render(frame, width: 16, height: 9)
    let column = (0..<250).map { image.bytes[($0 * 333 + 100) * 4] }
    #expect(column == column.sorted(by: >))
    #expect(column.first == small.bytes[0] && column.last == small.bytes[8 * 16 * 4])
    for y in 0..<250 {
      #expect(image.bytes[y * 333 * 4] == image.bytes[(y * 333 + 332) * 4], "rows are even")
    }
  }

  @Test("Equal frames are equal, and every visible difference makes them differ")
  func equality() {
    let one = frame()
    #expect(one == frame())
    var other = one
    other.overlay[1].offset.x += 1
    #expect(other != one)
    other = one
    other.view.position.x += 1
    #expect(other != one)
    other = one
    other.background = .color(.zero)
    #expect(other != one)
  }
}
