import CaromDocuments
import CaromMaths
import CaromSceneFiles
import CaromSceneGraph
import Testing

/// Symptom: a gear without another body locked its wheel, a pulley was reported as a distance, a
/// filter without another body did nothing, a body had moments of inertia that no body has, dynamic
/// tubes and tori were solid, and a ball fell out of a sphere of triangles, all without a word.
///
/// Cause: only the range of each property was checked, and the warning about hollow geometries left
/// dynamic bodies out.
@Suite("Physics that is not what its file says")
struct SilentPhysicsTests {
  private func load(_ nodes: String, _ shared: String = "") throws -> SceneFile {
    let text = "{ \"format\": \"carom.scene/1\", \(shared)\"nodes\": [\(nodes)] }"
    return try SceneReader(root: .nowhere).load(text, at: "level.json")
  }

  private func joint(_ json: String) -> String {
    """
    { "name": "a", "geometry": { "box": {} }, "physics": {}, "joints": [{ \(json) }] },
    { "name": "b", "position": [3, 0, 0], "geometry": { "box": {} }, "physics": {} }
    """
  }

  @Test(
    "A gear and a pulley without another body are errors that say what is accepted",
    arguments: [
      (
        #""gear": {}"#,
        "a gear relates the rotations of two bodies and would lock a single one; one with \"bodyB\" is "
          + "accepted"
      ),
      (
        #""pulley": {}"#,
        "the rope of a pulley has no other end; one with \"bodyB\" is accepted, or with \"anchorB\", a "
          + "point of the world"
      ),
    ])
  func missingBody(json: String, message: String) throws {
    let found = #expect(throws: SceneFileError.self) { try load(joint(json)) }
    #expect(found?.problems.map(\.message) == [message])
    #expect(try load(joint(json + #", "bodyB": "/b""#)).warnings.isEmpty)
  }

  @Test("A pulley whose rope ends in the world holds its body there, and a pinion rolls on a rack")
  func ends() throws {
    let held = #""pulley": { "groundA": [0, 4, 0], "groundB": [3, 4, 0] }, "anchorB": [3, 2, 0]"#
    let file = try load(joint(held))
    #expect(file.warnings.isEmpty && file.simulationProblems().isEmpty)
    for _ in 0..<120 { file.scene.step() }
    #expect(abs(try #require(file.scene.rootNode.node(atPath: "/a")).position.y) < 0.01)
    let rack = #""rackAndPinion": {}, "axisA": [0, 0, 1], "axisB": [1, 0, 0]"#
    #expect(try load(joint(rack)).warnings.isEmpty)
  }

  @Test("A filter without another body is a warning")
  func filter() throws {
    let found = try load(joint(#""filter": {}"#)).warnings.map(\.description)
    #expect(
      found == [
        "level.json:1:120: warning: /nodes/0/joints/0/filter: a filter joint keeps two bodies from "
          + "colliding, so this one has no effect; one with \"bodyB\" is accepted"
      ])
    #expect(try load(joint(#""filter": {}, "bodyB": "/b""#)).warnings.isEmpty)
  }

  @Test(
    "A moment of inertia above the sum of the other two is a warning at that moment",
    arguments: [("[1, 1, 10]", 2), ("[0.1, 5, 4]", 1), ("[7, 3, 3.9]", 0)])
  func inertia(moments: String, axis: Int) throws {
    for type in ["dynamic", "kinematic"] {
      let body = "{ \"type\": \"\(type)\", \"momentOfInertia\": \(moments) }"
      let file = try load("{ \"geometry\": { \"box\": {} }, \"physics\": \(body) }")
      let found = file.warnings.map(\.description)
      #expect(
        found.count == 1
          && found[0].contains(
            "/nodes/0/physics/momentOfInertia/\(axis): the moment of inertia is more than the sum of "
              + "the other two, which no body can have; three moments of which none is above the sum "
              + "of the others are accepted"),
        "\(found)")
    }
  }

