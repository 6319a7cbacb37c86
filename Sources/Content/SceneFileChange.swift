public import CaromDocuments
import CaromSceneFiles
public import CaromSceneGraph
import FoundationEssentials

/// A change of one value in a scene file, which can be shown before it is written.
public struct SceneFileChange: Sendable {
  /// The path of the file, relative to the folder of its scenes.
  public var file: String { edit.path }
  /// The lines that differ; see `SceneEdit`.
  public var difference: [String] { edit.difference }

  private let edit: SceneEdit
  private let folder: String

  init(_ edit: SceneEdit, folder: String) { (self.edit, self.folder) = (edit, folder) }

  /// Replaces the file.
  ///
  /// - Throws: A problem if the file changed since the difference was made, or if it cannot be
  ///   written.
  public func write() throws(Problem) {
    let path = folder + "/" + edit.path
    guard let now = FileManager.default.contents(atPath: path), Array(now) == edit.before.bytes
    else {
      throw Problem("\(edit.before.name): changed in the meantime; save the value again")
    }
    do { try OutputFile(path).write(edit.after.bytes) } catch { throw Problem("\(error)") }
  }
}

extension SessionLoader.Loaded {
  /// The change of the scene file that gives a property of a node a value; nothing is written.
  ///
  /// - Parameters:
  ///   - property: The dotted path of the property, such as `physics.mass`.
  ///   - node: The node; nil for a property of the scene.
  ///   - value: The new value, in the format of scene files.
  /// - Returns: The change.
  /// - Throws: A problem if the file does not declare the node, or if the new text is no valid
  ///   scene.
  public func change(
    _ property: String, of node: Node?, to value: JSON
  ) throws(Problem) -> SceneFileChange {
    let file = currentFile
    return SceneFileChange(
      try file.edit(property, of: node, to: value), folder: file.reader.root.folder)
  }
}
