public import CaromDocuments

/// How much a scene may take, so that no file can exhaust the machine.
public struct SceneLimits: Sendable {
  /// The longest file, in bytes.
  public var fileBytes = 32 << 20
  /// How many different files one scene may be made of.
  public var files = 1_000
  /// How deep files may refer to each other.
  public var referenceDepth = 16
  /// How many bytes all files together may have.
  public var totalBytes = 512 << 20
  /// How many JSON values all files may hold, counted once for each use of a file.
  public var values = 10_000_000
  /// How many nodes the scene may have in the end.
  public var nodes = 200_000
  /// How deep nodes may stand in each other, those of referred files counted with the others.
  public var nodeDepth = 256
  /// How many cells the meshes of all geometries may have, a cell being two triangles.
  ///
  /// A cell takes about 100 bytes, and as much again where it is drawn or hit.
  public var cells = 4 << 20
  /// How many solids the shapes of all bodies may hold together.
  public var shapeParts = 1_000_000
  /// How many labels, bars, icons and panels the overlay may have: all are drawn in every picture.
  public var overlayElements = 1_000
  /// How deep the nodes of one model may stand in each other.
  public var modelDepth = 256
  /// How many bytes the numbers of all models may take: vertices, indices, key frames.
  public var modelBytes = 256 << 20
  /// How many problems are listed; the others are counted.
  public var problems = 100

  /// Makes the limits that suit games.
  public init() {}

  /// How much of a text is taken: ordinary values, and nodes in each other as deep as they may be.
  public var text: JSONLimits { JSONLimits(tree: .init(key: "nodes", depth: nodeDepth)) }
}
