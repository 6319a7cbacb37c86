import CaromImages
import CaromMaths
import CaromRendering
import CaromSceneGraph
import TestSupport
import Testing

@Suite("Overlay")
struct OverlayTests {
  @Test("Text of every printable character is sharp on light and dark")
  func alphabet() throws {
    var frame = RenderFrame()
    frame.background = .gradient(top: Vector3(0.01, 0.02, 0.05), bottom: Vector3(0.8, 0.8, 0.7))
    let text = """
      ABCDEFGHIJKLMNOPQRSTUVWXYZ
      abcdefghijklmnopqrstuvwxyz
      0123456789 !"#$%&'()*+,-./
      :;<=>?@[\\]^_`{|}~ ♥♥♥ × 3
      The quick brown fox jumps over 1,000 lazy dogs.
      """
    frame.overlay = [
      .init(.text(text, size: 48, alignment: 0), offset: Vector2(24, 16)),
      .init(
        .text("SCORE 0042", size: 32, alignment: 0), anchor: Vector2(0, 1),
        offset: Vector2(20, -48)),
      .init(
        .text("♥♥♥", size: 32, alignment: 1), anchor: Vector2(1, 1), offset: Vector2(-20, -48),
        color: Vector4(0.9, 0.05, 0.1, 1)),
      .init(
        .text("- TAP TO PLAY -\nsecond line", size: 64, alignment: 0.5), anchor: Vector2(0.5, 0.5),
        offset: Vector2(0, 60), color: Vector4(1, 0.8, 0.1, 1)),
      .init(
        .rectangle(size: Vector2(300, 24)), anchor: Vector2(0.5, 0), offset: Vector2(-150, 320),
        color: Vector4(0, 0, 0, 0.5)),
      .init(
        .rectangle(size: Vector2(200.5, 16)), anchor: Vector2(0.5, 0), offset: Vector2(-146, 324),
        color: Vector4(0.1, 0.7, 0.2, 1)),
    ]
    try Frames.expectGolden(frame, "overlay-alphabet", width: 640, height: 360)
  }
}
