import CaromMaths
import CaromSceneFiles
import CaromSceneGraph
import Testing

@Suite("Physics in files")
struct PhysicsFilesTests {
  private let hung = file(
    """
    "nodes": [ { "name": "swing", "nodes": [
      { "name": "beam", "position": [0, 3, 0], "geometry": { "box": {} }, "physics": { "type": "static" } },
      { "name": "seat", "position": [0, 1, 0], "geometry": { "box": {} }, "physics": {},
        "joints": [ { "hinge": { "minimumAngularLimitDegrees": -45, "maximumAngularLimitDegrees": 45 },
          "bodyB": "/swing/beam", "anchorA": [0, 2, 0], "axisA": [0, 0, 1], "breakingForce": 500 } ] } ] } ]
    """)

  @Test("A joint in a referenced file resolves paths from the root of that file")
  func subScenes() throws {
    let scenes = try TemporaryScenes([
      "swing.json": hung,
      "level.json": file(
        """
        "nodes": [ { "name": "left", "scene": "swing.json", "position": [-5, 0, 0] },
          { "name": "right", "scene": "swing.json", "position": [5, 0, 0],
            "overrides": { "seat": { "joints": [ { "ballSocket": {}, "bodyB": "../../left/beam" } ] } } } ]
        """),
    ])
    #expect(scenes.problems() == [], "paths in an override start at the file that contains it")
    try scenes.write(
      "level.json",
      file(
        """
        "nodes": [ { "name": "left", "scene": "swing.json", "position": [-5, 0, 0] },
          { "name": "right", "scene": "swing.json", "position": [5, 0, 0],
            "overrides": { "seat": { "joints": [ { "fixed": {}, "bodyB": "../beam" } ] } } } ]
        """))
    let scene = try scenes.read()
    for _ in 0..<60 { scene.step() }
    let seats = ["/left/seat", "/right/seat"].compactMap { scene.rootNode.node(atPath: $0) }
    #expect(seats.count == 2)
    for seat in seats {
      #expect(seat.position.y > 0.9 && seat.joints.first?.isHolding == true)
      #expect(seat.joints.first?.bodyB?.node === seat.parent?.childNode(withName: "beam"))
    }
    #expect(
      seats.first?.joints.first?.hinge?.maximumAngularLimit.map { abs($0 - .pi / 4) < 1e-6 } == true
    )
  }

  @Test(
    "Each problem of a joint or force field is reported with its position",
    arguments: [
      (
        "{ \"joints\": [{ \"fixed\": {} }] }",
        "3:14: /nodes/1/joints/0: the node of the joint has no body; a node with "
          + "\"physics\" is accepted"
      ),
      (
        "{ \"physics\": {}, \"joints\": [{ \"fixed\": {}, \"bodyB\": \"/wall\" }, { \"fixed\": {}, \"bodyB\": \"/non\" }] }",
        "3:88: /nodes/1/joints/1/bodyB: there is no node \"/non\"; did you mean \"/none\"?"
      ),
      (
        "{ \"name\": \"x\", \"physics\": {}, \"joints\": [{ \"fixed\": {}, \"bodyB\": \"/x\" }] }",
        "3:66: /nodes/1/joints/0/bodyB: a joint cannot connect a body to itself; another node is accepted"
      ),
      (
        "{ \"physics\": {}, \"joints\": [{ \"fixed\": {}, \"bodyB\": \"/none\" }] }",
        "3:53: /nodes/1/joints/0/bodyB: the node has no body; a node with \"physics\" is accepted"
      ),
      (
        "{ \"physics\": { \"type\": \"static\" }, \"joints\": [{ \"fixed\": {}, \"bodyB\": \"/wall\" }] }",
        "3:71: /nodes/1/joints/0/bodyB: neither of the two bodies is dynamic; a joint with a "
          + "dynamic body is accepted"
      ),
      (
        "{ \"physics\": { \"type\": \"kinematic\" }, \"joints\": [{ \"fixed\": {} }] }",
        "3:50: /nodes/1/joints/0: a kinematic body needs no joint to the world; a dynamic one is accepted"
      ),
      (
        "{ \"physics\": {}, \"joints\": [{ \"hinge\": {}, \"axisA\": [0, 0, 0] }] }",
        "3:29: /nodes/1/joints/0: axisA has no direction; an axis of a length above 0 is accepted"
      ),
      (
        "{ \"physics\": {}, \"joints\": [{ \"hinge\": {}, \"axisA\": [0, \"nan\", 0] }] }",
        "3:57: /nodes/1/joints/0/axisA/1: this is a string; a number is accepted"
      ),
      (
        "{ \"physics\": {}, \"joints\": [{ \"slider\": { \"minimumLinearLimit\": 3, \"maximumLinearLimit\": 1 } }] }",
        "3:41: /nodes/1/joints/0/slider: the lower limit is above the upper limit; "
          + "limits in order are accepted"
      ),
      (
        "{ \"physics\": {}, \"joints\": [{ \"hinge\": { \"motorMaximumTorque\": 1e30 } }] }",
        "3:64: /nodes/1/joints/0/hinge/motorMaximumTorque: 1e30 is out of range; "
          + "0…1000000000000 N·m is accepted"
      ),
      (
        "{ \"physics\": {}, \"joints\": [{ \"distance\": {} }] }",
        "3:29: /nodes/1/joints/0: a distance to the world has no other end; one with \"anchorB\" is accepted"
      ),
      (
        "{ \"physics\": {}, \"joints\": [{ \"anchorA\": [1, 0, 0] }] }",
        "3:29: /nodes/1/joints/0: a key is missing; one of ballSocket, hinge, slider, coneTwist, fixed, "
          + "distance, wheel, sixDegreesOfFreedom, filter, gear, rackAndPinion, pulley is accepted: "
          + "The kind of joint"
      ),
      (
        "{ \"physicsField\": { \"type\": \"electric\" } }",
        "3:29: /nodes/1/physicsField/type: \"electric\" is not known; accepted are linearGravity, "
          + "radialGravity, drag, vortex, spring, noise, turbulence, buoyancy"
      ),
      (
        "{ \"physicsField\": { \"direction\": [0, 0, 0] } }",
        "3:19: /nodes/1/physicsField: the direction has no length; one of a length above 0 is accepted"
      ),
    ])
  func mistakes(node: String, problem: String) throws {
    let scenes = try TemporaryScenes([
      "level.json": file(
        """
        "nodes": [{ "name": "wall", "geometry": { "box": {} }, "physics": { "type": "static" } },
        \(node), { "name": "none" }]
        """)
    ])
    #expect(scenes.problems() == ["level.json:\(problem)"])
  }

  @Test("A reload of a changed joint updates the running joint relative to its initial pose")
  func reload() throws {
    let scenes = try TemporaryScenes(["level.json": hung])
    defer { withExtendedLifetime(scenes) {} }
    let file = try SceneReader(root: scenes.root, roles: testRoles).load("level.json")
    let reload = try SceneReload(file)
    let seat = try #require(file.scene.rootNode.node(atPath: "/swing/seat"))
    seat.physicsBody?.velocity = Vector3(3, 0, 0)
    for _ in 0..<15 { file.scene.step() }
    let (place, angle) = (seat.position, try #require(seat.joints.first).angle)
    #expect(abs(angle) > 0.1)
    try scenes.write(
      "level.json", hung.replacing("\"breakingForce\": 500", with: "\"breakingForce\": 700"))
    #expect(try reload.reload().changed == ["/swing/seat"])
    file.scene.step()
    let joint = try #require(seat.joints.first)
    #expect(joint.breakingForce == 700 && joint.isHolding)
    #expect(abs(joint.angle - angle) < 0.1, "the angle is relative to the initial pose")
    #expect((seat.position - place).length < 0.1)
    try scenes.write("level.json", hung.replacing("\"hinge\"", with: "\"hinges\""))
    #expect(throws: SceneFileError.self) { try reload.reload() }
    try scenes.write("level.json", hung)
    _ = try reload.reload()
    try scenes.write(
      "level.json", hung.replacing("\"joints\"", with: "\"physicsField\": {}, \"joints\""))
    _ = try reload.reload()
    #expect(seat.physicsField != nil)
    for _ in 0..<10 { file.scene.step() }
    #expect(seat.joints.first?.isHolding == true && file.scene.problems.isEmpty)
  }
}
