import CaromSceneFiles
import CaromSceneGraph
import Testing

// Symptom: nodes with a field, actions, joints or particles looked empty in `carom scene tree`.
@Suite("Scene outline")
struct SceneOutlineTests {
  @Test("Fields, joints, actions, constraints, particles and animations are listed")
  func components() throws {
    let scenes = try TemporaryScenes([
      "level.json": file(
        """
        "nodes": [
          { "name": "wind", "physicsField": { "type": "vortex" } },
          { "name": "door", "geometry": { "box": {} }, "physics": {}, "joints": [{ "hinge": {} }],
            "actions": [{ "rotateBy": { "anglesDegrees": [0, 90, 0], "duration": 1 } }, { "hide": {} }],
            "constraints": [{ "lookAt": { "target": "/wind" } }] },
          { "name": "fire", "particleSystems": [{ "image": "spark.png" }, {}],
            "animations": [{ "key": "flicker", "animation": {} }] },
          { "name": "hero", "character": {}, "vehicle": {} }]
        """)
    ])
    #expect(
      SceneOutline.text(of: try scenes.read()) == """
        /
        ├─ wind  vortex field
        ├─ door  box, dynamic body, hinge joint, lookAt constraint, rotateBy action, hide action
        ├─ fire  animation flicker, particles (spark.png), particles
        └─ hero  vehicle with 0 wheels, character

        """)
  }
}
