import CaromMaths
import CaromSceneGraph

/// Shading parameters of a draw.
struct DrawUniforms: BitwiseCopyable {
  var flags: ShadingFlags
  /// The range of the draw in the list of light indices.
  var firstLight: Int32
  var endLight: Int32
  /// The index of the planar reflection; −1 for none.
  var reflection: Int32
  var normalIntensity: Float
  var exponent: Float
  /// The squared cosine below which a highlight is invisible.
  var highlightCutoff: Float
  /// Linear color; w is the product of all alphas that are constant over the surface.
  var diffuse: F4
  /// The sum of ambient lights, times the ambient color unless that is locked to diffuse.
  var ambient: F4
  var specular: F4
  var emission: F4
  var reflective: F4
  var multiply: F4
  var blending: BlendFunction
  var diffuseTexture: SampledTexture
  var specularTexture: SampledTexture
  var emissionTexture: SampledTexture
  var reflectiveTexture: SampledTexture
  var multiplyTexture: SampledTexture
  var normalTexture: SampledTexture
  var opacityTexture = SampledTexture(nil)
  /// The scale from the luminance of ``opacityTexture`` to transparency.
  var luminanceScale: Float = 0
  /// Metalness and roughness of physically based surfaces: values, textures and component weights.
  var metalness: Float = 0
  var roughness: Float = 1
  var metalnessTexture = SampledTexture(nil)
  var roughnessTexture = SampledTexture(nil)
  var occlusionTexture = SampledTexture(nil)
  var metalnessWeights = F4(1, 0, 0, 0)
  var roughnessWeights = F4(1, 0, 0, 0)
  var occlusionWeights = F4(1, 0, 0, 0)
  var environment: UnsafeMutablePointer<PrefilteredEnvironment>?
  /// Ambient occlusion, multiplied by ``occlusionTexture``.
  var occlusion: Float = 1
  var ambientTexture = SampledTexture(nil)
  /// Light added by the self-illumination property.
  var selfIllumination = F4(repeating: 0)
  var selfIlluminationTexture = SampledTexture(nil)
  /// The exponent with which reflections grow towards grazing angles; zero for uniform reflections.
  var fresnelExponent: Float = 0
  /// With ``ShadingFlags/alphaMasked``, pixels of a lower alpha are discarded.
  var alphaCutoff: Float = 0
  /// A lane mask for red, green and blue.
  var colorWriteMask = I4(repeating: -1)
}

/// The features that shading evaluates for a draw.
struct ShadingFlags: OptionSet, BitwiseCopyable {
  let rawValue: UInt32
  /// Lit by lights; otherwise the diffuse color is shown.
  static let lit = ShadingFlags(rawValue: 1)
  static let blinn = ShadingFlags(rawValue: 2)
  static let phong = ShadingFlags(rawValue: 4)
  static let lockedAmbient = ShadingFlags(rawValue: 8)
  static let anyTexture = ShadingFlags(rawValue: 16)
  static let diffuseTexture = ShadingFlags(rawValue: 32)
  static let specularTexture = ShadingFlags(rawValue: 64)
  static let emissionTexture = ShadingFlags(rawValue: 128)
  static let multiplyTexture = ShadingFlags(rawValue: 256)
  static let normalTexture = ShadingFlags(rawValue: 512)
  static let readsDepth = ShadingFlags(rawValue: 1024)
  static let writesDepth = ShadingFlags(rawValue: 2048)
  static let reflective = ShadingFlags(rawValue: 8192)
  static let vertexColor = ShadingFlags(rawValue: 16384)
  static let physical = ShadingFlags(rawValue: 32768)
  /// The texture shares texture coordinates, size and filters with the diffuse texture.
  static let normalSharesLookup = ShadingFlags(rawValue: 65536)
  static let emissionSharesLookup = ShadingFlags(rawValue: 131072)
  /// Opacity comes from a texture: its alpha, or its luminance with ``opacityFromLuminance``.
  static let opacityTexture = ShadingFlags(rawValue: 262144)
  static let opacityFromLuminance = ShadingFlags(rawValue: 524288)
  /// Any of the flags below is set; selects the slower shading variant that evaluates them.
  static let extended = ShadingFlags(rawValue: 1 << 20)
  static let texCoord1 = ShadingFlags(rawValue: 1 << 21)
  static let litPerVertex = ShadingFlags(rawValue: 1 << 22)
  static let selfIlluminated = ShadingFlags(rawValue: 1 << 23)
  static let occluded = ShadingFlags(rawValue: 1 << 24)
  static let ambientTexture = ShadingFlags(rawValue: 1 << 25)
  /// Writes depth only.
  static let depthOnly = ShadingFlags(rawValue: 1 << 26)
  /// Discards pixels below ``DrawUniforms/alphaCutoff``.
  static let alphaMasked = ShadingFlags(rawValue: 1 << 27)
  /// Emits light, or is multiplied by a color that is not white.
  static let tinted = ShadingFlags(rawValue: 1 << 28)
  static let highlight: ShadingFlags = [.blinn, .phong]
  /// Lighting needs textures or other attributes of the triangle; triangles are shaded one by one.
  static let isolated: ShadingFlags = [
    .extended, .physical, .reflective, .specularTexture, .emissionTexture, .multiplyTexture,
    .opacityTexture,
  ]
  /// Shading depends on the direction to the eye.
  static let usesEye: ShadingFlags = [.blinn, .phong, .reflective, .physical]
}

