import CaromMaths

/// One surface: a name, a seed, and the pictures that are computed from them.
protocol Texture {
  /// The start of the names of its pictures.
  var name: String { get }
  /// What the pictures depend on; changing it changes the picture but not its kind.
  var seed: UInt32 { get }
  /// One line for the list of assets.
  var summary: String { get }
  /// Computes the pictures.
  func maps() -> [TextureMap]
}

/// One picture of a surface, for one slot of a material.
struct TextureMap {
  /// The slot; its name ends the name of the picture.
  enum Kind: String {
    case diffuse
    case normal
    case emission
    /// All around, for backgrounds and surroundings.
    case panorama
  }

  var kind: Kind
  var grid: Grid<Vector3>
}
