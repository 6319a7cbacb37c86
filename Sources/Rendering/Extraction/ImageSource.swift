import CaromDocuments
public import CaromImages
import FoundationEssentials
import Glibc

/// Provides the images and fonts that scenes refer to by name.
public protocol ImageSource {
  /// Reads the image with a name such as `marble-diffuse.png`.
  func image(named name: String) throws(ImageSourceError) -> Image
  /// Reads the image with a name if it has at most `maximumPixels`.
  ///
  /// A source that knows the size of an image without decoding it throws
  /// ``ImageSourceError/tooMany(name:limit:)`` instead of decoding a larger one; others may ignore
  /// the maximum, since the caller checks it again.
  func image(named name: String, maximumPixels: Int) throws(ImageSourceError) -> Image
  /// Reads the font with a name such as `carom.json`.
  func font(named name: String) throws(ImageSourceError) -> FontFile
}

extension ImageSource {
  /// Reads the image: by default, the size of an image is not known before.
  public func image(
    named name: String, maximumPixels: Int
  ) throws(ImageSourceError) -> Image {
    try image(named: name)
  }

  /// Throws an error: by default, a source has no fonts.
  public func font(named name: String) throws(ImageSourceError) -> FontFile {
    throw .noFont(name: name, reason: "the image source has no fonts")
  }
}

/// An error for an image or a font that a scene refers to and that cannot be loaded.
public enum ImageSourceError: Error, Hashable, Sendable {
  /// The name refers to a location outside the folder, or is not a plain path.
  case outside(name: String)
  /// The file does not exist.
  case missing(name: String, folders: [String], nearest: String? = nil)
  /// The file cannot be read.
  case unreadable(name: String, reason: String)
  /// The font does not exist or its file is invalid.
  case noFont(name: String, reason: String)
  /// The file is not an image.
  case notAnImage(name: String, ImageError)
  /// The image would exceed the pixel limit of a scene's images.
  case tooMany(name: String, limit: Int)
}

extension ImageSourceError {
  /// The name of the image in the scene.
  public var name: String {
    switch self {
    case .outside(let name), .missing(let name, _, _), .unreadable(let name, _),
      .noFont(let name, _), .notAnImage(let name, _), .tooMany(let name, _):
      name
    }
  }
}

extension ImageSourceError: CustomStringConvertible {
  /// A message with the problem and the accepted values.
  public var description: String {
    switch self {
    case .outside(let name):
      "the image \"\(name)\" is outside of the folder; a path without .. and leading / is accepted"
    case .missing(let name, let folders, let nearest):
      "there is no image \"\(name)\" in \(folders.joined(separator: " or "))"
        + (nearest.map { "; did you mean \"\($0)\"?" } ?? "")
    case .unreadable(let name, let reason): "the image \"\(name)\" cannot be read: \(reason)"
    case .noFont(let name, let reason): "the font \"\(name)\": \(reason)"
    case .notAnImage(let name, let error): "the image \"\(name)\": \(error)"
    case .tooMany(let name, let limit):
      """
      the image "\(name)" exceeds the limit: with it, the images of the scene have over \(limit) \
      pixels; smaller or fewer images are accepted
      """
    }
  }
}

/// Images and fonts in folders; the first folder that contains a file is used.
///
/// Only files inside the folders are read, after symbolic links are resolved. A name with `#`
/// refers to an image inside a file, such as `fox.glb#image/0`, and is resolved by the
/// ``Extractor``.
public struct ImageFolders: ImageSource, Sendable {
  /// Extracts the encoded bytes of an image inside a file in `folder`; nil if the name is unknown.
  public typealias Extractor =
    @Sendable (_ name: String, _ folder: String) throws -> [UInt8]?

  /// The folders in search order.
  public let folders: [String]
  /// The size limits of an image.
  public let limits: ImageLimits
  private let extractor: Extractor?

  /// Creates a source of the given folders.
  public init(
    _ folders: [String], limits: ImageLimits = ImageLimits(), extractor: Extractor? = nil
  ) {
    self.folders = folders
    self.limits = limits
    self.extractor = extractor
  }

  /// Reads the image at a path inside one of the folders, or inside a file there.
  public func image(named name: String) throws(ImageSourceError) -> Image {
    try image(named: name, maximumPixels: limits.maximumPixels)
  }

  /// Reads the image at a path inside one of the folders, or inside a file there; one with too many
  /// pixels is not decoded.
  public func image(
    named name: String, maximumPixels: Int
  ) throws(ImageSourceError) -> Image {
    if let extractor, name.contains("#"), let bytes = try extract(name, extractor) {
      return try decode(bytes, name, maximumPixels)
    }
    return try decode(file(name, atMost: limits.maximumBytes), name, maximumPixels)
  }

