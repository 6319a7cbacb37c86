import CaromDocuments
import CaromSceneFiles
import CaromSceneGraph
import Testing

/// Symptom: a motor without torque, a spring without frequency, a material that nothing uses and
/// the like were read without a word, and nothing happened.
///
/// Cause: each value was checked against its own range, but not against the values that it depends
/// on, and uses of names were not counted.
@Suite("Properties without effect")
struct EffectWarningTests {
  private func warnings(
    _ members: String, parts: [String: String] = [:]
  ) throws -> [String] {
    var files = parts
    files["level.json"] = file(members)
    let scenes = try TemporaryScenes(files)
    let loaded = try SceneReader(root: scenes.root, roles: testRoles).load("level.json")
    return loaded.warnings.map(\.description)
  }

  /// A node with a dynamic box, and more keys.
  private func box(_ keys: String, body: String = "") -> String {
    "\"nodes\": [{ \"name\": \"a\", \"geometry\": { \"box\": {} }, \"physics\": { \(body) },\n\(keys) }]"
  }

  @Test(
    "A motor without strength and a spring without frequency are warnings at their keys",
    arguments: [
      (
        #"{ "hinge": { "motorTargetAngularVelocity": 2 } }"#, "hinge/motorTargetAngularVelocity",
        "the motor has no effect, because its maximum torque is 0; \"motorMaximumTorque\" above 0 "
          + "is accepted"
      ),
      (
        #"{ "slider": { "motorTargetLinearVelocity": 2 } }"#, "slider/motorTargetLinearVelocity",
        "the motor has no effect, because its maximum force is 0; \"motorMaximumForce\" above 0 is "
          + "accepted"
      ),
      (
        #"{ "wheel": { "motorTargetAngularVelocity": 2 } }"#, "wheel/motorTargetAngularVelocity",
        "the motor has no effect, because its maximum torque is 0; \"motorMaximumTorque\" above 0 "
          + "is accepted"
      ),
      (
        #"{ "hinge": { "springTargetDegrees": 30 } }"#, "hinge/springTargetDegrees",
        "there is no spring, because its frequency is 0; \"springFrequency\" above 0 is accepted"
      ),
      (
        #"{ "slider": { "springDampingRatio": 0.5 } }"#, "slider/springDampingRatio",
        "there is no spring, because its frequency is 0; \"springFrequency\" above 0 is accepted"
      ),
      (
        #"{ "distance": { "springDampingRatio": 0.5 }, "anchorB": [0, 2, 0] }"#,
        "distance/springDampingRatio",
        "there is no spring, because its frequency is 0; \"springFrequency\" above 0 is accepted"
      ),
      (
        #"{ "sixDegreesOfFreedom": { "linearX": { "motion": "free", "motorTargetVelocity": 1 } } }"#,
        "sixDegreesOfFreedom/linearX/motorTargetVelocity",
        "the motor has no effect, because its maximum force is 0; \"motorMaximumForce\" above 0 is "
          + "accepted"
      ),
      (
        #"{ "sixDegreesOfFreedom": { "angularY": { "maximumDegrees": 30 } } }"#,
        "sixDegreesOfFreedom/angularY/maximumDegrees",
        "the axis is locked, so this has no effect; \"motion\": \"limited\" or \"free\" is accepted"
      ),
    ])
  func joints(joint: String, path: String, message: String) throws {
    let found = try warnings(box("\"joints\": [\(joint)]"))
    #expect(found.count == 1, "\(found)")
    #expect(found.first?.hasPrefix("level.json:3:") == true)
    #expect(found.first?.contains(": warning: /nodes/0/joints/0/\(path): \(message)") == true)
  }

