import CaromDocuments
import CaromSceneFiles
import CaromSceneGraph
import Foundation
import Testing

// Symptom: for the words of other engines a message listed thirty keys, and did not name the one
// that was meant. Cause: only words with a similar spelling were suggested.
@Suite("Hints for other words")
struct SceneHintTests {
  @Test(
    "A word of another engine is answered by ours, and a key of a component by its component",
    arguments: [
      (#"{ "children": [] }"#, #"did you mean "nodes"?"#),
      (#"{ "rotation": [0, 1, 0] }"#, #"did you mean "eulerAnglesDegrees"?"#),
      (#"{ "translation": [0, 1, 0] }"#, #"did you mean "position"?"#),
      (#"{ "Rigid_Body": {} }"#, #"did you mean "physics"?"#),
      (#"{ "mass": 2 }"#, #"it belongs in "physics""#),
      (#"{ "restitution": 1 }"#, #"it belongs in "physics""#),
      (#"{ "intensity": 1 }"#, #"it belongs in "light""#),
      (#"{ "geometry": { "cube": {} } }"#, #"did you mean "box"?"#),
      (#"{ "geometry": { "box": { "depth": 2 } } }"#, #"did you mean "length"?"#),
      (#"{ "geometry": { "radius": 2 } }"#, #"it belongs in "sphere" or "cylinder""#),
      (#"{ "light": { "type": "point" } }"#, #"did you mean "omni"?"#),
      (#"{ "camera": { "fov": 50 } }"#, #"did you mean "fieldOfViewDegrees"?"#),
      (#"{ "physics": { "bounciness": 1 } }"#, #"did you mean "restitution"?"#),
      (#"{ "actions": [{ "delay": { "duration": 1 } }] }"#, #"did you mean "wait"?"#),
      (
        #"{ "geometry": { "box": {}, "materials": [{ "albedo": 1 }] } }"#,
        #"did you mean "diffuse"?"#
      ),
    ])
  func synonyms(node: String, hint: String) throws {
    let problems = try TemporaryScenes(["level.json": file("\"nodes\": [\(node)]")]).problems()
    #expect(problems.count == 1 && problems.first?.contains(hint) == true, "\(problems)")
  }

  @Test("Every word that a synonym stands for is a key, a case or a value of scene files")
  func targets() throws {
    let schema = SceneSchema.text(roles: testRoles)
    for words in wordSynonyms.values {
      for word in words { #expect(schema.contains("\"\(word)\""), "\(word)") }
    }
  }
}
