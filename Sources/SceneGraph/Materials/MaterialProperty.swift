public import CaromProperties

/// A slot of a material: a colour or a picture, and how much of it.
///
/// With a picture, the colour does not count.
public struct MaterialProperty: Part, Hashable, Sendable {
  /// What the schema says of it.
  public static let summary = "A slot of a material: a colour or a picture, and how much of it"

  /// The colour where there is no picture.
  public var color = Color.white
  /// The file of the picture, beside the scene's textures; nil for the colour.
  public var image: String?
  /// Scales the colour; for the normal slot, the bend.
  public var intensity: Float = 1
  /// What is left and right of the picture.
  public var wrapS = WrapMode.clamp
  /// What is above and below the picture.
  public var wrapT = WrapMode.clamp
  /// How a picture is enlarged.
  public var magnificationFilter = FilterMode.linear
  /// How a picture is reduced.
  public var minificationFilter = FilterMode.linear
  /// How reduced versions of a picture are joined; none uses only the picture itself.
  public var mipFilter = FilterMode.nearest
  /// How often the picture repeats along u and v, where it wraps.
  public var repeats = Tiling()

  /// Makes a white slot.
  public init() {}

  /// Makes a slot of one colour.
  public init(color: Color, intensity: Float = 1) {
    self.color = color
    self.intensity = intensity
  }

  /// Makes a slot that shows a picture.
  public init(image: String, intensity: Float = 1) {
    self.image = image
    self.intensity = intensity
  }

  /// Declares the properties.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property("color", \.color, "The colour where there is no picture")
    p.property("image", \.image, "The file of the picture")
    p.property("intensity", \.intensity, "Scales the colour, or the bend", .ratio, 0...1_000)
    p.property("wrapS", \.wrapS, "What is left and right of the picture")
    p.property("wrapT", \.wrapT, "What is above and below the picture")
    p.property("magnificationFilter", \.magnificationFilter, "How a picture is enlarged")
    p.property("minificationFilter", \.minificationFilter, "How a picture is reduced")
    p.property("mipFilter", \.mipFilter, "How reduced versions are joined")
    p.property("repeats", \.repeats, "How often the picture repeats")
  }
}

/// What a picture shows outside of itself.
public enum WrapMode: String, Word, Sendable {
  /// Its edge goes on.
  case clamp
  /// It starts again.
  case `repeat`
  /// It starts again mirrored.
  case mirror
}

/// How samples of a picture are joined.
public enum FilterMode: String, Word, Sendable {
  /// Blended.
  case linear
  /// The nearest one.
  case nearest
  /// Not at all.
  case none
}

/// How often a picture repeats.
public struct Tiling: Part, Hashable, Sendable {
  /// What the schema says of it.
  public static let summary = "How often a picture repeats"

  /// Times along u.
  public var u: Float = 1
  /// Times along v.
  public var v: Float = 1

  /// Makes a tiling that shows the picture once.
  public init() {}

  /// Makes a tiling.
  public init(u: Float, v: Float) {
    self.u = u
    self.v = v
  }

  /// Declares the properties.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property("u", \.u, "Times along u", .none, 0...1e4)
    p.property("v", \.v, "Times along v", .none, 0...1e4)
  }
}
