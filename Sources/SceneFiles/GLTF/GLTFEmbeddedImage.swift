public import CaromDocuments

/// Pictures inside of glTF files, which slots of materials name `models/fox.glb#image/0`.
///
/// The part behind `#` is the number in the file's list of images. The name works in every scene file,
/// and is what a model's own materials have; whoever draws asks for the bytes when they are needed.
public enum GLTFEmbeddedImage {
  /// What a slot of a material calls a picture inside of a file.
  static func name(_ path: String, _ number: Int) -> String { "\(path)#image/\(number)" }

  /// Takes a name apart; nil for one that names no picture inside of a glTF file.
  static func parts(_ name: String) -> (path: String, number: Int)? {
    guard let mark = name.lastIndex(of: "#") else { return nil }
    let (path, part) = (String(name[..<mark]), name[name.index(after: mark)...])
    guard GLTFContainer.isModel(path), part.hasPrefix("image/"),
      let number = Int(part.dropFirst(6)),
      number >= 0
    else { return nil }
    return (path, number)
  }

  /// The file that holds a picture, for a name of a picture inside of a file; nil for others.
  public static func file(of name: String) -> String? { parts(name)?.path }

  /// The bytes of a PNG or JPEG inside of a glTF file.
  ///
  /// Reads the file anew, so that a picture changed on disk is there the next time it is asked for.
  ///
  /// - Parameters:
  ///   - name: Such as `models/fox.glb#image/0`, the file relative to the root.
  ///   - root: The folder of the scenes.
  /// - Returns: The whole file of the picture.
  /// - Throws: why there are none.
  public static func bytes(named name: String, in root: SceneRoot) throws(Problem) -> [UInt8] {
    guard let (path, number) = parts(name) else {
      throw Problem("\"\(name)\" is no picture in a file; FILE.glb#image/NUMBER is accepted")
    }
    let limits = SceneLimits()
    let container: GLTFContainer
    do throws(PathFault) {
      let file = try root.resolve(path)
      let bytes = try root.read(file, limit: limits.fileBytes)
      container = try openContainer(bytes, file)
    } catch {
      throw Problem(error.message)
    }
    let reader = GLTFReader(
      container, path: path, limits: limits, budget: limits.modelBytes,
      files: { (path) throws(PathFault) in try root.read(path, limit: limits.fileBytes) })
    let images = reader.table(.images)
    guard number < images.count else {
      throw Problem("\(path) has \(images.count) images; there is no image \(number)")
    }
    let json = images[number]
    var found: [UInt8]?
    if let uri = json["uri"] {
      found = reader.bytes(of: uri)
    } else if let part = reader.pictureBytes(json) {
      found = Array(part.bytes[part.range])
    }
    if let problem = reader.problems.first { throw problem }
    return found ?? []
  }

  private static func openContainer(
    _ bytes: [UInt8], _ name: String
  ) throws(PathFault) -> GLTFContainer {
    do throws(Problem) {
      return try GLTFContainer.open(bytes, name: name)
    } catch { throw PathFault(error.description) }
  }
}
