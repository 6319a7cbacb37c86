import CaromDocuments

/// A range of bytes of a file.
struct GLTFBytes {
  /// The bytes of the whole file or of a data URI; shared, not copied.
  let bytes: [UInt8]
  /// The range of the bytes in use.
  let range: Range<Int>
}

/// A buffer view.
struct GLTFView {
  let bytes: GLTFBytes
  /// The distance between elements, in bytes; nil for tightly packed elements.
  let stride: Int?
  /// The offset in the buffer, in bytes.
  let offset: Int
}

// Sizes are limited to 2⁴⁰, so that no sum or product of them overflows; actual sizes are checked
// against the available bytes.
extension GLTFReader {
  static let sizes = 0...(1 << 40)

  /// The bytes of a buffer; nil, and a problem the first time, if it is shorter than declared.
  ///
  /// - Source: glTF 2.0, sections 3.6.1 (buffers) and 4.4.3.3 (binary buffer).
  func buffer(_ index: Int) -> GLTFBytes? {
    if let known = buffers[index] { return known }
    let made = makeBuffer(index)
    buffers[index] = .some(made)
    return made
  }

  private func makeBuffer(_ index: Int) -> GLTFBytes? {
    let json = table(.buffers)[index]
    guard let length = required(json, "byteLength", in: 1...(1 << 40)) else { return nil }
    guard let uri = json["uri"] else {
      guard index == 0, let binary = container.binary else {
        fail(
          json,
          "the buffer has no \"uri\"; only the first buffer of a .glb file with a binary "
            + "chunk is accepted without")
        return nil
      }
      guard length <= binary.count else {
        tooShort(json, length, has: binary.count)
        return nil
      }
      if binary.count - length > 3 {
        warn(json, "the binary chunk has \(binary.count - length) bytes after the buffer")
      }
      let start = binary.lowerBound
      return GLTFBytes(bytes: container.document.source.bytes, range: start..<(start + length))
    }
    guard let bytes = bytes(of: uri) else { return nil }
    guard length <= bytes.count else {
      tooShort(json, length, has: bytes.count)
      return nil
    }
    return GLTFBytes(bytes: bytes, range: 0..<length)
  }

  private func tooShort(_ json: JSON, _ length: Int, has count: Int) {
    fail(json["byteLength"] ?? json, "the buffer has \(count) bytes; \(length) are required")
  }

  /// The bytes that a URI refers to: a base64 data URI or a file inside the scene root.
  func bytes(of json: JSON) -> [UInt8]? {
    guard let uri = json.string else {
      fail(json, wants: "a path or a data URI")
      return nil
    }
    if DataURI.isDataURI(uri) {
      if let bytes = DataURI.bytes(uri) { return bytes }
      fail(json, "the data URI is invalid; \"data:TYPE;base64,\" and base64 are accepted")
      return nil
    }
    guard let path = resolve(uri, json) else { return nil }
    if let known = bufferFiles[path] { return known }
    do throws(PathError) {
      let bytes = try files(path)
      guard spend(bytes.count, for: json) else { return nil }
      bufferFiles[path] = bytes
      return bytes
    } catch {
      fail(json, error.message)
      return nil
    }
  }

  /// The path of the file that a URI refers to, relative to the scene root.
  func resolve(_ uri: String, _ json: JSON) -> String? {
    guard let plain = DataURI.percentDecoded(uri) else {
      fail(
        json,
        "the path contains a '%' that is not followed by two hexadecimal digits of valid UTF-8")
      return nil
    }
    do throws(PathError) {
      return try SceneRoot.join(plain, from: path)
    } catch {
      fail(json, error.message)
      return nil
    }
  }

  /// A buffer view; nil, and a problem the first time, if it exceeds its buffer.
  ///
  /// - Source: glTF 2.0, section 3.6.1.2 (buffer views).
  func view(_ index: Int) -> GLTFView? {
    if let known = views[index] { return known }
    let made = makeView(table(.bufferViews)[index])
    views[index] = .some(made)
    return made
  }

  private func makeView(_ json: JSON) -> GLTFView? {
    if json["buffer"] == nil { missing(json, "buffer") }
    guard let index = index(json, "buffer", of: .buffers), let buffer = buffer(index),
      let length = required(json, "byteLength", in: 1...(1 << 40))
    else { return nil }
    let offset = integer(json, "byteOffset", in: Self.sizes) ?? 0
    let size = buffer.range.count
    guard offset <= size, length <= size - offset else {
      fail(json, "the view ends at byte \(offset + length), but its buffer has \(size) bytes")
      return nil
    }
    var stride: Int?
    if let value = json["byteStride"] {
      guard let step = integer(json, "byteStride", in: 4...252) else { return nil }
      guard step % 4 == 0 else {
        fail(value, "\(step) is not a multiple of 4; multiples of 4 from 4 to 252 are accepted")
        return nil
      }
      stride = step
    }
    if let target = json["target"], let code = integer(json, "target", in: 0...65_535),
      code != 34_962, code != 34_963
    {
      warn(target, "there is no target \(code); 34962 and 34963 are known")
    }
    let start = buffer.range.lowerBound + offset
    return GLTFView(
      bytes: GLTFBytes(bytes: buffer.bytes, range: start..<(start + length)), stride: stride,
      offset: offset)
  }
}
