import CaromDocuments
import CaromSceneFiles
import CaromSceneGraph
import TestSupport
import Testing

@Suite("Scene fuzzing")
struct SceneFuzzTests {
  static let text = file(
    """
    // A file that uses most of the format.
    "$schema": "../scene.schema.json", "game": "maze",
    "physics": { "gravity": [0, -9.8, 0], "speed": 1 },
    "background": { "color": [0.1, 0.2, 0.3] }, "pointOfView": "/camera",
    "overlay": { "labels": [{ "name": "score", "text": "\\u00e9 0", "anchor": "topRight" }] },
    "materials": { "red": { "diffuse": { "color": [1, 0, 0] },
      "emission": { "image": "x.png" }, "shininess": 9 } },
    "geometries": { "stone": { "box": { "width": 2, "height": 1e0 }, "materials": ["red"] },
      "tri": { "mesh": { "positions": [[0,0,0],[1,0,0],[0,1,0]], "elements": [{ "indices": [0,1,2] }] } } },
    "defaults": { "solid": { "physics": { "type": "static" } },
      "brick": { "extends": "solid", "geometry": "stone", "opacity": 0.5 } },
    "nodes": [
      { "name": "a", "class": "brick", "position": [1, 2, 3], "eulerAnglesDegrees": [0, 45, 0],
        "nodes": [{ "name": "b", "geometry": { "sphere": { "radius": 0.5 } },
          "physics": { "shape": { "compound": [{ "shape": { "box": {} }, "position": [0, 1, 0] }] },
                       "mass": 2, "contactTestBitMask": -1, "velocity": [1, 0, 0] },
          "joints": [{ "hinge": { "minimumAngularLimitDegrees": -90, "motorMaximumTorque": 1 },
            "bodyB": "/a", "anchorA": [0, 1, 0], "axisA": [0, 1, 0], "breakingForce": 1e3 },
            { "distance": { "length": 2 }, "anchorB": [0, 9, 0] }] }] },
      { "name": "car", "geometry": { "box": {} }, "physics": { "mass": 50 }, "position": [0, 9, 0],
        "vehicle": { "wheels": [{ "node": "tire", "engineForce": 9, "suspensionRestLength": 0.3 },
          { "connectionPosition": [1, 0, 0], "radius": 0.3, "brakingForce": 2 }] },
        "nodes": [{ "name": "tire", "geometry": { "cylinder": {} } }] },
      { "name": "hero", "character": { "radius": 0.2, "slopeLimitDegrees": 50, "walkingVelocity": [1, 0, 0] } },
      { "name": "wind", "physicsField": { "type": "vortex", "strength": 3, "halfExtent": [9, 9, 9],
        "falloffExponent": 1, "direction": [1, 0, 0], "categoryBitMask": -1 } },
      { "name": "camera", "camera": { "fieldOfViewDegrees": 45 },
        "constraints": [{ "follow": { "target": "/a/b", "rate": 0.6 } }, { "lookAt": { "target": "/a" } }] },
      { "name": "lamp", "light": { "type": "spot", "intensity": 800 }, "scale": [2, 2, 2],
        "actions": [{ "repeatForever": { "action": { "moveBy": { "offset": [0, 1, 0], "duration": 1 } } } }] },
      { "name": "one", "scene": "part.json", "role": { "pearl": { "life": 0.5 } },
        "overrides": { ".": { "isHidden": false }, "x": { "role": { "guard": { "post": "/lamp" } } } } },
      { "name": "post", "repeat": { "grid": { "count": [2, 1, 3], "spacing": [1, 0, 2] } },
        "geometry": "stone", "nodes": [{ "name": "knob", "repeat": { "ring": { "count": 3,
          "radius": 0.5, "arcDegrees": 90, "axis": [0, 0, 1] } } }] },
      { "name": "rail", "repeat": { "line": { "count": 4, "spacing": [0, 1, 0] } } },
      { "geometry": "tri", "isHidden": true, "pivot": null }
    ]
    """)
  static let part = file(
    "\"nodes\": [{ \"name\": \"p\", \"physics\": { \"type\": \"kinematic\" }, "
      + "\"geometry\": { \"capsule\": {} }, \"nodes\": [{ \"name\": \"x\" }] }]")

  /// Values inserted into files in addition to generic JSON: names of other objects, wrong types.
  static let pieces: [String] = [
    "\"/a\"", "\"stone\"", "\"floor\"", "\"scene\": \"level.json\",", "\"static\"", "\"dynamic\"",
    "\"slider\"", "\"bodyB\": \"/a\",", "{\"fixed\":{}}", "\"noise\"", "\"joints\": [],", "1e30",
    "\"repeat\": {\"line\": {\"count\": 3, \"spacing\": [1,1,1]}},", "200000", "[3,3,3]",
    "{\"floor\":{}}", "{\"hierarchy\":{}}", "{\"plane\":{}}",
  ]

  /// The number of damaged files to try: a sample, or all under `TIER=full`.
  static var rounds: Int {
    #if DEBUG
      isFullTier ? 20_000 : 200
    #else
      isFullTier ? 100_000 : 2_000
    #endif
  }

  @Test(
    "Damaged files are read or rejected with a position, and scenes that are read can be stepped")
  func mutations() throws {
    let scenes = try TemporaryScenes(["part.json": Self.part, "level.json": Self.text])
    #expect(scenes.problems() == [])
    let originals = [Array(Self.text.utf8), Array(Self.part.utf8)]
    let names = ["level.json", "part.json"]
    let mutator = FileMutator(originals, pieces: Self.pieces, seed: 4)
    var unplaced: [String] = []
    let report = try FuzzReport(mutator, 0..<Self.rounds) { original, bytes in
      try scenes.write(names[original], bytes)
      defer { try? scenes.write(names[original], originals[original]) }
      do {
        let scene = try scenes.read()
        for _ in 0..<3 { scene.step(nil) }
        _ = scene.hash
        return true
      } catch let error as SceneFileError {
        #expect(!error.problems.isEmpty)
        unplaced += error.problems.filter { $0.position == nil }.map(\.description)
        return false
      }
    }
    print("measured: of damaged scenes \(report.text)")
    #expect(report.readable > Self.rounds / 50)
    #expect(unplaced.prefix(3) == [])
    #expect(report.slowest.seconds < 1, "number \(report.slowest.number) is too slow")
    if isFullTier { #expect(report.mostMemory < 512 << 20) }
  }
}
