import CaromMaths
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
  /// How it fades between the two distances: 0 at once, 1 linear, 2 quadratic.
  public var attenuationFalloffExponent: Float = 2
  /// Full brightness inside this cone, in radians from side to side; spot only.
  public var spotInnerAngle: Float = 0
  /// Dark outside this cone, in radians from side to side; spot only.
  public var spotOuterAngle: Float = .pi / 4
  /// True when things throw shadows; directional and spot only.
  public var castsShadow = false
  /// Colour of the shadows; its alpha says how dark they are.
  public var shadowColor = Color.black
  /// Softness of the shadows' edges, in texels of the shadow map.
  public var shadowRadius: Float = 3
  /// Side of the shadow map, in texels; zero leaves it to the renderer.
  public var shadowMapSize: Int32 = 0
  /// How far surfaces are moved against shadowing themselves.
  public var shadowBias: Float = 1
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
      "How it fades: 0 at once, 1 linear, 2 quadratic", .none, 0...16)
    p.degrees(
      "spotInnerAngleDegrees", \.spotInnerAngle, "Full brightness inside this cone", 0...180)
    p.degrees("spotOuterAngleDegrees", \.spotOuterAngle, "Dark outside this cone", 0...180)
    p.property("castsShadow", \.castsShadow, "Whether things throw shadows")
    p.property("shadowColor", \.shadowColor, "Colour of the shadows; alpha is darkness")
    p.property("shadowRadius", \.shadowRadius, "Softness of the edges in texels", .none, 0...100)
    p.property(
      "shadowMapSize", \.shadowMapSize, "Side of the shadow map in texels; zero is automatic",
      .none, 0...8_192)
    p.property("shadowBias", \.shadowBias, "Against shadows of a surface on itself", .none, 0...100)
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
    if distance >= attenuationEnd || attenuationFalloffExponent == 0 { return 0 }
    let share = (distance - attenuationStart) / (attenuationEnd - attenuationStart)
    if attenuationFalloffExponent == 1 { return 1 - share }
    if attenuationFalloffExponent == 2 { return (1 - share) * (1 - share) }
    return Portable.pow(1 - share, attenuationFalloffExponent)
  }
}

/// Where a light goes.
public enum LightType: String, Word, Sendable {
  /// In all directions from a point.
  case omni
  /// Everywhere, without a place or direction.
  case ambient
  /// Everywhere in one direction, like the sun.
  case directional
  /// From a point in a cone.
  case spot
}
