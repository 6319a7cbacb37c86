import CaromMaths
import CaromSceneFiles
import CaromSceneGraph
import Testing

@Suite("Repeated nodes")
struct RepeatedNodesTests {
  private func read(_ nodes: String) throws -> Node {
    let text = file("\"nodes\": [\(nodes)]")
    return try SceneReader(root: SceneRoot.nowhere).load(text, at: "level.json").scene.rootNode
  }

  private func problems(_ nodes: String, _ limits: SceneLimits = SceneLimits()) -> [String] {
    var reader = SceneReader(root: SceneRoot.nowhere)
    reader.limits = limits
    do throws(SceneFileError) {
      _ = try reader.load(file("\"nodes\": [\(nodes)]"), at: "level.json")
      return []
    } catch {
      return error.problems.map { "\($0)" }
    }
  }

  @Test("A grid is named and placed by its indices, with all children")
  func grid() throws {
    let root = try read(
      """
      { "name": "wall", "position": [1, 2, 3],
        "repeat": { "grid": { "count": [4, 1, 3], "spacing": [2, 5, -1] } },
        "geometry": { "box": {} }, "nodes": [{ "name": "lamp" }] }
      """)
    #expect(root.childNodes.count == 12)
    #expect(
      root.childNodes.prefix(5).map(\.name) == [
        "wall-0-0", "wall-1-0", "wall-2-0", "wall-3-0", "wall-0-1",
      ])
    let node = try #require(root.node(atPath: "/wall-3-2"))
    #expect(node.position == Vector3(7, 2, 1))
    #expect(node.geometry != nil && node.childNodes.map(\.name) == ["lamp"])
  }

  @Test("A line adds its spacing, and unnamed copies stay unnamed")
  func line() throws {
    let root = try read("{ \"repeat\": { \"line\": { \"count\": 3, \"spacing\": [0, 1.5, 1] } } }")
    #expect(root.childNodes.map(\.position) == [.zero, Vector3(0, 1.5, 1), Vector3(0, 3, 2)])
    #expect(root.childNodes.allSatisfy { $0.name == nil })
  }

  @Test("A ring places and rotates its copies about its axis")
  func ring() throws {
    let root = try read(
      """
      { "name": "post", "position": [0, 1, 0], "repeat": { "ring": { "count": 4, "radius": 2 } } },
      { "name": "arc", "repeat": { "ring": { "count": 3, "radius": 1, "axis": [0, 0, 1],
        "startDegrees": 90, "arcDegrees": 180, "isRotating": false } } }
      """)
    // By the right-hand rule about Y, 90° leads from +X to −Z.
    let wanted = [Vector3(2, 1, 0), Vector3(0, 1, -2), Vector3(-2, 1, 0), Vector3(0, 1, 2)]
    for (node, position) in zip(root.childNodes, wanted) {
      #expect((node.position - position).length < 1e-5)
    }
    let second = try #require(root.node(atPath: "/post-1"))
    #expect((second.worldRight - Vector3(0, 0, -1)).length < 1e-5)
    let arc = [Vector3(0, 1, 0), Vector3(-1, 0, 0), Vector3(0, -1, 0)]
    for (node, position) in zip(root.childNodes.dropFirst(4), arc) {
      #expect((node.position - position).length < 1e-5)
      #expect(node.orientation == .identity)
    }
  }

  @Test("A ring with a rise is a helix along its axis, in the length of its arc")
  func helix() throws {
    let root = try read(
      """
      { "name": "step", "position": [0, 1, 0],
        "repeat": { "ring": { "count": 4, "radius": 2, "rise": 8 } } },
      { "name": "arc", "repeat": { "ring": { "count": 3, "radius": 1, "axis": [0, 0, -2],
        "arcDegrees": 180, "rise": 3 } } }
      """)
    // A full circle does not repeat its first copy, so its last copy is a step before the end.
    let heights = root.childNodes.prefix(4).map(\.position.y)
    for (height, wanted) in zip(heights, [Float(1), 3, 5, 7]) {
      #expect(abs(height - wanted) < 1e-5)
    }
    let depths = root.childNodes.dropFirst(4).map(\.position.z)
    for (depth, wanted) in zip(depths, [Float(0), -1.5, -3]) { #expect(abs(depth - wanted) < 1e-5) }
  }

  @Test("Repeats nest, and each copy has its own children")
  func nested() throws {
    let root = try read(
      """
      { "name": "row", "repeat": { "line": { "count": 3, "spacing": [0, 0, 1] } }, "nodes": [
        { "name": "brick", "repeat": { "line": { "count": 2, "spacing": [1, 0, 0] } },
          "nodes": [{ "name": "stud" }] }] }
      """)
    #expect(root.node(atPath: "/row-2/brick-1/stud")?.worldPosition == Vector3(1, 0, 2))
    var count = 0
    root.enumerateChildNodes { _ in count += 1 }
    #expect(count == 3 + 6 + 6)
  }

  @Test("Mistakes have positions, also those within copies, once each")
  func mistakes() {
    let grid = problems(
      "{ \"repeat\": { \"grid\": { \"count\": [2, 2], \"spacing\": [1, 1, 1] } } }")
    #expect(grid.count == 1)
    #expect(
      grid.first?.contains("/nodes/0/repeat/grid: there are 2 counts; 3, along X") ?? false,
      "\(grid)")
    let none = problems("{ \"repeat\": { \"line\": { \"count\": 0, \"spacing\": [1, 1, 1] } } }")
    #expect(none.first?.contains("/nodes/0/repeat/line/count: ") ?? false, "\(none)")
    let inner = problems(
      "{ \"repeat\": { \"line\": { \"count\": 9, \"spacing\": [1, 1, 1] } }, \"opacity\": 3 }")
    #expect(inner.count == 1)
    #expect(inner.first?.contains("/nodes/0/opacity: ") ?? false, "\(inner)")
    let names = problems(
      """
      { "name": "a-1" }, { "name": "a", "repeat": { "line": { "count": 2, "spacing": [1, 0, 0] } } }
      """)
    #expect(names.first?.contains("two siblings are named \"a-1\"") ?? false, "\(names)")
    #expect(problems("{ \"repeat\": { \"spiral\": {} } }").first?.contains("spiral") ?? false)
  }

  @Test("Short files cannot describe more nodes or values than the limits")
  func bombs() {
    let big =
      "{ \"repeat\": { \"grid\": { \"count\": [200000, 200000, 200000], \"spacing\": [0, 0, 0] } }"
    let nested = problems("\(big), \"nodes\": [\(big), \"nodes\": [\(big) }] }] }")
    #expect(nested.count == 1)
    #expect(nested.first?.contains("the scene has more than 200000 nodes") ?? false, "\(nested)")
    var limits = SceneLimits()
    limits.values = 10_000
    let points = Array(repeating: "[0, 0, 0]", count: 300).joined(separator: ", ")
    let values = problems(
      """
      { "repeat": { "line": { "count": 1000, "spacing": [0, 0, 0] } }, "geometry": { "mesh": {
        "positions": [\(points)], "elements": [{ "indices": [0, 1, 2] }] } } }
      """, limits)
    #expect(values.count == 1)
    #expect(
      values.first?.contains("the copies of the node hold more than 10000 values") ?? false,
      "\(values)")
  }
}
