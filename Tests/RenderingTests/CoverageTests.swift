import CaromImages
import CaromMaths
import CaromRendering
import CaromSceneGraph
import TestSupport
import Testing

@Suite("Coverage")
struct CoverageTests {
  /// Every triangle adds half light: a gap stays black, an overlap gets too bright.
  private static func adding() -> RenderFrame.Surface {
    var s = Frames.surface(0.5, 0.5, 0.5)
    s.model = .constant
    s.blending = .add
    s.sides = .both
    return s
  }

  @Test("Adjacent triangles cover every pixel along their edge exactly once", arguments: 0..<12)
  func exactlyOnce(turn: Int) {
    var frame = Frames.studio(lights: false)
    frame.background = .color(.zero)
    let angle = Float(turn) * 0.37
    let orientation = Quaternion(eulerAngles: Vector3(angle * 0.1, angle * 0.07, angle))
    frame.draws = [
      Frames.draw(
        Shapes.square(cells: 1 + turn * 5), CoverageTests.adding(), turned: orientation, scale: 8)
    ]
    let image = Renderer().render(frame, width: 150, height: 90)
    let one = Image.Pixel(188, 188, 188)
    let wrong = image.bytes.indices.filter { $0 % 4 == 0 && image.bytes[$0] != one.red }
    // The square fills the image, so that every pixel lies inside.
    #expect(wrong.isEmpty, "\(wrong.count) pixels")
  }

  @Test("A surface through the eye is clipped at the near plane without gaps or overlaps")
  func nearPlane() {
    var frame = Frames.studio(lights: false)
    frame.background = .color(.zero)
    frame.view.position = Vector3(0.1, 0.3, 0.2)
    frame.view.zNear = 0.05
    frame.view.zFar = 2_000
    // A ground from 1 km behind the eye to 1 km in front of it.
    let ground = Quaternion(axis: .unitX, angle: -.pi / 2)
    frame.draws = [
      Frames.draw(
        Shapes.square(cells: 7), CoverageTests.adding(), turned: ground, scale: 1_000)
    ]
    let image = Renderer().render(frame, width: 160, height: 120)
    for x in 0..<160 {
      for y in 0..<120 {
        // The horizon of a ground that ends after 1 km lies slightly below the middle.
        if y < 60 { #expect(image[x, y].red == 0, "at \(x), \(y)") }
        if y > 60 { #expect(image[x, y].red == 188, "at \(x), \(y)") }
      }
    }
  }

  @Test("Back faces are culled unless the surface is double-sided")
  func sides() {
    func center(_ sides: RenderFrame.Sides, behind: Bool, mirrored: Bool = false) -> UInt8 {
      var frame = Frames.studio(lights: false)
      frame.background = .color(.zero)
      var surface = Frames.surface(1, 1, 1)
      surface.model = .constant
      surface.sides = sides
      var draw = Frames.draw(
        Shapes.square(), surface,
        turned: behind ? Quaternion(axis: .unitY, angle: .pi) : .identity)
      if mirrored {
        draw.transform = draw.transform * Matrix4(scale: Vector3(-1, 1, 1))
      }
      frame.draws = [draw]
      return Renderer().render(frame, width: 9, height: 9)[4, 4].red
    }
    #expect(center(.front, behind: false) == 255)
    #expect(center(.front, behind: true) == 0)
    #expect(center(.back, behind: true) == 255)
    #expect(center(.both, behind: true) == 255)
    #expect(center(.front, behind: false, mirrored: true) == 255)
  }

  @Test("Extreme numbers never trap")
  func hostileNumbers() {
    let hostile: [Float] = [0, 1e-30, 1e30, -1e30, .infinity, .nan, 3e38]
    for value in hostile {
      var frame = Frames.studio()
      frame.draws = [
        Frames.draw(Shapes.ball(segments: 8), Frames.surface(1, 1, 1), scale: value),
        Frames.draw(
          Shapes.ball(segments: 8), Frames.surface(value, value, value),
          at: Vector3(value, 0, 0)),
      ]
      frame.lights[1].position = Vector3(value, value, 0)
      frame.lights[1].attenuationEnd = value
      let image = Renderer().render(frame, width: 40, height: 24)
      #expect(image.isOpaque)
      frame.view.position = Vector3(value, value, value)
      #expect(Renderer().render(frame, width: 40, height: 24).isOpaque)
    }
  }
}
