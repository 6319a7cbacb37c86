import CaromDocuments
import CaromProperties
import CaromSceneGraph

/// Applies changes of a scene's files to the running scene without restarting it.
///
/// The previous version of the files is compared with the current one. A property that changed in
/// the files is set on the node with that path. Everything else keeps its current value: positions,
/// velocities, running actions, random streams. Nodes that were removed from the files are removed,
/// and new ones are added. A changed material changes on every node that shares it.
///
/// A node whose constraints changed in the files restarts them. Entries of `actions` and
/// `animations` that were removed from the files stop where they are, new ones start, and the
/// others continue. When the order of nodes changes in the files, children are reordered; nodes
/// that the game added stay behind the node that they followed. Nodes are found by path, so a node
/// that the game renamed or moved to another parent is not updated.
public final class SceneReload {
  /// The scene of the latest files; it is never stepped.
  public private(set) var file: SceneFile
  /// The running scene.
  private let scene: Scene

  /// The result of a reload.
  public struct Report: Equatable, Sendable {
    /// The paths of changed nodes; `/` stands for the scene-wide properties.
    public var changed: [String] = []
    /// The paths of added nodes.
    public var added: [String] = []
    /// The paths of removed nodes.
    public var removed: [String] = []
    /// The names of changed materials; empty strings for unnamed ones.
    public var materials: [String] = []
    /// The changed images of models, by the names that material properties use.
    public var images: [String] = []

    /// Whether nothing changed.
    public var isEmpty: Bool { self == Report() }
  }

  /// Prepares to reload the scene of a file that was just read.
  ///
  /// - Throws: ``SceneFileError``; reading the same files again succeeds.
  public init(_ file: SceneFile) throws(SceneFileError) {
    scene = file.scene
    let loader = SceneLoader(rebuilding: file)
    self.file = try loader.settings.load(file.path, by: loader)
  }

  /// Reads the files again and applies the changes to the running scene.
  ///
  /// - Parameter check: Called with the new scene before anything is applied; it may keep and step
  ///   that scene.
  /// - Returns: The changes that were applied.
  /// - Throws: ``SceneFileError`` with every problem in the files, or the error that `check`
  ///   throws. The running scene is then unchanged.
  public func reload(checking check: ((SceneFile) throws -> Void)? = nil) throws -> Report {
    let new = try file.reader.load(file.path, by: SceneLoader(rereading: file))
    if let check { try check(new.with(try new.scene.deepCopy())) }
    let change = SceneChange(from: file, to: new)
    // New nodes are moved from a second scene, so that `new` stays complete for later comparisons.
    let loader = SceneLoader(rebuilding: new)
    let addedScene =
      change.nodes.added.isEmpty
      ? nil : try loader.settings.load(new.path, by: loader).scene
    var updater = SceneUpdater(change, in: scene)
    updater.apply(addingNodesFrom: addedScene)
    scene.updatePresentation()
    updater.report.images = new.images.keys.sorted().filter { name in
      file.images[name].map { $0 != new.images[name] } ?? false
    }
    file = new
    return updater.report
  }
}
