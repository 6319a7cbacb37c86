import CaromProperties
import CaromSceneFiles
import CaromSceneGraph
import Synchronization
import Testing

// Symptom: reading 100,000 damaged scenes leaked 270 MB, and so did each rejected reload. Cause: a
// reference outside of a scene retains its node, so a reference to an ancestor formed a retain
// cycle.
@Suite("Regression: leaked nodes", .serialized)
struct HeldNodesTests {
  /// Counts the live instances.
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

  @Test("Reading, rejecting and writing scenes leaks no nodes")
  func leave() throws {
    let scenes = try TemporaryScenes([
      "part.json": text, "bad.json": text.replacing("\"name\": \"b\"", with: "\"nam\": \"b\""),
      "level.json": file("\"nodes\": [{ \"name\": \"p\", \"scene\": \"part.json\" }]"),
    ])
    defer { withExtendedLifetime(scenes) {} }  // keeps the folder
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
