import CaromDocuments
import CaromSceneFiles
import Testing

/// Symptom: a level maker who came from another engine was told that a key or a value is unknown,
/// in a list of thirty keys, or was sent to a wrong place: `name` in `overrides` "belongs in
/// geometry".
///
/// Cause: hints compared words with the keys of the same object only.
@Suite("Hints for the habits of other engines")
struct MistakeHintTests {
  /// The messages about one node, with their pointers below the node.
  private func problems(_ node: String, _ members: String = "") throws -> [String] {
    let scenes = try TemporaryScenes([
      "level.json": file("\(members)\"nodes\": [\(node)]"),
      "part.json": file(#""nodes": [{ "name": "p", "nodes": [{ "name": "x" }] }]"#),
    ])
    return SceneReader(root: scenes.root, roles: testRoles).problems(in: "level.json").map {
      "\($0.pointer.dropFirst("/nodes/0".count)): \($0.message)"
    }
  }

  @Test(
    "A value in the form of another format is answered by the accepted form",
    arguments: [
      (
        #"{ "physics": "static" }"#,
        #"/physics: this is a string; { "type": "static" } is accepted"#
      ),
      (
        #"{ "physics": true }"#,
        #"/physics: this is a Boolean; an object with "type", "shape", "mass", "density", "momentOfInertia", … is accepted"#
      ),
      (
        #"{ "camera": 60 }"#,
        #"/camera: this is a number; { "fieldOfViewDegrees": 60 } is accepted"#
      ),
      (
        #"{ "geometry": { "sphere": 0.5 } }"#,
        #"/geometry/sphere: this is a number; { "radius": 0.5 } is accepted"#
      ),
      (
        #"{ "geometry": "box" }"#,
        #"/geometry: no geometry is named "box"; { "box": { … } } is accepted"#
      ),
      (
        #"{ "geometry": "cube" }"#,
        #"/geometry: no geometry is named "cube"; { "box": { … } } is accepted"#
      ),
      (
        #"{ "geometry": { "type": "BoxGeometry" } }"#,
        #"/geometry/type: unknown key "type"; { "box": { … } } is accepted"#
      ),
      (
        #"{ "physics": { "shape": "capsule" } }"#,
        #"/physics/shape: no shape is named "capsule"; { "capsule": {} } is accepted"#
      ),
      (
        #"{ "actions": [{ "type": "moveBy", "offset": [0, 1, 0], "duration": 1 }] }"#,
        #"/actions/0: this is an object with 3 keys; { "moveBy": { … } } is accepted"#
      ),
      (
        #"{ "actions": [{ "moveBy": { "offset": [0, 1, 0] }, "duration": 1 }] }"#,
        #"/actions/0: this is an object with 2 keys; "duration" belongs in "moveBy", or to another object"#
      ),
      (
        #"{ "actions": { "hide": {} } }"#,
        #"/actions: this is an object; an array, [{"hide":{}}], is accepted"#
      ),
      (
        #"{ "actions": [{ "moveBy": [0, 1, 0] }] }"#,
        #"/actions/0/moveBy: this is an array; { "offset": [0,1,0] } is accepted"#
      ),
      (
        #"{ "actions": [{ "playAudio": "bump" }] }"#,
        #"/actions/0/playAudio: this is a string; { "sound": "bump" } is accepted"#
      ),
      (
        #"{ "constraints": ["billboard"] }"#,
        #"/constraints/0: this is a string; { "billboard": { … } } is accepted"#
      ),
      (
        #"{ "light": { "directional": {} } }"#,
        #"/light/directional: unknown key "directional"; "type": "directional" is accepted"#
      ),
      (
        #"{ "geometry": { "box": {}, "materials": "m" } }"#,
        #"/geometry/materials: this is a string; an array is accepted"#
      ),
      (
        ##"{ "geometry": { "box": {}, "materials": [{ "diffuse": "#ff0000" }] } }"##,
        ##"/geometry/materials/0/diffuse: this is a string; { "color": "#ff0000" } is accepted"##
      ),
      (
        #"{ "geometry": { "box": {}, "materials": [{ "diffuse": "red" }] } }"#,
        ##"/geometry/materials/0/diffuse: this is a string; { "color": "#ff0000" } is accepted"##
      ),
      (
        #"{ "geometry": { "box": {}, "materials": [{ "diffuse": "wood.png" }] } }"#,
        #"/geometry/materials/0/diffuse: this is a string; { "image": "wood.png" } is accepted"#
      ),
      (
        #"{ "transform": { "position": [0, 1, 0] } }"#,
        #"/transform: this is an object; "position", "eulerAnglesDegrees" and "scale" in its place are accepted, or four columns, each [x, y, z, w]"#
      ),
      (#"{ "role": "pearl" }"#, #"/role: this is a string; { "pearl": {} } is accepted"#),
      (
        #"{ "physics": { "mass": "2" } }"#,
        "/physics/mass: this is a string; a number in kg without quotes is accepted"
      ),
      (
        #"{ "isHidden": "true" }"#,
        "/isHidden: this is a string; true or false without quotes is accepted"
      ),
    ])
  func forms(node: String, message: String) throws {
    #expect(try problems(node) == [message])
  }

  @Test(
    "A key of another engine, or of another place, is answered by its key and place here",
    arguments: [
      (
        #"{ "joints": [{ "revolute": {} }], "physics": {} }"#,
        #"/joints/0/revolute: unknown key "revolute"; did you mean "hinge"?"#
      ),
      (
        #"{ "joints": [{ "prismatic": {} }], "physics": {} }"#,
        #"/joints/0/prismatic: unknown key "prismatic"; did you mean "slider"?"#
      ),
      (
        #"{ "joints": [{ "type": "hinge" }], "physics": {} }"#,
        #"/joints/0/type: unknown key "type"; { "hinge": { … } } is accepted"#
      ),
      (
        #"{ "joints": [{ "hinge": { "limits": [0, 1] } }], "physics": {} }"#,
        #"/joints/0/hinge/limits: unknown key "limits"; did you mean "minimumAngularLimitDegrees"?"#
      ),
      (#"{ "wind": {} }"#, #"/wind: unknown key "wind"; did you mean "physicsField"?"#),
      (
        #"{ "light": { "angle": 30 } }"#,
        #"/light/angle: unknown key "angle"; did you mean "spotOuterAngleDegrees"?"#
      ),
      (#"{ "lookAt": "/a" }"#, #"/lookAt: unknown key "lookAt"; did you mean "constraints"?"#),
      (
        #"{ "hinge": {} }"#,
        #"/hinge: unknown key "hinge"; it belongs in "joints": [{ "hinge": … }]"#
      ),
      (#"{ "sound": "bump" }"#, #"/sound: unknown key "sound"; did you mean "actions"?"#),
      (
        #"{ "joints": [{ "hinge": { "minimumAngularLimit": 0 } }], "physics": {} }"#,
        #"/joints/0/hinge/minimumAngularLimit: unknown key "minimumAngularLimit"; did you mean "minimumAngularLimitDegrees"?"#
      ),
      (
        #"{ "physics": { "isKinematic": true } }"#,
        #"/physics/isKinematic: unknown key "isKinematic"; did you mean "type"?"#
      ),
      (#"{ "material": {} }"#, #"/material: unknown key "material"; did you mean "geometry"?"#),
    ])
  func keys(node: String, message: String) throws {
    #expect(try problems(node) == [message])
  }

  @Test(
    "A color in the style of another program is answered by the same color",
    arguments: [
      (#""red""#, ##""red" is no color; "#ff0000" is accepted"##),
      (#""Gray""#, ##""Gray" is no color; "#808080" is accepted"##),
      (##""#f80""##, ##""#f80" is no color; "#ff8800" is accepted"##),
      (#""0xff8000""#, ##""0xff8000" is no color; "#ff8000" is accepted"##),
      ("16711680", ##"this is a number; "#ff0000" is accepted"##),
      ("[255, 128, 0]", ##"255 is outside 0…1; "#ff8000" is accepted, or components from 0 to 1"##),
      ("[1.5, 0, 0]", "1.5 is outside 0…1; a number from 0 to 1 is accepted"),
      (
        #""reddish""#,
        ##""reddish" is no color; [r, g, b], [r, g, b, a] with 0 to 1, or "#rrggbb" is accepted"##
      ),
    ])
  func colors(value: String, message: String) throws {
    let found = try problems("{ \"light\": { \"color\": \(value) } }")
    #expect(found.count == 1 && found.first?.hasSuffix(": " + message) == true, "\(found)")
  }

  @Test("Overrides say what they cannot change")
  func overrides() throws {
    let found = try problems(
      #"""
      { "scene": "part.json", "overrides": { ".": { "name": "q", "nodes": [] },
        "x": { "class": "c", "materials": {}, "mass": 2 } } }
      """#)
    #expect(
      found == [
        #"/overrides/./name: unknown key "name"; overrides cannot rename a node; its properties, such as "position", are accepted"#,
        #"/overrides/./nodes: unknown key "nodes"; overrides cannot add nodes; "nodes" beside "scene" are accepted, or properties such as "position""#,
        #"/overrides/x/class: unknown key "class"; overrides cannot use a class; "class" beside "scene" is accepted, or properties such as "position""#,
        #"/overrides/x/materials: unknown key "materials"; "materials" beside "scene" are accepted, or "geometry": { "materials": [ … ] }"#,
        #"/overrides/x/mass: unknown key "mass"; it belongs in "physics" or "character""#,
      ])
  }

  @Test("A key of a node in the file itself is sent to a node")
  func fileKeys() throws {
    let scenes = try TemporaryScenes(["level.json": file(#""camera": {}, "lights": []"#)])
    #expect(
      scenes.problems() == [
        #"level.json:2:1: /camera: unknown key "camera"; "camera" belongs in a node of "nodes""#,
        #"level.json:2:15: /lights: unknown key "lights"; "light" belongs in a node of "nodes""#,
      ])
  }

  @Test("The problems of a file are in the order of their lines and columns")
  func order() throws {
    let scenes = try TemporaryScenes([
      "level.json": file(
        """
        "nodes": [
          { "nme": 1, "scale": 1, "geometri": {}, "opacity": 3, "constraints":
            [{ "lookAt": { "target": "/zz" } }] },
          { "scene": "part.json", "position": 1, "opacty": 1, "isHidden": 1 }]
        """),
      "part.json": file(#""nodes": [{ "x": 1, "opacity": 2 }]"#),
    ])
    let places = SceneReader(root: scenes.root).problems(in: "level.json").map {
      ($0.source?.name ?? "", $0.position?.line ?? 0, $0.position?.column ?? 0)
    }
    #expect(places.count == 10)
    for (a, b) in zip(places, places.dropFirst()) where a.0 == b.0 { #expect(a < b) }
  }

  @Test("A file that is missing is answered by the nearest one, in its folder or another")
  func missingFiles() throws {
    let scenes = try TemporaryScenes([
      "levels/one.json": file(
        #""nodes": [{ "scene": "bal.json" }, { "scene": "parts/wall.json" }]"#),
      "levels/two.json": file(#""nodes": [{ "scene": "crate.json" }, { "scene": "zzz.json" }]"#),
      "levels/six.json": file(#""nodes": [{ "scene": "one" }]"#),
      "objects/ball.json": file("\"nodes\": []"), "objects/crate.json": file("\"nodes\": []"),
      "levels/bat.json": file("\"nodes\": []"), "walls/wall.json": file("\"nodes\": []"),
    ])
    #expect(
      scenes.problems("levels/one.json") == [
        "levels/one.json:2:22: /nodes/0/scene: there is no file levels/bal.json; did you mean "
          + "\"bat.json\"?",
        "levels/one.json:2:47: /nodes/1/scene: there is no file levels/parts/wall.json; there is no "
          + "folder levels/parts; did you mean walls/wall.json?",
      ])
    #expect(
      scenes.problems("levels/two.json") == [
        "levels/two.json:2:22: /nodes/0/scene: there is no file levels/crate.json; did you mean "
          + "objects/crate.json?",
        "levels/two.json:2:49: /nodes/1/scene: there is no file levels/zzz.json; its folder has "
          + "bat.json, one.json, six.json, two.json",
      ])
    #expect(
      scenes.problems("levels/six.json") == [
        "levels/six.json:2:22: /nodes/0/scene: there is no file levels/one; did you mean "
          + "\"one.json\"?"
      ])
  }
}
