import CaromMaths
import CaromSceneGraph

extension GeometryStage {
  /// Adds what the shading loop needs of a draw: its slots, and the lights that shine on it.
  mutating func addShading(
    _ draw: RenderFrame.Draw, _ all: [RenderFrame.Light], mirror: Int32
  ) {
    let s = draw.surface
    let hasSecond = !draw.mesh.secondPlaces.isEmpty
    func texture(_ sampler: RenderFrame.Sampler?) -> ShadeTexture {
      ShadeTexture(sampler, hasSecond: hasSecond)
    }
    var ambientLight = Vector3.zero
    let first = lightNumbers.count
    var number: Int32 = 0
    for light in all {
      let shines = light.category & draw.category != 0
      if light.type == .ambient {
        if shines { ambientLight += light.color }
        continue
      }
      if shines && s.model != .constant { lightNumbers.append(number) }
      number += 1
    }
    let exponent = min(max(s.exponent, 1), 1_024)
    // Where a highlight is 2⁻¹⁴ of its middle: a fifth of a byte's darkest step.
    let rim = vexp2(F4(repeating: -28 / exponent)).x
    var shade = ShadeDraw(
      flags: [], firstLight: Int32(first), endLight: Int32(lightNumbers.count), mirror: mirror,
      normalIntensity: s.normalIntensity, exponent: exponent, highlightRim: rim,
      diffuse: F4(s.diffuse.color.xyz, s.diffuse.color.w * s.alpha * draw.opacity),
      ambient: F4(s.ambient.map { $0 * ambientLight } ?? ambientLight, 0),
      specular: F4(s.specular.color), emission: F4(s.emission.color),
      reflective: F4(s.reflective.color),
      multiply: F4(s.multiply.color), blending: Blending(s.blending),
      diffuseTexture: texture(s.diffuse.sampler),
      specularTexture: texture(s.specular.sampler),
      emissionTexture: texture(s.emission.sampler),
      reflectiveTexture: ShadeTexture(s.reflective.sampler),
      multiplyTexture: texture(s.multiply.sampler), normalTexture: texture(s.normal))
    if s.model != .constant { shade.flags.insert(.lit) }
    if !draw.mesh.colors.isEmpty { shade.flags.insert(.vertexColor) }
    if s.ambient == nil { shade.flags.insert(.lockedAmbient) }
    if s.readsDepth { shade.flags.insert(.readsDepth) }
    if s.writesDepth { shade.flags.insert(.writesDepth) }
    let shines = s.specular.color.xyz != .zero
    if s.model == .blinn && shines { shade.flags.insert(.blinn) }
    if s.model == .phong && shines { shade.flags.insert(.phong) }
    if s.model != .constant && s.reflective.color.xyz != .zero { shade.flags.insert(.reflective) }
    if s.diffuse.sampler != nil { shade.flags.formUnion([.anyTexture, .diffuseTexture]) }
    if s.specular.sampler != nil { shade.flags.formUnion([.anyTexture, .specularTexture]) }
    if s.emission.sampler != nil { shade.flags.formUnion([.anyTexture, .emissionTexture]) }
    if s.multiply.sampler != nil { shade.flags.formUnion([.anyTexture, .multiplyTexture]) }
    if s.normal != nil { shade.flags.formUnion([.anyTexture, .normalTexture]) }
    if let opacity = s.opacity {
      shade.flags.formUnion([.anyTexture, .openTexture])
      shade.solidTexture = texture(opacity.sampler)
      if let brightness = opacity.brightness {
        shade.flags.insert(.brightIsOpen)
        shade.brightness = brightness
      }
    }
    if shade.normalTexture.isLaid(like: shade.diffuseTexture) {
      shade.flags.insert(.normalLikeDiffuse)
    }
    if shade.emissionTexture.isLaid(like: shade.diffuseTexture) {
      shade.flags.insert(.emissionLikeDiffuse)
    }
    if s.model == .physicallyBased {
      shade.flags.insert(.physical)
      if [s.metalness, s.roughness, s.occlusion].contains(where: { $0.sampler != nil }) {
        shade.flags.insert(.anyTexture)
      }
      (shade.metalness, shade.roughness) = (s.metalness.value, s.roughness.value)
      shade.metalTexture = texture(s.metalness.sampler)
      shade.roughTexture = texture(s.roughness.sampler)
      shade.metalPart = s.metalness.weights
      shade.roughPart = s.roughness.weights
      shade.environment = s.environment?.shade
      // The light alone: a physically based surface takes ambient light by its own colour.
      shade.ambient = F4(ambientLight, 0)
    }
    shade.addRareFeatures(s, hasSecond: hasSecond)
    if s.isMasked {
      shade.flags.formUnion([.rare, .masked])
      shade.cutoff = min(s.alphaCutoff, 1) * draw.opacity
    }
    draws.append(shade)
  }
}

