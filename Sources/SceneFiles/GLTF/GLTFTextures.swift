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
        return GLTFImage(name: embedded.name, hash: Self.hash(bytes.bytes[bytes.range]))
      }
      if json["bufferView"] != nil {
        fail(json, "the image has both \"uri\" and \"bufferView\"; one of them is accepted")
      }
      guard let text = uri.string, !DataURI.isDataURI(text) else {
        guard let bytes = bytes(of: uri) else { return embedded }
        return GLTFImage(name: embedded.name, hash: Self.hash(bytes[...]))
      }
      guard let path = resolve(text, uri) else { return embedded }
      // The renderer reports a missing image, as for any other scene.
      if let known = hashes[path] { return GLTFImage(name: path, hash: known) }
      var bytes: [UInt8] = []
      do throws(PathError) { bytes = try files(path) } catch { bytes = [] }
      let hash = bytes.isEmpty ? 0 : Self.hash(bytes[...])
      hashes[path] = hash
      return GLTFImage(name: path, hash: hash)
    }
  }

  /// The bytes of an image in a buffer view.
  func imageBytes(_ json: JSON) -> GLTFBytes? {
    if json["bufferView"] == nil { missing(json, "bufferView") }
    if json["mimeType"] == nil {
      missing(json, "mimeType")
    } else if let type = string(json, "mimeType"), type != "image/png", type != "image/jpeg" {
      fail(
        json["mimeType"] ?? json,
        "the image has the type \"\(type.prefix(60))\"; image/png and image/jpeg are accepted")
    }
    guard let index = index(json, "bufferView", of: .bufferViews) else { return nil }
    return view(index)?.bytes
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
      texture.image = index(json, "source", of: .images).map { images[$0].name }
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
