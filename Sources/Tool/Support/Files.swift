import CaromContent
import CaromSceneFiles
import Foundation

/// Reads and writes whole files and converts their errors to command failures.
package enum Files {
  /// Reads a file; pipes and devices, which may never end, are rejected.
  package static func read(_ path: String, atMost sizeLimit: Int = 1 << 30) throws -> [UInt8] {
    do throws(FileProblem) { return try FileContents.bytes(of: path, atMost: sizeLimit) } catch {
      throw failure(error)
    }
  }

  /// Checks the files of output options before anything runs.
  ///
  /// - Parameters:
  ///   - outputs: The options with their paths; nil for those that were not given.
  ///   - inputs: The paths of the files that the command reads.
  /// - Throws: ``CommandFailure`` for a path that cannot be written, for two options that name the
  ///   same file, and for an option that names an input.
  package static func check(
    outputs: KeyValuePairs<String, String?>, inputs: [String] = []
  ) throws {
    var known: [(option: String, identity: String)] = []
    let read = Set(inputs.compactMap { try? OutputFile($0).identity })
    for (option, path) in outputs {
      guard let path else { continue }
      let file = try output(path)
      if file.isStandardOutput { Terminal.reserveOutput() }
      guard let identity = file.identity else { continue }
      if let other = known.first(where: { $0.identity == identity }) {
        throw CommandFailure.wrongUse(
          "\(option): '\(path)' is also the file of \(other.option); another file is accepted")
      }
      if read.contains(identity) { throw replaced(path, option) }
      known.append((option, identity))
    }
  }

  /// Checks the many files of one option before anything runs.
  ///
  /// - Complexity: Little more than asking for each file whether it exists.
  ///
  /// - Throws: ``CommandFailure`` for a path that cannot be written or that is an input.
  static func check(series paths: [String], of option: String, inputs: [String]) throws {
    var folders: Set<Substring> = []
    let read = Set(inputs.compactMap { try? OutputFile($0).identity })
    for path in paths {
      // Files that do not exist differ only by their folders.
      let folder = path[..<(path.lastIndex(of: "/") ?? path.startIndex)]
      guard isThere(path) || folders.insert(folder).inserted else { continue }
      let file = try output(path)
      if file.isStandardOutput { Terminal.reserveOutput() }
      if let identity = file.identity, read.contains(identity) { throw replaced(path, option) }
    }
  }

  private static func replaced(_ path: String, _ option: String) -> CommandFailure {
    .wrongUse(
      "\(option): '\(path)' is read by this command and would be replaced; another file is accepted"
    )
  }

  /// Determines the destination of an output path.
  static func output(_ path: String) throws -> OutputFile {
    do throws(FileProblem) { return try OutputFile(path) } catch { throw failure(error) }
  }

  /// Creates a file for a recording, in a folder that exists.
  static func recording(_ path: String) throws -> RecordingFile {
    do throws(FileProblem) {
      try OutputFile(path).checkFolderExists()
      return try RecordingFile(path: path)
    } catch { throw failure(error) }
  }

  /// Rejects the name of an image file in another format than PNG, the only one that is written.
  static func check(image path: String, of option: String) throws {
    let name = path.split(separator: "/").last ?? ""
    guard let dot = name.lastIndex(of: "."),
      otherFormats.contains(name[name.index(after: dot)...].lowercased())
    else { return }
    throw CommandFailure.wrongUse(
      "\(option): '\(path)' is the name of another format; images are written as PNG, and a name "
        + "that ends in .png is accepted")
  }

  /// Checks a folder into which an option writes; it may not exist yet.
  ///
  /// - Throws: ``CommandFailure`` with code 2 for a path that is a file.
  package static func check(folder path: String, of option: String) throws {
    if path.isEmpty || path == "-" || (isThere(path) && !isFolder(path)) {
      throw CommandFailure.wrongUse("\(option): '\(path)' is not a folder; a folder is accepted")
    }
    var nearest = URL(fileURLWithPath: path)
    while nearest.path != "/", !isThere(nearest.path) { nearest.deleteLastPathComponent() }
    guard isFolder(nearest.path), access(nearest.path, W_OK | X_OK) == 0 else {
      throw CommandFailure.wrongUse(
        "\(option): '\(path)' cannot be made in \(nearest.path); a folder in one that can be written "
          + "is accepted")
    }
  }

  /// Whether there is something at a path, even a link that leads nowhere.
  private static func isThere(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0
  }

  /// The endings of image and video files in other formats than PNG.
  private static let otherFormats: Set<String> = [
    "apng", "avi", "avif", "bmp", "exr", "gif", "hdr", "heic", "heif", "ico", "jp2", "jpe", "jpeg",
    "jpg", "jxl", "mkv", "mov", "mp4", "pbm", "pdf", "pgm", "ppm", "psd", "qoi", "svg", "tga",
    "tif",
    "tiff", "webm", "webp",
  ]

  /// Writes a file, creating its folder; see `OutputFile` for links, pipes and devices.
  package static func write(_ bytes: [UInt8], to path: String) throws {
    let file = try output(path)
    do throws(FileProblem) { try file.write(bytes) } catch { throw failure(error) }
  }

  /// Opens a file for results that are too long to be collected; the caller closes it.
  package static func open(output path: String) throws -> Int32 {
    let file = try output(path)
    do throws(FileProblem) { return try file.open() } catch { throw failure(error) }
  }

  /// Appends bytes to an open file.
  package static func append(_ bytes: [UInt8], to file: Int32, named path: String) throws {
    let code = OutputFile.write(bytes, to: file)
    if code != 0 { throw failure(OutputFile.problem(path, code)) }
  }

  private static func failure(_ problem: FileProblem) -> CommandFailure {
    problem.isWrongUse ? .wrongUse("\(problem)") : .checkFailed("\(problem)")
  }

  /// Whether a path is a folder.
  package static func isFolder(_ path: String) -> Bool {
    var isFolder: ObjCBool = false
    return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
      && isFolder.boolValue
  }

  /// The given files, and the matching files in the given folders, sorted by path.
  static func scenes(
    _ paths: [String], _ isScene: (String) -> Bool = SceneReader.isSceneFile
  ) throws -> [String] {
    var files: [String] = []
    for path in paths {
      guard FileManager.default.fileExists(atPath: path) else {
        throw CommandFailure.wrongUse("\(path): no such file or folder")
      }
      guard isFolder(path) else {
        files.append(path)
        continue
      }
      let base = path.hasSuffix("/") ? String(path.dropLast()) : path
      let found: [String]
      do {
        // For a link to a folder, the contents of the folder.
        let folder = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
        let inside = try FileManager.default.subpathsOfDirectory(atPath: folder)
        found = inside.filter { isScene($0) && !$0.hasSuffix(".schema.json") }.sorted()
      } catch {
        throw CommandFailure.checkFailed("\(path): cannot be read: \(FileContents.reason(error))")
      }
      // An empty result would be a success, so a mistaken folder is reported.
      guard !found.isEmpty else {
        throw CommandFailure.wrongUse(
          "\(path): the folder contains no scene files")
      }
      files += found.map { base + "/" + $0 }
    }
    return files
  }
}
