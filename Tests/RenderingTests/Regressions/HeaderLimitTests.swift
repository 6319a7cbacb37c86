import CaromImages
import CaromRendering
import CaromSceneGraph
import Foundation
import Testing

/// Symptom: an image that exceeds the pixel limit of a scene was decoded first, which took its
/// memory and time.
///
/// Cause: the pixels were counted when the texture was made.
@Suite("Regression: pixel limits and headers")
struct HeaderLimitTests {
  /// The signature and the header of a PNG, without image data.
  private func png(width: UInt32, height: UInt32) -> [UInt8] {
    func bytes(_ number: UInt32) -> [UInt8] {
      (0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - 8 * $0)) }
    }
    return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + bytes(13) + Array("IHDR".utf8)
      + bytes(width) + bytes(height) + [8, 6, 0, 0, 0, 0, 0, 0, 0]
  }

  /// The start of a JPEG, up to the frame header.
  private func jpeg(width: UInt16, height: UInt16) -> [UInt8] {
    func bytes(_ number: UInt16) -> [UInt8] { [UInt8(number >> 8), UInt8(number & 255)] }
    return [0xFF, 0xD8, 0xFF, 0xC0, 0, 11, 8] + bytes(height) + bytes(width) + [1, 1, 0x11, 0]
      + [0xFF, 0xDA, 0, 8, 1, 1, 0, 0, 63, 0]
  }

  private func problem(of file: [UInt8], named name: String, limit: Int) throws
    -> ImageSourceError?
  {
    let folder = FileManager.default.temporaryDirectory.appending(path: "carom-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data(file).write(to: folder.appending(path: "file"))
    let scene = Scene()
    let box = Geometry.box()
    box.firstMaterial?.diffuse.image = name
    if box.materials.isEmpty {
      let material = Material()
      material.diffuse.image = name
      box.materials = [material]
    }
    scene.rootNode.addChildNode(Node(name: "box", geometry: box))
    let source = ImageFolders([folder.path]) { _, folder in
      [UInt8](try Data(contentsOf: URL(filePath: folder + "/file")))
    }
    do throws(MissingImages) {
      try RenderCache(images: source, pixelLimit: limit).load(scene)
      return nil
    } catch { return error.problems.first }
  }

  @Test(
    "An image is refused by the size in its header, also inside of another file",
    arguments: ["file", "file#image/0"])
  func header(name: String) throws {
    for file in [png(width: 4_096, height: 4_096), jpeg(width: 4_096, height: 4_096)] {
      let refused = try problem(of: file, named: name, limit: 1_000_000)
      #expect(refused == .tooMany(name: name, limit: 1_000_000), "\(String(describing: refused))")
      // Within the limit, the missing data is the problem.
      guard case .notAnImage(_, let error) = try problem(of: file, named: name, limit: 1 << 25)
      else {
        Issue.record("accepted")
        return
      }
      switch error {
      case .truncated, .malformed: break
      case .unknownFormat, .tooManyBytes, .tooLarge, .notWritten: Issue.record("\(error)")
      }
    }
  }

  @Test("An image beyond the limits of any image keeps its own message")
  func tooLarge() throws {
    let file = png(width: 20_000, height: 20_000)
    let error = try problem(of: file, named: "file", limit: 1_000)
    guard case .notAnImage(_, .tooLarge(20_000, 20_000, _)) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }
}
