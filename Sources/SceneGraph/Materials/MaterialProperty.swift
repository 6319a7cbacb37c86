import CaromDocuments
public import CaromProperties

/// A slot of a material: a colour, a picture or a number, and how much of it.
public struct MaterialProperty: Part, Hashable, Sendable {
  /// What the schema says of it.
  public static let summary = "A slot of a material: a colour or a picture, and how much of it"

  /// What it shows.
  public var contents = MaterialContents()
  /// Scales what it shows; for the normal slot, the bend.
  public var intensity: Float = 1
  /// Multiplies a picture; SceneKit has no such colour, glTF calls it a factor.
  public var tint = Color.white
  /// What is left and right of the picture.
  public var wrapS = WrapMode.clamp
  /// What is above and below the picture.
  public var wrapT = WrapMode.clamp
  /// How a picture is enlarged: blended, or its texels as squares.
  public var magnificationFilter = FilterMode.linear
  /// How a picture is reduced: blended, or one texel for each pixel.
  public var minificationFilter = FilterMode.linear
  /// Which reduced versions of a picture are taken: none, the nearest in size, or two blended.
  public var mipFilter = FilterMode.nearest
  /// How many samples a picture seen at a slant gets along its longer side, 1 to 16.
  public var maxAnisotropy: Float = 1
  /// Where texture coordinates lie on the picture.
  public var contentsTransform = TextureTransform()
  /// Which texture coordinates of the geometry count: 0 or 1.
  ///
  /// The second ones of a mesh that has them, else the first. Normal maps bend along the first.
  public var mappingChannel: Int32 = 0
  /// Which component of a picture is a slot's one number; all for slots that are colours.
  public var textureComponents = TextureComponents.all

  /// Makes a white slot.
  public init() {}

  /// Makes a slot of one colour.
  public init(color: Color, intensity: Float = 1) {
    contents = .color(color)
    self.intensity = intensity
  }

  /// Makes a slot that shows a picture.
  public init(image: String, intensity: Float = 1) {
    contents = .image(image)
    self.intensity = intensity
  }

  /// Makes a slot of one number, for metalness, roughness and the like.
  public init(number: Float) { contents = .number(number) }

  /// Makes a slot of six pictures around a scene: those seen along +X, −X, +Y, −Y, +Z and −Z.
  ///
  /// - Precondition: there are six.
  public init(cube files: [String], intensity: Float = 1) {
    contents = .cube(CubeImages(files))
    self.intensity = intensity
  }

  /// The colour, or white where it shows something else; setting it shows the colour.
  public var color: Color {
    get { if case .color(let color) = contents { color } else { .white } }
    set { contents = .color(newValue) }
  }
  /// The file of the picture, or nil where it shows something else; setting nil shows white.
  public var image: String? {
    get { if case .image(let file) = contents { file } else { nil } }
    set { contents = newValue.map { .image($0) } ?? .color(.white) }
  }

  /// Declares the properties.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.choice(\.contents, "What it shows")
    p.property("intensity", \.intensity, "Scales the colour, or the bend", .ratio, 0...1_000)
    p.property("tint", \.tint, "Multiplies a picture", .colour)
    p.property("wrapS", \.wrapS, "What is left and right of the picture")
    p.property("wrapT", \.wrapT, "What is above and below the picture")
    p.property(
      "magnificationFilter", \.magnificationFilter, "How a picture is enlarged")
    p.property(
      "minificationFilter", \.minificationFilter, "How a picture is reduced")
    p.property("mipFilter", \.mipFilter, "How reduced versions are joined")
    p.property(
      "maxAnisotropy", \.maxAnisotropy, "Samples at a slant", .none, 1...16)
    p.property(
      "contentsTransform", \.contentsTransform, "Where texture coordinates lie on the picture")
    p.property(
      "mappingChannel", \.mappingChannel, "Which texture coordinates count", .none,
      0...1)
    p.property(
      "textureComponents", \.textureComponents, "Which component of a picture is a slot's number")
  }
}

extension MaterialProperty {
  /// Writes what differs, without the contents where they are the slot's own default.
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

/// What a picture shows outside of itself.
public enum WrapMode: String, EnumName, Sendable {
  /// Its edge goes on.
  case clamp
  /// It starts again.
  case `repeat`
  /// It starts again mirrored.
  case mirror
}

/// How samples of a picture are joined.
public enum FilterMode: String, EnumName, Sendable {
  /// Blended.
  case linear
  /// The nearest one.
  case nearest
  /// Not at all.
  case none
}

/// Which components of a picture a slot takes.
public enum TextureComponents: String, EnumName, Sendable {
  /// All of them.
  case all
  /// Red alone.
  case red
  /// Green alone.
  case green
  /// Blue alone.
  case blue
  /// Alpha alone.
  case alpha
}
