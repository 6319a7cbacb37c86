import CaromDocuments
public import CaromImages
import Foundation

/// Where the pictures and fonts that scenes name come from.
public protocol ImageSource {
  /// Reads the picture of a name such as `marble-diffuse.png`.
  func image(named name: String) throws(ImageSourceError) -> Image
  /// Reads the font of a name such as `carom.json`.
  func font(named name: String) throws(ImageSourceError) -> FontFile
}

extension ImageSource {
  /// A source has no fonts unless it says otherwise.
  public func font(named name: String) throws(ImageSourceError) -> FontFile {
    throw .noFont(name: name, reason: "these pictures come without fonts; no font is accepted")
  }
}

/// Why a picture or a font that a scene names cannot be had.
public enum ImageSourceError: Error, Hashable, Sendable {
  /// The name leads out of the folder, or is no plain path.
  case outside(name: String)
  /// There is no such file.
  case missing(name: String, folders: [String])
  /// The file is there but cannot be read.
  case unreadable(name: String, reason: String)
  /// There is no such font, or its file is none.
  case noFont(name: String, reason: String)
  /// The file is no picture.
  case notAnImage(name: String, ImageError)
  /// With this picture, a scene's pictures would be more pixels than a renderer keeps.
  case tooMany(name: String, limit: Int)
}

extension ImageSourceError {
  /// What the scene calls the picture.
  public var name: String {
    switch self {
    case .outside(let name), .missing(let name, _), .unreadable(let name, _),
      .noFont(let name, _), .notAnImage(let name, _), .tooMany(let name, _):
      name
    }
  }
}

extension ImageSourceError: CustomStringConvertible {
  /// A sentence for people: what is wrong and what is accepted.
  public var description: String {
    switch self {
    case .outside(let name):
      "the image \"\(name)\" leads out of its folder; a path without .. and leading / is accepted"
    case .missing(let name, let folders):
      "there is no image \"\(name)\" in \(folders.joined(separator: " or "))"
    case .unreadable(let name, let reason): "the image \"\(name)\" cannot be read: \(reason)"
    case .noFont(let name, let reason): "the font \"\(name)\": \(reason)"
    case .notAnImage(let name, let error): "the image \"\(name)\": \(error)"
    case .tooMany(let name, let limit):
      """
      the image "\(name)" is one too many: with it, the pictures of the scene have over \(limit) \
      pixels; smaller or fewer pictures are accepted
      """
    }
  }
}

/// Pictures and fonts in folders: the first that has the file gives it.
///
/// Files are read inside of the folders only, also where symbolic links lead elsewhere. A name with `#`
/// is of a picture inside of a file, such as `fox.glb#image/0`, which ``Extractor`` takes out.
public struct ImageFolders: ImageSource, Sendable {
  /// Takes the bytes of a picture out of a file: `name` inside of `folder`; nil if it knows no such.
  public typealias Extractor =
    @Sendable (_ name: String, _ folder: String) throws -> [UInt8]?

  /// The folders, in the order they are searched.
  public let folders: [String]
  /// How large a picture may be.
  public let limits: ImageLimits
  private let extractor: Extractor?

  /// Searches the given folders.
  public init(
    _ folders: [String], limits: ImageLimits = ImageLimits(), extractor: Extractor? = nil
  ) {
    self.folders = folders
    self.limits = limits
    self.extractor = extractor
  }

  /// Reads the picture of a path inside of one of the folders, or inside of a file there.
  public func image(named name: String) throws(ImageSourceError) -> Image {
    if let extractor, name.contains("#"), let bytes = try extract(name, extractor) {
      return try decode(bytes, name)
    }
    return try decode(file(name, atMost: limits.maximumBytes), name)
  }

  /// Reads the font of a path inside of one of the folders.
  public func font(named name: String) throws(ImageSourceError) -> FontFile {
    do {
      let bytes = try file(name, atMost: FontFile.limits.bytes)
      return try FontFile(reading: SourceText(name: name, bytes: bytes))
    } catch let error as FontFileError {
      throw .noFont(name: name, reason: error.description)
    } catch ImageSourceError.missing {
      throw .noFont(name: name, reason: "it is not in \(folders.joined(separator: " or "))")
    } catch ImageSourceError.outside {
      throw .noFont(name: name, reason: "it leads out of its folder; a path without .. is accepted")
    } catch ImageSourceError.unreadable(_, let reason) {
      throw .noFont(name: name, reason: "it cannot be read: \(reason)")
    } catch {
      throw .noFont(
        name: name,
        reason: "the file is larger than \(FontFile.limits.bytes) bytes, which are accepted")
    }
  }

  /// The bytes of a file inside of one of the folders.
  private func file(_ name: String, atMost limit: Int) throws(ImageSourceError) -> [UInt8] {
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
      return try read(file, name, limit)
    }
    throw .missing(name: name, folders: folders)
  }

  private func read(
    _ file: URL, _ name: String, _ limit: Int
  ) throws(ImageSourceError) -> [UInt8] {
    do {
      let values = try file.resourceValues(forKeys: [.isRegularFileKey, .fileSizeKey])
      guard values.isRegularFile == true else {
        throw ImageSourceError.unreadable(name: name, reason: "it is not a file")
      }
      // Held against the limit before the file is read.
      let size = values.fileSize ?? 0
      guard size <= limit else {
        let error = ImageError.tooManyBytes(count: size, limit: limit)
        throw ImageSourceError.notAnImage(name: name, error)
      }
      return try [UInt8](Data(contentsOf: file))
    } catch let error as ImageSourceError {
      throw error
    } catch {
      throw .unreadable(name: name, reason: error.localizedDescription)
    }
  }

  private func decode(_ bytes: [UInt8], _ name: String) throws(ImageSourceError) -> Image {
    do throws(ImageError) {
      return try Image(decoding: bytes, limits: limits)
    } catch {
      throw .notAnImage(name: name, error)
    }
  }

  /// The bytes of a picture inside of a file of the first folder that has the file.
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