extension ShadeDraw {
  /// Adds what few surfaces ask for.
  fileprivate mutating func addRareFeatures(
    _ s: RenderFrame.Surface, hasSecond: Bool
  ) {
    openness = s.occlusion.value
    openTexture = ShadeTexture(s.occlusion.sampler, hasSecond: hasSecond)
    openPart = s.occlusion.weights
    let isPhysical = s.model == .physicallyBased
    if !isPhysical && (openness != 1 || s.occlusion.sampler != nil) {
      flags.formUnion([.rare, .occluded])
      if s.occlusion.sampler != nil { flags.insert(.anyTexture) }
    }
    if s.ambient != nil && s.ambientSampler != nil && !isPhysical {
      ambientTexture = ShadeTexture(s.ambientSampler, hasSecond: hasSecond)
      flags.formUnion([.rare, .anyTexture, .ambientTexture])
    }
    if s.model != .constant && s.selfIllumination.color.xyz != .zero {
      ownLight = F4(s.selfIllumination.color)
      ownTexture = ShadeTexture(s.selfIllumination.sampler, hasSecond: hasSecond)
      flags.formUnion([.rare, .selfLit])
      if ownTexture.levels != nil { flags.insert(.anyTexture) }
    }
    if s.fresnelExponent > 0 && !isPhysical && flags.contains(.reflective) {
      fresnelExponent = s.fresnelExponent
      flags.insert(.rare)
    }
    if s.isLitPerVertex && !isPhysical && s.model != .constant {
      flags.formUnion([.rare, .litAtVertices])
      flags.subtract([.normalTexture, .normalLikeDiffuse])
    }
    if hasSecond {
      let all = [
        diffuseTexture, specularTexture, emissionTexture, multiplyTexture, normalTexture,
        solidTexture, metalTexture, roughTexture, openTexture, ambientTexture, ownTexture,
      ]
      if all.contains(where: \.isSecond) { flags.formUnion([.rare, .secondPlaces]) }
    }
    let changed = s.writes.intersection([.red, .green, .blue])
    if changed.isEmpty { flags.insert(.depthOnly) }
    writes = I4(
      changed.contains(.red) ? -1 : 0, changed.contains(.green) ? -1 : 0,
      changed.contains(.blue) ? -1 : 0, -1)
  }
}

extension ShadeLight {
  /// Makes what the shading loop wants of a light that is not ambient.
  init(_ light: RenderFrame.Light, _ shadow: UnsafePointer<ShadowMap>?) {
    self.shadow = shadow
    switch light.type {
    case .directional: kind = .directional
    case .spot: kind = .spot
    case .omni, .ambient: kind = .omni
    }
    color = F4(light.color, 0)
    position = F4(light.position, 0)
    direction = F4(light.direction.normalized(or: Vector3(0, 0, -1)), 0)
    attenuationEnd = light.attenuationEnd
    attenuationScale = 1 / max(light.attenuationEnd - light.attenuationStart, 1e-6)
    attenuationExponent = light.attenuationExponent
    outerCosine = light.outerCosine
    coneScale = 1 / max(light.innerCosine - light.outerCosine, 1e-4)
  }
}
