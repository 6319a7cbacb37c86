import CaromDocuments

/// The glTF extensions that are supported.
enum GLTFExtension: String, CaseIterable {
  case lights = "KHR_lights_punctual"
  case unlit = "KHR_materials_unlit"
  case emissiveStrength = "KHR_materials_emissive_strength"
  case textureTransform = "KHR_texture_transform"
  /// Supported without further code: attributes are read in every component type.
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
    for key in ["generator", "copyright"] { _ = string(asset, key) }
    let minimum = asset["minVersion"]
    if !text.hasPrefix("2.") {
      fail(version, "the file has glTF version \(text.prefix(20)); 2.0 is accepted")
    } else if let minimum, minimum.string != "2.0" {
      fail(minimum, "the file requires glTF version \(minimum); 2.0 is accepted")
    }
    for (name, text) in extensionNames("extensionsRequired")
    where GLTFExtension(rawValue: text) == nil {
      let known = GLTFExtension.allCases.map(\.rawValue).joined(separator: ", ")
      fail(name, "the file requires the extension \"\(text.prefix(60))\"; \(known) are accepted")
    }
  }

  /// Warns of extensions that are not supported, and of those that the file uses but does not list.
  func checkExtensions() {
    let used = extensionNames("extensionsUsed")
    let required = Set(extensionNames("extensionsRequired").map(\.text))
    var listed: Set<String> = []
    for (name, text) in used {
      if !listed.insert(text).inserted {
        warn(name, "the extension \"\(text.prefix(60))\" is listed twice")
      } else if GLTFExtension(rawValue: text) == nil, !required.contains(text) {
        warn(
          name, "the extension \"\(text.prefix(60))\" is not supported; its content is ignored")
      }
    }
    for (name, text) in extensionNames("extensionsRequired") where !listed.contains(text) {
      warn(name, "the extension \"\(text.prefix(60))\" is not listed in \"extensionsUsed\"")
    }
    warnOfUnlistedExtensions(listed)
  }

  private func extensionNames(_ key: String) -> [(json: JSON, text: String)] {
    guard let list = root[key] else { return [] }
    guard let elements = list.elements else {
      fail(list, wants: "an array of names of extensions")
      return []
    }
    if elements.count == 0 { warn(list, "the list is empty; glTF demands an element") }
    return elements.compactMap { name in
      if let text = name.string { return (name, text) }
      fail(name, wants: "the name of an extension")
      return nil
    }
  }

  /// Warns once of each extension that an object has and the file does not list.
  private func warnOfUnlistedExtensions(_ listed: Set<String>) {
    var known = listed
    var pending = [root]
    while let json = pending.popLast() {
      if let elements = json.elements {
        // Numbers and texts have no extensions.
        for element in elements where element.isContainer { pending.append(element) }
      }
      for member in json.members.map(Array.init) ?? [] where member.value.isContainer {
        if member.isNamed("extras") { continue }
        guard member.isNamed("extensions") else {
          pending.append(member.value)
          continue
        }
        for data in member.value.members.map(Array.init) ?? [] {
          if known.insert(data.key).inserted {
            warn(
              data.value,
              "the extension \"\(data.key.prefix(60))\" is not listed in \"extensionsUsed\"")
          }
          // The content of an unsupported extension is not checked.
          if GLTFExtension(rawValue: data.key) != nil, data.value.isContainer {
            pending.append(data.value)
          }
        }
      }
    }
  }
}

extension JSON {
  fileprivate var isContainer: Bool { isObject || elements != nil }
}
