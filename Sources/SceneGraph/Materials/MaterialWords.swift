public import CaromDocuments
public import CaromProperties

/// The formula that joins a material's slots and the lights.
public enum LightingModel: String, EnumName, Sendable {
  /// Ambient, diffuse, and a highlight by the half vector.
  case blinn
  /// Ambient, diffuse, and a highlight by the reflected ray.
  case phong
  /// Ambient and diffuse, no highlight.
  case lambert
  /// The diffuse colour, whatever the lights but ambient ones.
  case constant
  /// By metalness and roughness, with the scene's surroundings as light.
  case physicallyBased
}

/// Which side of a triangle is left out.
public enum CullMode: String, EnumName, Sendable {
  /// The back is left out.
  case back
  /// The front is left out.
  case front
}

/// What is seen of triangles.
public enum FillMode: String, EnumName, Sendable {
  /// All of them.
  case fill
  /// Their edges.
  case lines
}

/// How a transparent surface joins what is behind it.
public enum BlendMode: String, EnumName, Sendable {
  /// By its alpha.
  case alpha
  /// Added.
  case add
  /// Subtracted.
  case subtract
  /// Multiplied.
  case multiply
  /// Added, but never beyond white.
  case screen
  /// It replaces what is behind.
  case replace
}

/// How the transparent slot of a material says how solid a point is.
public enum TransparencyMode: String, EnumName, Sendable {
  /// By its alpha: one is solid.
  case aOne
  /// By its brightness: black is solid.
  case rgbZero
  /// Like ``aOne``, nearest layer only; drawn like ``aOne``.
  case singleLayer
  /// Like ``aOne``, back faces before front faces; drawn like ``aOne``.
  case dualLayer
}

/// Which components of a picture a material changes; in files their sum.
public struct ColorMask: OptionSet, PropertyValue, Hashable, Sendable {
  /// The sum.
  public let rawValue: UInt32
  /// Makes a mask of a sum.
  public init(rawValue: UInt32) { self.rawValue = rawValue }
  /// Makes an empty mask.
  public init() { rawValue = 0 }

  /// Red.
  public static let red = ColorMask(rawValue: 8)
  /// Green.
  public static let green = ColorMask(rawValue: 4)
  /// Blue.
  public static let blue = ColorMask(rawValue: 2)
  /// Alpha.
  public static let alpha = ColorMask(rawValue: 1)
  /// All four.
  public static let all: ColorMask = [.red, .green, .blue, .alpha]

  /// Reads the sum.
  public mutating func read(_ json: JSON, _ info: PropertyInfo, _ reader: inout Reader) {
    var sum = rawValue
    sum.read(json, info, &reader)
    self = ColorMask(rawValue: sum)
  }
  /// Writes the sum.
  public func write(_ info: PropertyInfo, _ writer: inout PropertyWriter) {
    rawValue.write(info, &writer)
  }
  /// A whole number.
  public static func schema(_ info: PropertyInfo, _ schema: inout Schema) -> String {
    UInt32.schema(info, &schema)
  }
  /// Appends the sum.
  public func save(_ sink: inout StateSink) { sink.put(rawValue) }
  /// Reads the sum back.
  public mutating func load(_ source: inout StateSource) {
    self = ColorMask(rawValue: source.get())
  }
}
