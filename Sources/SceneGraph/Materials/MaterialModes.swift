public import CaromDocuments
public import CaromProperties

/// The lighting model of a material.
public enum LightingModel: String, EnumName, Sendable {
  /// Ambient, diffuse and Blinn-Phong specular terms (half vector).
  case blinn
  /// Ambient, diffuse and Phong specular terms (reflection vector).
  case phong
  /// Ambient and diffuse terms.
  case lambert
  /// The diffuse color, affected only by ambient lights.
  case constant
  /// Metalness and roughness, with image-based lighting from the scene's environment.
  case physicallyBased
}

/// The side of triangles that is culled.
public enum CullMode: String, EnumName, Sendable {
  /// Back faces are culled.
  case back
  /// Front faces are culled.
  case front
}

/// The fill mode of triangles.
public enum FillMode: String, EnumName, Sendable {
  /// Filled triangles.
  case fill
  /// Edges only.
  case lines
}

/// The blend mode of a transparent surface.
public enum BlendMode: String, EnumName, Sendable {
  /// Alpha blending.
  case alpha
  /// Adds to the background.
  case add
  /// Subtracts from the background.
  case subtract
  /// Multiplies the background.
  case multiply
  /// Screen: adds without exceeding white.
  case screen
  /// Replaces the background.
  case replace
}

/// The interpretation of the transparent slot of a material.
public enum TransparencyMode: String, EnumName, Sendable {
  /// By alpha; one is opaque.
  case aOne
  /// By luminance; black is opaque.
  case rgbZero
  /// Like ``aOne``, nearest layer only; rendered as ``aOne``.
  case singleLayer
  /// Like ``aOne``, back faces before front faces; rendered as ``aOne``.
  case dualLayer
}

/// The color components that a material writes; in files the sum of their bits.
public struct ColorMask: OptionSet, PropertyValue, Hashable, Sendable {
  /// The bits.
  public let rawValue: UInt32
  /// Creates a mask from bits.
  public init(rawValue: UInt32) { self.rawValue = rawValue }
  /// Creates an empty mask.
  public init() { rawValue = 0 }

  /// Red.
  public static let red = ColorMask(rawValue: 8)
  /// Green.
  public static let green = ColorMask(rawValue: 4)
  /// Blue.
  public static let blue = ColorMask(rawValue: 2)
  /// Alpha.
  public static let alpha = ColorMask(rawValue: 1)
  /// All four components.
  public static let all: ColorMask = [.red, .green, .blue, .alpha]

  /// Reads the bits as a number.
  public mutating func read(_ json: JSON, _ info: PropertyInfo, _ reader: inout Reader) {
    var sum = rawValue
    sum.read(json, info, &reader)
    self = ColorMask(rawValue: sum)
  }
  /// Writes the bits as a number.
  public func write(_ info: PropertyInfo, _ writer: inout PropertyWriter) {
    rawValue.write(info, &writer)
  }
  /// The JSON schema: an integer.
  public static func schema(_ info: PropertyInfo, _ schema: inout Schema) -> String {
    UInt32.schema(info, &schema)
  }
  /// Writes the bits to the state.
  public func save(_ sink: inout StateSink) { sink.put(rawValue) }
  /// Restores the bits from the state.
  public mutating func load(_ source: inout StateSource) {
    self = ColorMask(rawValue: source.get())
  }
}
