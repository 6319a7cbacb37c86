import CaromDocuments
import CaromMaths
import CaromSceneGraph

/// A texture of a glTF file: an image and its sampler.
struct GLTFTexture {
  /// The name of the image in materials; nil if the texture has no supported image.
  var image: String?
  var wrapS = WrapMode.repeat
  var wrapT = WrapMode.repeat
  var magnification = FilterMode.linear
  var minification = FilterMode.linear
  var mip = FilterMode.linear
}

/// An image of a glTF file.
struct GLTFImage {
  /// The name in materials: a path in the scene root, or `file#image/n` for an embedded image.
  var name: String
  /// The hash of the bytes, for detecting changes on reload; zero for a missing file.
  var hash: UInt64 = 0
  /// The format, if it is known and cannot be decoded, such as `image/webp`.
  var unsupported: String?
}

extension GLTFReader {
  /// Reads the names of all images; the images themselves are decoded by the renderer.
  ///
  /// - Source: glTF 2.0, section 3.8.3 (images).
  func readImages() -> [GLTFImage] {
    // An image file that is listed several times is read once.
    var hashes: [String: UInt64] = [:]
    return table(.images).enumerated().map { number, json in
      let embedded = GLTFImage(name: GLTFEmbeddedImage.name(path, number))
      guard json.isObject else { return embedded }
      guard let uri = json["uri"] else {
        guard let bytes = imageBytes(json) else { return embedded }
        return image(embedded.name, json, bytes.bytes[bytes.range])
      }
      if json["bufferView"] != nil {
        fail(json, "the image has both \"uri\" and \"bufferView\"; one of them is accepted")
      }
      guard let text = uri.string, !DataURI.isDataURI(text) else {
        guard let bytes = bytes(of: uri) else { return embedded }
        return image(embedded.name, json, bytes[...])
      }
      guard let path = resolve(text, uri) else { return embedded }
      // The renderer reports a missing image, as for any other scene.
      if let known = hashes[path] { return GLTFImage(name: path, hash: known) }
      var bytes: [UInt8] = []
      do throws(PathError) { bytes = try files(path) } catch { bytes = [] }
      let hash = bytes.isEmpty ? 0 : Self.hash(bytes[...])
      hashes[path] = hash
      return GLTFImage(name: path, hash: hash, unsupported: unsupportedType(json, bytes[...]))
    }
  }

  /// An image of bytes inside of the file.
  private func image(_ name: String, _ json: JSON, _ bytes: ArraySlice<UInt8>) -> GLTFImage {
    let actual = GLTFImageFormat.mimeType(of: bytes)
    if let actual, let given = json["mimeType"]?.string, given != actual {
      warn(json, "the image is declared as \"\(given.prefix(60))\", but it is \(actual)")
    } else if actual == nil, unsupportedType(json, bytes) == nil {
      warn(json, "the image is in no known format; PNG and JPEG are supported")
    }
    return GLTFImage(
      name: name, hash: Self.hash(bytes), unsupported: unsupportedType(json, bytes))
  }

  /// The format of an image that cannot be decoded; nil for PNG, JPEG and unknown ones.
  private func unsupportedType(_ json: JSON, _ bytes: ArraySlice<UInt8>) -> String? {
    let given = json["mimeType"].flatMap(\.string)
    guard let type = GLTFImageFormat.mimeType(of: bytes) ?? given else { return nil }
    return GLTFImageFormat.supported.contains(type) ? nil : String(type.prefix(60))
  }

  /// The bytes of an image in a buffer view.
  func imageBytes(_ json: JSON) -> GLTFBytes? {
    if json["bufferView"] == nil { missing(json, "bufferView") }
    // The formats of extensions are accepted here, because a texture can have an image in another
    // format as well.
    if json["mimeType"] == nil { missing(json, "mimeType") } else { _ = string(json, "mimeType") }
    guard let index = index(json, "bufferView", of: .bufferViews) else { return nil }
    let view = view(index)
    if view?.stride != nil, let place = json["bufferView"] {
      warn(place, "the buffer view of the image has a stride, which glTF does not allow")
    }
    return view?.bytes
  }

  private static func hash(_ bytes: ArraySlice<UInt8>) -> UInt64 {
    var hash = StateHash()
    bytes.withUnsafeBytes { hash.combine(bytes: $0) }
    return hash.value
  }

  /// Reads all textures.
  ///
  /// - Source: glTF 2.0, sections 3.8.2 (textures) and 3.8.4 (samplers).
  func readTextures(_ images: [GLTFImage]) -> [GLTFTexture] {
    table(.textures).map { json in
      var texture = GLTFTexture()
      guard json.isObject else { return texture }
      if let source = index(json, "source", of: .images) {
        texture.image = images[source].unsupported == nil ? images[source].name : nil
        if let type = images[source].unsupported {
          warn(
            json, "image \(source) is \(type), so the texture is white; PNG or JPEG is supported")
        }
      } else if json["source"] == nil {
        warn(json, "the texture has no \"source\" in PNG or JPEG, so it is white")
      }
      guard let number = index(json, "sampler", of: .samplers) else { return texture }
      let sampler = table(.samplers)[number]
      guard sampler.isObject else { return texture }
      texture.wrapS = wrap(sampler, "wrapS")
      texture.wrapT = wrap(sampler, "wrapT")
      if let filter = code(sampler, "magFilter", [9728: FilterMode.nearest, 9729: .linear]) {
        texture.magnification = filter
      }
      let minified: [Int: (FilterMode, FilterMode)] = [
        9728: (.nearest, .none), 9729: (.linear, .none), 9984: (.nearest, .nearest),
        9985: (.linear, .nearest), 9986: (.nearest, .linear), 9987: (.linear, .linear),
      ]
      if let (filter, mip) = code(sampler, "minFilter", minified) {
        texture.minification = filter
        texture.mip = mip
      }
      return texture
    }
  }

  private func wrap(_ json: JSON, _ key: String) -> WrapMode {
    code(json, key, [33_071: WrapMode.clamp, 33_648: .mirror, 10_497: .repeat]) ?? .repeat
  }

  /// The value that an enumerated integer represents.
  private func code<T>(_ json: JSON, _ key: String, _ codes: [Int: T]) -> T? {
    guard let number = integer(json, key, in: 0...65_535) else { return nil }
    if let value = codes[number] { return value }
    let known = codes.keys.sorted().map(String.init).joined(separator: ", ")
    fail(json[key] ?? json, "there is no \(key) \(number); \(known) are accepted")
    return nil
  }
}

/// The formats of images, by their first bytes.
enum GLTFImageFormat {
  static let supported = ["image/png", "image/jpeg"]

  private static let starts: [(type: String, offset: Int, bytes: [UInt8])] = [
    ("image/png", 0, [0x89, 0x50, 0x4E, 0x47]), ("image/jpeg", 0, [0xFF, 0xD8, 0xFF]),
    ("image/webp", 8, Array("WEBP".utf8)), ("image/ktx2", 1, Array("KTX 20".utf8)),
    ("image/vnd-ms.dds", 0, Array("DDS ".utf8)), ("image/gif", 0, Array("GIF8".utf8)),
  ]

  /// The type according to the first bytes; nil for an unknown one.
  static func mimeType(of bytes: ArraySlice<UInt8>) -> String? {
    starts.first { bytes.dropFirst($0.offset).starts(with: $0.bytes) }?.type
  }
}
