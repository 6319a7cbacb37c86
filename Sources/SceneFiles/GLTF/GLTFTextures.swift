import CaromDocuments
import CaromMaths
import CaromSceneGraph

/// A picture of the file and how it goes on beyond its edges.
struct GLTFTexture {
  /// What a slot of a material calls the picture; nil for a texture without one that can be read.
  var image: String?
  var wrapS = WrapMode.repeat
  var wrapT = WrapMode.repeat
  var magnification = FilterMode.linear
  var minification = FilterMode.linear
  var mip = FilterMode.linear
}

/// A picture of the file.
struct GLTFImage {
  /// What slots of materials call it: a path in the scene root, or `file#image/n` for one inside of a
  /// file.
  var name: String
  /// A hash of its bytes, so that a reload sees whether it changed; zero for a file that is not there.
  var hash: UInt64 = 0
}

extension GLTFReader {
  /// Reads all pictures' names; the pictures themselves are decoded by whoever draws.
  ///
  /// - Source: glTF 2.0, section 3.8.3 (images).
  func readImages() -> [GLTFImage] {
    // Images may name one file many times; it is read once.
    var hashes: [String: UInt64] = [:]
    return table(.images).enumerated().map { number, json in
      let inside = GLTFImage(name: GLTFEmbeddedImage.name(path, number))
      guard json.isObject else { return inside }
      guard let uri = json["uri"] else {
        guard let bytes = pictureBytes(json) else { return inside }
        return GLTFImage(name: inside.name, hash: Self.hash(bytes.bytes[bytes.range]))
      }
      if json["bufferView"] != nil {
        fail(json, "the image has both \"uri\" and \"bufferView\"; one is accepted")
      }
      guard let text = uri.string, !DataURI.isOne(text) else {
        guard let bytes = bytes(of: uri) else { return inside }
        return GLTFImage(name: inside.name, hash: Self.hash(bytes[...]))
      }
      guard let path = resolve(text, uri) else { return inside }
      // A picture that is missing is told by whoever draws, as of any other scene.
      if let known = hashes[path] { return GLTFImage(name: path, hash: known) }
      var bytes: [UInt8] = []
      do throws(PathFault) { bytes = try files(path) } catch { bytes = [] }
      let hash = bytes.isEmpty ? 0 : Self.hash(bytes[...])
      hashes[path] = hash
      return GLTFImage(name: path, hash: hash)
    }
  }

  /// The bytes of a picture in a buffer view.
  func pictureBytes(_ json: JSON) -> GLTFBytes? {
    if json["bufferView"] == nil { missing(json, "bufferView") }
    if json["mimeType"] == nil {
      missing(json, "mimeType")
    } else if let type = string(json, "mimeType"), type != "image/png", type != "image/jpeg" {
      fail(
        json["mimeType"] ?? json,
        "the picture is of type \"\(type.prefix(60))\"; image/png and image/jpeg are accepted")
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

  /// What one of some numbers stands for.
  private func code<T>(_ json: JSON, _ key: String, _ codes: [Int: T]) -> T? {
    guard let number = integer(json, key, in: 0...65_535) else { return nil }
    if let value = codes[number] { return value }
    let known = codes.keys.sorted().map(String.init).joined(separator: ", ")
    fail(json[key] ?? json, "there is no \(key) \(number); \(known) are accepted")
    return nil
  }
}
