import CaromDocuments
import CaromSceneFiles
import CaromSceneGraph
import Testing

// Symptom: files of a few kilobytes took hours to read or exhausted the memory. Cause: small inputs
// multiplied: nested compound shapes, chains of classes, node paths that were found by counting
// siblings, suggestions that were searched among all nodes repeatedly, one large file that is
// referenced by many nodes.
@Suite("Regression: small files that expand")
struct ExplodingFilesTests {
  private func problems(
    _ files: [String: String], _ change: (inout SceneLimits) -> Void = { _ in }
  ) throws -> [String] {
    let scenes = try TemporaryScenes(files)
    defer { withExtendedLifetime(scenes) {} }  // keeps the folder
    var reader = SceneReader(root: scenes.root, roles: testRoles)
    change(&reader.limits)
    return reader.problems(in: "level.json").map(\.description)
  }

  @Test("Nested compound shapes are rejected if they have too many parts in total")
  func shapes() throws {
    var shapes = ["\"s0\": { \"sphere\": {} }"]
    for i in 1...9 {
      let parts = Array(repeating: "{ \"shape\": \"s\(i - 1)\" }", count: 10)
      shapes.append("\"s\(i)\": { \"compound\": [\(parts.joined(separator: ","))] }")
    }
    let text = file(
      "\"shapes\": { \(shapes.joined(separator: ",\n")) }, "
        + "\"nodes\": [{ \"physics\": { \"shape\": \"s9\" } }]")
    let found = try problems(["level.json": text])
    #expect(found.first?.contains("/shapes/s4: the shape has more than 4096 parts") == true)
  }

  @Test("An overlay of more than 1,000 elements is rejected at its position")
  func overlay() throws {
    let label = #"{ "text": "A", "size": 720 }"#
    let labels = Array(repeating: label, count: 999).joined(separator: ",")
    func found(_ icons: String) throws -> [String] {
      try problems([
        "level.json": file("\"overlay\": { \"labels\": [\(labels)], \"icons\": [\(icons)] }")
      ])
    }
    #expect(try found("{}") == [])
    let message = try #require(try found("{}, {}").first)
    #expect(message.contains("/overlay: the overlay has 1001 elements; at most 1000 are accepted"))
  }

