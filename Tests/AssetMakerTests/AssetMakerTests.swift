import CaromAssetMaker
import CaromDocuments
import CaromImages
import CaromRendering
import CaromSounds
import Foundation
import TestSupport
import Testing

@Suite("Asset maker")
struct AssetMakerTests {
  static let assets = AssetMaker.makeAll()

  @Test("Generated images equal those in the repository")
  func pixels() throws {
    for asset in Self.assets {
      let file = try Data(contentsOf: Repository.url("Assets/" + asset.path))
      let shipped = try Image(decoding: [UInt8](file))
      #expect(shipped == asset.image, "\(asset.path) differs; run carom assets")
    }
  }

  @Test("Generated models equal those of the examples")
  func models() throws {
    for model in AssetMaker.makeModels() {
      let file = try Data(contentsOf: Repository.url("Scenes/" + model.path))
      #expect([UInt8](file) == model.bytes, "\(model.path) differs; run carom assets")
    }
  }

  @Test("The generated font equals the built-in font and can be parsed")
  func fonts() throws {
    for font in AssetMaker.makeFonts() {
      let file = try Data(contentsOf: Repository.url("Assets/" + font.path))
      #expect([UInt8](file) == font.bytes, "\(font.path) differs; run carom assets")
      let read = try FontFile(reading: SourceText(name: font.path, bytes: font.bytes))
      #expect(read == .carom)
    }
  }

  @Test("Generated sounds equal those of the games, and none is silent, clipped or too large")
  func sounds() throws {
    for sound in AssetMaker.makeSounds() {
      let file = try Data(contentsOf: Repository.url("Assets/" + sound.path))
      #expect([UInt8](file) == sound.bytes, "\(sound.path) differs; run carom assets")
      let samples = try WaveFile.sound(decoding: sound.bytes).samples
      let loudest = samples.reduce(0) { max($0, abs($1)) }
      #expect(loudest > 0.79 && loudest < 0.81, "\(sound.path)")
      #expect(sound.bytes.count < 200_000, "\(sound.path)")
    }
  }

  @Test("Sounds end without a click, and loops are seamless")
  func seamsOfSounds() throws {
    for sound in AssetMaker.makeSounds() {
      let samples = try WaveFile.sound(decoding: sound.bytes).samples
      let (first, last) = (try #require(samples.first), try #require(samples.last))
      let greatest = zip(samples, samples.dropFirst()).reduce(0) { max($0, abs($1.1 - $1.0)) }
      #expect(abs(first - last) <= greatest, "\(sound.path)")
    }
  }

  @Test("The assets folder contains exactly the generated files and their list")
  func files() throws {
    let sounds = try FileManager.default.contentsOfDirectory(
      atPath: Repository.url("Assets/sounds").path)
    #expect(sounds.sorted().map { "sounds/" + $0 } == AssetMaker.makeSounds().map(\.path).sorted())
    let fonts = try FileManager.default.contentsOfDirectory(
      atPath: Repository.url("Assets/fonts").path)
    #expect(fonts.sorted().map { "fonts/" + $0 } == AssetMaker.makeFonts().map(\.path))
    let names = try FileManager.default.contentsOfDirectory(
      atPath: Repository.url("Assets/textures").path)
    #expect(names.sorted().map { "textures/" + $0 } == Self.assets.map(\.path).sorted())
    #expect(try Repository.text("Assets/README.md") == AssetMaker.manifest)
  }

  @Test("Normal maps contain unit vectors that point outwards")
  func normals() throws {
    let normals = Self.assets.filter { $0.path.hasSuffix("-normal.png") }
    #expect(normals.count == 7)
    for asset in normals {
      var worst: Float = 0
      var inward = 0
      for y in stride(from: 0, to: asset.image.height, by: 3) {
        for x in stride(from: 0, to: asset.image.width, by: 3) {
          let pixel = asset.image[x, y]
          let (r, g, b) = (
            Float(pixel.red) / 127.5 - 1, Float(pixel.green) / 127.5 - 1,
            Float(pixel.blue) / 127.5 - 1
          )
          worst = max(worst, abs((r * r + g * g + b * b).squareRoot() - 1))
          if b < 0 { inward += 1 }
        }
      }
      // Half a step of eight bits in each component.
      #expect(worst < 0.008, "\(asset.path)")
      #expect(inward == 0, "\(asset.path)")
    }
  }

  @Test(
    "The sky is twice as wide as high, seamless, and uniform at its poles")
  func sky() throws {
    let sky = try #require(Self.assets.first { $0.path == "textures/sky-panorama.png" }).image
    #expect(sky.width == 2 * sky.height)
    func step(_ a: Int, _ b: Int) -> Int {
      (0..<sky.height).reduce(0) { $0 + abs(Int(sky[a, $1].red) - Int(sky[b, $1].red)) }
    }
    let inside = (0..<sky.width - 1).map { step($0, $0 + 1) }.max() ?? 0
    #expect(step(sky.width - 1, 0) <= inside)
    for row in [0, sky.height - 1] {
      let reds = (0..<sky.width).map { Int(sky[$0, row].red) }
      #expect((reds.max() ?? 0) - (reds.min() ?? 0) < 12)
    }
  }

  @Test(
    "Tiling textures differ no more across opposite edges than between adjacent texels inside",
    arguments: ["stone3x3", "stone1x1", "wood", "brick"])
  func seams(name: String) throws {
    let asset = try #require(Self.assets.first { $0.path == "textures/\(name)-diffuse.png" })
    let image = asset.image
    let last = image.width - 1
    // Joints are steps at fixed positions, so edges are compared with the greatest step inside.
    func step(_ a: Int, _ b: Int) -> Int {
      (0..<image.height).reduce(0) { $0 + abs(Int(image[a, $1].green) - Int(image[b, $1].green)) }
    }
    let inside = (0..<last).map { step($0, $0 + 1) }.max() ?? 0
    #expect(step(last, 0) <= inside)
  }
}
