import CaromMaths
import CaromSceneGraph

/// The kinds of lights that are shaded per pixel; a new kind adds a case and a line to each list
/// here.
enum PunctualLightKind: UInt32, BitwiseCopyable {
  case directional
  case omni
  case spot
  case area

  /// The kind of a scene's light; nil for ambient lights, which are added per draw instead.
  init?(_ type: LightType) {
    switch type {
    case .ambient: return nil
    case .directional: self = .directional
    case .omni: self = .omni
    case .spot: self = .spot
    case .area: self = .area
    }
  }

  /// The implementation of the kind.
  var lighting: any Lighting.Type {
    switch self {
    case .directional: DirectionalLighting.self
    case .omni: OmniLighting.self
    case .spot: SpotLighting.self
    case .area: AreaLighting.self
    }
  }
}

/// Illumination and shadow projection of one kind of light.
protocol Lighting {
  /// The direction to a light from four positions, and the fraction of its light that arrives.
  static func illuminate(
    _ light: UnsafeMutablePointer<LightUniforms>, _ position: Vector3W
  ) -> (toLight: Vector3W, strength: F4)

  /// The numbers of a light that ``illuminate(_:_:)`` reads, in the order that the kind defines.
  static func parameters(of light: RenderFrame.Light) -> F4

  /// The projection of a light's shadow.
  static func shadowProjection(of light: RenderFrame.Light) -> ShadowProjection
}

extension Lighting {
  /// By default those of the frame.
  static func parameters(of light: RenderFrame.Light) -> F4 {
    F4(light.parameters.xyz, light.parameters.w)
  }
}

/// The projection of a light's shadow.
enum ShadowProjection {
  /// The kind of light casts no shadows.
  case none
  /// One map, seen from the position of the light, from its near to its far plane.
  case fixed(RenderFrame.Projection)
  /// Parallel rays, in one or several maps that follow the view.
  case fitted
}

extension LightUniforms {
  /// Calls the implementation of the light's kind directly, so that it is inlined into shading.
  @inline(__always) static func illuminate(
    _ light: UnsafeMutablePointer<LightUniforms>, _ position: Vector3W
  ) -> (toLight: Vector3W, strength: F4) {
    switch light.pointee.kind {
    case .directional: DirectionalLighting.illuminate(light, position)
    case .omni: OmniLighting.illuminate(light, position)
    case .spot: SpotLighting.illuminate(light, position)
    case .area: AreaLighting.illuminate(light, position)
    }
  }
}
