public import CaromMaths
public import CaromProperties

/// A light source attached to a node.
///
/// Directional, spot and area lights shine along the −Z axis of their node. Outside of physically
/// based shading an intensity of 1000 leaves the color as it is.
///
/// The properties and the shape of each kind are in a separate file, such as `SpotLight.swift`.
public struct Light: Part, Hashable, Sendable {
  /// Summary for the schema.
  public static let summary = "A light source attached to a node"

  /// The kind of light.
  public var type = LightType.omni
  /// The color.
  public var color = Color.white
  /// The brightness, in lumens; 1000 leaves the color as it is.
  public var intensity: Float = 1_000
  /// The color temperature, in kelvin; 6500 is white.
  public var temperature: Float = 6_500
  /// The distance at which attenuation begins, in meters; omni and spot lights only.
  public var attenuationStart: Float = 0
  /// The distance at which the light has faded to zero, in meters; zero disables attenuation.
  public var attenuationEnd: Float = 0
  /// The exponent of the attenuation: 0 constant up to the end, 1 linear, 2 quadratic.
  ///
  /// A negative exponent is that of the distance in meters: ``inverseSquare`` is the law of real
  /// lamps, with the brightness of ``intensity`` at one meter.
  public var attenuationFalloffExponent: Float = 2
  /// The properties of spot lights.
  var spot = SpotLight()
  /// The properties of area lights.
  var area = AreaLight()
  /// Whether objects cast shadows; directional and spot lights only.
  public var castsShadow = false
  /// The color of the shadows; its alpha is their darkness.
  public var shadowColor = Color.black
  /// The technique for shadows; always rendered as forward.
  public var shadowMode = ShadowMode.forward
  /// The softness of shadow edges, in texels of the shadow map.
  public var shadowRadius: Float = 3
  /// The width and height of each shadow map, in texels; zero lets the renderer choose.
  ///
  /// It chooses 1,024, or 2,048 for maps that follow the view and are wider than 20 m.
  public var shadowMapSize: Int32 = 0
  /// The number of shadow map samples per pixel; zero, as always rendered, is automatic.
  public var shadowSampleCount: Int32 = 0
  /// The bias against self-shadowing; one is the bias that the resolution of the shadow map
  /// requires.
  public var shadowBias: Float = 1
  /// Whether the shadows of a directional light follow the view.
  ///
  /// The shadow map then covers what the camera sees up to ``maximumShadowDistance``, or only the
  /// objects that cast shadows if these take up less, and all objects between there and the light.
  /// The position of the light, ``orthographicScale``, ``zNear`` and ``zFar`` are not used. If
  /// false, they determine the map, and what lies outside of it is lit. Spot lights always use
  /// ``zNear`` and ``zFar``.
  public var automaticallyAdjustsShadowProjection = true
  /// The distance from the camera at which shadows that follow the view end, in meters.
  ///
  /// They fade over the last tenth of it. The map is divided over this distance, so a smaller
  /// distance gives sharper shadows. In orthographic views, it is measured along the view.
  public var maximumShadowDistance: Float = 100
  /// Whether back faces cast the shadows; rendered as false.
  public var forcesBackFaceCasters = false
  /// The number of shadow maps that divide the distance from the camera (cascades), 1 to 4.
  ///
  /// With several, near shadows are sharper. Each map costs about as much to draw as the first.
  /// They are used only if the shadows follow the view, which has perspective, and only up to the
  /// first that covers all objects that cast shadows.
  public var shadowCascadeCount: Int32 = 1
  /// How the cascades divide the distance, 0 to 1: from equal lengths to equal ratios of distance.
  ///
  /// A higher factor makes the nearest cascades shorter and their shadows sharper.
  public var shadowCascadeSplittingFactor: Float = 0.15
  /// The properties of directional lights.
  var directional = DirectionalLight()
  /// The near plane of the shadow map, in meters; what is nearer to the light is lit.
  public var zNear: Float = 1
  /// The far plane of the shadow map, in meters; what is beyond it is lit.
  public var zFar: Float = 100
  /// The category mask; the light affects nodes whose mask shares a bit with it.
  public var categoryBitMask = UInt32.max

  /// Creates a white omni light.
  public init() {}

  /// Creates a light of the given type and color.
  public init(_ type: LightType, color: Color = .white, intensity: Float = 1_000) {
    self.type = type
    self.color = color
    self.intensity = intensity
  }

