public import CaromDocuments
public import CaromProperties

/// A slot of a material: a color, an image or a number with an intensity and sampling options.
public struct MaterialProperty: Part, Hashable, Sendable {
  /// Summary for the schema.
  public static let summary =
    "A slot of a material: a color, an image or a number with an intensity"

  /// The contents.
  public var contents = MaterialContents()
  /// The factor of the contents; for the normal slot, of the perturbation.
  public var intensity: Float = 1
  /// A color that multiplies an image; glTF calls it a factor, SceneKit has none.
  public var tint = Color.white
  /// The horizontal wrap mode.
  public var wrapS = WrapMode.clamp
  /// The vertical wrap mode.
  public var wrapT = WrapMode.clamp
  /// The magnification filter.
  public var magnificationFilter = FilterMode.linear
  /// The minification filter.
  public var minificationFilter = FilterMode.linear
  /// The mipmap filter: no mipmaps, the nearest level, or a blend of two levels.
  public var mipFilter = FilterMode.nearest
  /// The maximum number of anisotropic samples, 1 to 16.
  public var maxAnisotropy: Float = 1
  /// The transform of texture coordinates.
  public var contentsTransform = TextureTransform()
  /// The texture coordinate set of the geometry: 0 or 1.
  ///
  /// Set 1 falls back to set 0 for a mesh without it. Tangent space always follows set 0.
  public var mappingChannel: Int32 = 0
  /// The component of an image that supplies a scalar slot; all components for color slots.
  public var textureComponents = TextureComponents.all

  /// Creates a white slot.
  public init() {}

  /// Creates a slot with a color.
  public init(color: Color, intensity: Float = 1) {
    contents = .color(color)
    self.intensity = intensity
  }

  /// Creates a slot with an image.
  public init(image: String, intensity: Float = 1) {
    contents = .image(image)
    self.intensity = intensity
  }

  /// Creates a scalar slot, such as for metalness or roughness.
  public init(number: Float) { contents = .number(number) }

  /// Creates a slot with a cube map: six images seen along +X, −X, +Y, −Y, +Z and −Z.
  ///
  /// - Precondition: There are six files.
  public init(cube files: [String], intensity: Float = 1) {
    contents = .cube(CubeImages(files))
    self.intensity = intensity
  }

  /// The color, or white for other contents; setting it replaces the contents.
  public var color: Color {
    get { if case .color(let color) = contents { color } else { .white } }
    set { contents = .color(newValue) }
  }
  /// The image file, or nil for other contents; setting it replaces the contents, nil with white.
  public var image: String? {
    get { if case .image(let file) = contents { file } else { nil } }
    set { contents = newValue.map { .image($0) } ?? .color(.white) }
  }

  /// Declares the properties.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.choice(\.contents, "The contents")
    p.property(
      "intensity", \.intensity, "Factor of the contents, or of the normal perturbation", .ratio,
      -1_000...1e6)
    p.property("tint", \.tint, "Color that multiplies an image", .color)
    p.property("wrapS", \.wrapS, "Horizontal wrap mode")
    p.property("wrapT", \.wrapT, "Vertical wrap mode")
    p.property(
      "magnificationFilter", \.magnificationFilter, "Magnification filter")
    p.property(
      "minificationFilter", \.minificationFilter, "Minification filter")
    p.property("mipFilter", \.mipFilter, "Mipmap filter")
    p.property(
      "maxAnisotropy", \.maxAnisotropy, "Maximum number of anisotropic samples", .none, 1...16)
    p.property(
      "contentsTransform", \.contentsTransform, "Transform of texture coordinates")
    p.property(
      "mappingChannel", \.mappingChannel, "Texture coordinate set", .none,
      0...1)
    p.property(
      "textureComponents", \.textureComponents, "Component of an image that supplies a scalar slot")
  }
}

extension MaterialProperty {
  /// The declaration of a number that stands for the whole slot.
  private static var scalar: PropertyInfo { PropertyInfo("number", "", .ratio, 0...1_000) }

  /// Reads an object, or a number for all components.
  ///
  /// An intensity of contents that are black is a warning, since it has no effect.
  public mutating func read(_ json: JSON, _ info: PropertyInfo, _ reader: inout Reader) {
    if json.double != nil {
      if let number = reader.float(json, Self.scalar) { contents = .number(number) }
      return
    }
    guard json.isObject else {
      return reader.fail(json, "this is \(json.noun); \(Self.accepted(for: json)) is accepted")
    }
    readProperties(json, &reader)
    if let value = json["intensity"], let factor = value.double, factor < 0, info.key != "normal" {
      reader.fail(value, "\(value.numberText) is negative; only a normal map accepts this")
    }
    if let factor = json["intensity"]?.double, factor > 0, contents.isNeutral {
      let what = contents.isFlat ? "a flat normal" : "black"
      reader.warn(
        json["intensity"] ?? json,
        "the intensity has no effect, because it multiplies \(what); contents such as "
          + "\"number\", \"color\" or \"image\" are accepted beside it")
    }
  }

  /// The form of a slot that a string or an array probably means, or all forms.
  private static func accepted(for json: JSON) -> String {
    var (color, reader) = (Color(), Reader())
    reader.limit = 0
    color.read(json, PropertyInfo("color"), &reader)
    if reader.problemCount == 0 { return "{ \"color\": \(json) }" }
    if let color = json.string.flatMap(ColorHint.color(named:)) { return "{ \"color\": \(color) }" }
    if let text = json.string, text.hasSuffix(".png") || text.hasSuffix(".jpg") {
      return "{ \"image\": \(quoted(text)) }"
    }
    let names = MaterialContents.caseNames.map(quoted).joined(separator: ", ")
    return "a number, or an object with \(names)"
  }

  /// The schema of an object, or of a number for all components.
  public static func schema(_ info: PropertyInfo, _ schema: inout Schema) -> String {
    let text = Schema.adding("number", to: schemaOfProperties(&schema))
    return "\(text.dropLast()),\"minimum\":0,\"maximum\":1000}"
  }

  /// Writes the differences, without contents that equal the default of the slot.
  public func writeDifference(
    from base: MaterialProperty, _ info: PropertyInfo, _ writer: inout PropertyWriter
  ) -> Bool {
    guard self != base else { return false }
    writer.json.beginObject()
    writeMembers(changedFrom: base, &writer)
    writer.json.endObject()
    return true
  }
}

/// The sampling of an image outside of its bounds.
public enum WrapMode: String, EnumName, Sendable {
  /// Extends the edge texels.
  case clamp
  /// Repeats the image.
  case `repeat`
  /// Repeats the image, mirrored alternately.
  case mirror
}

/// The filter of texture samples.
public enum FilterMode: String, EnumName, Sendable {
  /// Interpolates linearly.
  case linear
  /// Takes the nearest sample.
  case nearest
  /// No filtering.
  case none
}

/// The components of an image that a slot uses.
public enum TextureComponents: String, EnumName, Sendable {
  /// All components.
  case all
  /// The red component.
  case red
  /// The green component.
  case green
  /// The blue component.
  case blue
  /// The alpha component.
  case alpha
}

extension MaterialContents {
  /// Whether the contents are the normal of a surface without bumps.
  fileprivate var isFlat: Bool { self == .color(.flatNormal) }

  /// Whether an intensity does not change the contents.
  fileprivate var isNeutral: Bool {
    switch self {
    case .color(let color): isFlat || (color.red == 0 && color.green == 0 && color.blue == 0)
    case .number(let number): number == 0
    case .image, .cube: false
    }
  }
}
