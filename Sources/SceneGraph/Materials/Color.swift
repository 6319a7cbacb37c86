public import CaromDocuments
public import CaromMaths
public import CaromProperties

/// A color with sRGB components from 0 to 1 and alpha.
///
/// In files `[r, g, b]`, `[r, g, b, a]` or `"#rrggbb"`. Renderers use ``linear``.
public struct Color: PropertyValue, Hashable, Sendable, BitwiseCopyable {
  /// Red, sRGB.
  public var red: Float
  /// Green, sRGB.
  public var green: Float
  /// Blue, sRGB.
  public var blue: Float
  /// The opacity; one is opaque.
  public var alpha: Float

  /// Creates a color from sRGB components, 0 to 1.
  public init(_ red: Float, _ green: Float, _ blue: Float, alpha: Float = 1) {
    self.red = red
    self.green = green
    self.blue = blue
    self.alpha = alpha
  }

  /// Creates a gray from an sRGB component, 0 to 1.
  public init(white: Float, alpha: Float = 1) { self.init(white, white, white, alpha: alpha) }

  /// Creates white.
  public init() { self.init(1, 1, 1) }

  /// White.
  public static let white = Color(1, 1, 1)
  /// Black.
  public static let black = Color(0, 0, 0)
  /// Transparent black.
  public static let clear = Color(0, 0, 0, alpha: 0)
  /// The color of an unperturbed normal in a normal map.
  public static let flatNormal = Color(0.5, 0.5, 1)

  /// The linear components, with unchanged alpha.
  ///
  /// - Source: IEC 61966-2-1 (sRGB), the decoding function.
  public var linear: Vector4 {
    Vector4(Color.decode(red), Color.decode(green), Color.decode(blue), alpha)
  }

  /// Creates a color from linear components, the inverse of ``linear``; values are clamped to 0…1.
  public init(linear: Vector4) {
    func encoded(_ c: Float) -> Float {
      // Black and white are exact, regardless of the rounding of the formula.
      c > 0 ? c < 1 ? min(Color.encode(c), 1) : 1 : 0
    }
    self.init(
      encoded(linear.x), encoded(linear.y), encoded(linear.z), alpha: max(0, min(1, linear.w)))
  }

  /// Creates a color from linear components and an alpha; values are clamped to 0…1.
  public init(linear: Vector3, alpha: Float = 1) { self.init(linear: Vector4(linear, alpha)) }

  /// Returns the sRGB encoding of a linear component.
  public static func encode(_ c: Float) -> Float {
    c <= 0.003_130_8 ? c * 12.92 : 1.055 * Portable.pow(c, 1 / 2.4) - 0.055
  }

  /// Returns the linear value of an sRGB component.
  public static func decode(_ c: Float) -> Float {
    c <= 0.04045 ? c / 12.92 : Portable.pow((c + 0.055) / 1.055, 2.4)
  }

  /// Reads an array of three or four numbers, or a string such as `#ff8000`.
  public mutating func read(_ json: JSON, _ info: PropertyInfo, _ reader: inout Reader) {
    if let text = json.string {
      guard let color = Color(hex: text) else {
        return reader.fail(json, "\"\(text)\" is no color; " + ColorHint.accepted(for: text))
      }
      self = color
    } else if let elements = json.elements, elements.count == 3 || elements.count == 4 {
      var parts: [Float] = []
      for element in elements {
        guard let number = element.double else {
          return reader.fail(element, wants: "a number from 0 to 1")
        }
        guard number >= 0, number <= 1 else {
          return reader.fail(
            element, "\(element.numberText) is outside 0…1" + ColorHint.accepted(for: elements))
        }
        parts.append(Float(number))
      }
      self = Color(parts[0], parts[1], parts[2], alpha: parts.count == 4 ? parts[3] : 1)
    } else {
      reader.fail(json, "this is \(json.noun); " + ColorHint.accepted(for: json))
    }
  }

  /// Creates a color from a string such as `#ff8000`, or nil if the string is invalid.
  public init?(hex: String) {
    // The integer initializer accepts a sign, which is rejected here.
    guard hex.hasPrefix("#"), hex.utf8.count == 7, !hex.utf8.contains(UInt8(ascii: "+")),
      let bits = UInt32(hex.dropFirst(), radix: 16)
    else { return nil }
    self.init(
      Float(bits >> 16 & 255) / 255, Float(bits >> 8 & 255) / 255, Float(bits & 255) / 255)
  }

  /// Writes an array of three numbers, or of four if it is not opaque.
  public func write(_ info: PropertyInfo, _ writer: inout PropertyWriter) {
    if alpha == 1 {
      Vector3(red, green, blue).write(info, &writer)
    } else {
      Vector4(red, green, blue, alpha).write(info, &writer)
    }
  }

  /// The JSON schema: an array of three or four numbers, or a string.
  public static func schema(_ info: PropertyInfo, _ schema: inout Schema) -> String {
    "{\"type\":[\"array\",\"string\"],\"minItems\":3,\"maxItems\":4,"
      + "\"items\":{\"type\":\"number\",\"minimum\":0,\"maximum\":1},"
      + "\"pattern\":\"^#[0-9a-fA-F]{6}$\"}"
  }

  /// Writes the four components to the state.
  @inlinable public func save(_ sink: inout StateSink) {
    sink.put(red)
    sink.put(green)
    sink.put(blue)
    sink.put(alpha)
  }

  /// Restores the four components from the state.
  @inlinable public mutating func load(_ source: inout StateSource) {
    red = source.get(Float.self)
    green = source.get(Float.self)
    blue = source.get(Float.self)
    alpha = source.get(Float.self)
  }

  /// Sets red, green, blue and alpha from an animated value.
  @inlinable public mutating func drive(_ path: PropertyPath, _ value: SIMD4<Float>) {
    (red, green, blue, alpha) = (value.x, value.y, value.z, value.w)
  }

  /// Lists red, green, blue and alpha for animation.
  public func listNumbers(_ list: inout NumberList) {
    list.add(SIMD4(red, green, blue, alpha), count: 4)
  }
}
