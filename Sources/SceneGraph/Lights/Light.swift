public import CaromMaths
public import CaromProperties

/// Something that shines from its node.
///
/// Directional and spot lights shine along their node's −Z. Outside of physically based shading an
/// intensity of 1000 leaves the colour as it is.
public struct Light: Part, Hashable, Sendable {
  /// What the schema says of it.
  public static let summary = "Something that shines from its node"

  /// Where the light goes.
  public var type = LightType.omni
  /// Its colour.
  public var color = Color.white
  /// Its brightness, in lumens; 1000 leaves the colour as it is.
  public var intensity: Float = 1_000
  /// The warmth of its colour, in kelvin; 6500 is white.
  public var temperature: Float = 6_500
  /// Distance at which it begins to fade, in metres; omni and spot only.
  public var attenuationStart: Float = 0
  /// Distance at which it is gone, in metres; zero never fades.
  public var attenuationEnd: Float = 0
  /// How it fades between the two distances: 0 not before the second, 1 linear, 2 quadratic.
  public var attenuationFalloffExponent: Float = 2
  /// Full brightness inside this cone, in radians from side to side; spot only.
  ///
  /// SceneKit's words allow half the angle as well; ours is the whole one.
  public var spotInnerAngle: Float = 0
  /// Dark outside this cone, in radians from side to side; spot only.
  public var spotOuterAngle: Float = .pi / 4
  /// True when things throw shadows; directional and spot only.
  public var castsShadow = false
  /// Colour of the shadows; its alpha says how dark they are.
  public var shadowColor = Color.black
  /// How shadows are made; drawn as forward always.
  public var shadowMode = ShadowMode.forward
  /// Softness of the shadows' edges, in texels of the shadow map.
  public var shadowRadius: Float = 3
  /// Side of the shadow map, in texels; zero leaves it to the renderer.
  public var shadowMapSize: Int32 = 0
  /// How often the shadow map is sampled for each pixel; zero is automatic; drawn so always.
  public var shadowSampleCount: Int32 = 0
  /// How far surfaces are moved against shadowing themselves; one is what the map needs.
  public var shadowBias: Float = 1
  /// True when the shadow's view fits what is seen; drawn by ``orthographicScale`` always.
  public var automaticallyAdjustsShadowProjection = true
  /// Distance from the eye at which shadows end, in metres; drawn without end.
  public var maximumShadowDistance: Float = 100
  /// True when backs of triangles throw the shadows; drawn as false.
  public var forcesBackFaceCasters = false
  /// How many maps share the distance, 1 to 4; drawn as 1.
  public var shadowCascadeCount: Int32 = 1
  /// How unevenly they share it, 0 to 1; drawn without.
  public var shadowCascadeSplittingFactor: Float = 0.15
  /// Half the side of the shadow's view, in metres; directional only.
  public var orthographicScale: Float = 1
  /// Nearest distance that throws shadows, in metres.
  public var zNear: Float = 1
  /// Farthest distance that throws shadows, in metres.
  public var zFar: Float = 100
  /// Which nodes it shines on: those whose category mask shares a bit.
  public var categoryBitMask = UInt32.max

  /// Makes a white omni light.
  public init() {}

  /// Makes a light of the given type and colour.
  public init(_ type: LightType, color: Color = .white, intensity: Float = 1_000) {
    self.type = type
    self.color = color
    self.intensity = intensity
  }

