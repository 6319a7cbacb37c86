import CaromImages
import CaromMaths
import CaromRendering
import CaromSceneGraph
import Testing

@Suite("Texture filters")
struct FilterTests {
  /// Black and white squares of one texel, or vertical stripes.
  private static func makeTexture(_ size: Int, stripes: Bool = false) -> Texture {
    var image = Image(width: size, height: size, filledWith: .init(0, 0, 0))
    for y in 0..<size {
      for x in 0..<size where (x + (stripes ? 0 : y)) % 2 == 0 {
        image[x, y] = .init(255, 255, 255)
      }
    }
    return Texture(image, encoding: .linear)
  }

  private static func render(
    _ sampler: RenderFrame.Sampler, tilt: Float = 0, size: Int = 64
  ) -> Image {
    var frame = Frames.studio(lights: false)
    var surface = Frames.surface(1, 1, 1)
    surface.model = .constant
    surface.sides = .both
    surface.diffuse.sampler = sampler
    frame.draws = [
      Frames.draw(
        Shapes.square(), surface, turned: Quaternion(axis: .unitX, angle: tilt), scale: 1.6)
    ]
    return Renderer().render(frame, width: size, height: size)
  }

  /// The red of the pixels in the middle.
  private static func reds(_ image: Image) -> [UInt8] {
    let (w, h) = (image.width, image.height)
    return (h / 3..<h * 2 / 3).flatMap { y in (w / 4..<w * 3 / 4).map { image[$0, y].red } }
  }

  @Test("Magnification interpolates linearly or takes the nearest texel")
  func magnification() {
    var sampler = RenderFrame.Sampler(FilterTests.makeTexture(4))
    let isGray: (UInt8) -> Bool = { $0 != 0 && $0 != 255 }
    #expect(FilterTests.reds(FilterTests.render(sampler)).contains(where: isGray))
    sampler.magnification = .nearest
    #expect(!FilterTests.reds(FilterTests.render(sampler)).contains(where: isGray))
  }

  @Test("Minification uses no mipmap, the nearest level, or interpolates two levels")
  func reduction() {
    var sampler = RenderFrame.Sampler(FilterTests.makeTexture(256))
    // Half of the light is byte 188 in every mipmap level.
    let half: (UInt8) -> Bool = { $0 == 188 }
    sampler.mip = .nearest
    #expect(FilterTests.reds(FilterTests.render(sampler)).allSatisfy(half))
    sampler.mip = .none
    #expect(!FilterTests.reds(FilterTests.render(sampler)).allSatisfy(half))
    sampler.minification = .nearest
    let isGray: (UInt8) -> Bool = { $0 != 0 && $0 != 255 }
    #expect(!FilterTests.reds(FilterTests.render(sampler)).contains(where: isGray))
    // A size between two levels: the second is gray, so the interpolation is less uniform than the
    // nearest.
    sampler = RenderFrame.Sampler(FilterTests.makeTexture(100))
    let blended = FilterTests.reds(FilterTests.render(sampler))
    sampler.mip = .nearest
    #expect(FilterTests.reds(FilterTests.render(sampler)) != blended)
  }

  @Test("Anisotropic filtering preserves detail that isotropic filtering blurs")
  func anisotropy() {
    var sampler = RenderFrame.Sampler(FilterTests.makeTexture(128, stripes: true))
    func contrast() -> Int {
      let reds = FilterTests.reds(FilterTests.render(sampler, tilt: 1.45, size: 240))
      return Int(reds.max() ?? 0) - Int(reds.min() ?? 0)
    }
    let blurred = contrast()
    sampler.anisotropy = 16
    #expect(contrast() > blurred + 30, "\(blurred), \(contrast())")
  }

  @Test("The filters of a material are those of its samplers")
  func material() throws {
    let material = Scenes.checkered()
    material.diffuse.magnificationFilter = .nearest
    material.diffuse.minificationFilter = .none
    material.diffuse.mipFilter = .linear
    material.diffuse.maxAnisotropy = 4
    let box = Geometry.box()
    box.materials = [material]
    let frame = RenderFrame(
      Scenes.showing(box), cache: RenderCache(images: Scenes.GeneratedImages()))
    let sampler = try #require(frame.draws.first?.surface.diffuse.sampler)
    #expect(sampler.magnification == .nearest && sampler.minification == .none)
    #expect(sampler.mip == .linear && sampler.anisotropy == 4)
  }
}
