import CaromDocuments
import CaromMaths
import CaromPhysics
import CaromProperties
import CaromSceneFiles
import CaromSceneGraph
import Testing

@Suite("Settings of the solver in files")
struct SolverSettingsFilesTests {
  /// A heavy box on a light one.
  private func level(_ physics: String) -> String {
    file(
      """
      \(physics)"nodes": [
        { "name": "ground", "geometry": { "floor": {} }, "physics": { "type": "static" } },
        { "name": "light", "position": [0, 0.5, 0], "geometry": { "box": {} }, "physics": { "mass": 1 } },
        { "name": "heavy", "position": [0, 1.5, 0], "geometry": { "box": {} }, "physics": { "mass": 50 } }]
      """)
  }

  private static let stiff =
    #""physics": { "substeps": 8, "contactHertz": 100, "jointHertz": 110 }, "#

  @Test("The simulation has the substeps and the stiffness of the file, and boxes sink in less")
  func reads() throws {
    let scenes = try TemporaryScenes(["level.json": level(Self.stiff), "soft.json": level("")])
    #expect(scenes.problems() == [])
    let (scene, soft) = (try scenes.read(), try scenes.read("soft.json"))
    let settings = scene.physicsWorld.simulation.settings
    #expect(settings.substeps == 8 && settings.contactHertz == 100 && settings.jointHertz == 110)
    let usual = WorldSettings()
    #expect(soft.physicsWorld.simulation.settings == usual)
    #expect(soft.physicsWorld.substeps == usual.substeps)
    for _ in 0..<240 {
      scene.step()
      soft.step()
    }
    func depth(_ scene: Scene) throws -> Float {
      1.5 - (try #require(scene.rootNode.node(atPath: "/heavy"))).position.y
    }
    let depths = (stiff: try depth(scene), soft: try depth(soft))
    #expect(depths.stiff < 0.5 * depths.soft, "\(depths)")
  }

  @Test("A scene with the defaults in its file has the hash of one without them, tick by tick")
  func defaults() throws {
    let given = #""physics": { "substeps": 4, "contactHertz": 30, "jointHertz": 60 }, "#
    let scenes = try TemporaryScenes(["level.json": level(given), "plain.json": level("")])
    let (scene, plain) = (try scenes.read(), try scenes.read("plain.json"))
    for _ in 0..<30 {
      #expect(scene.hash == plain.hash)
      scene.step()
      plain.step()
    }
    scene.physicsWorld.substeps = 5
    #expect(scene.hash != plain.hash)
    scene.physicsWorld.substeps = 4
    #expect(scene.hash == plain.hash)
  }

  @Test("A restored scene has the settings of the saved one and continues with its bits")
  func restores() throws {
    let scenes = try TemporaryScenes(["level.json": level(Self.stiff), "plain.json": level("")])
    let (scene, other) = (try scenes.read(), try scenes.read("plain.json"))
    for _ in 0..<20 { scene.step() }
    scene.physicsWorld.contactHertz = 90
    let buffer = StateBuffer()
    buffer.fill { scene.save(into: &$0) }
    other.physicsWorld.substeps = 2
    var source = StateSource(buffer.bytes)
    try other.load(from: &source)
    let world = other.physicsWorld
    #expect(world.substeps == 8 && world.contactHertz == 90 && world.jointHertz == 110)
    for _ in 0..<60 {
      #expect(other.hash == scene.hash)
      scene.step()
      other.step()
    }
    // A setting of the restored scene takes effect as usual.
    world.substeps = 2
    #expect(world.simulation.settings.substeps == 2)
  }

  @Test("Settings that code gave the simulation itself stay while gravity turns")
  func direct() throws {
    let scene = Scene()
    scene.physicsWorld.simulation.settings.substeps = 6
    scene.physicsWorld.gravity = Vector3(1, -9, 0)
    #expect(scene.physicsWorld.simulation.settings.substeps == 6)
    #expect(scene.physicsWorld.simulation.gravity == Vector3(1, -9, 0))
  }

  @Test("They are written as they were read, and a reload changes the running simulation")
  func writes() throws {
    let scenes = try TemporaryScenes(["level.json": level(Self.stiff)])
    let reader = SceneReader(root: scenes.root)
    let first = try reader.load("level.json")
    first.scene.physicsWorld.substeps = 12
    let text = try SceneWriter.text(of: first.scene, from: first)
    #expect(text.contains("\"substeps\": 12") && text.contains("\"jointHertz\": 110"))
    let running = try reader.load("level.json")
    let reload = try SceneReload(running)
    try scenes.write("level.json", text)
    _ = try reload.reload()
    #expect(running.scene.physicsWorld.simulation.settings.substeps == 12)
  }

  @Test(
    "Settings out of range are refused, and those that the substeps limit are warnings",
    arguments: [
      (#""substeps": 65"#, "65 is out of range; 1…64 is accepted"),
      (#""substeps": 2.5"#, "2.5 is not whole; a whole number of"),
      (#""contactHertz": 0"#, "0 is out of range; 0.001…1000000 Hz is accepted"),
      (#""jointHertz": -1"#, "-1 is out of range; 0.001…1000000 Hz is accepted"),
      (
        #""contactHertz": 100"#,
        "warning: /physics/contactHertz: more than 60 Hz, a quarter of the rate of substeps, has no "
          + "further effect; more \"substeps\" or a shorter \"timeStep\" are accepted"
      ),
      (#""substeps": 8, "jointHertz": 130"#, "warning: /physics/jointHertz: more than 120 Hz,"),
      (#""timeStep": 0.005, "contactHertz": 250"#, "/physics/contactHertz: more than 200 Hz,"),
    ])
  func problems(physics: String, message: String) throws {
    let scenes = try TemporaryScenes(["level.json": level("\"physics\": { \(physics) }, ")])
    let reader = SceneReader(root: scenes.root)
    let found =
      message.contains("more than")
      ? try reader.load("level.json").warnings.map(\.description) : scenes.problems()
    #expect(found.count == 1 && found[0].contains(message), "\(found)")
  }

  @Test("Fewer substeps than the default stiffness needs are no warning")
  func silent() throws {
    for physics in [#""substeps": 2"#, #""substeps": 8, "contactHertz": 120"#, #""speed": 0"#] {
      let scenes = try TemporaryScenes(["level.json": level("\"physics\": { \(physics) }, ")])
      #expect(try SceneReader(root: scenes.root).load("level.json").warnings.isEmpty, "\(physics)")
    }
  }
}
