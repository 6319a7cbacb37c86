import CaromDocuments

/// The glTF extensions that are supported.
enum GLTFExtension: String, CaseIterable {
  case lights = "KHR_lights_punctual"
  case unlit = "KHR_materials_unlit"
  case emissiveStrength = "KHR_materials_emissive_strength"
  case textureTransform = "KHR_texture_transform"
  /// Requires no work: attributes are read in every component type.
  case quantization = "KHR_mesh_quantization"
  case shapes = "KHR_implicit_shapes"
  case bodies = "KHR_physics_rigid_bodies"
}

extension GLTFReader {
  /// Checks the version of the file and the extensions that it requires.
  ///
  /// - Source: glTF 2.0, sections 3.2 (asset) and 3.12 (specifying extensions).
  func checkHeader() {
    guard root.isObject else { return fail(root, wants: "an object with \"asset\"") }
    guard let asset = root["asset"] else { return missing(root, "asset") }
    guard asset.isObject else { return fail(asset, wants: "an object with \"version\"") }
    guard let version = asset["version"] else { return missing(asset, "version") }
    guard let text = version.string else {
      return fail(version, wants: "a version such as \"2.0\"")
    }
    let minimum = asset["minVersion"]
    if !text.hasPrefix("2.") {
      fail(version, "the file has glTF version \(text.prefix(20)); 2.0 is accepted")
    } else if let minimum, minimum.string != "2.0" {
      fail(minimum, "the file requires glTF version \(minimum); 2.0 is accepted")
    }
    guard let required = root["extensionsRequired"] else { return }
    guard let names = required.elements else {
      return fail(required, wants: "an array of names of extensions")
    }
    for name in names {
      guard let text = name.string else {
        fail(name, wants: "the name of an extension")
        continue
      }
      if GLTFExtension(rawValue: text) == nil {
        let known = GLTFExtension.allCases.map(\.rawValue).joined(separator: ", ")
        fail(name, "the file requires the extension \"\(text.prefix(60))\"; \(known) are accepted")
      }
    }
  }
}
