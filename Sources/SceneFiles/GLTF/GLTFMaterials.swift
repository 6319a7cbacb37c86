import CaromDocuments
import CaromMaths
import CaromSceneGraph

// The factor of a texture becomes the tint of the material property; without a texture the factor
// is the value.
extension GLTFReader {
  /// The material of surfaces that name none: glTF's default, a rough white metal.
  static var defaultMaterial: Material {
    let material = Material()
    material.lightingModel = .physicallyBased
    material.metalness = MaterialProperty(number: 1)
    material.roughness = MaterialProperty(number: 1)
    material.blendMode = .replace
    return material
  }

  /// Reads all materials.
  ///
  /// - Source: glTF 2.0, section 3.9 (materials); KHR_materials_unlit,
  ///   KHR_materials_emissive_strength.
  func readMaterials(_ textures: [GLTFTexture]) -> [Material] {
    table(.materials).enumerated().map { i, json in
      let material = Self.defaultMaterial
      readMaterial = i
      guard json.isObject else { return material }
      material.name = string(json, "name") ?? ""
      var alpha: Float = 1
      if let part = object(json, "pbrMetallicRoughness") {
        alpha = readBase(part, textures, into: material)
      }
      material.isDoubleSided = bool(json, "doubleSided")
      readAlpha(json, alpha, into: material)
      if let part = object(json, "normalTexture") {
        var slot = MaterialProperty(color: .flatNormal)
        read(part, textures, into: &slot)
        slot.intensity = number(part, "scale", 1, in: -1_000...1_000)
        material.normal = slot
      }
      if let part = object(json, "occlusionTexture") {
        var slot = MaterialProperty(color: .white)
        read(part, textures, into: &slot)
        slot.textureComponents = .red
        slot.intensity = number(part, "strength", 1, in: 0...1)
        material.ambientOcclusion = slot
      }
      readEmission(json, textures, into: material)
      if self.extension(GLTFExtension.unlit.rawValue, of: json) != nil {
        material.lightingModel = .constant
        // An unlit material has its base color alone: it ignores all lights, including ambient
        // ones, and does not emit.
        material.emission = Self.defaultMaterial.emission
        material.locksAmbientWithDiffuse = false
        material.ambient = MaterialProperty(color: .black)
      }
      return material
    }
  }

  /// The object under a key; nil if the key is missing.
  func object(_ json: JSON, _ key: String) -> JSON? {
    guard let value = json[key] else { return nil }
    if value.isObject { return value }
    fail(value, wants: "an object")
    return nil
  }

  /// Reads the base color and returns its alpha.
  private func readBase(
    _ json: JSON, _ textures: [GLTFTexture], into material: Material
  ) -> Float {
    let factor = numbers(json, "baseColorFactor", count: 4, in: 0...1) ?? [1, 1, 1, 1]
    let color = Vector3(factor[0], factor[1], factor[2])
    material.diffuse.color = Color(linear: color)
    if let part = object(json, "baseColorTexture") { read(part, textures, into: &material.diffuse) }
    if material.diffuse.image != nil { material.diffuse.tint = Color(linear: color) }
    let metalness = number(json, "metallicFactor", 1, in: 0...1)
    let roughness = number(json, "roughnessFactor", 1, in: 0...1)
    material.metalness = MaterialProperty(number: metalness)
    material.roughness = MaterialProperty(number: roughness)
    guard let part = object(json, "metallicRoughnessTexture") else { return factor[3] }
    read(part, textures, into: &material.metalness)
    material.roughness = material.metalness
    // One texture contains both: blue is metalness, green is roughness.
    for (slot, factor, component) in [
      (\Material.metalness, metalness, TextureComponents.blue), (\.roughness, roughness, .green),
    ] {
      guard material[keyPath: slot].image != nil else {
        material[keyPath: slot] = MaterialProperty(number: factor)
        continue
      }
      material[keyPath: slot].textureComponents = component
      material[keyPath: slot].tint = Color(linear: Vector3(repeating: factor))
    }
    return factor[3]
  }

  private func readAlpha(_ json: JSON, _ alpha: Float, into material: Material) {
    let cutoff = number(json, "alphaCutoff", 0.5, in: 0...1e6)
    if json["alphaCutoff"] != nil, json["alphaMode"]?.string != "MASK" {
      warn(json, "the material has \"alphaCutoff\" without the alpha mode MASK; it is ignored")
    }
    switch keyword(json, "alphaMode", of: ["OPAQUE", "MASK", "BLEND"]) ?? "OPAQUE" {
    case "BLEND":
      material.blendMode = .alpha
      material.transparency = alpha
      // A blended surface must not occlude surfaces that are drawn after it.
      material.writesToDepthBuffer = false
    case "MASK":
      material.blendMode = .alpha
      material.transparency = alpha
      // A cutoff above one hides the whole surface; a cutoff of zero makes it opaque.
      if cutoff <= 0 { material.blendMode = .replace }
      if cutoff > 1 { material.transparency = 0 }
      material.alphaCutoff = min(max(cutoff, 0), 1)
    default: material.blendMode = .replace  // OPAQUE
    }
  }

  private func readEmission(
    _ json: JSON, _ textures: [GLTFTexture], into material: Material
  ) {
    let factor = vector3(json, "emissiveFactor", .zero, in: 0...1)
    var strength: Float = 1
    if let part = self.extension(GLTFExtension.emissiveStrength.rawValue, of: json) {
      strength = number(part, "emissiveStrength", 1, in: 0...1e6)
    }
    material.emission.color = Color(linear: factor)
    material.emission.intensity = strength
    guard let part = object(json, "emissiveTexture") else { return }
    read(part, textures, into: &material.emission)
    if material.emission.image != nil { material.emission.tint = Color(linear: factor) }
  }

  /// Reads the texture of a material property.
  ///
  /// - Source: glTF 2.0, section 5.30 (texture info); KHR_texture_transform.
  private func read(
    _ json: JSON, _ textures: [GLTFTexture], into slot: inout MaterialProperty
  ) {
    if json["index"] == nil { missing(json, "index") }
    guard let number = index(json, "index", of: .textures) else { return }
    let texture = textures[number]
    slot.image = texture.image
    slot.wrapS = texture.wrapS
    slot.wrapT = texture.wrapT
    slot.magnificationFilter = texture.magnification
    slot.minificationFilter = texture.minification
    slot.mipFilter = texture.mip
    var channel = texcoordSet(json) ?? 0
    defer {
      slot.mappingChannel = Int32(channel)
      texcoordSets[readMaterial, default: []].insert(channel)
    }
    guard let part = self.extension(GLTFExtension.textureTransform.rawValue, of: json) else {
      return
    }
    channel = texcoordSet(part) ?? channel
    let offset = numbers(part, "offset", count: 2, in: -1e4...1e4) ?? [0, 0]
    let scale = numbers(part, "scale", count: 2, in: -1e4...1e4) ?? [1, 1]
    slot.contentsTransform = TextureTransform(
      offset: Vector2(offset[0], offset[1]),
      rotation: self.number(part, "rotation", 0, in: -20 * .pi...20 * .pi),
      scale: Vector2(scale[0], scale[1]))
  }

  /// The set of texture coordinates that a texture uses; the first for sets that are not supported.
  private func texcoordSet(_ json: JSON) -> Int? {
    guard let set = integer(json, "texCoord", in: 0...1_000) else { return nil }
    if set <= 1 { return set }
    warn(json, "the texture uses set \(set); sets 0 and 1 are supported, and set 0 is used")
    return 0
  }
}
