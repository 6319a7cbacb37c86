import CaromMaths
import CaromSceneGraph

// What the slots, lights and labels of a scene are in linear light.

extension RenderFrame.Surface {
  /// The material's values, with its pictures; `environment` is mirrored by physically based ones.
  init(_ material: Material, _ environment: MaterialProperty, _ cache: RenderCache) {
    self.init()
    model = material.lightingModel
    diffuse = RenderFrame.Slot(material.diffuse, cache)
    if !material.locksAmbientWithDiffuse {
      let slot = RenderFrame.Slot(material.ambient, cache)
      (ambient, ambientSampler) = (slot.color.xyz, slot.sampler)
    }
    selfIllumination = RenderFrame.Slot(material.selfIllumination, cache)
    occlusion = RenderFrame.Channel(material.ambientOcclusion, cache)
    specular = RenderFrame.Slot(material.specular, cache)
    emission = RenderFrame.Slot(material.emission, cache)
    reflective = RenderFrame.Slot(around: material.reflective, cache)
    fresnelExponent = material.fresnelExponent
    multiply = RenderFrame.Slot(material.multiply, cache)
    if material.normal.image != nil {
      normal = RenderFrame.Sampler(material.normal, .linear, cache)
      normalIntensity = material.normal.intensity
    }
    exponent = min(max(material.shininess * 128, 1), 1_024)
    alpha = material.transparency * material.transparentShare
    alphaCutoff = material.alphaCutoff
    if let sampler = RenderFrame.Sampler(material.transparent, .sRGB, cache) {
      let isBright = material.transparencyMode == .rgbZero
      opacity = RenderFrame.Opacity(
        sampler, brightness: isBright ? material.transparent.intensity : nil)
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
    writes = material.colorBufferWriteMask
    if material.lightingModel == .physicallyBased {
      metalness = RenderFrame.Channel(material.metalness, cache)
      roughness = RenderFrame.Channel(material.roughness, cache)
      let around = RenderFrame.Slot(around: environment, cache)
      if let texture = around.sampler?.texture {
        self.environment = cache.surroundingLight(texture)
        reflective = RenderFrame.Slot(color: around.color)
      } else {
        // Where nothing is said of the surroundings they are a plain sky, so that metal is not black.
        reflective = RenderFrame.Slot(.one)
      }
    }
  }
}

extension RenderFrame.Channel {
  /// The one number of a slot, or that of its tint times a component of its picture.
  init(_ property: MaterialProperty, _ cache: RenderCache) {
    self.init(property.share)
    sampler = RenderFrame.Sampler(property, .linear, cache)
    component = property.textureComponents
  }
}

extension Material {
  /// How solid a colour in the transparent slot says the surface is, 0 to 1.
  fileprivate var transparentShare: Float {
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
  /// The one number of a slot: its own, the red of its colour, or that of a picture's tint.
  fileprivate var share: Float {
    switch contents {
    case .number(let number): number * intensity
    case .color(let color): color.linear.x * intensity
    case .image, .cube: tint.linear.x * intensity
    }
  }
}

extension RenderFrame.Slot {
  /// The colour, or white with the picture; both times the intensity.
  init(_ property: MaterialProperty, _ cache: RenderCache) {
    let sampler = RenderFrame.Sampler(property, .sRGB, cache)
    let color =
      switch property.contents {
      case .color(let color): color.linear
      case .number(let share): Vector4(share, share, share, 1)
      case .image, .cube: property.tint.linear
      }
    self.init(color: Vector4(color.xyz * property.intensity, color.w), sampler: sampler)
  }
}

extension RenderFrame.Sampler {
  /// The property's picture, or nil when it has none.
  init?(_ property: MaterialProperty, _ encoding: Texture.Encoding, _ cache: RenderCache) {
    guard let name = property.image else { return nil }
    self.init(cache.texture(name, encoding))
    wrapS = property.wrapS
    wrapT = property.wrapT
    transform = property.contentsTransform
    channel = Int(property.mappingChannel)
    magnification = property.magnificationFilter
    minification = property.minificationFilter
    mip = property.mipFilter
    anisotropy = property.maxAnisotropy
  }
}

extension RenderFrame.Slot {
  /// What a slot mirrors all around, times its intensity.
  init(around property: MaterialProperty, _ cache: RenderCache) {
    self.init(property, cache)
    guard let texture = cache.surroundings(property.contents) else { return }
    var around = RenderFrame.Sampler(texture)
    around.wrapS = .repeat
    sampler = around
  }
}

extension RenderFrame.Mirror {
  /// How a floor mirrors; nil where it does not.
  init?(_ floor: Floor) {
    guard floor.reflectivity > 0 else { return nil }
    self.init(share: floor.reflectivity)
    fadeStart = floor.reflectionFalloffStart
    fadeEnd = floor.reflectionFalloffEnd
    category = floor.reflectionCategoryBitMask
    scale = floor.reflectionResolutionScaleFactor
  }
}

extension RenderFrame.Light {
  /// The light where its node shows it.
  init(_ light: CaromSceneGraph.Light, _ node: Node, _ jumps: UInt64) {
    self.init()
    self.node = UInt64(UInt32(bitPattern: node.id))
    self.jumps = jumps
    type = light.type
    color = light.brightness
    let shown = node.presentation
    position = shown.worldTransform.translation
    direction = shown.worldFront
    attenuationStart = light.attenuationStart
    attenuationEnd = light.attenuationEnd
    attenuationExponent = light.attenuationFalloffExponent
    innerCosine = Portable.cos(light.spotInnerAngle * 0.5)
    outerCosine = Portable.cos(max(light.spotOuterAngle, light.spotInnerAngle) * 0.5)
    castsShadow = light.castsShadow
    shadowDarkness = light.shadowColor.alpha
    shadowSoftness = light.shadowRadius
    shadowMapSize = Int(light.shadowMapSize)
    shadowBias = light.shadowBias
    shadowNear = light.zNear
    shadowFar = light.zFar
    shadowHalfHeight = light.orthographicScale
    category = light.categoryBitMask
  }
}

extension RenderFrame.Tone {
  /// How a camera shows light: a curve only where it wants to show more than a screen can.
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
  /// A scene's background: its colour, or its picture all around.
  init(_ property: MaterialProperty, _ cache: RenderCache) {
    let slot = RenderFrame.Slot(around: property, cache)
    if let texture = slot.sampler?.texture {
      self = .panorama(texture, slot.color.xyz)
    } else {
      self = .color(slot.color.xyz)
    }
  }
}
