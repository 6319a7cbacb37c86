import CaromDocuments
import CaromMaths
import CaromProperties
import CaromSceneFiles
import CaromSceneGraph
import Testing

@Suite("Arcs in outlines")
struct OutlineArcTests {
  private func text(_ paths: String) -> String {
    """
    { "format": "carom.scene/1", "nodes": [{ "name": "bend", "geometry": { "shape": {
      "paths": \(paths) } } }] }
    """
  }

  private var reader: SceneReader { SceneReader(root: SceneRoot.nowhere) }

  private func paths(_ text: String) throws -> [[Vector2]] {
    let scene = try reader.load(self.text(text), at: "level.json").scene
    let node = try #require(scene.rootNode.childNode(withName: "bend"))
    guard case .shape(let shape) = node.geometry?.primitive else { return [] }
    return shape.paths
  }

  private func problems(_ text: String) -> [String] {
    do throws(SceneFileError) {
      _ = try reader.load(self.text(text), at: "level.json")
      return []
    } catch { return error.problems.map { "\($0)" } }
  }

  /// The signed area of a polygon: positive if it is counterclockwise.
  private func area(_ points: [Vector2]) -> Float {
    points.indices.reduce(0) { sum, i in
      let (a, b) = (points[i], points[(i + 1) % points.count])
      return sum + (a.x * b.y - a.y * b.x) / 2
    }
  }

  private func length(_ points: [Vector2]) -> Float {
    points.indices.reduce(0) { $0 + (points[($1 + 1) % points.count] - points[$1]).length }
  }

  @Test("A full turn of n edges has the area and the length of the polygon in the circle")
  func circle() throws {
    for count in [3, 8, 64] {
      let circle = try #require(
        try paths(
          """
          [[{ "arc": { "center": [1, -2], "radius": 0.5, "endDegrees": 360,
            "segmentCount": \(count) } }]]
          """
        ).first)
      #expect(circle.count == count)
      let n = Float(count)
      let (sine, half) = (Portable.sin(2 * .pi / n), Portable.sin(.pi / n))
      #expect(abs(area(circle) - n / 2 * 0.25 * sine) < 1e-5)
      #expect(abs(length(circle) - n * 2 * 0.5 * half) < 1e-5)
    }
  }

  @Test("A slot of two half circles has its area and length within the sagitta of its edges")
  func slot() throws {
    let slot = try #require(
      try paths(
        """
        [[{ "arc": { "center": [0.5, 0], "radius": 0.5, "startDegrees": -90, "endDegrees": 90 } },
          { "arc": { "center": [-0.5, 0], "radius": 0.5, "startDegrees": 90, "endDegrees": 270 } }]]
        """
      ).first)
    // 180° in edges of 11.25°: 16 each, with both of their ends.
    #expect(slot.count == 34)
    let (n, r) = (Float(32), Float(0.5))
    let round = n / 2 * r * r * Portable.sin(2 * .pi / n)
    #expect(abs(area(slot) - (1 + round)) < 1e-5)
    #expect(abs(area(slot) - (1 + .pi * r * r)) < 0.01)
    #expect(abs(length(slot) - (2 + .pi)) < 0.01)
  }

  @Test("Points that an arc begins or ends at are not repeated; clockwise arcs cut into a shape")
  func corners() throws {
    // A square of 2 m, out of whose corner at the origin a quarter of a circle is cut.
    let cut = try #require(
      try paths(
        """
        [[[1, 0], [2, 0], [2, 2], [0, 2], [0, 1], { "arc": { "radius": 1, "startDegrees": 90,
          "endDegrees": 0, "segmentCount": 64 } }]]
        """
      ).first)
    #expect(cut.count == 5 + 63)
    let quarter = Float(64) / 2 * Portable.sin(.pi / 2 / 64)
    #expect(abs(area(cut) - (4 - quarter)) < 1e-4)
    let edges = cut.indices.map { (cut[($0 + 1) % cut.count] - cut[$0]).length }
    #expect(edges.allSatisfy { $0 > 0.01 })
  }

  @Test("A saved scene has the points of the arcs, and reads back the same")
  func saved() throws {
    let file = try reader.load(
      text("[[{ \"arc\": { \"radius\": 1, \"endDegrees\": 360, \"segmentCount\": 5 } }]]"),
      at: "level.json")
    let saved = try SceneWriter.text(of: file.scene, from: file)
    #expect(try reader.load(saved, at: "level.json").scene.hash == file.scene.hash)
  }

  @Test(
    "Mistakes in arcs are reported at their positions",
    arguments: [
      ("[[[0, 0], { \"arc\": { \"radius\": -1 } }]]", "/paths/0/1/arc/radius: "),
      ("[[[0, 0], { \"arc\": {} }]]", "/paths/0/1/arc: "),
      ("[[{ \"arc\": { \"radius\": 1, \"end\": 90 } }]]", "/paths/0/0/arc/end: "),
      ("[[{ \"bow\": { \"radius\": 1 } }]]", "/paths/0/0: "),
      ("[[{ \"arc\": { \"radius\": 1, \"endDegrees\": 0 } }]]", "the arc has no length"),
      (
        "[[{ \"arc\": { \"radius\": 1, \"startDegrees\": -300, \"endDegrees\": 300 } }]]",
        "longer than a full turn"
      ),
      ("[7]", "/paths/0: "), ("[[7]]", "/paths/0/0: "),
    ])
  func mistakes(paths: String, message: String) {
    let found = problems(paths)
    #expect(found.contains { $0.contains(message) && $0.hasPrefix("level.json:") }, "\(found)")
  }
}