  @Test(
    "Lights, bodies, constraints, geometries and actions without effect are warnings",
    arguments: [
      (
        #""light": { "type": "spot", "spotInnerAngleDegrees": 60 }"#, "",
        "/nodes/0/light/spotInnerAngleDegrees: the inner angle is greater than the outer one"
      ),
      (
        #""light": { "spotOuterAngleDegrees": 60 }"#, "",
        "/nodes/0/light/spotOuterAngleDegrees: only spot lights have a cone; \"type\": \"spot\""
      ),
      (
        #""light": { "type": "ambient", "castsShadow": true }"#, "",
        "/nodes/0/light/castsShadow: an ambient light casts no shadows"
      ),
      (
        #""light": { "intensity": 1.5 }"#, "",
        "/nodes/0/light/intensity: the light is nearly black, because its intensity is in lumens"
      ),
      (
        #""light": { "attenuationStart": 2 }"#, "",
        "/nodes/0/light/attenuationStart: the light does not fade"
      ),
      (
        "\"opacity\": 1", #""type": "static", "velocity": [1, 0, 0]"#,
        "/nodes/0/physics/velocity: a static body does not move, so this has no effect; \"type\": "
          + "\"kinematic\" or \"dynamic\" is accepted"
      ),
      (
        "\"opacity\": 1", #""type": "static", "mass": 2"#,
        "/nodes/0/physics/mass: a static body does not move, so this has no effect; \"type\": "
          + "\"dynamic\" is accepted"
      ),
      (
        #""constraints": [{ "lookAt": { "target": "/a" } }]"#, "",
        "/nodes/0/constraints/0/lookAt/target: the target is the node itself"
      ),
      (
        #""actions": [{ "moveBy": { "offset": [1, 0, 0], "duration": 1 } }]"#, "",
        "/nodes/0/actions/0/moveBy: gravity and contacts move the dynamic body"
      ),
      (
        #""actions": [{ "repeat": { "action": { "moveTo": { "duration": 1 } }, "count": 2 } }]"#,
        "", "/nodes/0/actions/0/repeat/action/moveTo: gravity and contacts move the dynamic body"
      ),
      (
        #""actions": [{ "repeatForever": { "action": { "fadeTo": { "opacity": 0.5 } } } }]"#, "",
        "/nodes/0/actions/0/repeatForever: the repeated action takes no time"
      ),
      (
        #"""
        "actions": [{ "sequence": { "actions": [
        { "repeatForever": { "action": { "wait": { "duration": 1 } } } }, { "hide": {} }] } }]
        """#, "", "/nodes/0/actions/0/sequence/actions/1: the action never starts"
      ),
    ])
  func components(keys: String, body: String, warning: String) throws {
    let found = try warnings(box(keys, body: body))
    #expect(found.count == 1 && found.first?.contains(": warning: " + warning) == true, "\(found)")
  }

  @Test("A geometry without a shape is a warning, in nodes and in the table")
  func shapeless() throws {
    let message =
      "the geometry has no shape, so it is a box of 1 m; a key such as \"box\" or \"sphere\" is "
      + "accepted"
    #expect(
      try warnings(
        """
        "geometries": { "g": {} }, "nodes": [{ "geometry": {} }, { "geometry": "g" }]
        """) == [
          "level.json:2:22: warning: /geometries/g: \(message)",
          "level.json:2:52: warning: /nodes/0/geometry: \(message)",
        ])
    #expect(
      try warnings(
        #""nodes": [{ "scene": "part.json", "overrides": { ".": { "geometry": {} } } }]"#,
        parts: ["part.json": file(#""nodes": [{ "geometry": { "sphere": {} } }]"#)]
      ).isEmpty)
  }

  @Test("Names that nothing uses are warnings; uses by classes and shared geometries count")
  func unused() throws {
    #expect(
      try warnings(
        """
        "materials": { "red": {}, "blue": {}, "clay": {} },
        "geometries": { "brick": { "box": {}, "materials": ["clay"] }, "none": { "box": {} } },
        "shapes": { "small": { "box": {} }, "big": { "box": {} } },
        "defaults": { "base": { "geometry": "brick" }, "wall": { "extends": "base" },
          "idle": { "extends": "base", "opacity": 0.5 } },
        "nodes": [{ "class": "wall", "physics": { "shape": "small" } },
          { "geometry": { "sphere": {}, "materials": ["red"] } }]
        """) == [
          "level.json:2:27: warning: /materials/blue: nothing uses the material \"blue\"; a geometry "
            + "with \"materials\": [\"blue\"] is accepted",
          "level.json:3:64: warning: /geometries/none: nothing uses the geometry \"none\"; a node "
            + "with \"geometry\": \"none\" is accepted",
          "level.json:4:37: warning: /shapes/big: nothing uses the shape \"big\"; a body with "
            + "\"shape\": \"big\" is accepted",
          "level.json:6:3: warning: /defaults/idle: no node has the class \"idle\"; a node with "
            + "\"class\": \"idle\" is accepted",
        ])
  }

  @Test("Properties that have an effect together are no warnings, wherever each is set")
  func together() throws {
    let parts = [
      "part.json": file(
        #"""
        "nodes": [{ "name": "p", "geometry": { "box": {} },
          "physics": { "type": "kinematic", "velocity": [1, 0, 0] },
          "light": { "spotInnerAngleDegrees": 20, "spotOuterAngleDegrees": 40, "type": "spot" } }]
        """#)
    ]
    #expect(
      try warnings(
        #"""
        "defaults": { "lamp": { "light": { "castsShadow": true } } },
        "nodes": [
          { "name": "sun", "class": "lamp", "light": { "type": "directional" } },
          { "name": "part", "scene": "part.json" },
          { "geometry": { "box": {} }, "physics": {}, "joints": [
            { "hinge": { "motorTargetAngularVelocity": 1, "motorMaximumTorque": 2 } },
            { "slider": { "springFrequency": 1, "springTarget": 1, "motorMaximumForce": 1 } }] },
          { "actions": [{ "repeatForever": { "action": { "run": { "function": "f" } } } },
            { "repeatForever": { "action": { "wait": { "range": 1 } } } },
            { "moveBy": { "offset": [1, 0, 0], "duration": 1 } }] }]
        """#, parts: parts
      ).isEmpty)
    // The same part is described once, though it is used twice.
    let wrong = [
      "part.json": file(
        #""nodes": [{ "light": { "type": "ambient", "castsShadow": true } }], "materials": { "m": {} }"#
      )
    ]
    let found = try warnings(
      #""nodes": [{ "scene": "part.json" }, { "scene": "part.json" }]"#, parts: wrong)
    #expect(found.count == 2 && found.allSatisfy { $0.hasPrefix("part.json:2:") }, "\(found)")
  }
}
