import CaromDocuments
import CaromSceneFiles
import CaromSceneGraph
import TestSupport
import Testing

/// Symptom: declarations of a glTF file's physics that contradict each other, or that refer to
/// nothing, had no effect, without a word.
///
/// Cause: one of two values was used, and the other was not looked at.
@Suite("Regression: physics of glTF without effect")
struct IdlePhysicsTests {
  /// A static base and a dynamic arm with a joint between them, and a further node.
  private func model(
    joint: String = "\"limits\":[{\"linearAxes\":[0,1,2],\"min\":0,\"max\":0}]",
    collider: String = "\"geometry\":{\"shape\":0}", motion: String = "", further: String = "",
    shape: String = "{\"type\":\"sphere\"}"
  ) -> GLTFSample {
    func says(_ text: String) -> String {
      "\"extensions\":{\"KHR_physics_rigid_bodies\":{\(text)}}"
    }
    let arm =
      says(
        "\"motion\":{\(motion)},\"collider\":{\(collider)},"
          + "\"joint\":{\"connectedNode\":0,\"joint\":0}")
    return GLTFSample(
      "\"extensionsUsed\":[\"KHR_implicit_shapes\",\"KHR_physics_rigid_bodies\"]",
      "\"extensions\":{\"KHR_implicit_shapes\":{\"shapes\":[\(shape)]},"
        + "\"KHR_physics_rigid_bodies\":{\"physicsJoints\":[{\(joint)}]}}",
      "\"nodes\":[{\(says("\"collider\":{\"geometry\":{\"shape\":0}}"))},{\(arm)}"
        + "\(further.isEmpty ? "" : ",{\(further)}")]")
  }

  /// The warnings of a text file, each from its line.
  private func warnings(_ model: GLTFSample) throws -> [String] {
    let scenes = try TemporaryScenes([:])
    try scenes.write("thing.gltf", model.text)
    return try SceneReader(root: scenes.root).load("thing.gltf").warnings.map(\.description)
  }

  private func expect(
    _ model: GLTFSample, _ pointer: String, _ message: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let found = try warnings(model)
    #expect(
      found.contains {
        $0.hasPrefix("thing.gltf:") && $0.contains(" \(pointer): ") && $0.contains(message)
      }, "\(found)", sourceLocation: sourceLocation)
  }

  @Test("A model without such declarations has no warnings")
  func none() throws {
    #expect(try warnings(model()) == [])
  }

  @Test("A geometry of a node without a mesh, also below it, is named")
  func meshless() throws {
    let pointer = "/nodes/1/extensions/KHR_physics_rigid_bodies/collider/geometry/node"
    let empty = model(collider: "\"geometry\":{\"node\":2}", further: "\"name\":\"empty\"")
    try expect(empty, pointer, "node 2 has no mesh, and no node below it has one")
    try expect(
      model(collider: "\"geometry\":{\"node\":1,\"convexHull\":true}"), pointer, "has no mesh")
  }

  @Test("A geometry with a shape and a node or mesh is named; the shape is used")
  func both() throws {
    try expect(
      model(collider: "\"geometry\":{\"shape\":0,\"node\":1}"),
      "/nodes/1/extensions/KHR_physics_rigid_bodies/collider/geometry/node",
      "the geometry has \"shape\" as well, which is used")
  }

  @Test("A second limit of an axis is named, and replaces the first")
  func twice() throws {
    let joint = "/extensions/KHR_physics_rigid_bodies/physicsJoints/0/limits/1"
    for (limits, message) in [
      (
        "{\"linearAxes\":[0],\"max\":1},{\"linearAxes\":[0,1,2],\"min\":0,\"max\":0}",
        "linear axis 0 has a limit already"
      ),
      (
        "{\"angularAxes\":[2],\"max\":1},{\"angularAxes\":[2],\"max\":2}",
        "angular axis 2 has a limit already"
      ),
    ] {
      try expect(model(joint: "\"limits\":[\(limits)]"), joint, message)
    }
  }

  @Test("A second drive of an axis, and one of a locked axis, are named")
  func drives() throws {
    let pointer = "/extensions/KHR_physics_rigid_bodies/physicsJoints/0/drives/"
    let drive = "{\"type\":\"angular\",\"axis\":1,\"stiffness\":1}"
    try expect(
      model(joint: "\"drives\":[\(drive),\(drive)]"), pointer + "1",
      "angular axis 1 has a drive already")
    let lock = "{\"angularAxes\":[0,1],\"min\":0,\"max\":0}"
    try expect(
      model(joint: "\"limits\":[\(lock)],\"drives\":[\(drive)]"), pointer + "0",
      "angular axis 1 is locked, so the drive has no effect")
  }

  @Test("An orientation of the inertia without a diagonal is named")
  func orientation() throws {
    try expect(
      model(motion: "\"inertiaOrientation\":[0,0,0,1]"),
      "/nodes/1/extensions/KHR_physics_rigid_bodies/motion/inertiaOrientation",
      "without \"inertiaDiagonal\"")
  }

  @Test("A negative distance is named, and treated as 0")
  func distance() throws {
    let pointer = "/extensions/KHR_physics_rigid_bodies/physicsJoints/0/limits/0/min"
    for axes in ["\"linearAxes\":[0,1,2]", "\"linearAxes\":[0,1]", "\"angularAxes\":[0,1]"] {
      try expect(
        model(joint: "\"limits\":[{\(axes),\"min\":-1,\"max\":2}]"), pointer,
        "the distance of several axes together is not negative; 0 is used")
    }
  }

  @Test("A shape whose parameters are those of another type is named")
  func mismatch() throws {
    try expect(
      model(shape: "{\"type\":\"sphere\",\"box\":{\"size\":[1,2,3]}}"),
      "/extensions/KHR_implicit_shapes/shapes/0/box", "the shape is a sphere, so \"box\" is ignored"
    )
  }
}