  /// Declares the properties.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property("type", \.type, "Where the light goes")
    p.property("color", \.color, "Its colour")
    p.property("intensity", \.intensity, "Brightness; 1000 leaves the colour", .lumens, 0...1e9)
    p.property(
      "temperature", \.temperature, "Warmth of the colour in kelvin", .none, 1_000...40_000)
    p.property(
      "attenuationStart", \.attenuationStart, "Where it begins to fade", .metres, 0...1e6)
    p.property(
      "attenuationEnd", \.attenuationEnd, "Where it is gone; zero never fades", .metres, 0...1e6)
    p.property(
      "attenuationFalloffExponent", \.attenuationFalloffExponent,
      "How it fades: 0 at the end, 1 linear, 2 quadratic", .none, 0...16)
    p.degrees(
      "spotInnerAngleDegrees", \.spotInnerAngle, "Full brightness inside this cone", 0...180)
    p.degrees("spotOuterAngleDegrees", \.spotOuterAngle, "Dark outside this cone", 0...180)
    p.property("castsShadow", \.castsShadow, "Whether things throw shadows")
    p.property("shadowColor", \.shadowColor, "Colour of the shadows; alpha is darkness")
    p.property("shadowRadius", \.shadowRadius, "Softness of the edges in texels", .none, 0...100)
    p.property(
      "shadowMapSize", \.shadowMapSize, "Side of the shadow map in texels; zero is automatic",
      .none, 0...8_192)
    p.property("shadowMode", \.shadowMode, "How shadows are made; drawn as forward")
    p.property(
      "shadowSampleCount", \.shadowSampleCount, "Samples a pixel; zero, as drawn, is automatic",
      .none, 0...64)
    p.property(
      "shadowBias", \.shadowBias, "Against shadows of a surface on itself", .none,
      0...100)
    p.property(
      "automaticallyAdjustsShadowProjection", \.automaticallyAdjustsShadowProjection,
      "Whether the shadow's view fits what is seen; not drawn yet")
    p.property(
      "maximumShadowDistance", \.maximumShadowDistance,
      "Distance at which shadows end; not drawn yet", .metres, 0...1e6)
    p.property(
      "forcesBackFaceCasters", \.forcesBackFaceCasters,
      "Whether backs throw the shadows; drawn as false")
    p.property(
      "shadowCascadeCount", \.shadowCascadeCount, "Maps that share the distance; drawn as 1",
      .none, 1...4)
    p.property(
      "shadowCascadeSplittingFactor", \.shadowCascadeSplittingFactor,
      "How unevenly they share it; not drawn yet", .ratio, 0...1)
    p.property(
      "orthographicScale", \.orthographicScale, "Half the side of a directional shadow's view",
      .metres, 0...1e6)
    p.property("zNear", \.zNear, "Nearest distance that throws shadows", .metres, 0...1e6)
    p.property("zFar", \.zFar, "Farthest distance that throws shadows", .metres, 0...1e6)
    p.property("categoryBitMask", \.categoryBitMask, "Which nodes it shines on", .mask)
  }

  /// How much of the light reaches a distance in metres, 0 to 1; one for those that do not fade.
  ///
  ///     (1 − (d − start) / (end − start))^exponent        between start and end
  public func attenuation(at distance: Float) -> Float {
    guard type == .omni || type == .spot, attenuationEnd > 0 else { return 1 }
    if distance <= attenuationStart { return 1 }
    if distance >= attenuationEnd { return 0 }
    if attenuationFalloffExponent == 0 { return 1 }
    let share = (distance - attenuationStart) / (attenuationEnd - attenuationStart)
    if attenuationFalloffExponent == 1 { return 1 - share }
    if attenuationFalloffExponent == 2 { return (1 - share) * (1 - share) }
    return Portable.pow(1 - share, attenuationFalloffExponent)
  }
}

// MARK: How bright it is

extension Light {
  /// The linear colour that it shines with: its own, times that of its temperature, times intensity.
  ///
  /// One leaves the colour of a surface as it is: an intensity of 1000 is a factor of one.
  public var brightness: Vector3 {
    color.linear.xyz * Light.tint(ofTemperature: temperature) * (intensity / 1_000)
  }

  /// The linear colour of a black body, relative to one of 6500 K, which is white.
  ///
  /// Temperatures are brought to 1,667…25,000 K, where the formula holds; no component is below zero.
  ///
  /// - Source: Y. Kim et al., "Design of Advanced Color Temperature Control System", Journal of the
  ///   Korean Physical Society 41, 2002; the matrix is that of IEC 61966-2-1.
  public static func tint(ofTemperature kelvin: Float) -> Vector3 {
    if kelvin == 6_500 { return .one }
    let (own, white) = (blackBody(kelvin), blackBody(6_500))
    return (own / white).maximum(.zero)
  }

  private static func blackBody(_ kelvin: Float) -> Vector3 {
    let t = 1_000 / max(1_667, min(25_000, kelvin))
    let x =
      t > 0.25
      ? ((-0.266_123_9 * t - 0.234_358_9) * t + 0.877_695_6) * t + 0.179_910
      : ((-3.025_846_9 * t + 2.107_037_9) * t + 0.222_634_7) * t + 0.240_390
    let y =
      t > 0.45
      ? ((-1.106_381_4 * x - 1.348_110_2) * x + 2.185_558_32) * x - 0.202_196_83
      : t > 0.25
        ? ((-0.954_947_6 * x - 1.374_185_93) * x + 2.091_370_15) * x - 0.167_488_67
        : ((3.081_758 * x - 5.873_386_7) * x + 3.751_129_97) * x - 0.370_014_83
    let (bigX, bigZ) = (x / y, (1 - x - y) / y)
    return Vector3(
      3.240_625 * bigX - 1.537_208 - 0.498_629 * bigZ,
      -0.968_931 * bigX + 1.875_756 + 0.041_518 * bigZ,
      0.055_710 * bigX - 0.204_021 + 1.056_996 * bigZ)
  }
}

/// How a light makes shadows.
public enum ShadowMode: String, EnumName, Sendable {
  /// Each surface asks the light's map while it is drawn.
  case forward
  /// Over the finished picture; drawn as forward.
  case deferred
  /// By the light's picture; drawn as forward.
  case modulated
}

/// Where a light goes.
public enum LightType: String, EnumName, Sendable {
  /// In all directions from a point.
  case omni
  /// Everywhere, without a place or direction.
  case ambient
  /// Everywhere in one direction, like the sun.
  case directional
  /// From a point in a cone.
  case spot
}
