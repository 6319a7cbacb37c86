import CaromDocuments
import CaromMaths
import CaromSceneFiles
import CaromSceneGraph
import Testing

@Suite("Wheels in files")
struct WheelFilesTests {
  private static func car(_ vehicle: String) -> String {
    """
    { "name": "car", "position": [0, 2, 0], "geometry": { "box": {} },
      "physics": { "type": "dynamic", "mass": 50 }, "vehicle": { \(vehicle) },
      "nodes": [{ "name": "a" }, { "name": "b" }, { "name": "c" }] }
    """
  }

  private static let shared = """
    "wheelDefaults": { "radius": 0.3, "suspensionRestLength": 0.3, "engineForce": 20 },
    "wheels": ["a", { "node": "b", "engineForce": 0 }, { "node": "c", "radius": null }]
    """

  private func wheels(_ scene: Scene, _ path: String = "/car") throws -> [PhysicsVehicleWheel] {
    try #require(scene.rootNode.node(atPath: path)?.vehicle).wheels
  }

  @Test("A wheel has the defaults except for its own properties; a path alone is a wheel")
  func reads() throws {
    let scenes = try TemporaryScenes(["level.json": file("\"nodes\": [\(Self.car(Self.shared))]")])
    #expect(scenes.problems() == [])
    let scene = try scenes.read()
    let wheels = try wheels(scene)
    #expect(wheels.map(\.radius) == [0.3, 0.3, nil] && wheels.map(\.engineForce) == [20, 0, 20])
    #expect(wheels.allSatisfy { $0.suspensionRestLength == 0.3 && $0.suspensionStiffness == 2 })
    let names = wheels.map { $0.node.node(in: scene)?.name }
    #expect(names == ["a", "b", "c"])
    for _ in 0..<10 { scene.step() }
    #expect(scene.problems.isEmpty)
  }

  @Test("Wheels are written as they were read and read back to the same state")
  func writes() throws {
    let scenes = try TemporaryScenes(["level.json": file("\"nodes\": [\(Self.car(Self.shared))]")])
    let reader = SceneReader(root: scenes.root)
    let first = try reader.load("level.json")
    let text = try SceneWriter.text(of: first.scene, from: first)
    #expect(text.contains("\"a\",") && text.contains("{ \"node\": \"b\", \"engineForce\": 0 }"))
    #expect(text.contains("{ \"node\": \"c\", \"radius\": null }"))
    let second = try reader.load(text, at: "level.json")
    #expect(try SceneWriter.text(of: second.scene, from: second) == text)
    #expect(second.scene.hash == first.scene.hash)
  }

  @Test("Overridden defaults change each wheel that uses them")
  func overrides() throws {
    let scenes = try TemporaryScenes([
      "car.json": file("\"nodes\": [\(Self.car(Self.shared))]"),
      "level.json": file(
        """
        "nodes": [{ "name": "fast", "scene": "car.json", "overrides": {
          ".": { "vehicle": { "wheelDefaults": { "engineForce": 90 } } } } }]
        """),
    ])
    let reader = SceneReader(root: scenes.root)
    let level = try reader.load("level.json")
    #expect(try wheels(level.scene, "/fast").map(\.engineForce) == [90, 0, 90])
    let text = try SceneWriter.text(of: level.scene, from: level)
    #expect(!text.contains("\"wheels\""))
    #expect(try reader.load(text, at: "level.json").scene.hash == level.scene.hash)
  }

  @Test("A reload of changed defaults updates the running vehicle")
  func reloads() throws {
    let text = file("\"nodes\": [\(Self.car(Self.shared))]")
    let scenes = try TemporaryScenes(["level.json": text])
    let level = try SceneReader(root: scenes.root).load("level.json")
    let reload = try SceneReload(level)
    for _ in 0..<10 { level.scene.step() }
    try scenes.write(
      "level.json", text.replacing("\"engineForce\": 20", with: "\"engineForce\": 5"))
    #expect(try reload.reload().changed == ["/car"])
    #expect(try wheels(level.scene).map(\.engineForce) == [5, 0, 5])
    level.scene.step()
    #expect(level.scene.problems.isEmpty)
  }

  @Test(
    "Problems are reported with their position",
    arguments: [
      ("\"wheels\": [3]", "/vehicle/wheels/0: this is a number"),
      (
        "\"wheels\": [{ \"radius\": 1 }]",
        "/vehicle/wheels/0: a wheel without a node has no position"
      ),
      ("\"wheels\": [\"d\"]", "/vehicle/wheels/0: there is no node \"d\""),
      ("\"wheelDefaults\": { \"node\": \"a\" }", "wheelDefaults names a node; one for each"),
      ("\"wheelDefaults\": { \"radios\": 1 }", "unknown key \"radios\"; did you mean \"radius\"?"),
      ("\"wheelDefaults\": { \"axle\": [0, 1, 0] }", "steeringAxis and axle span no plane"),
    ])
  func mistakes(vehicle: String, expected: String) throws {
    let scenes = try TemporaryScenes(["level.json": file("\"nodes\": [\(Self.car(vehicle))]")])
    let found = scenes.problems()
    #expect(found.count == 1 && found.first?.contains(expected) == true, "\(found)")
  }

  @Test("Problems that are detected at run time are reported with their position in the file")
  func places() throws {
    let scenes = try TemporaryScenes([
      "level.json": file("\"nodes\": [\n\(Self.car(Self.shared)),\n{ \"name\": \"far\" }]")
    ])
    let level = try SceneReader(root: scenes.root).load("level.json")
    let car = try #require(level.scene.rootNode.node(atPath: "/car"))
    level.scene.step()
    #expect(level.runtimeProblems.isEmpty)
    car.vehicle?.wheels[0].radius = .nan
    level.scene.step()
    let noted = level.runtimeProblems.map(\.description)
    #expect(noted.count == 1)
    #expect(noted[0].hasPrefix("level.json:4:60: /nodes/0/vehicle: /car: the wheel is invalid: "))
  }

  @Test("Wheels that are set in code follow the defaults, too")
  func inCode() {
    let vehicle = PhysicsVehicle()
    vehicle.addWheel(PhysicsVehicleWheel())
    vehicle.addWheel(PhysicsVehicleWheel())
    vehicle.wheels[1].frictionSlip = 3
    vehicle.wheelDefaults.frictionSlip = 2
    vehicle.wheelDefaults.axle = .unitX
    #expect(vehicle.wheels.map(\.frictionSlip) == [2, 3])
    #expect(vehicle.wheels.allSatisfy { $0.axle == .unitX })
  }
}
