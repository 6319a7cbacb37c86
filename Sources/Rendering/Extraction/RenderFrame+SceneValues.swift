import CaromMaths
import CaromSceneGraph

// Conversion of materials, lights, cameras and floors to linear render values.

extension RenderFrame.Surface {
  /// Converts a material; physically based ones reflect `environment`.
  init(_ material: Material, _ environment: MaterialProperty?, _ cache: RenderCache) {
    self.init()
    model = material.lightingModel
    diffuse = RenderFrame.ColorProperty(material.diffuse, cache)
    if !material.locksAmbientWithDiffuse {
      let property = RenderFrame.ColorProperty(material.ambient, cache)
      (ambient, ambientSampler) = (property.color.xyz, property.sampler)
    }
    selfIllumination = RenderFrame.ColorProperty(material.selfIllumination, cache)
    occlusion = RenderFrame.ScalarProperty(material.ambientOcclusion, cache)
    specular = RenderFrame.ColorProperty(material.specular, cache)
    emission = RenderFrame.ColorProperty(material.emission, cache)
    reflective = RenderFrame.ColorProperty(environment: material.reflective, cache)
    fresnelExponent = material.fresnelExponent
    multiply = RenderFrame.ColorProperty(material.multiply, cache)
    if material.normal.image != nil {
      normal = RenderFrame.Sampler(material.normal, .linear, cache)
      normalIntensity = material.normal.intensity
    }
    specularExponent = min(max(material.shininess * 128, 1), 1_024)
    alpha = material.transparency * material.transparentColorOpacity
    alphaCutoff = material.alphaCutoff
    if let sampler = RenderFrame.Sampler(material.transparent, .sRGB, cache) {
      let isBright = material.transparencyMode == .rgbZero
      opacity = RenderFrame.Opacity(
        sampler, luminanceScale: isBright ? material.transparent.intensity : nil)
    }
    blending = material.blendMode
    if material.isDoubleSided {
      sides = .both
    } else {
      sides = material.cullMode == .back ? .front : .back
    }
    writesDepth = material.writesToDepthBuffer
    readsDepth = material.readsFromDepthBuffer
    isLitPerVertex = !material.isLitPerPixel
    colorWriteMask = material.colorBufferWriteMask
    if material.lightingModel == .physicallyBased {
      metalness = RenderFrame.ScalarProperty(material.metalness, cache)
      roughness = RenderFrame.ScalarProperty(material.roughness, cache)
      if let environment {
        let surroundings = RenderFrame.ColorProperty(environment: environment, cache)
        self.environment = cache.environmentProbe(
          surroundings.sampler?.texture ?? RenderCache.uniformPanorama)
        reflective = RenderFrame.ColorProperty(color: surroundings.color)
      } else {
        // Without an environment, metals reflect the default sky instead of black.
        reflective = RenderFrame.ColorProperty(.one)
      }
    }
  }
}

extension RenderFrame.ScalarProperty {
  /// Converts a scalar property: a number, or a tint times a component of an image.
  init(_ property: MaterialProperty, _ cache: RenderCache) {
    self.init(property.scalar)
    sampler = RenderFrame.Sampler(property, .linear, cache)
    component = property.textureComponents
  }
}

extension Material {
  /// The opacity of a color in the transparent property, 0 to 1.
  fileprivate var transparentColorOpacity: Float {
    guard case .color(let color) = transparent.contents else { return 1 }
    switch transparencyMode {
    case .aOne, .singleLayer, .dualLayer: return color.alpha
    case .rgbZero:
      let linear = color.linear
      return 1 - linear.xyz.dot(Vector3(0.2126, 0.7152, 0.0722)) * transparent.intensity
    }
  }
}

extension MaterialProperty {
  /// The scalar value: the number, the red of the color, or the red of the tint.
  fileprivate var scalar: Float {
    switch contents {
    case .number(let number): number * intensity
    case .color(let color): color.linear.x * intensity
    case .image, .cube: tint.linear.x * intensity
    }
  }
}