  /// Declares the properties.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property("type", \.type, "The kind of light")
    p.property("color", \.color, "The color")
    p.property("intensity", \.intensity, "Brightness; 1000 leaves the color", .lumens, 0...1e9)
    p.property(
      "temperature", \.temperature, "Color temperature in kelvin", .none, 1_000...40_000)
    p.property(
      "attenuationStart", \.attenuationStart, "Distance at which attenuation begins", .meters,
      0...1e6)
    p.property(
      "attenuationEnd", \.attenuationEnd,
      "Distance at which the light has faded to zero; zero disables attenuation", .meters, 0...1e6)
    p.property(
      "attenuationFalloffExponent", \.attenuationFalloffExponent,
      "Exponent of the attenuation: 0 constant up to the end, 1 linear, 2 quadratic; "
        + "-2 inverse square of the distance in meters", .none, -2...16)
    SpotLight.declareProperties(&p)
    AreaLight.declareProperties(&p)
    p.property("castsShadow", \.castsShadow, "Whether objects cast shadows")
    p.property("shadowColor", \.shadowColor, "Color of the shadows; alpha is their darkness")
    p.property(
      "shadowRadius", \.shadowRadius, "Softness of shadow edges in texels", .none, 0...100)
    p.property(
      "shadowMapSize", \.shadowMapSize,
      "Width and height of each shadow map in texels; zero is automatic", .none, 0...8_192)
    p.property("shadowMode", \.shadowMode, "Technique for shadows; rendered as forward")
    p.property(
      "shadowSampleCount", \.shadowSampleCount,
      "Shadow map samples per pixel; zero, as rendered, is automatic", .none, 0...64)
    p.property(
      "shadowBias", \.shadowBias, "Bias against self-shadowing", .none,
      0...100)
    p.property(
      "automaticallyAdjustsShadowProjection", \.automaticallyAdjustsShadowProjection,
      "Whether the shadows of a directional light follow the view")
    p.property(
      "maximumShadowDistance", \.maximumShadowDistance,
      "Distance from the camera at which shadows that follow the view end", .meters, 0...1e6)
    p.property(
      "forcesBackFaceCasters", \.forcesBackFaceCasters,
      "Whether back faces cast the shadows; rendered as false")
    p.property(
      "shadowCascadeCount", \.shadowCascadeCount,
      "Number of shadow maps that divide the distance of shadows that follow the view", .none,
      1...4)
    p.property(
      "shadowCascadeSplittingFactor", \.shadowCascadeSplittingFactor,
      "Division of the distance by the cascades: 0 equal lengths, 1 equal ratios", .ratio, 0...1)
    DirectionalLight.declareProperties(&p)
    p.property("zNear", \.zNear, "Near plane of the shadow map", .meters, 0...1e6)
    p.property("zFar", \.zFar, "Far plane of the shadow map", .meters, 0...1e6)
    p.property(
      "categoryBitMask", \.categoryBitMask, "Category mask of the nodes that are lit", .mask)
  }

  /// The ``attenuationFalloffExponent`` of light that decreases with the square of the distance.
  public static let inverseSquare: Float = -2

  /// Returns the fraction of the light at a distance in meters; one without attenuation.
  ///
  ///     (1 − (d − start) / (end − start))^exponent        between start and end
  ///     d^exponent · (1 − (d / end)⁴)                     for a negative exponent, from 0.01 m on
  ///
  /// - Source: the window of the second is that of Khronos, KHR_lights_punctual.
  public func attenuation(at distance: Float) -> Float {
    guard type.kind.isAttenuated else { return 1 }
    if attenuationFalloffExponent < 0 {
      let near = Portable.pow(1 / max(distance, 0.01), -attenuationFalloffExponent)
      guard attenuationEnd > 0 else { return near }
      let square = (distance / attenuationEnd) * (distance / attenuationEnd)
      return near * max(0, 1 - square * square)
    }
    guard attenuationEnd > 0 else { return 1 }
    if distance <= attenuationStart { return 1 }
    if distance >= attenuationEnd { return 0 }
    if attenuationFalloffExponent == 0 { return 1 }
    let share = (distance - attenuationStart) / (attenuationEnd - attenuationStart)
    if attenuationFalloffExponent == 1 { return 1 - share }
    if attenuationFalloffExponent == 2 { return (1 - share) * (1 - share) }
    return Portable.pow(1 - share, attenuationFalloffExponent)
  }
}

// MARK: Shading

extension Light {
  /// The numbers that only lights of this ``type`` have, in the order that the kind defines.
  package var shadingParameters: Vector4 { type.kind.shadingParameters(of: self) }
}

// MARK: Brightness

extension Light {
  /// The linear color of the emitted light: color × tint of the temperature × intensity / 1000.
  ///
  /// A value of one leaves the color of a surface as it is.
  public var brightness: Vector3 {
    color.linear.xyz * Light.tint(ofTemperature: temperature) * (intensity / 1_000)
  }

  /// The linear color of a black body, relative to one of 6500 K, which is white.
  ///
  /// Temperatures are clamped to 1,667…25,000 K, the range of the formula. Components are not
  /// negative.
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

/// The technique with which a light renders shadows.
public enum ShadowMode: String, EnumName, Sendable {
  /// Surfaces sample the shadow map while they are shaded.
  case forward
  /// Shadows are applied to the finished image; rendered as forward.
  case deferred
  /// Shadows are modulated by the light's image; rendered as forward.
  case modulated
}
