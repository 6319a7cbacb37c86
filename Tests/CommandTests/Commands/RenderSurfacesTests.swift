import CaromImages
import Foundation
import Testing

@Suite("carom render --show")
struct RenderSurfacesTests {
  /// Three squares facing the camera at 4, 6 and 9 meters, from left to right.
  static let scene = """
    { "format": "carom.scene/1",
      "geometries": { "square": { "plane": { "width": 1, "height": 1 } } },
      "nodes": [
        { "name": "left", "geometry": "square", "position": [-1.2, 0, -4] },
        { "name": "middle", "geometry": "square", "position": [0, 0, -6] },
        { "name": "group", "nodes": [
          { "name": "right", "geometry": "square", "position": [2.4, 0, -9] } ] },
        { "name": "eye", "camera": { "fieldOfViewDegrees": 45 } } ] }
    """
  /// The centers of the squares in an image of 96 × 54: 54 / 2 / tan 22.5° is 65.2 pixels per meter
  /// at a distance of one meter.
  static let places = [28, 48, 65]

  private static func draw(_ kind: String) throws -> (picture: Image, output: String) {
    let made = try RenderSeriesTests.draw(
      "--show", kind, scene: scene, size: "96x54", to: "a.png")
    return (try #require(made.pictures["a.png"]), made.output)
  }

  @Test("depth is lighter for nearer surfaces, and black where there is none")
  func depth() throws {
    let (picture, output) = try Self.draw("depth")
    #expect(output.isEmpty)
    let grays = Self.places.map { picture[$0, 27].red }
    // White at the nearest, 40 at the farthest, linear in between: 255 − 215 · (6 − 4) / (9 − 4).
    #expect(grays == [255, 169, 40])
    #expect(picture[2, 2] == Image.Pixel(0, 0, 0))
    for y in 0..<54 {
      for x in 0..<96 {
        let pixel = picture[x, y]
        #expect(pixel.red == pixel.green && pixel.green == pixel.blue)
      }
    }
  }

  @Test("normals of surfaces facing the camera along +Z are blue")
  func normals() throws {
    let (picture, _) = try Self.draw("normals")
    for x in Self.places { #expect(picture[x, 27] == Image.Pixel(128, 128, 255)) }
    #expect(picture[2, 2] == Image.Pixel(0, 0, 0))
  }

  @Test("ids assign a color to each node, and the program prints the mapping")
  func ids() throws {
    let (picture, output) = try Self.draw("ids")
    let legend = output.split(separator: "\n").map { $0.split(separator: " ").map(String.init) }
    #expect(legend.map { $0.last } == ["/left", "/middle", "/group/right"])
    var seen: Set<Image.Pixel> = []
    for (line, x) in zip(legend, Self.places) {
      let pixel = picture[x, 27]
      let text = [pixel.red, pixel.green, pixel.blue].map { byte in
        (byte < 16 ? "0" : "") + String(byte, radix: 16)
      }
      #expect(line.first == "#" + text.joined())
      seen.insert(pixel)
    }
    #expect(seen.count == 3 && picture[2, 2] == Image.Pixel(0, 0, 0))
  }

  @Test(
    "Invalid options are reported with what is expected",
    arguments: [
      (["--every", "0"], "'0' is out of range; a whole number from 1 to"),
      (["--every", "5"], "'x.png' is a single file for 121 ticks; use a name with %05d"),
      (["--every", "5", "--until", "-1"], "'-1' is negative; a whole number from 0 to"),
      (["--until", "5"], "--until: requires --every"),
      (["--every", "1", "--until", "200000"], "--every: more than 100000 images"),
      (["--contact-sheet"], "--contact-sheet: requires --every or --all-cameras"),
      (["--all-cameras"], "'x.png' is a single file for all cameras; use a name with %c"),
      (["--all-cameras", "--camera", "eye"], "--all-cameras: cannot be combined with --camera"),
      (
        ["--every", "1", "--contact-sheet", "--size", "4000x4000"],
        "601 images of 4000x4000 result in"
      ),
      (
        ["--every", "5", "-o", "%x.png"], "'%x.png' has an invalid placeholder; %d or %05d"
      ),
      (["--every", "5", "-o", "%5d.png"], "'%5d.png' has an invalid placeholder"),
      (
        ["--all-cameras", "--every", "5", "--until", "5", "-o", "%c.png"],
        "'%c.png' is a single file for 2 ticks"
      ),
      (["--aa", "2"], "--aa: 2 is out of range; 1 or 4 is accepted"),
      (["--tone", "film"], "'film' is not a tone mapping curve; none or aces is accepted"),
      (["--exposure", "17"], "--exposure: 17.0 is out of range; -16 to 16 is accepted"),
      (["--exposure", "nan"], "--exposure: nan is out of range; -16 to 16 is accepted"),
      (["--show", "heat"], "heat"),
      (["--show", "ids", "--aa", "4"], "--aa: cannot be combined with --show ids"),
      (["--show", "depth", "--debug", "shapes"], "--debug: cannot be combined with --show depth"),
      (["--camera", "eyes"], "no camera is named 'eyes'; known: eye"),
    ])
  func wrongUse(arguments: [String], message: String) throws {
    try TemporaryFolder.use { folder in
      try Data(Self.scene.utf8).write(to: folder.appending(path: "scene.json"))
      let output = arguments.contains("-o") ? [] : ["-o", "x.png"]
      let run = try Program.run(["render", "scene.json"] + output + arguments, in: folder)
      #expect(run.exitCode == 2 && run.output.isEmpty)
      #expect(run.errors.contains(message), "\(run.errors)")
      let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      #expect(files == ["scene.json"], "nothing was written")
    }
  }

  @Test("Two images are never written to the same file")
  func collision() throws {
    try TemporaryFolder.use { folder in
      let text = """
        { "format": "carom.scene/1", "nodes": [
          { "name": "b\\nc", "camera": {} }, { "name": "b-c", "camera": {} },
          { "name": "a", "camera": {} }, { "name": "a1", "camera": {} } ] }
        """
      try Data(text.utf8).write(to: folder.appending(path: "scene.json"))
      func run(_ output: String, _ last: String) throws -> Program.Outcome {
        try Program.run(
          ["render", "scene.json", "--size", "4x4", "--all-cameras", "--every", "10", "--at", "1"]
            + ["--until", last, "-o", output], in: folder)
      }
      let wrong = try run("%c%d.png", "11")
      #expect(wrong.exitCode == 2)
      #expect(wrong.errors.contains("results in \"a11.png\" twice"), "\(wrong.errors)")
      #expect(try run("%c-%d.png", "11").exitCode == 0)
      let files = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
      let names = ["a-1", "a-11", "a1-1", "a1-11", "b-c-1", "b-c-11", "b-c-2-1", "b-c-2-11"]
      #expect(files == names.map { "\($0).png" } + ["scene.json"])
    }
  }

  @Test("A scene without cameras is rejected with --all-cameras")
  func noCamera() throws {
    try TemporaryFolder.use { folder in
      let text = #"{ "format": "carom.scene/1", "nodes": [ { "geometry": { "box": {} } } ] }"#
      try Data(text.utf8).write(to: folder.appending(path: "scene.json"))
      let run = try Program.run(
        "render", "scene.json", "--all-cameras", "-o", "%c.png", in: folder)
      #expect(run.exitCode == 1)
      #expect(run.errors.contains("--all-cameras: the scene has no camera"))
    }
  }
}
