public import CaromDocuments

/// Limits on the size of a scene, so that no file can exhaust the machine.
///
/// Each limit is inclusive. ``unlimited`` disables a limit.
public struct SceneLimits: Sendable {
  /// The maximum size of a file, in bytes.
  public var fileBytes = 32 << 20
  /// The maximum number of different files in a scene.
  public var files = 1_000
  /// The maximum depth of references between files.
  public var referenceDepth = 16
  /// The maximum size of all files together, in bytes.
  public var totalBytes = 512 << 20
  /// The maximum number of JSON values in all files, counted once for each use of a file.
  public var values = 10_000_000
  /// The maximum number of nodes.
  public var nodes = 200_000
  /// The maximum depth of the node tree, including the nodes of referenced files.
  public var nodeDepth = 256
  /// The maximum number of cells in the meshes of all geometries; a cell is two triangles.
  ///
  /// A cell takes about 100 bytes, and as much again if it is drawn or hit-tested.
  public var cells = 4 << 20
  /// The maximum number of cells that are drawn, counted once for each node with a geometry.
  ///
  /// A frame takes about 250 bytes for each.
  public var drawnCells = 16 << 20
  /// The maximum number of convex parts in the shapes of all bodies together.
  public var shapeParts = 1_000_000
  /// The maximum number of particle systems on all nodes together.
  public var particleSystems = 10_000
  /// The maximum number of particles that all systems together can have alive.
  ///
  /// A particle takes about 100 bytes, and 10 ns in each tick.
  public var particles = 250_000
  /// The maximum number of labels, bars, icons and panels in the overlay.
  ///
  /// All of them are drawn in every frame.
  public var overlayElements = 1_000
  /// The maximum depth of the node tree of one model.
  public var modelDepth = 256
  /// The maximum size of the decoded data of all models in bytes: vertices, indices, key frames.
  public var modelBytes = 256 << 20
  /// The maximum number of problems that are listed; further problems are counted.
  public var problems = 100

  /// The value of a limit that is switched off.
  public static let unlimited = Int.max

  /// Creates limits suitable for games.
  public init() {}

  /// The same limits without those on totals, for rebuilding a scene that was read within the
  /// limits.
  var withoutTotals: SceneLimits {
    var limits = self
    limits.nodes = Self.unlimited
    limits.files = Self.unlimited
    limits.values = Self.unlimited
    limits.totalBytes = Self.unlimited
    limits.cells = Self.unlimited
    limits.drawnCells = Self.unlimited
    limits.shapeParts = Self.unlimited
    limits.particleSystems = Self.unlimited
    limits.particles = Self.unlimited
    limits.modelBytes = Self.unlimited
    return limits
  }

  /// The limits on the JSON text of one file: nodes may be nested up to ``nodeDepth``.
  public var text: JSONLimits { JSONLimits(tree: .init(key: "nodes", depth: nodeDepth)) }
}
