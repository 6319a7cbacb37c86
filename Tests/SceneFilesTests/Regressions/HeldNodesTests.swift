import CaromProperties
import CaromSceneFiles
import CaromSceneGraph
import Synchronization
import Testing

// Symptom: 100,000 damaged scenes took 270 MB that never came back; each refused reload of a file, too.
// Cause: outside of scenes, and in roles for ever, a reference holds its node; one to a node above held
// both.
@Suite("Nodes that nobody needs any more", .serialized)
struct HeldNodesTests {
  /// Counts how many there are.
  final class Canary {
    static let alive = Mutex(0)
    init() { Self.alive.withLock { $0 += 1 } }
    deinit { Self.alive.withLock { $0 -= 1 } }
  }

  struct Watcher: Role {
    static let name = "watcher"
    static let summary = "Watches a node"
    var post = NodeReference()
    let canary = Canary()
    init() {}

    static func properties(_ p: inout some PropertyVisitor<Self>) {
      p.property("post", \.post, "What it watches", in: .required)
    }
  }

  private let text = file(
    """
    "nodes": [{ "name": "a", "nodes": [{ "name": "b", "physics": {}, "geometry": { "box": {} },
      "role": { "watcher": { "post": "/a" } }, "joints": [{ "hinge": {}, "bodyB": "/a" }],
      "constraints": [{ "lookAt": { "target": "/a" } }] }],
      "physics": {}, "geometry": { "box": {} } }]
    """)

  @Test("Scenes that were read, refused or written leave nothing behind")
  func leave() throws {
    let scenes = try TemporaryScenes([
      "part.json": text, "bad.json": text.replacing("\"name\": \"b\"", with: "\"nam\": \"b\""),
      "level.json": file("\"nodes\": [{ \"name\": \"p\", \"scene\": \"part.json\" }]"),
    ])
    defer { withExtendedLifetime(scenes) {} }  // the folder stays as long
    let reader = SceneReader(root: scenes.root, roles: [Watcher.self])
    for name in ["part.json", "bad.json", "level.json"] {
      for _ in 0..<3 {
        guard let read = try? reader.load(name) else { continue }
        read.scene.step()
        _ = try SceneWriter.text(of: read.scene, from: read)
        _ = try SceneReload(read).reload()
      }
      #expect(Canary.alive.withLock { $0 } == 0, "\(name)")
    }
    #expect(reader.problems(in: "bad.json").count == 1)
  }
}
