import CaromMaths
import CaromSceneFiles
import CaromSceneGraph
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
                       "mass": 2, "contactTestBitMask": -1, "velocity": [1, 0, 0] } }] },
      { "name": "camera", "camera": { "fieldOfViewDegrees": 45 },
        "constraints": [{ "follow": { "target": "/a/b", "rate": 0.6 } }, { "lookAt": { "target": "/a" } }] },
      { "name": "lamp", "light": { "type": "spot", "intensity": 800 }, "scale": [2, 2, 2],
        "actions": [{ "repeatForever": { "action": { "moveBy": { "offset": [0, 1, 0], "duration": 1 } } } }] },
      { "name": "one", "scene": "part.json", "role": { "pearl": { "life": 0.5 } },
        "overrides": { ".": { "isHidden": false }, "x": { "role": { "guard": { "post": "/lamp" } } } } },
      { "geometry": "tri", "isHidden": true, "pivot": null }
    ]
    """)
  static let part = file(
    "\"nodes\": [{ \"name\": \"p\", \"physics\": { \"type\": \"kinematic\" }, "
      + "\"geometry\": { \"capsule\": {} }, \"nodes\": [{ \"name\": \"x\" }] }]")

  /// What is put into files: brackets, numbers beyond range, names of other things, odd bytes.
  static let pieces: [String] = [
    "{", "}", "[", "]", ",", ":", "\"", "null", "true", "-1", "0", "1e999", "1e38", "-1e38",
    "1e-45",
    "\"/a\"", "\"a\"", "\"stone\"", "\"floor\"", "{}", "[]", "[0,0,0]", "[1e30,1e30,1e30]", "/*",
    "//",
    "\\u0000", "\"scene\": \"level.json\",", "\"static\"", "\"dynamic\"", "{\"floor\":{}}",
    "{\"hierarchy\":{}}", "{\"plane\":{}}", "\u{1f600}", "4294967295", "99999999999999999999",
  ]

  @Test("Thousands of damaged files are read or refused, and what is read can be played")
  func mutations() throws {
    #if DEBUG
      let rounds = 200
    #else
      let rounds = 2_000
    #endif
    let whole = Array(Self.text.utf8)
    let scenes = try TemporaryScenes(["part.json": Self.part, "level.json": Self.text])
    #expect(scenes.problems() == [])
    var random = RandomStream(seed: 4)
    var readable = 0
    for _ in 0..<rounds {
      var bytes = whole
      for _ in 0..<(random.int(below: 4) == 0 ? 2 : 1) {
        let at = random.int(below: bytes.count)
        switch random.int(below: 8) {
        case 0: bytes[at] = UInt8(truncatingIfNeeded: random.next())
        case 1: bytes.removeSubrange(at..<min(bytes.count, at + random.int(below: 12) + 1))
        case 2:
          bytes.insert(contentsOf: Self.pieces[random.int(below: Self.pieces.count)].utf8, at: at)
        case 3...6: Self.replaceValue(&bytes, at, Self.pieces[random.int(below: Self.pieces.count)])
        default:
          let other = random.int(below: whole.count)
          bytes.insert(contentsOf: whole[other..<min(whole.count, other + 40)], at: at)
        }
      }
      try scenes.write("level.json", bytes)
      do {
        let scene = try scenes.read()
        readable += 1
        for _ in 0..<3 { scene.step(nil) }
        _ = scene.hash
      } catch let error as SceneFileError {
        #expect(!error.problems.isEmpty)
      }
    }
    print("measured: \(readable) of \(rounds) damaged scenes could be read")
    #expect(readable > rounds / 50)
  }

  /// Replaces the number, word or string that starts after `at` by another piece.
  private static func replaceValue(_ bytes: inout [UInt8], _ at: Int, _ piece: String) {
    guard let colon = bytes[at...].firstIndex(where: { $0 == 58 || $0 == 44 }) else { return }
    let start = colon + 1
    let end = bytes[start...].firstIndex { [44, 125, 93].contains($0) } ?? bytes.count
    bytes.replaceSubrange(start..<end, with: Array(" \(piece) ".utf8))
  }
}
