import Foundation
import Testing

@Suite("carom render")
struct RenderCommandTests {
  @Test("Renders the same bytes each time, and different ones for another tick or camera")
  func draws() throws {
    try TemporaryFolder.use { folder in
      func draw(_ name: String, _ arguments: String...) throws -> Data {
        let file = folder.path + "/\(name).png"
        let run = try Program.run(
          ["render", "brick-breaker", "--size", "96x54", "-o", file] + arguments)
        #expect(run.exitCode == 0, "\(run.errors)")
        #expect(run.output.isEmpty && run.errors.isEmpty)
        #expect(try Picture.size(of: file) == [96, 54])
        return try Data(contentsOf: URL(filePath: file))
      }
      let first = try draw("first", "--bot", "--at", "120")
      #expect(try draw("second", "--bot", "--at", "120") == first)
      #expect(try draw("later", "--bot", "--at", "180") != first)
      #expect(try draw("camera", "--bot", "--at", "120", "--camera", "portrait") != first)
    }
  }

  /// Pictures of high windows were those of a wide one with its sides cut off.
  @Test("Games know the shape of the image, and fit their view to it")
  func shape() throws {
    try TemporaryFolder.use { folder in
      func draw(_ size: String, _ arguments: String...) throws -> Data {
        let file = folder.path + "/\(size).png"
        let run = try Program.run(
          ["render", "pinball", "--at", "2", "--size", size, "-o", file] + arguments)
        #expect(run.exitCode == 0, "\(run.errors)")
        return try Data(contentsOf: URL(filePath: file))
      }
      for (size, camera) in [("36x64", "tallCamera"), ("64x36", "camera")] {
        let (own, other) = (try draw(size), try draw(size, "--camera", camera))
        #expect(own == other, "\(size)")
      }
    }
  }

  @Test("Debug overlays are drawn by name, and an unknown name is reported with a suggestion")
  func debugging() throws {
    try TemporaryFolder.use { folder in
      let text = """
        { "format": "carom.scene/1", "nodes": [
          { "name": "ball", "geometry": { "sphere": {} }, "physics": { "type": "dynamic" } } ] }
        """
      try Data(text.utf8).write(to: folder.appending(path: "ball.json"))
      func draw(_ arguments: String...) throws -> Data {
        let file = folder.path + "/ball.png"
        let run = try Program.run(
          ["render", folder.path + "/ball.json", "--size", "64x36", "-o", file] + arguments)
        #expect(run.exitCode == 0, "\(run.errors)")
        return try Data(contentsOf: URL(filePath: file))
      }
      let plain = try draw()
      let shapes = try draw("--debug", "shapes")
      #expect(shapes != plain)
      #expect(try draw("--debug", "shapes,contacts") == shapes)
      #expect(try draw("--debug", "all") != shapes)
    }
    let run = try Program.run("render", "marble-maze", "--debug", "shape,joints", "-o", "x.png")
    #expect(run.exitCode == 2 && run.output.isEmpty)
    #expect(
      run.errors.contains(
        "unknown name 'shape'; did you mean 'shapes'? all or a comma-separated list of these is accepted: shapes, "
      ))
  }

  @Test("A missing image is reported by name")
  func missingPicture() throws {
    try TemporaryFolder.use { folder in
      let text = """
        { "format": "carom.scene/1", "materials": { "m": { "diffuse": { "image": "gone.png" } } },
          "nodes": [ { "name": "ball", "geometry": { "sphere": {}, "materials": ["m"] } } ] }
        """
      try Data(text.utf8).write(to: folder.appending(path: "ball.json"))
      let run = try Program.run(
        "render", folder.path + "/ball.json", "-o", folder.path + "/ball.png")
      #expect(run.exitCode == 1)
      #expect(run.errors.contains("gone.png"))
      #expect(!FileManager.default.fileExists(atPath: folder.path + "/ball.png"))
    }
  }

  @Test(
    "Requires an output file, a tick of 0 or more and a valid size",
    arguments: [
      ["marble-maze"], ["marble-maze", "-o", "x.png", "--at", "-5"],
      ["marble-maze", "-o", "x.png", "--size", "0x0"],
      ["marble-maze", "-o", "x.png", "--size", "8193x1"],
      ["marble-maze", "-o", "x.png", "--size", "1x8193"],
    ])
  func wrongUse(arguments: [String]) throws {
    let run = try Program.run(["render"] + arguments)
    #expect(run.exitCode == 2)
    #expect(run.output.isEmpty)
  }
}

/// The properties of a PNG file.
enum Picture {
  /// The width and height in the header.
  static func size(of path: String) throws -> [Int] {
    let bytes = Array(try Data(contentsOf: URL(filePath: path)).prefix(24))
    #expect(bytes.count == 24 && Array(bytes[1...3]) == Array("PNG".utf8))
    return [16, 20].map { start in bytes[start..<start + 4].reduce(0) { $0 << 8 | Int($1) } }
  }
}