extension GeometryPass {
  /// Adds the uniforms of a draw: its material properties and the indices of its lights.
  mutating func addShading(
    _ draw: RenderFrame.Draw, _ all: [RenderFrame.Light], reflection: Int32
  ) {
    let s = draw.surface
    let hasTexCoord1 = !draw.mesh.texCoords1.isEmpty
    func texture(_ sampler: RenderFrame.Sampler?) -> SampledTexture {
      SampledTexture(sampler, hasTexCoord1: hasTexCoord1)
    }
    let first = lightIndices.count
    let ambientLight = addLights(of: draw, all)
    let exponent = min(max(s.specularExponent, 1), 1_024)
    // The angle at which a highlight is 2⁻¹⁴ of its peak: a fifth of the darkest step of a byte.
    let highlightCutoff = vexp2(F4(repeating: -28 / exponent)).x
    var shade = DrawUniforms(
      flags: [], firstLight: Int32(first), endLight: Int32(lightIndices.count),
      reflection: reflection,
      normalIntensity: s.normalIntensity, exponent: exponent, highlightCutoff: highlightCutoff,
      diffuse: F4(s.diffuse.color.xyz, s.diffuse.color.w * s.alpha * draw.opacity),
      ambient: F4(s.ambient.map { $0 * ambientLight } ?? ambientLight, 0),
      specular: F4(s.specular.color), emission: F4(s.emission.color),
      reflective: F4(s.reflective.color),
      multiply: F4(s.multiply.color), blending: BlendFunction(s.blending),
      diffuseTexture: texture(s.diffuse.sampler),
      specularTexture: texture(s.specular.sampler),
      emissionTexture: texture(s.emission.sampler),
      reflectiveTexture: SampledTexture(s.reflective.sampler),
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
    if s.emission.color.xyz != .zero || s.multiply.color.xyz != .one || s.multiply.sampler != nil {
      shade.flags.insert(.tinted)
    }
    if let opacity = s.opacity {
      shade.flags.formUnion([.anyTexture, .opacityTexture])
      shade.opacityTexture = texture(opacity.sampler)
      if let luminanceScale = opacity.luminanceScale {
        shade.flags.insert(.opacityFromLuminance)
        shade.luminanceScale = luminanceScale
      }
    }
    if shade.normalTexture.sharesLookup(with: shade.diffuseTexture) {
      shade.flags.insert(.normalSharesLookup)
    }
    if shade.emissionTexture.sharesLookup(with: shade.diffuseTexture) {
      shade.flags.insert(.emissionSharesLookup)
    }
    if s.model == .physicallyBased {
      shade.addPhysicallyBased(s, hasTexCoord1: hasTexCoord1)
      // Without the ambient color: physically based surfaces multiply ambient light by their own.
      shade.ambient = F4(ambientLight, 0)
    }
    shade.addExtendedFeatures(s, hasTexCoord1: hasTexCoord1)
    if s.isAlphaMasked {
      shade.flags.formUnion([.extended, .alphaMasked])
      shade.alphaCutoff = min(s.alphaCutoff, 1) * draw.opacity
    }
    draws.append(shade)
  }

  /// Adds the indices of the lights that affect a draw, and returns the sum of its ambient lights.
  private mutating func addLights(
    of draw: RenderFrame.Draw, _ all: [RenderFrame.Light]
  ) -> Vector3 {
    var ambientLight = Vector3.zero
    var index: Int32 = 0
    for light in all {
      let affects = light.categoryBitMask & draw.categoryBitMask != 0
      if light.type == .ambient {
        if affects { ambientLight += light.color }
        continue
      }
      if affects && draw.surface.model != .constant { lightIndices.append(index) }
      index += 1
    }
    return ambientLight
  }
}

extension DrawUniforms {
  /// Adds metalness, roughness and environment.
  fileprivate mutating func addPhysicallyBased(
    _ s: RenderFrame.Surface, hasTexCoord1: Bool
  ) {
    flags.insert(.physical)
    if [s.metalness, s.roughness, s.occlusion].contains(where: { $0.sampler != nil }) {
      flags.insert(.anyTexture)
    }
    (metalness, roughness) = (s.metalness.value, s.roughness.value)
    metalnessTexture = SampledTexture(s.metalness.sampler, hasTexCoord1: hasTexCoord1)
    roughnessTexture = SampledTexture(s.roughness.sampler, hasTexCoord1: hasTexCoord1)
    metalnessWeights = s.metalness.weights
    roughnessWeights = s.roughness.weights
    environment = s.environment?.uniforms
  }

