import CaromMaths

/// A procedural texture: a name, a seed, and the images computed from them.
protocol TextureRecipe {
  /// The prefix of the image names.
  var name: String { get }
  /// The seed; another seed gives another image of the same kind.
  var seed: UInt32 { get }
  /// The description in the list of assets.
  var summary: String { get }
  /// Computes the images.
  func maps() -> [TextureMap]
}

/// An image for one property of a material.
struct TextureMap {
  /// The material property, which is the suffix of the image name.
  enum Kind: String {
    case diffuse
    case normal
    case emission
    /// An equirectangular panorama for backgrounds and environments.
    case panorama
  }

  var kind: Kind
  var grid: Grid<Vector3>
}
