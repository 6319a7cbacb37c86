import CaromDocuments

/// The two parts of a glTF file: the JSON document and the binary chunk.
///
/// - Source: Khronos, "glTF 2.0 Specification", 2021, section 4 (GLB file format).
struct GLTFContainer {
  /// The JSON document.
  let document: JSONDocument
  /// The range of the binary chunk in the file; nil if there is none.
  let binary: Range<Int>?
  /// The problems of the file that do not prevent reading it.
  var warnings: [Problem] = []

  /// Whether a path has the extension of a glTF file.
  static func isModel(_ path: String) -> Bool {
    let name = path.lowercased()
    return name.hasSuffix(".gltf") || name.hasSuffix(".glb")
  }

  /// Splits a file into its parts.
  ///
  /// - Throws: A problem at a line of a `.gltf` file or at a byte of a `.glb` file.
  static func open(_ bytes: [UInt8], name: String) throws(Problem) -> GLTFContainer {
    let startsBinary = bytes.starts(with: magic)
    guard name.lowercased().hasSuffix(".glb") else {
      if startsBinary {
        throw Problem(
          "the file is a binary glTF; it is accepted under a name that ends in .glb",
          in: SourceText(name: name, bytes: bytes, isBinary: true))
      }
      if bytes.starts(with: [0xef, 0xbb, 0xbf]) {
        throw Problem(
          "the text starts with a byte order mark; UTF-8 without one is accepted",
          in: SourceText(name: name, bytes: bytes))
      }
      let document = try JSONParser.parse(bytes: bytes, name: name)
      return GLTFContainer(document: document, binary: nil, warnings: document.relaxations)
    }
    let source = SourceText(name: name, bytes: bytes, isBinary: true)
    guard startsBinary else {
      throw Problem(
        "the file does not start with \"glTF\"; a binary glTF is accepted, or a glTF in text as "
          + ".gltf",
        in: source)
    }
    return try open(source)
  }

  private static let magic: [UInt8] = [0x67, 0x6c, 0x54, 0x46]
  private static let jsonChunk: UInt32 = 0x4E4F_534A
  private static let binaryChunk: UInt32 = 0x004E_4942

  private static func open(_ source: SourceText) throws(Problem) -> GLTFContainer {
    let count = source.bytes.count
    guard count >= 12 else {
      throw Problem("the file ends inside its header of 12 bytes", in: source, at: count)
    }
    let version = uint32(source, 4)
    guard version == 2 else {
      throw Problem("the container has version \(version); 2 is accepted", in: source, at: 4)
    }
    let length = Int(uint32(source, 8))
    guard length <= count else {
      throw Problem(
        "the header says \(length) bytes, but the file has \(count); no more than these are accepted",
        in: source, at: 8)
    }
    var warnings: [Problem] = []
    func warn(_ message: String, at: Int) {
      warnings.append(Problem(message, in: source, at: at).asWarning)
    }
    if length < count {
      warn("\(count - length) bytes follow the end of the file; they are ignored", at: length)
    }
    var chunks: [(kind: UInt32, range: Range<Int>, at: Int)] = []
    var at = 12
    while at < length {
      guard length - at >= 8 else {
        let message = "the file ends inside the header of a chunk"
        if chunks.isEmpty { throw Problem(message, in: source, at: at) }
        warn("\(message); the \(length - at) bytes of it are ignored", at: at)
        break
      }
      let size = Int(uint32(source, at))
      guard size <= length - at - 8 else {
        throw Problem(
          "the chunk has \(size) bytes, but only \(length - at - 8) are left", in: source, at: at)
      }
      guard size % 4 == 0 else {
        throw Problem(
          "the chunk has \(size) bytes; a multiple of 4 is accepted", in: source, at: at)
      }
      chunks.append((uint32(source, at + 4), (at + 8)..<(at + 8 + size), at))
      at += 8 + size
      // Chunks after the first two belong to extensions; readers must ignore them.
      if chunks.count == 2 { break }
    }
    guard let first = chunks.first, first.kind == jsonChunk else {
      throw Problem("the first chunk does not have the type \"JSON\"", in: source, at: 12)
    }
    let document = try JSONParser.parse(source, in: first.range)
    let second = chunks.dropFirst().first { $0.kind == binaryChunk }
    return GLTFContainer(
      document: document, binary: second?.range, warnings: warnings + document.relaxations)
  }

  /// A little-endian 32-bit integer; the caller has checked the bounds.
  private static func uint32(_ source: SourceText, _ at: Int) -> UInt32 {
    source.bytes[at..<(at + 4)].reversed().reduce(0) { $0 << 8 | UInt32($1) }
  }
}