  @Test("Long chains of classes are rejected")
  func classes() throws {
    let classes = (0..<3_000).map { i in
      "\"c\(i)\": { \(i > 0 ? "\"extends\": \"c\(i - 1)\"" : "") }"
    }
    let text = file(
      "\"defaults\": { \(classes.joined(separator: ",")) }, \"nodes\": [{ \"class\": \"c2999\" }]")
    let found = try problems(["level.json": text])
    #expect(found.first?.contains("more than 32 classes extend each other") == true)
    let few = file("\"defaults\": { \(classes.prefix(32).joined(separator: ",")) }")
    #expect(try problems(["level.json": few]) == [])
  }

  @Test("Many unknown names in a scene of many nodes are reported quickly")
  func paths() throws {
    let nodes = (0..<4_000).map { i in
      """
      { "name": "n\(i)", "scene": "part.json",
        "overrides": { "none": {} },
        "constraints": [{ "lookAt": { "target": "/m\(i)" } }] }
      """
    }
    let part = file("\"nodes\": [{ \"name\": \"a\", \"nodes\": [{ \"name\": \"b\" }] }]")
    let text = file("\"nodes\": [\(nodes.joined(separator: ","))]")
    var found: [String] = []
    let time = try processorTime(rounds: 1) {
      found = try problems(["level.json": text, "part.json": part])
    }
    #expect(found.count == 100 && time < 20)
    #expect(found[0].contains("part.json has no node \"none\""))
  }

  @Test("Many joints without bodies are reported quickly")
  func joints() throws {
    func node(_ count: Int) -> String {
      "{ \"joints\": [\(Array(repeating: "{\"fixed\":{}}", count: count).joined(separator: ","))] }"
    }
    let many = try problems(["level.json": file("\"nodes\": [\(node(1_025))]")])
    #expect(many.first?.contains("/nodes/0: there are 1025 joints; up to 1024 on") == true)
    let nodes = Array(repeating: node(1_024), count: 10).joined(separator: ",")
    var found: [String] = []
    let time = try processorTime(rounds: 1) {
      found = try problems(["level.json": file("\"nodes\": [\(nodes)]")])
    }
    #expect(found.count == 100 && time < 20)
    #expect(found[0].contains("/nodes/0/joints/0: the node of the joint has no body"))
  }

  @Test("Meshes with too many segments are rejected, individually and in total")
  func meshes() throws {
    let box =
      "{ \"box\": { \"chamferRadius\": 0.1, \"chamferSegmentCount\": 1024, "
      + "\"widthSegmentCount\": 1024, \"heightSegmentCount\": 1024 } }"
    let found = try problems(["level.json": file("\"geometries\": { \"b\": \(box) }")])
    #expect(
      found.first?.contains("/geometries/b: the segments make a mesh of 16785408 cells; up to")
        == true)
    let ball = "{ \"geometry\": { \"sphere\": { \"segmentCount\": 100 } } }"
    #expect(try problems(["level.json": file("\"nodes\": [\(ball), \(ball), \(ball)]")]) == [])
    // Equal geometries share a mesh.
    let other = ball.replacing("100", with: "102")
    let text = file("\"nodes\": [\(ball), \(ball), \(other)]")
    let all = try problems(["level.json": text]) { $0.cells = 20_000 }
    #expect(all.count == 1)
    #expect(
      all[0].contains("/nodes/2/geometry: the meshes of the scene have more than 20000 cells"))
  }

  /// Symptom: fifty nodes with one large sphere were accepted, and drawing them ended the process.
  ///
  /// Cause: a mesh that nodes share counted once, but a frame has the triangles of every node.
  @Test("Nodes that share a mesh and draw too many cells in total are rejected")
  func draws() throws {
    let ball = "{ \"geometry\": { \"sphere\": { \"segmentCount\": 100 } } }"
    let text = file("\"nodes\": [\(ball), \(ball), \(ball)]")
    let all = try problems(["level.json": text]) { $0.drawnCells = 25_000 }
    #expect(all.count == 1)
    #expect(
      all[0].contains("/nodes/2/geometry: the nodes of the scene draw more than 25000 cells"))
    #expect(try problems(["level.json": text]) { $0.drawnCells = 35_000 } == [])
  }

  /// Symptom: a file of nodes with particle systems of 10,000 particles each took all memory.
  ///
  /// Cause: the particles of a system had a limit, those of a scene none.
  @Test("Particle systems with too many particles in total are rejected, and too many systems too")
  func particles() throws {
    func nodes(_ system: String, _ count: Int) -> String {
      let node = "{ \"particleSystems\": [{ \(system) }] }"
      return file("\"nodes\": [\(Array(repeating: node, count: count).joined(separator: ","))]")
    }
    let large = "\"birthRate\": 1000, \"particleLifeSpan\": 100"
    #expect(try problems(["level.json": nodes(large, 25)]) == [])
    let found = try problems(["level.json": nodes(large, 27)])
    #expect(found.count == 1)
    #expect(
      found.first?.contains(
        "/nodes/25/particleSystems: the particle systems of the scene can have more than 250000 "
          + "particles at a time; lower rates") == true, "\(found)")
    // Two particles each.
    let small = "\"birthRate\": 2, \"particleLifeSpan\": 1"
    #expect(try problems(["level.json": nodes(small, 100)]) { $0.particles = 200 } == [])
    #expect(try problems(["level.json": nodes(small, 101)]) { $0.particles = 200 }.count == 1)
    let many = try problems(["level.json": nodes(small, 11)]) { $0.particleSystems = 10 }
    #expect(
      many.first?.contains("/nodes/10/particleSystems: the scene has more than 10 particle systems")
        == true, "\(many)")
  }

  @Test("Bodies with too many convex parts in total are rejected")
  func solids() throws {
    let parts = Array(repeating: "{ \"shape\": { \"sphere\": {} } }", count: 4)
    let nodes = Array(repeating: "{ \"physics\": { \"shape\": \"s\" } }", count: 3)
    let text = file(
      "\"shapes\": { \"s\": { \"compound\": [\(parts.joined(separator: ","))] } }, "
        + "\"nodes\": [\(nodes.joined(separator: ","))]")
    #expect(try problems(["level.json": text]) == [])
    let found = try problems(["level.json": text]) { $0.shapeParts = 11 }
    #expect(found.first?.contains("/nodes/2/physics: the bodies of the scene have more") == true)
  }

  @Test("A file counts once for each node that refers to it")
  func uses() throws {
    let points = (0..<1_000).map { "[\($0), 0, 0]" }.joined(separator: ",")
    let part = file("\"geometries\": { \"g\": { \"mesh\": { \"positions\": [\(points)] } } }")
    let nodes = Array(repeating: "{ \"scene\": \"part.json\" }", count: 20)
    let text = file("\"nodes\": [\(nodes.joined(separator: ","))]")
    #expect(try problems(["level.json": text, "part.json": part]) == [])
    let found = try problems(["level.json": text, "part.json": part]) { $0.values = 20_000 }
    #expect(found.first?.contains("/nodes/4/scene: the files hold more than 20000 values") == true)
    let bytes = try problems(["level.json": text, "part.json": part]) { $0.totalBytes = 10_000 }
    #expect(bytes.first?.contains("/nodes/0/scene: the files of the scene have more than") == true)
  }
}
