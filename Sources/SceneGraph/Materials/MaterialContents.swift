public import CaromProperties

/// What a slot shows before its intensity.
///
/// In files `{ "color": [1, 0, 0] }`, `{ "image": "brick.png" }`, `{ "number": 0.5 }` or
/// `{ "cube": ["right.png", "left.png", "top.png", "bottom.png", "front.png", "back.png"] }`.
public enum MaterialContents: Variant, Hashable, Sendable {
  /// One colour.
  case color(Color)
  /// The picture of a file, beside the scene's textures.
  case image(String)
  /// A share, the same in all components; for metalness, roughness and the like.
  case number(Float)
  /// Six pictures around a scene: those seen along +X, −X, +Y, −Y, +Z and −Z.
  case cube(CubeImages)

  /// Makes white.
  public init() { self = .color(.white) }

  /// Declares the cases.
  public static func cases(_ c: inout some CaseVisitor<Self>) {
    c.case("color", Self.color, "One colour", .colour) {
      if case .color(let p) = $0 { p } else { nil }
    }
    c.case("image", Self.image, "The file of a picture") {
      if case .image(let p) = $0 { p } else { nil }
    }
    c.case("number", Self.number, "A share, the same in all components", .ratio, 0...1_000) {
      if case .number(let p) = $0 { p } else { nil }
    }
    c.case("cube", Self.cube, "Pictures seen along +X, −X, +Y, −Y, +Z and −Z") {
      if case .cube(let p) = $0 { p } else { nil }
    }
  }
}

/// The files of six square pictures that surround a scene.
///
/// The first is seen along +X, then −X, +Y, −Y, +Z and −Z, each from the middle of the cube. Upright:
/// the top of the four at the sides is above; the top of the one above is towards +Z, of the one
/// below towards −Z, as image cubes have it.
public struct CubeImages: PropertyValue, Hashable, Sendable {
  /// The files, in the order +X, −X, +Y, −Y, +Z, −Z.
  public var files: [String]

  /// Makes a cube without pictures, which is black.
  public init() { files = [] }

  /// Makes a cube of six files, in the order +X, −X, +Y, −Y, +Z, −Z.
  ///
  /// - Precondition: there are six.
  public init(_ files: [String]) {
    precondition(files.count == 6, "A cube has six pictures")
    self.files = files
  }
}
