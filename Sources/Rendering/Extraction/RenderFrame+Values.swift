import CaromMaths
import CaromSceneGraph

// What the slots, lights and labels of a scene are in linear light.

extension RenderFrame.Surface {
  /// The material's values, with its pictures.
  init(_ material: Material, _ cache: RenderCache) {
    self.init()
    model = material.lightingModel
    diffuse = RenderFrame.Slot(material.diffuse, cache)
    if !material.locksAmbientWithDiffuse {
      ambient = RenderFrame.Slot(material.ambient, cache).color.xyz
    }
    specular = RenderFrame.Slot(material.specular, cache)
    emission = RenderFrame.Slot(material.emission, cache)
    reflective = RenderFrame.Slot(material.reflective, cache)
    reflective.sampler?.wrapS = .repeat
    multiply = RenderFrame.Slot(material.multiply, cache)
    if material.normal.image != nil {
      normal = RenderFrame.Sampler(material.normal, .linear, cache)
      normalIntensity = material.normal.intensity
    }
    exponent = min(max(material.shininess * 128, 1), 1_024)
    alpha = material.transparency * material.transparent.color.alpha
    blending = material.blendMode
    if material.isDoubleSided {
      sides = .both
    } else {
      sides = material.cullMode == .back ? .front : .back
    }
    writesDepth = material.writesToDepthBuffer
    readsDepth = material.readsFromDepthBuffer
  }
}

extension RenderFrame.Slot {
  /// The colour, or white with the picture; both times the intensity.
  init(_ property: MaterialProperty, _ cache: RenderCache) {
    let sampler = RenderFrame.Sampler(property, .sRGB, cache)
    let color = sampler == nil ? property.color.linear : Vector4(1, 1, 1, 1)
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
    tiling = Vector2(property.repeats.u, property.repeats.v)
  }
}

extension RenderFrame.Light {
  /// The light where its node shows it.
  init(_ light: CaromSceneGraph.Light, _ node: Node, _ jumps: UInt64) {
    self.init()
    self.node = UInt64(UInt32(bitPattern: node.id))
    self.jumps = jumps
    type = light.type
    color = light.color.linear.xyz * (light.intensity / 1_000)
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
    shadowNear = light.zNear
    shadowFar = light.zFar
    shadowHalfHeight = light.orthographicScale
    category = light.categoryBitMask
  }
}

extension RenderFrame.Background {
  /// A scene's background: its colour, or its picture all around.
  init(_ property: MaterialProperty, _ cache: RenderCache) {
    if let name = property.image {
      self = .panorama(
        cache.texture(name, .sRGB), Vector3(repeating: property.intensity))
    } else {
      self = .color(property.color.linear.xyz * property.intensity)
    }
  }
}

extension RenderFrame.OverlayItem {
  /// The two rectangles of a bar: what is left of it and, over it, what is filled.
  static func items(_ bar: Bar) -> [RenderFrame.OverlayItem] {
    guard bar.isVisible else { return [] }
    let anchor = bar.anchor.share
    let filled = Vector2(bar.size.x * min(max(bar.value, 0), 1), bar.size.y)
    return [
      .init(
        .rectangle(size: bar.size), anchor: anchor, offset: bar.position,
        color: bar.background.linear),
      .init(
        .rectangle(size: filled), anchor: anchor, offset: bar.position, color: bar.color.linear),
    ]
  }

  /// A label's text, or nil while it is not drawn.
  init?(_ label: Label) {
    guard label.isVisible, !label.text.isEmpty else { return nil }
    let alignment: Float =
      switch label.alignment {
      case .left: 0
      case .center: 0.5
      case .right: 1
      }
    self.init(
      .text(label.text, size: label.size, alignment: alignment), anchor: label.anchor.share,
      offset: label.position, color: label.color.linear)
  }
}

extension OverlayAnchor {
  /// The point as shares of the picture's width and height.
  fileprivate var share: Vector2 { origin(width: Overlay.height) * (1 / Overlay.height) }
}