extension RenderFrame.ColorProperty {
  /// Converts a property: its color, or its tint with the image, times the intensity.
  init(_ property: MaterialProperty, _ cache: RenderCache) {
    let sampler = RenderFrame.Sampler(property, .sRGB, cache)
    let color =
      switch property.contents {
      case .color(let color): color.linear
      case .number(let scalar): Vector4(scalar, scalar, scalar, 1)
      case .image, .cube: property.tint.linear
      }
    self.init(color: Vector4(color.xyz * property.intensity, color.w), sampler: sampler)
  }
}

extension RenderFrame.Sampler {
  /// Converts a property's image and sampler state; nil without an image.
  init?(_ property: MaterialProperty, _ encoding: Texture.Encoding, _ cache: RenderCache) {
    guard let name = property.image else { return nil }
    self.init(cache.texture(name, encoding))
    wrapS = property.wrapS
    wrapT = property.wrapT
    transform = property.contentsTransform
    texCoordSet = Int(property.mappingChannel)
    magnification = property.magnificationFilter
    minification = property.minificationFilter
    mip = property.mipFilter
    anisotropy = property.maxAnisotropy
  }
}

extension RenderFrame.ColorProperty {
  /// Converts a property that refers to an environment map, times its intensity.
  init(environment property: MaterialProperty, _ cache: RenderCache) {
    self.init(property, cache)
    guard let texture = cache.environmentTexture(property.contents) else { return }
    var panorama = RenderFrame.Sampler(texture)
    panorama.wrapS = .repeat
    sampler = panorama
  }
}

extension RenderFrame.PlanarReflection {
  /// Converts the reflection of a floor; nil when it is not reflective.
  init?(_ floor: Floor) {
    guard floor.reflectivity > 0 else { return nil }
    self.init(reflectivity: floor.reflectivity)
    falloffStart = floor.reflectionFalloffStart
    falloffEnd = floor.reflectionFalloffEnd
    categoryBitMask = floor.reflectionCategoryBitMask
    resolutionScale = floor.reflectionResolutionScaleFactor
  }
}

extension RenderFrame.Light {
  /// Converts a light at the presented transform of its node.
  init(_ light: CaromSceneGraph.Light, _ node: Node, _ teleportCount: UInt64) {
    self.init()
    self.node = UInt64(UInt32(bitPattern: node.id))
    self.teleportCount = teleportCount
    type = light.type
    color = light.brightness
    let shown = node.presentation
    position = shown.worldTransform.translation
    direction = shown.worldFront
    right = shown.worldRight
    parameters = light.shadingParameters
    attenuationStart = light.attenuationStart
    attenuationEnd = light.attenuationEnd
    attenuationExponent = light.attenuationFalloffExponent
    castsShadow = light.castsShadow
    shadowOpacity = light.shadowColor.alpha
    shadowRadius = light.shadowRadius
    shadowMapSize = Int(light.shadowMapSize)
    shadowBias = light.shadowBias
    shadowNear = light.zNear
    shadowFar = light.zFar
    automaticallyAdjustsShadowProjection = light.automaticallyAdjustsShadowProjection
    maximumShadowDistance = light.maximumShadowDistance
    shadowCascadeCount = Int(light.shadowCascadeCount)
    shadowCascadeSplittingFactor = light.shadowCascadeSplittingFactor
    categoryBitMask = light.categoryBitMask
  }
}

extension RenderFrame.Tone {
  /// Converts the tone mapping of a camera; a curve is used for HDR cameras only.
  init(_ camera: Camera) {
    self.init()
    guard camera.wantsHDR else { return }
    curve = .aces
    exposure = max(camera.minimumExposure, min(camera.exposureOffset, camera.maximumExposure))
    averageGray = camera.averageGray
    whitePoint = camera.whitePoint
  }
}

extension RenderFrame.Background {
  /// Converts a scene's background: its color or its panorama.
  init(_ property: MaterialProperty, _ cache: RenderCache) {
    let property = RenderFrame.ColorProperty(environment: property, cache)
    if let texture = property.sampler?.texture {
      self = .panorama(texture, property.color.xyz)
    } else {
      self = .color(property.color.xyz)
    }
  }
}
