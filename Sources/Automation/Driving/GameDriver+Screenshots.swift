public import CaromImages
import CaromMaths
import CaromRendering
import CaromSceneGraph
import CaromSimulation
import Foundation

// Pictures of the last completed tick: they change nothing, and are the same on every machine.

/// What draws the pictures of a driver.
final class FrameRenderer {
  let cache: RenderCache
  let renderer = Renderer(threads: 1)

  init(_ cache: RenderCache) { self.cache = cache }
}

extension GoldenMode {
  /// The mode of the process's environment; an unknown value of `CAROM_GOLDENS` is ignored.
  public static var current: GoldenMode {
    let environment = ProcessInfo.processInfo.environment
    return GoldenMode(environment: environment) ?? .default(environment: environment)
  }
}

extension GameDriver {
  /// Draws the last completed tick.
  ///
  /// - Parameters:
  ///   - width: Pixels a row, 1 to 8192.
  ///   - height: Rows, 1 to 8192.
  /// - Returns: The picture.
  /// - Throws: that the driver was made of a bare session, or which pictures of the scene are missing.
  public func screenshot(width: Int = 640, height: Int = 360) throws(DriverError) -> Image {
    let accepted = 1...Renderer.maximumSide
    guard accepted.contains(width), accepted.contains(height) else {
      throw failure(
        "no picture of \(width) × \(height) pixels can be drawn; sides of 1 to "
          + "\(Renderer.maximumSide) are accepted")
    }
    let frameRenderer = try makeFrameRenderer()
    return frameRenderer.renderer.render(
      RenderFrame(session.scene, cache: frameRenderer.cache), width: width, height: height)
  }

  private func makeFrameRenderer() throws(DriverError) -> FrameRenderer {
    if let frameRenderer { return frameRenderer }
    guard let makeCache else {
      throw failure("a driver of a bare session has no pictures; make it of what a loader loaded")
    }
    do {
      let made = FrameRenderer(try makeCache())
      frameRenderer = made
      return made
    } catch {
      throw failure("no picture can be drawn: \(error)")
    }
  }

  /// Expects the picture of the last tick to be that of a PNG file, pixel for pixel.
  ///
  /// Where it is not, the error tells how many pixels differ and which nodes are seen there, and has the
  /// picture and a highlighted difference as attachments.
  ///
  /// - Parameters:
  ///   - file: The path of the PNG file; its size is that of the picture.
  ///   - width: The width of a picture that is written anew, in pixels.
  ///   - height: Its height.
  ///   - mode: What is done with the file.
  /// - Throws: that it differs, or that the file cannot be read or written.
  public func expectFrame(
    like file: String, width: Int = 320, height: Int = 180, mode: GoldenMode = .current
  ) throws(DriverError) {
    let isThere = FileManager.default.fileExists(atPath: file)
    guard isThere, mode != .all else {
      guard mode != .never else { throw failure("there is no golden frame \(file)") }
      return try write(try screenshot(width: width, height: height), to: file)
    }
    let expected: Image
    do {
      expected = try Image(decoding: [UInt8](Data(contentsOf: URL(fileURLWithPath: file))))
    } catch {
      throw failure("\(file): cannot be read: \(error)")
    }
    let actual = try screenshot(width: expected.width, height: expected.height)
    guard let difference = ImageDifference(expected: expected, actual: actual),
      difference.pixelCount > 0
    else { return }
    if mode == .failed { return try write(actual, to: file) }
    let nodes = nodes(seenIn: difference, actual)
    let there = nodes.isEmpty ? "" : "; seen there: \(nodes.joined(separator: ", "))"
    var error = failure(
      """
      the picture differs from \(file) in \(difference.pixelCount) pixels, by at most \
      \(difference.greatest) of 255\(there)
      """)
    let pictures = [
      ("actual.png", actual), ("expected.png", expected),
      ("difference.png", difference.highlighted),
    ]
    for (name, picture) in pictures {
      guard let bytes = try? picture.encodedPNG() else { continue }
      error.attachments.append(Attachment(name, mediaType: "image/png", bytes: bytes))
    }
    throw error
  }

  /// The paths of the nodes that are seen where a picture differs, at up to eight by eight places.
  private func nodes(seenIn difference: ImageDifference, _ picture: Image) -> [String] {
    guard let bounds = difference.bounds else { return [] }
    var paths: [String] = []
    let aspect = Float(picture.width) / Float(picture.height)
    for row in 0..<8 {
      for column in 0..<8 {
        let x = Self.sample(bounds.columns, column, of: picture.width)
        let y = Self.sample(bounds.rows, row, of: picture.height)
        let hit = session.scene.hitTest(Vector2(x, y), aspect: aspect).first
        guard let path = hit?.node.path, !paths.contains(path) else { continue }
        paths.append(path)
        if paths.count == 5 { return paths }
      }
    }
    return paths
  }

  private static func sample(_ range: ClosedRange<Int>, _ step: Int, of side: Int) -> Float {
    let inside = (Float(step) + 0.5) / 8 * Float(range.count)
    return (Float(range.lowerBound) + inside) / Float(side)
  }

  private func write(_ picture: Image, to file: String) throws(DriverError) {
    do {
      let url = URL(fileURLWithPath: file)
      try FileManager.default.createDirectory(
        at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(picture.encodedPNG()).write(to: url, options: .atomic)
    } catch {
      throw failure("\(file): cannot be written: \(error)")
    }
  }
}