  /// Adds the features of ``ShadingFlags/extended``.
  fileprivate mutating func addExtendedFeatures(
    _ s: RenderFrame.Surface, hasTexCoord1: Bool
  ) {
    occlusion = s.occlusion.value
    occlusionTexture = SampledTexture(s.occlusion.sampler, hasTexCoord1: hasTexCoord1)
    occlusionWeights = s.occlusion.weights
    let isPhysical = s.model == .physicallyBased
    if !isPhysical && (occlusion != 1 || s.occlusion.sampler != nil) {
      flags.formUnion([.extended, .occluded])
      if s.occlusion.sampler != nil { flags.insert(.anyTexture) }
    }
    if s.ambient != nil && s.ambientSampler != nil && !isPhysical {
      ambientTexture = SampledTexture(s.ambientSampler, hasTexCoord1: hasTexCoord1)
      flags.formUnion([.extended, .anyTexture, .ambientTexture])
    }
    if s.model != .constant && s.selfIllumination.color.xyz != .zero {
      selfIllumination = F4(s.selfIllumination.color)
      selfIlluminationTexture = SampledTexture(
        s.selfIllumination.sampler, hasTexCoord1: hasTexCoord1)
      flags.formUnion([.extended, .selfIlluminated])
      if selfIlluminationTexture.levels != nil { flags.insert(.anyTexture) }
    }
    if s.fresnelExponent > 0 && !isPhysical && flags.contains(.reflective) {
      fresnelExponent = s.fresnelExponent
      flags.insert(.extended)
    }
    if s.isLitPerVertex && !isPhysical && s.model != .constant {
      flags.formUnion([.extended, .litPerVertex])
      flags.subtract([.normalTexture, .normalSharesLookup])
    }
    let textures = [
      diffuseTexture, specularTexture, emissionTexture, multiplyTexture, normalTexture,
      opacityTexture, metalnessTexture, roughnessTexture, occlusionTexture, ambientTexture,
      selfIlluminationTexture,
    ]
    if textures.contains(where: \.usesTexCoord1) { flags.formUnion([.extended, .texCoord1]) }
    if textures.contains(where: { $0.maxAnisotropy > 1 }) { flags.insert(.extended) }
    let changed = s.colorWriteMask.intersection([.red, .green, .blue])
    if changed.isEmpty { flags.insert(.depthOnly) }
    colorWriteMask = I4(
      changed.contains(.red) ? -1 : 0, changed.contains(.green) ? -1 : 0,
      changed.contains(.blue) ? -1 : 0, -1)
  }
}
