import CaromDocuments

/// Some bytes of a file.
struct GLTFBytes {
  /// The whole file, or what a data URI holds; shared, not copied.
  let bytes: [UInt8]
  /// Which of them count.
  let range: Range<Int>
}

/// A part of a buffer, with the distance of its elements if it says one.
struct GLTFView {
  let bytes: GLTFBytes
  /// From the start of an element to the next, in bytes; nil for elements without gaps.
  let stride: Int?
}

// Sizes up to 2⁴⁰ are taken, so that no sum or product of them overflows; real ones are held against
// the bytes that are there.
extension GLTFReader {
  static let sizes = 0...(1 << 40)

  /// The bytes of a buffer; nil, and a problem the first time, if it has not what it says.
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
    fail(json["byteLength"] ?? json, "the buffer has \(count) bytes, not \(length)")
  }

  /// What a URI refers to: a data URI in base64, or a file inside the scene root.
  func bytes(of json: JSON) -> [UInt8]? {
    guard let uri = json.string else {
      fail(json, wants: "a path or a data URI")
      return nil
    }
    if DataURI.isOne(uri) {
      if let bytes = DataURI.bytes(uri) { return bytes }
      fail(json, "the data URI is damaged; \"data:TYPE;base64,\" and base64 are accepted")
      return nil
    }
    guard let path = resolve(uri, json) else { return nil }
    if let known = bufferFiles[path] { return known }
    do throws(PathFault) {
      let bytes = try files(path)
      guard spend(bytes.count, for: json) else { return nil }
      bufferFiles[path] = bytes
      return bytes
    } catch {
      fail(json, error.message)
      return nil
    }
  }

  /// The path of a file that a URI names, relative to the scene root.
  func resolve(_ uri: String, _ json: JSON) -> String? {
    guard let plain = DataURI.unescaped(uri) else {
      fail(json, "the path has a '%' that two hexadecimal digits of UTF-8 do not follow")
      return nil
    }
    do throws(PathFault) {
      return try SceneRoot.join(plain, from: path)
    } catch {
      fail(json, error.message)
      return nil
    }
  }

  /// A part of a buffer; nil, and a problem the first time, if the buffer does not hold it.
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
        fail(value, "\(step) is no multiple of 4; 4 to 252 in steps of 4 are accepted")
        return nil
      }
      stride = step
    }
    let start = buffer.range.lowerBound + offset
    return GLTFView(
      bytes: GLTFBytes(bytes: buffer.bytes, range: start..<(start + length)), stride: stride)
  }
}
