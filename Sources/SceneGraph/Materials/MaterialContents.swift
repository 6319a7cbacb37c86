public import CaromProperties

/// The contents of a material slot, before its intensity is applied.
///
/// In files `{ "color": [1, 0, 0] }`, `{ "image": "brick.png" }`, `{ "number": 0.5 }` or
/// `{ "cube": ["right.png", "left.png", "top.png", "bottom.png", "front.png", "back.png"] }`.
public enum MaterialContents: Variant, Hashable, Sendable {
  /// One color.
  case color(Color)
  /// An image file, relative to the scene's textures.
  case image(String)
  /// A scalar for all components, for slots such as metalness and roughness.
  case number(Float)
  /// A cube map: six images seen along +X, −X, +Y, −Y, +Z and −Z.
  case cube(CubeImages)

  /// Creates white.
  public init() { self = .color(.white) }

  /// Declares the cases.
  public static func cases(_ c: inout some CaseVisitor<Self>) {
    c.case("color", Self.color, "A color", .color) {
      if case .color(let p) = $0 { p } else { nil }
    }
    c.case("image", Self.image, "An image file") {
      if case .image(let p) = $0 { p } else { nil }
    }
    c.case("number", Self.number, "A scalar for all components", .ratio, 0...1_000) {
      if case .number(let p) = $0 { p } else { nil }
    }
    c.case("cube", Self.cube, "A cube map: images seen along +X, −X, +Y, −Y, +Z and −Z") {
      if case .cube(let p) = $0 { p } else { nil }
    }
  }
}

/// A cube map of six square image files.
///
/// The images are those seen from the center along +X, −X, +Y, −Y, +Z and −Z. The top of the four
/// side images is up. The top of the upper image is towards +Z, that of the lower image towards −Z,
/// as is usual for cube maps.
public struct CubeImages: PropertyValue, Hashable, Sendable {
  /// The files, in the order +X, −X, +Y, −Y, +Z, −Z.
  public var files: [String]

  /// Creates a cube map without images, which is black.
  public init() { files = [] }

  /// Creates a cube map from six files, in the order +X, −X, +Y, −Y, +Z, −Z.
  ///
  /// - Precondition: There are six files.
  public init(_ files: [String]) {
    precondition(files.count == 6, "A cube map has six images")
    self.files = files
  }
}
