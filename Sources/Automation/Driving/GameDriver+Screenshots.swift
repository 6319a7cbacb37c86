import CaromContent
public import CaromImages
import CaromMaths
import CaromRendering
public import CaromSceneGraph
import CaromSimulation
import FoundationEssentials

// Images of the last completed tick; rendering changes no state and gives the same pixels on every
// machine.

/// The renderer and the resource cache of a driver.
final class FrameRenderer {
  let cache: RenderCache
  let renderer: Renderer

  init(_ cache: RenderCache, threads: Int) {
    (self.cache, renderer) = (cache, Renderer(threads: threads))
  }
}

extension GoldenMode {
  /// The mode named by the environment variable `CAROM_GOLDENS`; otherwise ``required`` if `CI` is
  /// set, and ``missing`` if not.
  public static var current: GoldenMode {
    let environment = ProcessInfo.processInfo.environment
    return GoldenMode(environment: environment) ?? .default(environment: environment)
  }
}

extension GameDriver {
  /// Renders the last completed tick.
  ///
  /// - Parameters:
  ///   - width: The width in pixels, 1 to 8192.
  ///   - height: The height in pixels, 1 to 8192.
  ///   - camera: The node with the camera; nil for the camera of the scene.
  /// - Returns: The image.
  /// - Throws: An error if the driver was created from a bare session, or if images of the scene
  ///   are missing.
  public func screenshot(
    width: Int = 640, height: Int = 360, from camera: Node? = nil
  ) throws(DriverError) -> Image {
    let accepted = 1...Renderer.maximumSide
    guard accepted.contains(width), accepted.contains(height) else {
      throw failure(
        .invalidArgument,
        "an image of \(width) × \(height) pixels cannot be rendered; expected sides of 1 to "
          + "\(Renderer.maximumSide)")
    }
    let frameRenderer = try makeFrameRenderer()
    frameRenderer.cache.prompts = session.prompts
    return frameRenderer.renderer.render(
      RenderFrame(session.scene, from: camera, cache: frameRenderer.cache), width: width,
      height: height)
  }

  /// The renderer and the cache of the scene, created on first use.
  func makeFrameRenderer() throws(DriverError) -> FrameRenderer {
    if let frameRenderer { return frameRenderer }
    guard let makeCache else {
      throw failure(
        .cannotCapture,
        "a driver of a bare session cannot render; create it from the result of a SessionLoader")
    }
    do {
      let made = FrameRenderer(try makeCache(), threads: imageThreads)
      frameRenderer = made
      return made
    } catch {
      throw failure(.cannotCapture, "the scene cannot be rendered: \(error)")
    }
  }

  /// The outcome of ``expectFrame(like:width:height:mode:)``.
  public enum GoldenOutcome: Hashable, Sendable {
    /// The frame matches the image.
    case matched
    /// There was no image, and the frame is the first one.
    case new
    /// The frame replaced an image.
    case updated
  }

  /// Expects the last completed tick to match a PNG file, pixel for pixel.
  ///
  /// On a mismatch, the error reports the number of pixels that differ and the nodes visible there.
  /// The actual, expected and difference images are its attachments, and are saved in the folder
  /// that the environment variable `CAROM_GOLDENS_LEFT` names, by default `carom-goldens` in the
  /// folder for temporary files; the message contains their paths.
  ///
  /// - Parameters:
  ///   - file: The path of the PNG file; the frame is rendered at its size.
  ///   - width: The width of a newly written image, in pixels.
  ///   - height: The height of a newly written image, in pixels.
  ///   - mode: Whether the file may be written.
  /// - Returns: Whether the frame matched or was written.
  /// - Throws: An error if the images differ, if the image is missing and required, or if the file
  ///   cannot be read or written.
  @discardableResult
  public func expectFrame(
    like file: String, width: Int = 320, height: Int = 180, mode: GoldenMode = .current
  ) throws(DriverError) -> GoldenOutcome {
    goldenFiles.append(file)
    let isThere = FileManager.default.fileExists(atPath: file)
    guard isThere, mode != .all else {
      guard mode != .required else {
        throw failure(
          "the golden image \(file) does not exist; without CI or --goldens required it is written")
      }
      try write(try screenshot(width: width, height: height), to: file)
      return isThere ? .updated : .new
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
    else { return .matched }
    if mode == .failed {
      try write(actual, to: file)
      return .updated
    }
    throw mismatch(difference, of: actual, from: expected, file)
  }

  private func mismatch(
    _ difference: ImageDifference, of actual: Image, from expected: Image, _ file: String
  ) -> DriverError {
    let nodes = nodes(seenIn: difference, actual)
    let there = nodes.isEmpty ? "" : "; visible there: \(nodes.joined(separator: ", "))"
    var error = failure(
      """
      the frame differs from \(file) in \(difference.pixelCount) pixels, by at most \
      \(difference.greatest) of 255\(there)
      """)
    let pictures = [
      ("actual.png", actual), ("expected.png", expected),
      ("difference.png", difference.highlighted),
    ]
    var left: [String] = []
    for (name, picture) in pictures {
      guard let bytes = try? picture.encodedPNG() else { continue }
      error.attachments.append(Attachment(name, mediaType: "image/png", bytes: bytes))
      let path = Self.place(ofLeft: name, file)
      // The folder can be one that other users of the machine share.
      if (try? OutputFile(replacing: path).write(bytes)) != nil { left.append(path) }
    }
    if !left.isEmpty { error.message += "; see \(left.joined(separator: ", "))" }
    return error
  }

  /// The path at which an image of a mismatch is saved; its name contains the whole path of the
  /// golden image.
  private static func place(ofLeft name: String, _ file: String) -> String {
    let folder =
      ProcessInfo.processInfo.environment["CAROM_GOLDENS_LEFT"]
      ?? FileManager.default.temporaryDirectory.appending(path: "carom-goldens").path
    let stem = file.hasSuffix(".png") ? String(file.dropLast(4)) : file
    let parts = stem.split(separator: "/").filter { $0 != "." && $0 != ".." }
    return "\(folder)/\(parts.joined(separator: "__").suffix(150)).\(name)"
  }

  /// The paths of the nodes visible where two images differ, sampled on a grid of up to 8 × 8
  /// points.
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
      try OutputFile(replacing: file).write(picture.encodedPNG())
    } catch let problem as FileProblem {
      throw failure("\(problem)")
    } catch {
      throw failure("\(file): cannot be written: \(error)")
    }
  }
}
