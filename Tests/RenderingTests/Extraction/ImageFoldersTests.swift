import CaromImages
import CaromRendering
import Foundation
import Testing

@Suite("Image folders")
struct ImageFoldersTests {
  @Test("An image is read from the first folder that contains it, and from no other location")
  func searched() throws {
    let base = FileManager.default.temporaryDirectory.appending(path: "carom-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: base) }
    let (first, second) = (base.appending(path: "a"), base.appending(path: "b"))
    for folder in [first, second.appending(path: "deep")] {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }
    let png = try Data(Frames.checkers(size: 4, side: 1).encodedPNG())
    try png.write(to: base.appending(path: "secret.png"))
    try png.write(to: second.appending(path: "deep/x.png"))
    try Data("no picture".utf8).write(to: first.appending(path: "bad.png"))
    try FileManager.default.createSymbolicLink(
      at: first.appending(path: "link.png"), withDestinationURL: base.appending(path: "secret.png"))
    let folders = ImageFolders([first.path, second.path])

    #expect(try folders.image(named: "deep/x.png").width == 4)
    #expect(throws: ImageSourceError.missing(name: "y.png", folders: [first.path, second.path])) {
      try folders.image(named: "y.png")
    }
    #expect(throws: ImageSourceError.notAnImage(name: "bad.png", .unknownFormat)) {
      try folders.image(named: "bad.png")
    }
    #expect(throws: ImageSourceError.unreadable(name: "deep", reason: "it is not a file")) {
      try folders.image(named: "deep")
    }
    for name in ["../secret.png", "link.png", "/etc/passwd", "", "deep/../deep/x.png", "a\0b"] {
      #expect(throws: ImageSourceError.outside(name: name), "\(name)") {
        try folders.image(named: name)
      }
    }
  }
}
