import CaromDocuments
import CaromProperties
import CaromSceneGraph

/// Brings what changed in a scene's files into the running scene, and nothing else.
///
/// Compared are the scene as its files said before and as they say now. A property that the files
/// changed is set on the node that has the path; everything else stays as the game made it: places,
/// velocities, actions under way, random streams. Nodes that the files have no more leave, new ones
/// come. A changed material changes on every node that shares it.
///
/// A node whose constraints changed in the files starts them anew. Of `actions` and `animations` those
/// that are no longer in the files stop where they are, and new ones begin; the others go on. Nodes
/// stand in the order of the files as soon as that changes there; those of the game stay behind the
/// node that they followed. Nodes are found by their paths: one that the game renamed or moved below
/// another is left alone.
public final class SceneReload {
  /// The scene as its files said last; never run.
  public private(set) var file: SceneFile
  /// The running scene.
  private let scene: Scene

  /// What a reload did.
  public struct Report: Equatable, Sendable {
    /// The paths of nodes that were changed, `/` for what holds for the whole scene.
    public var changed: [String] = []
    /// The paths of nodes that came.
    public var added: [String] = []
    /// The paths of nodes that left.
    public var removed: [String] = []
    /// The names of materials that were changed; empty for those without.
    public var materials: [String] = []
    /// The pictures of models that were changed, as slots of materials call them.
    public var images: [String] = []

    /// Whether nothing had to be done.
    public var isEmpty: Bool { self == Report() }
  }

  /// Watches over the running scene of a file that was just read, before or after its first tick.
  ///
  /// - Throws: Nothing that reading the file did not throw.
  public init(_ file: SceneFile) throws(SceneFileError) {
    scene = file.scene
    let loader = SceneLoader(again: file)
    self.file = try loader.settings.load(file.path, by: loader)
  }

  /// Reads the files again and brings what changed into the running scene.
  ///
  /// - Parameter check: Looks at the new scene, which it may keep and run, before anything is done.
  /// - Returns: What was changed.
  /// - Throws: everything that is wrong with the files, or what `check` throws; the running scene is
  ///   then as it was.
  public func reload(checking check: ((SceneFile) throws -> Void)? = nil) throws -> Report {
    let new = try file.reader.load(file.path, by: SceneLoader(after: file))
    if let check { try check(new.with(try new.scene.deepCopy())) }
    let change = SceneChange(from: file, to: new)
    // New nodes are taken from a scene of their own, so that what is compared stays whole.
    let loader = SceneLoader(again: new)
    let spare =
      change.nodes.added.isEmpty
      ? nil : try loader.settings.load(new.path, by: loader).scene
    var work = SceneChangeWork(change, in: scene)
    work.apply(spare)
    work.report.images = new.images.keys.sorted().filter { name in
      file.images[name].map { $0 != new.images[name] } ?? false
    }
    file = new
    return work.report
  }
}
