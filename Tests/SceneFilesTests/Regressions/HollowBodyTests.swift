import CaromDocuments
import CaromSceneFiles
import CaromSceneGraph
import Testing

/// Symptom: a ball stopped in the air under an arch; and a lift whose rail is a body without a
/// shape fell, while the only warning was that the rail does not move.
///
/// Cause: the shape of an outline, a tube and a torus is the convex hull, which fills their hollow;
/// and a body without a shape is not simulated, so its joints hold nothing.
@Suite("Bodies that are not what their geometry shows")
struct HollowBodyTests {
  private func file(_ nodes: String) throws -> SceneFile {
    let text = "{ \"format\": \"carom.scene/1\", \"nodes\": [\(nodes)] }"
    return try SceneReader(root: .nowhere).load(text, at: "level.json")
  }

  private func warnings(_ geometry: String, _ body: String) throws -> [String] {
    try file("{ \"geometry\": \(geometry), \"physics\": \(body) }").warnings.map(\.description)
  }

  private static let arch = """
    { "shape": { "paths": [[{ "arc": { "radius": 2, "endDegrees": 180 } },
      { "arc": { "radius": 1.6, "startDegrees": 180, "endDegrees": 0 } }]] } }
    """
  private static let hole = """
    { "shape": { "paths": [[{ "arc": { "radius": 2, "endDegrees": 360 } }],
      [{ "arc": { "radius": 1, "endDegrees": 360 } }]] } }
    """

  @Test(
    "A hollow geometry of a body without a shape of its own is a warning",
    arguments: [arch, hole, #"{ "tube": {} }"#, #"{ "torus": {} }"#])
  func hollow(geometry: String) throws {
    for type in ["static", "kinematic", "dynamic"] {
      let found = try warnings(geometry, "{ \"type\": \"\(type)\" }")
      #expect(found.count == 1, "\(found)")
      #expect(found.first?.contains("/nodes/0/geometry: the shape of the body is") ?? false)
    }
  }

  @Test("A body with a shape of its own and a convex outline are no warnings")
  func convex() throws {
    for shape in ["concavePolyhedron", "convexHull"] {
      let body = "{ \"type\": \"static\", \"shape\": { \"\(shape)\": {} } }"
      #expect(try warnings(Self.arch, body).isEmpty)
    }
    for (start, end) in [(0, 180), (180, 0), (0, 360)] {
      let disk =
        "{ \"shape\": { \"paths\": [[{ \"arc\": { \"startDegrees\": \(start), \"endDegrees\": \(end), \"radius\": 3 } }]] } }"
      #expect(try warnings(disk, "{ \"type\": \"static\" }").isEmpty)
    }
  }

  /// A rail, and a lift that hangs on it.
  private func lift(rail: String, joint: String) -> String {
    """
    { "name": "rail", "position": [0, 1, 0], "physics": { "type": "static"\(rail) },
      "joints": [{ "slider": {}, "bodyB": "/lift", "axisA": [0, 1, 0] }] },
    { "name": "lift", "geometry": { "box": {} }, "physics": {}\(joint) }
    """
  }

  @Test("A joint of a body without a shape is a warning at the joint, from either side")
  func joints() throws {
    let message = "the joint has no effect, because the body of \"rail\" has no shape; "
    let from = try file(lift(rail: "", joint: "")).simulationProblems().map(\.description)
    #expect(from.contains { $0.contains("/nodes/0/joints: \(message)") }, "\(from)")
    let held = ", \"joints\": [{ \"hinge\": {}, \"bodyB\": \"/rail\" }]"
    let both = try file(lift(rail: "", joint: held)).simulationProblems().map(\.description)
    #expect(both.contains { $0.contains("/nodes/1/joints: \(message)") }, "\(both)")
    let whole = try file(lift(rail: ", \"shape\": { \"box\": {} }", joint: held))
    #expect(whole.simulationProblems().isEmpty)
  }

  @Test("The name of a repeated node is answered by that of its first copy")
  func repeated() {
    let scene = """
      { "format": "carom.scene/1", "nodes": [
        { "name": "post", "repeat": { "grid": { "count": [2, 1, 2], "spacing": [1, 1, 1] } } },
        { "name": "eye", "camera": {}, "constraints": [{ "lookAt": { "target": "/post" } }] }] }
      """
    let found = #expect(throws: SceneFileError.self) {
      try SceneReader(root: .nowhere).load(scene, at: "level.json")
    }
    #expect(
      found?.problems.map(\.message) == [
        "there is no node \"/post\"; the node is repeated, and its copies are named such as "
          + "\"/post-0-0\""
      ])
  }
}
