/// Builds glTF files for tests from JSON and from bytes with views and accessors.
///
/// The same content can be written in each of the three file formats.
package struct GLTFSample {
  /// Members of the root object, other than the generated ones: `"nodes": [{ "mesh": 0 }]`.
  package var members: [String] = []
  /// The contents of the single buffer.
  package var bytes: [UInt8] = []
  /// The buffer views, as JSON.
  package var views: [String] = []
  /// The accessors, as JSON.
  package var accessors: [String] = []

  /// Creates a file with some members.
  package init(_ members: String...) { self.members = members }

  /// Adds bytes with their own view; returns its index.
  @discardableResult package mutating func view(_ bytes: [UInt8], stride: Int? = nil) -> Int {
    while self.bytes.count % 4 != 0 { self.bytes.append(0) }
    let step = stride.map { ",\"byteStride\":\($0)" } ?? ""
    views.append(
      "{\"buffer\":0,\"byteOffset\":\(self.bytes.count),\"byteLength\":\(bytes.count)\(step)}")
    self.bytes += bytes
    return views.count - 1
  }

  /// Adds an accessor; returns its index.
  @discardableResult package mutating func accessor(
    view: Int?, _ type: String, _ component: Int, count: Int, offset: Int = 0, more: String = ""
  ) -> Int {
    let source = view.map { "\"bufferView\":\($0),\"byteOffset\":\(offset)," } ?? ""
    accessors.append(
      "{\(source)\"type\":\"\(type)\",\"componentType\":\(component),\"count\":\(count)"
        + "\(more.isEmpty ? "" : ",\(more)")}")
    return accessors.count - 1
  }

  /// Adds floats as an accessor with its own view.
  @discardableResult package mutating func floats(_ values: [Float], _ type: String = "VEC3") -> Int
  {
    let width = ["SCALAR": 1, "VEC2": 2, "VEC3": 3, "VEC4": 4, "MAT4": 16][type] ?? 1
    return accessor(view: view(Self.bytes(values)), type, 5126, count: values.count / width)
  }

  /// Adds 16-bit vertex indices as an accessor with its own view.
  @discardableResult package mutating func indices(_ values: [UInt16]) -> Int {
    accessor(view: view(Self.bytes(values)), "SCALAR", 5123, count: values.count)
  }

  /// Numbers in little-endian order.
  package static func bytes(_ values: [Float]) -> [UInt8] { bytes(values.map(\.bitPattern)) }
  /// Numbers in little-endian order.
  package static func bytes<I: FixedWidthInteger>(_ values: [I]) -> [UInt8] {
    values.flatMap { value in
      (0..<(I.bitWidth / 8)).map { UInt8(truncatingIfNeeded: value >> I($0 * 8)) }
    }
  }

  // MARK: The forms of a file

  private func json(uri: String?) -> String {
    var parts = ["\"asset\":{\"version\":\"2.0\"}"] + members
    if !accessors.isEmpty { parts.append("\"accessors\":[\(accessors.joined(separator: ","))]") }
    if !views.isEmpty { parts.append("\"bufferViews\":[\(views.joined(separator: ","))]") }
    if !bytes.isEmpty {
      let place = uri.map { "\"uri\":\"\($0)\"," } ?? ""
      parts.append("\"buffers\":[{\(place)\"byteLength\":\(bytes.count)}]")
    }
    return "{\(parts.joined(separator: ",\n"))}"
  }

  /// A `.gltf` file with an embedded base64 buffer.
  package var text: String {
    json(uri: "data:application/octet-stream;base64,\(Self.base64(bytes))")
  }

  /// A `.gltf` file with an external buffer.
  package func text(bytesIn uri: String) -> String { json(uri: uri) }

  /// A `.glb` file.
  package var binary: [UInt8] {
    Self.container(json: Array(json(uri: nil).utf8), bytes: bytes)
  }

  /// A `.glb` file from given chunks.
  package static func container(json: [UInt8], bytes: [UInt8]) -> [UInt8] {
    func chunk(_ kind: UInt32, _ content: [UInt8], fill: UInt8) -> [UInt8] {
      let padded = content + Array(repeating: fill, count: (4 - content.count % 4) % 4)
      return Self.bytes([UInt32(padded.count), kind]) + padded
    }
    var chunks = chunk(0x4E4F_534A, json, fill: 32)
    if !bytes.isEmpty { chunks += chunk(0x004E_4942, bytes, fill: 0) }
    return Self.bytes([0x4654_6C67, 2, UInt32(12 + chunks.count)] as [UInt32]) + chunks
  }

  /// The bytes in base64.
  package static func base64(_ bytes: [UInt8]) -> String {
    let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    var text: [UInt8] = []
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let group = bytes[start..<min(start + 3, bytes.count)]
      var bits = group.reduce(UInt32(0)) { $0 << 8 | UInt32($1) } << UInt32(8 * (3 - group.count))
      var letter: [UInt8] = []
      for _ in 0..<4 {
        letter.append(letters[Int(bits & 63)])
        bits >>= 6
      }
      text +=
        letter.reversed().prefix(group.count + 1) + Array(repeating: 61, count: 3 - group.count)
    }
    return String(decoding: text, as: UTF8.self)
  }
}

extension GLTFSample {
  /// A mesh with one primitive on one node.
  ///
  /// - Parameters:
  ///   - attributes: Accessors by attribute, as JSON: `"POSITION": 0`.
  ///   - more: Additional members of the primitive.
  package mutating func mesh(_ attributes: String, _ more: String = "") {
    members += [
      "\"scene\":0", "\"scenes\":[{\"nodes\":[0]}]", "\"nodes\":[{\"name\":\"thing\",\"mesh\":0}]",
      "\"meshes\":[{\"primitives\":[{\"attributes\":{\(attributes)}"
        + "\(more.isEmpty ? "" : ",\(more)")}]}]",
    ]
  }

  /// A triangle; returns the accessor index of its positions.
  @discardableResult package mutating func triangle() -> Int {
    floats([0, 0, 0, 1, 0, 0, 0, 1, 0])
  }
}
