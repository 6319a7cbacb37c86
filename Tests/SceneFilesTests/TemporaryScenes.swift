import CaromDocuments
import CaromProperties
import CaromSceneFiles
import CaromSceneGraph
import Foundation

/// A folder of scene files that is removed with this object.
final class TemporaryScenes {
  let folder: URL
  let root: SceneRoot

  /// Creates files from their texts; `format` is added where it is missing.
  init(_ files: [String: String]) throws {
    folder = FileManager.default.temporaryDirectory
      .appending(path: "carom-scenes-\(UInt64.random(in: 0 ... .max))")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    root = try SceneRoot(folder.path())
    for (name, text) in files { try write(name, text) }
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  func write(_ name: String, _ text: String) throws { try write(name, Array(text.utf8)) }

  func write(_ name: String, _ bytes: [UInt8]) throws {
    let url = folder.appending(path: name)
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(bytes).write(to: url)
  }

  /// The problems of a file.
  func problems(_ path: String = "level.json", roles: [any Role.Type] = testRoles) -> [String] {
    SceneReader(root: root, roles: roles).problems(in: path).map(\.description)
  }

  func read(_ path: String = "level.json") throws -> Scene {
    try SceneReader(root: root, roles: testRoles).read(path)
  }
}

/// A scene file with `format` and the given members.
func file(_ members: String) -> String {
  "{\"format\": \"carom.scene/1\",\n\(members)}"
}

var testRoles: [any Role.Type] { [PearlRole.self, GuardRole.self] }

struct PearlRole: Role {
  static let name = "pearl"
  static let summary = "Gives life"
  var life: Float = 0.2
  init() {}

  static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property("life", \.life, "How much life it gives", .ratio, 0...1)
  }
}

struct GuardRole: Role {
  static let name = "guard"
  static let summary = "Keeps near a node"
  var post = NodeReference()
  init() {}

  static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property("post", \.post, "What it guards", in: .required)
  }
}
