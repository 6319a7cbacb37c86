/// The side of a tile in pixels, and the number of groups of four pixels in a row and in the tile.
enum Tile {
  static let side = 64
  static let groups = 16
  static let groupCount = 1_024
}
