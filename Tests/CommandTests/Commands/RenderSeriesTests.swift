import CaromImages
import Foundation
import Testing

@Suite("carom render: image series")
struct RenderSeriesTests {
  /// A falling red ball in front of five cameras, one of which has a name with special characters.
  static let scene = """
    { "format": "carom.scene/1", "nodes": [
      { "name": "ball", "geometry": { "sphere": {} }, "physics": { "type": "dynamic" } },
      { "name": "front", "camera": {}, "position": [0, 0, 6] },
      { "name": "side", "camera": {}, "position": [1, 0, 6] },
      { "name": "arm", "nodes": [
        { "name": "front", "camera": {}, "position": [2, 0, 6] },
        { "name": "front-2", "camera": {}, "position": [3, 0, 6] },
        { "name": "a\\u0000b\\n\\u202ec", "camera": {}, "position": [4, 0, 6] } ] } ] }
    """

  /// Runs `carom render` on a scene in a temporary folder and returns the images by name.
  static func draw(
    _ arguments: String..., scene: String = scene, size: String = "32x18", to output: String
  ) throws -> (pictures: [String: Image], output: String) {
    try TemporaryFolder.use { folder in
      try Data(scene.utf8).write(to: folder.appending(path: "scene.json"))
      let run = try Program.run(
        ["render", "scene.json", "--size", size, "-o", output] + arguments, in: folder)
      #expect(run.exitCode == 0 && run.errors.isEmpty, "\(run.errors)")
      var pictures: [String: Image] = [:]
      let files = FileManager.default.enumerator(atPath: folder.path)
      for case let name as String in files ?? .init() where name.hasSuffix(".png") {
        let bytes = try Data(contentsOf: folder.appending(path: name))
        pictures[name] = try Image(decoding: [UInt8](bytes))
      }
      return (pictures, run.output)
    }
  }

  @Test("--every renders from --at to --until, each image as with --at")
  func every() throws {
    let made = try Self.draw(
      "--at", "5", "--every", "10", "--until", "30", to: "frames/%05d.png"
    ).pictures
    #expect(made.keys.sorted() == ["frames/00005.png", "frames/00015.png", "frames/00025.png"])
    let one = try Self.draw("--at", "15", to: "one.png").pictures
    #expect(one["one.png"] == made["frames/00015.png"])
    #expect(made["frames/00005.png"] != made["frames/00025.png"], "the ball falls")
    let plain = try Self.draw("--every", "5", "--until", "5", to: "100%%-%d.png").pictures
    #expect(plain.keys.sorted() == ["100%-0.png", "100%-5.png"])
  }

  @Test("A contact sheet has the images in order, row by row, with gray gaps of 4 pixels")
  func contactSheet() throws {
    let sheet = try #require(
      try Self.draw("--every", "10", "--until", "20", "--contact-sheet", to: "%d.png")
        .pictures["%d.png"], "a sheet is one file, whatever its name")
    #expect(sheet.width == 2 * (32 + 4) + 4 && sheet.height == 2 * (18 + 4) + 4)
    for (number, tick) in [0, 10, 20].enumerated() {
      let picture = try #require(
        try Self.draw("--at", String(tick), to: "a.png").pictures["a.png"])
      let (left, top) = (4 + number % 2 * 36, 4 + number / 2 * 22)
      for y in 0..<18 {
        for x in 0..<32 where sheet[left + x, top + y] != picture[x, y] {
          Issue.record("tick \(tick) differs in \(x), \(y)")
          return
        }
      }
    }
    let gap = Image.Pixel(24, 24, 28)
    for y in 0..<sheet.height {
      for x in 0..<sheet.width {
        let isColumn = (4..<36).contains(x) || (40..<72).contains(x)
        let isRow = (4..<22).contains(y) || (26..<44).contains(y)
        if !isColumn || !isRow { #expect(sheet[x, y] == gap) }
      }
    }
    #expect((26..<44).allSatisfy { sheet[50, $0] == gap }, "there is no fourth picture")
  }

  @Test("--all-cameras renders one image per camera, with unique and safe file names")
  func allCameras() throws {
    let made = try Self.draw("--all-cameras", to: "out/%c/view.png").pictures
    let names = ["a-b--c", "front", "front-2", "front-3", "side"]
    #expect(Set(made.keys) == Set(names.map { "out/\($0)/view.png" }))
    #expect(Set(made.values).count == 5, "each sees the ball from another place")
    let single = try Self.draw("--camera", "front", to: "one.png").pictures
    #expect(made["out/front/view.png"] == single["one.png"])
    let ticks = try Self.draw("--all-cameras", "--every", "9", "--until", "9", to: "%c-%d.png")
    #expect(ticks.pictures.count == 10)
  }

  @Test("--aa 4 blends colors at edges and leaves other pixels unchanged")
  func smoothEdges() throws {
    let (plain, smooth) = (
      try #require(try Self.draw(to: "a.png").pictures["a.png"]),
      try #require(try Self.draw("--aa", "4", to: "a.png").pictures["a.png"])
    )
    var changed = 0
    for y in 0..<18 {
      for x in 0..<32 where plain[x, y] != smooth[x, y] { changed += 1 }
    }
    #expect(changed > 4 && changed < 60, "\(changed) pixels of the ball's edge")
    #expect(plain[0, 0] == smooth[0, 0])
    let (once, often) = (Int(plain[16, 9].red), Int(smooth[16, 9].red))
    #expect(abs(once - often) <= 4, "the ball's front faces us")
    #expect(try Self.draw("--aa", "1", to: "a.png").pictures["a.png"] == plain)
  }

  @Test("--exposure doubles the light, and --tone aces compresses highlights")
  func light() throws {
    func middle(_ arguments: String...) throws -> Image.Pixel {
      let scene = """
        { "format": "carom.scene/1", "autoenablesDefaultLighting": false,
          "nodes": [ { "name": "sheet", "geometry": { "plane":
          { "width": 9, "height": 9 }, "materials": [ { "lightingModel": "constant",
          "diffuse": { "color": [0.5, 0.5, 0.5] } } ] } },
          { "name": "eye", "camera": {}, "position": [0, 0, 2] } ] }
        """
      let folder = try TemporaryFolder.use { folder in
        try Data(scene.utf8).write(to: folder.appending(path: "scene.json"))
        let run = try Program.run(
          ["render", "scene.json", "--size", "8x8", "-o", "a.png"] + arguments, in: folder)
        #expect(run.exitCode == 0, "\(run.errors)")
        return try Data(contentsOf: folder.appending(path: "a.png"))
      }
      return try Image(decoding: [UInt8](folder))[4, 4]
    }
    let plain = try middle()
    #expect(try middle("--exposure", "0", "--tone", "none") == plain)
    // sRGB 128 is 0.216 in linear light; twice that is sRGB 175 or 176, half of it 92 or 93.
    #expect(plain.red == 128)
    #expect([175, 176].contains(try middle("--exposure", "1").red))
    #expect([92, 93].contains(try middle("--exposure", "-1").red))
    #expect(try middle("--exposure", "-16").red == 0)
    #expect(try middle("--exposure", "4").red == 255)
    let film = try middle("--exposure", "4", "--tone", "aces").red
    #expect(film > 230 && film < 255, "the curve never quite reaches white")
  }
}
