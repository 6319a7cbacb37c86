import CaromImages
import CaromMaths
import CaromRendering
import CaromSceneGraph
import TestSupport
import Testing

/// Frames and images that several tests share.
enum Frames {
  /// A dark gray frame seen from 4 m in front of the origin, with one light from the upper left.
  static func studio(lights: Bool = true) -> RenderFrame {
    var frame = RenderFrame()
    frame.view.position = Vector3(0, 0, 4)
    frame.view.zNear = 0.1
    frame.view.projection = .perspective(fieldOfView: .pi / 4)
    frame.background = .color(Vector3(repeating: 0.02))
    guard lights else { return frame }
    var ambient = RenderFrame.Light()
    ambient.type = .ambient
    ambient.color = Vector3(repeating: 0.08)
    var key = RenderFrame.Light()
    key.position = Vector3(-3, 4, 4)
    frame.lights = [ambient, key]
    return frame
  }

  /// A checkerboard of two colors with squares of `side` pixels.
  static func checkers(
    size: Int, side: Int, _ a: Image.Pixel = .init(240, 240, 235),
    _ b: Image.Pixel = .init(40, 70, 130)
  ) -> Image {
    var image = Image(width: size, height: size)
    for y in 0..<size {
      for x in 0..<size { image[x, y] = (x / side + y / side) % 2 == 0 ? a : b }
    }
    return image
  }

  /// Rows of round bumps as a normal map with green up.
  static func bumps(size: Int, count: Int) -> Image {
    var image = Image(width: size, height: size)
    let cell = Float(size) / Float(count)
    for y in 0..<size {
      for x in 0..<size {
        let fx = (Float(x % (size / count)) + 0.5) / cell * 2 - 1
        let fy = 1 - (Float(y % (size / count)) + 0.5) / cell * 2
        let square = fx * fx + fy * fy
        var n = Vector3.unitZ
        if square < 0.8 { n = Vector3(fx, fy, 1.2 - square).normalized(or: .unitZ) }
        image[x, y] = Image.Pixel(byte(n.x), byte(n.y), byte(n.z))
      }
    }
    return image
  }

  private static func byte(_ v: Float) -> UInt8 { UInt8((v * 0.5 + 0.5) * 255 + 0.5) }

  /// A surface with a linear color.
  static func surface(_ r: Float, _ g: Float, _ b: Float) -> RenderFrame.Surface {
    var s = RenderFrame.Surface()
    s.diffuse = .init(Vector3(r, g, b))
    return s
  }

  /// A draw with a position, an orientation and a scale.
  static func draw(
    _ mesh: PreparedMesh, _ surface: RenderFrame.Surface, at position: Vector3 = .zero,
    turned orientation: Quaternion = .identity, scale: Float = 1
  ) -> RenderFrame.Draw {
    var d = RenderFrame.Draw(mesh: mesh)
    d.surface = surface
    d.transform = Matrix4(
      position: position, orientation: orientation, scale: Vector3(repeating: scale))
    return d
  }

  /// Expects the image of a frame to equal the golden one, on 1 to 4 threads and when it is
  /// rendered again from caches.
  ///
  /// A failure names the nodes of the different pixels, by `name` or by identity.
  static func expectGolden(
    _ frame: RenderFrame, _ golden: String, width: Int, height: Int,
    sourceLocation: SourceLocation = #_sourceLocation,
    name: @escaping (UInt64) -> String? = { "node \($0)" }
  ) throws {
    let renderer = Renderer()
    let renderedImage = renderer.render(frame, width: width, height: height)
    lazy var nodes = renderer.nodeIDs(of: frame, width: width, height: height)
    try Golden.expect(
      renderedImage, golden,
      seen: { x, y in nodes[x, y].map { name($0) ?? "node \($0)" } ?? "background" },
      sourceLocation: sourceLocation)
    let again =
      drawsSample || renderer.render(frame, width: width, height: height) == renderedImage
    #expect(again, "\(golden) by what was kept of it", sourceLocation: sourceLocation)
    for threads in drawingThreads {
      let same =
        Renderer(threads: threads).render(frame, width: width, height: height) == renderedImage
      #expect(same, "\(golden) by \(threads) threads", sourceLocation: sourceLocation)
    }
  }
}
