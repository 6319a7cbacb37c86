import CaromImages
import CaromMaths
import CaromRendering
import CaromSceneGraph
import TestSupport
import Testing

@Suite("Rasterizer")
struct RasterTests {
  @Test("Shapes are depth-tested and lit from one side")
  func shapes() throws {
    var frame = Frames.studio()
    var shiny = Frames.surface(0.7, 0.05, 0.05)
    shiny.specular = .init(.one)
    shiny.specularExponent = 60
    frame.draws = [
      Frames.draw(Shapes.ball(), shiny, at: Vector3(-0.7, 0.1, 0), scale: 0.8),
      Frames.draw(
        Shapes.box, Frames.surface(0.1, 0.35, 0.7), at: Vector3(0.8, -0.1, 0),
        turned: Quaternion(eulerAngles: Vector3(0.5, 0.6, 0)), scale: 0.5),
      Frames.draw(
        Shapes.square(), Frames.surface(0.4, 0.4, 0.4), at: Vector3(0, -0.8, 0),
        turned: Quaternion(axis: .unitX, angle: -.pi / 2), scale: 3),
    ]
    try Frames.expectGolden(frame, "raster-shapes", width: 320, height: 180)
  }

  @Test("Textures are smooth nearby, uniform far away, and bend normals")
  func textures() throws {
    var frame = Frames.studio()
    frame.view.position = Vector3(0, 0.6, 4)
    var ground = RenderFrame.Surface()
    var checkers = RenderFrame.Sampler(
      Texture(Frames.checkers(size: 64, side: 32), encoding: .sRGB))
    checkers.wrapS = .repeat
    checkers.wrapT = .repeat
    checkers.transform.scale = Vector2(20, 20)
    ground.diffuse.sampler = checkers
    var bumpy = Frames.surface(0.5, 0.42, 0.3)
    bumpy.specular = .init(Vector3(repeating: 0.6))
    bumpy.specularExponent = 40
    var bumps = RenderFrame.Sampler(
      Texture(Frames.bumps(size: 128, count: 4), encoding: .linear))
    bumps.wrapS = .repeat
    bumps.transform.scale = Vector2(2, 1)
    bumpy.normal = bumps
    frame.draws = [
      Frames.draw(
        Shapes.square(), ground, at: Vector3(0, -0.8, -15),
        turned: Quaternion(axis: .unitX, angle: -.pi / 2), scale: 20),
      Frames.draw(Shapes.ball(), bumpy, at: Vector3(-0.8, 0.2, 0), scale: 0.8),
      Frames.draw(Shapes.box, ground, at: Vector3(1, 0, 0), scale: 0.5),
    ]
    frame.background = .gradient(top: Vector3(0.1, 0.2, 0.5), bottom: Vector3(0.7, 0.75, 0.8))
    try Frames.expectGolden(frame, "raster-textures", width: 320, height: 180)
  }
}