  @Test("The moments of real bodies are no warnings, those of plates and rods included")
  func realMoments() throws {
    for moments in ["[1, 1, 1]", "[1, 1, 2]", "[0.3333333, 0.6666667, 1]", "[1, 1, 1e-16]"] {
      let body = "{ \"momentOfInertia\": \(moments) }"
      let file = try load("{ \"geometry\": { \"box\": {} }, \"physics\": \(body) }")
      #expect(file.warnings.isEmpty, "\(moments): \(file.warnings)")
    }
  }

  @Test("A hollow geometry that many dynamic bodies share is one warning with what is accepted")
  func hollow() throws {
    let bodies = (0..<5).map {
      "{ \"name\": \"\($0)\", \"geometry\": \"pipe\", \"physics\": {} }"
    }
    let shared = "\"geometries\": { \"pipe\": { \"tube\": {} } }, "
    let found = try load(bodies.joined(separator: ", "), shared).warnings.map(\.description)
    #expect(
      found.count == 1
        && found[0].hasSuffix(
          "/nodes/0/geometry: the shape of the body is the convex hull, which fills the hollow of the "
            + "geometry; \"shape\": { \"compound\": […] } of convex parts in \"physics\" is accepted, or "
            + "{ \"convexHull\": {} } if that is meant"),
      "\(found)")
    for shape in [#""convexHull": {}"#, #""compound": [{ "shape": { "box": {} } }]"#] {
      let own = "{ \"geometry\": \"pipe\", \"physics\": { \"shape\": { \(shape) } } }"
      #expect(try load(own, shared).warnings.isEmpty)
    }
  }

  @Test(
    "Triangles of a convex solid are a warning, because what is inside falls out",
    arguments: ["box", "sphere", "cylinder", "capsule", "cone", "pyramid"])
  func inside(kind: String) throws {
    let shell = """
      { "geometry": { "\(kind)": {} }, "scale": [9, 9, 9],
        "physics": { "type": "static", "shape": { "concavePolyhedron": {} } } },
      { "name": "ball", "position": [0.1, 1, 0.1], "geometry": { "sphere": { "radius": 0.1 } }, "physics": {} }
      """
    let file = try load(shell)
    let found = file.warnings.map(\.description)
    #expect(
      found.count == 1
        && found[0].contains("/nodes/0/physics/shape: triangles are solid from outside only, "),
      "\(found)")
    for _ in 0..<240 { file.scene.step() }
    #expect(try #require(file.scene.rootNode.node(atPath: "/ball")).position.y < -15)
  }

  @Test("Triangles of a tube, a torus and an open surface are no warnings")
  func open() throws {
    for kind in ["tube", "torus", "plane"] {
      let body = #"{ "type": "static", "shape": { "concavePolyhedron": {} } }"#
      #expect(
        try load("{ \"geometry\": { \"\(kind)\": {} }, \"physics\": \(body) }").warnings.isEmpty)
    }
  }

  @Test("A mesh that lists each triangle in both orders is solid from both sides")
  func bothSides() throws {
    func wall(_ indices: String) throws -> [Float] {
      let file = try load(
        """
        { "physics": { "type": "static", "shape": { "mesh": { "indices": [\(indices)],
          "vertices": [[0, -2, -2], [0, 2, -2], [0, 2, 2], [0, -2, 2]] } } } },
        { "name": "left", "position": [-2, 1, 0.2], "geometry": { "sphere": { "radius": 0.2 } },
          "physics": { "velocity": [5, 0, 0], "isAffectedByGravity": false, "damping": 0 } },
        { "name": "right", "position": [2, -1, 0.2], "geometry": { "sphere": { "radius": 0.2 } },
          "physics": { "velocity": [-5, 0, 0], "isAffectedByGravity": false, "damping": 0 } }
        """)
      for _ in 0..<60 { file.scene.step() }
      return try ["/left", "/right"].map {
        try #require(file.scene.rootNode.node(atPath: $0)).position.x
      }
    }
    let (one, both) = (try wall("0, 1, 2, 0, 2, 3"), try wall("0, 1, 2, 0, 2, 1, 0, 2, 3, 0, 3, 2"))
    #expect(one.filter { abs($0) > 2.9 }.count == 1, "one of them passed: \(one)")
    #expect(both[0] < -0.2 && both[1] > 0.2, "none passed: \(both)")
  }
}
