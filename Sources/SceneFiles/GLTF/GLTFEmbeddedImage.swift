public import CaromDocuments

/// Images inside of glTF files, named `models/fox.glb#image/0` in materials.
///
/// The part after `#` is the index in the file's list of images. Such a name is valid in every
/// scene file and is used by a model's own materials. The bytes are read when the image is loaded.
public enum GLTFEmbeddedImage {
  /// The name of an embedded image in materials.
  static func name(_ path: String, _ number: Int) -> String { "\(path)#image/\(number)" }

  /// The parts of a name; nil if it does not name an embedded image.
  static func parts(_ name: String) -> (path: String, number: Int)? {
    guard let mark = name.lastIndex(of: "#") else { return nil }
    let (path, part) = (String(name[..<mark]), name[name.index(after: mark)...])
    guard GLTFContainer.isModel(path), part.hasPrefix("image/"),
      let number = Int(part.dropFirst(6)),
      number >= 0
    else { return nil }
    return (path, number)
  }

  /// The path of the file that contains an embedded image; nil for other names.
  public static func file(of name: String) -> String? { parts(name)?.path }

  /// The bytes of a PNG or JPEG image inside of a glTF file.
  ///
  /// The file is read again on every call, so that changes on disk are visible.
  ///
  /// - Parameters:
  ///   - name: A name such as `models/fox.glb#image/0`, with the file relative to the root.
  ///   - root: The folder of the scenes.
  /// - Returns: The complete PNG or JPEG file.
  /// - Throws: A problem if the name is invalid or the image cannot be read.
  public static func bytes(named name: String, in root: SceneRoot) throws(Problem) -> [UInt8] {
    guard let (path, number) = parts(name) else {
      throw Problem("\"\(name)\" is not an image in a model; FILE.glb#image/NUMBER is accepted")
    }
    let limits = SceneLimits()
    let container: GLTFContainer
    do throws(PathError) {
      let file = try root.resolve(path)
      let bytes = try root.read(file, limit: limits.fileBytes)
      container = try openContainer(bytes, file)
    } catch {
      throw Problem(error.message)
    }
    let reader = GLTFReader(
      container, path: path, limits: limits, budget: limits.modelBytes,
      files: { (path) throws(PathError) in try root.read(path, limit: limits.fileBytes) })
    let images = reader.table(.images)
    guard number < images.count else {
      throw Problem("\(path) has \(images.count) images; there is no image \(number)")
    }
    let json = images[number]
    var found: [UInt8]?
    if let uri = json["uri"] {
      found = reader.bytes(of: uri)
    } else if let part = reader.imageBytes(json) {
      found = Array(part.bytes[part.range])
    }
    if let problem = reader.problems.first { throw problem }
    return found ?? []
  }

  private static func openContainer(
    _ bytes: [UInt8], _ name: String
  ) throws(PathError) -> GLTFContainer {
    do throws(Problem) {
      return try GLTFContainer.open(bytes, name: name)
    } catch { throw PathError(error.description) }
  }
}