  /// Reads the font at a path inside one of the folders.
  public func font(named name: String) throws(ImageSourceError) -> FontFile {
    do {
      let bytes = try file(name, atMost: FontFile.limits.bytes)
      return try FontFile(reading: SourceText(name: name, bytes: bytes))
    } catch let error as FontFileError {
      throw .noFont(name: name, reason: error.description)
    } catch ImageSourceError.missing {
      throw .noFont(name: name, reason: "it is not in \(folders.joined(separator: " or "))")
    } catch ImageSourceError.outside {
      throw .noFont(
        name: name, reason: "it is outside of the folder; a path without .. is accepted")
    } catch ImageSourceError.unreadable(_, let reason) {
      throw .noFont(name: name, reason: "it cannot be read: \(reason)")
    } catch {
      throw .noFont(
        name: name,
        reason:
          "the file is larger than \(FontFile.limits.bytes) bytes; at most that many are accepted")
    }
  }

  /// The path of the file that contains an image or a font, for watching it; nil without one.
  public func path(ofFile name: String) -> String? {
    let file = name.contains("#") ? String(name.prefix { $0 != "#" }) : name
    return (try? location(file))?.path
  }

  /// Reads the bytes of a file inside one of the folders.
  private func file(_ name: String, atMost limit: Int) throws(ImageSourceError) -> [UInt8] {
    guard let file = try location(name) else {
      throw .missing(name: name, folders: folders, nearest: nearMiss(name))
    }
    return try read(file, name, limit)
  }

  /// The file with a name in the first of the folders that contains it; nil if none does.
  private func location(_ name: String) throws(ImageSourceError) -> URL? {
    let parts = name.split(separator: "/", omittingEmptySubsequences: false)
    guard !parts.isEmpty, parts.allSatisfy({ $0 != "" && $0 != "." && $0 != ".." }),
      !name.utf8.contains(0)
    else { throw .outside(name: name) }
    for folder in folders {
      let root = URL(filePath: folder).resolvingSymlinksInPath()
      let file = root.appending(path: name).resolvingSymlinksInPath()
      guard FileManager.default.fileExists(atPath: file.path) else { continue }
      let inside = root.path.hasSuffix("/") ? root.path : root.path + "/"
      guard file.path.hasPrefix(inside) else { throw .outside(name: name) }
      return file
    }
    return nil
  }

  /// The file with the most similar name, in the folder of each root that the name is in.
  private func nearMiss(_ name: String) -> String? {
    let parent = name.split(separator: "/").dropLast().joined(separator: "/")
    let above = parent.isEmpty ? "" : parent + "/"
    var known: [String] = []
    for folder in folders {
      let root = URL(filePath: folder).resolvingSymlinksInPath().path
      let place = URL(filePath: "\(root)/\(parent)").resolvingSymlinksInPath().path
      guard place == root || place.hasPrefix(root + "/") else { continue }
      let names = (try? FileManager.default.contentsOfDirectory(atPath: place)) ?? []
      known += names.sorted().map { above + $0 }
    }
    return nearest(name, in: known)
  }

  private func read(
    _ file: URL, _ name: String, _ limit: Int
  ) throws(ImageSourceError) -> [UInt8] {
    do {
      let attributes = try FileManager.default.attributesOfItem(atPath: file.path)
      guard attributes[.type] as? FileAttributeType == .typeRegular else {
        throw ImageSourceError.unreadable(name: name, reason: "it is not a file")
      }
      // The size is checked before the file is read.
      let size = attributes[.size] as? Int ?? 0
      guard size <= limit else {
        let error = ImageError.tooManyBytes(count: size, limit: limit)
        throw ImageSourceError.notAnImage(name: name, error)
      }
      return try [UInt8](Data(contentsOf: file))
    } catch let error as ImageSourceError {
      throw error
    } catch {
      let system = (error as? CocoaError)?.underlying as? POSIXError
      let reason = system.map { String(cString: strerror($0.code.rawValue)) } ?? "\(error)"
      throw .unreadable(name: name, reason: reason)
    }
  }

  private func decode(
    _ bytes: [UInt8], _ name: String, _ maximumPixels: Int
  ) throws(ImageSourceError) -> Image {
    var lower = limits
    lower.maximumPixels = min(limits.maximumPixels, max(maximumPixels, 0))
    do throws(ImageError) {
      return try Image(decoding: bytes, limits: lower)
    } catch {
      guard case .tooLarge(let width, let height, _) = error else {
        throw .notAnImage(name: name, error)
      }
      // An image that no scene could use is named for what it is.
      if !limits.accept(width: width, height: height) {
        throw .notAnImage(name: name, .tooLarge(width: width, height: height, limits: limits))
      }
      throw .tooMany(name: name, limit: maximumPixels)
    }
  }

  /// Extracts an image from the first of the folders that contains the file.
  private func extract(
    _ name: String, _ extractor: Extractor
  ) throws(ImageSourceError) -> [UInt8]? {
    let file = name.prefix { $0 != "#" }
    for folder in folders
    where FileManager.default.fileExists(atPath: "\(folder)/\(file)") {
      do {
        return try extractor(name, folder)
      } catch {
        throw .unreadable(name: name, reason: "\(error)")
      }
    }
    return nil
  }
}
