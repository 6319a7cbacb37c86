import CaromBenchmarks
import CaromCollision
import CaromMaths
import CaromPhysics
import Testing

@Suite("Reading of physics scenes")
struct PhysicsSceneReaderTests {
  @Test("Every item is read with all its values")
  func everything() throws {
    let scene = try SceneTexts.read(SceneTexts.everything)
    #expect(scene.name == "every:1" && scene.steps == 30 && scene.allowsSleep)
    #expect(scene.friction == 0.5 && scene.traceInterval == 10 && scene.raysPerStep == 4)
    #expect(
      scene.bodies.map(\.kind)
        == [.static, .kinematic, .dynamic, .dynamic, .dynamic, .dynamic, .dynamic])

    #expect(scene.bodies[0].shape.volume == 0)
    #expect(scene.bodies[1].shape == .box(BoxShape(halfExtents: Vector3(5, 1, 5))))
    #expect(scene.bodies[1].velocity == Vector3(0.1, 0, 0))
    #expect(scene.bodies[1].angularVelocity == Vector3(0, 0.5, 0))
    #expect(scene.bodies[2].shape == .capsule(CapsuleShape(radius: 0.2, halfLength: 0.3)))
    #expect(scene.bodies[2].position == Vector3(0, 0.6, 0))
    // An octahedron of half axes a, b and c has the volume 4/3·abc.
    #expect(abs(scene.bodies[3].shape.volume - 4 / 3 * 0.35 * 0.25 * 0.3) < 1e-6)
    #expect(scene.bodies[3].orientation == Quaternion(0, 0, 0.6, 0.8))
    #expect(scene.bodies[4].shape == .cylinder(CylinderShape(radius: 0.2, halfHeight: 0.3)))
    let bullet = scene.bodies[5]
    #expect(bullet.isBullet && bullet.birth == 5 && bullet.death == 20)
    #expect(!scene.bodies[4].isBullet && scene.bodies[4].birth == 0)
    #expect(scene.bodies[4].death == nil)
    #expect(scene.bodies[6].shape.leafCount == 2 && scene.bodies[6].density == 500)
    #expect(scene.bodies[6].shape.leaf(at: 1).placement.position == Vector3(0.5, 0, 0))

    #expect(scene.joints.map(\.a) == [2, 3, 1] && scene.joints.map(\.b) == [3, 4, 4])
    #expect(scene.joints[0].kind.ballSocket != nil)
    #expect(scene.joints[1].kind.hinge?.limits == -0.5...0.5)
    #expect(scene.joints[1].axis == .unitZ && scene.joints[1].anchor == Vector3(0, 0.6, 0))
    #expect(scene.joints[2].kind.coneTwist?.twist == -0.25...0.5)
    #expect(scene.joints[2].kind.coneTwist?.maximumAngularLimit1 == 0.75)
    #expect(scene.joints[2].kind.coneTwist?.maximumAngularLimit2 == 0.75)
  }

  @Test("Numbers with nine digits give the same bits as in the program that wrote them")
  func bits() throws {
    let scene = try SceneTexts.read(
      SceneTexts.head, SceneTexts.body(at: "0.100000001 8388609.49 -1.17549435e-38"))
    #expect(scene.bodies[0].position == Vector3(0.1, 8_388_609, -.leastNormalMagnitude))
  }

  @Test("Empty lines, tabs and line ends of other systems make no difference")
  func spacing() throws {
    let text = SceneTexts.everything
    let spaced = "\r\n" + text.replacing(" ", with: " \t ").replacing("\n", with: "\r\n\n") + "\r\n"
    let (scene, other) = (try SceneTexts.read(text), try SceneTexts.read(spaced))
    #expect(try scene.run().hash == other.run().hash)
  }

  @Test(
    "A mistake is reported with its line, what is wrong and what is accepted",
    arguments: [
      ("body 2 0 0", "the line ends before p z; 'body KIND p3"),
      (SceneTexts.body() + " 1", "words after its end"),
      (SceneTexts.body(at: "0 zero 0"), "p y is 'zero'; a finite number is accepted"),
      (SceneTexts.body(at: "0 nan 0"), "p y is 'nan'; a finite number"),
      (SceneTexts.body(at: "0 1e39 0"), "p y is '1e39'; a finite number"),
      (SceneTexts.body(at: "0 1e8 0"), "position must be within"),
      (SceneTexts.body(rotation: "0 0 0 0"), "q has no direction"),
      (SceneTexts.body(velocity: "0 0 1e5 0 0 0"), "velocity"),
      (SceneTexts.body(kind: 3), "KIND is '3'; an integer from 0 to 2"),
      (SceneTexts.body(density: "0"), "density"),
      (SceneTexts.body(density: "1e30"), "density"),
      (SceneTexts.body(bullet: 2), "BULLET is '2'; an integer from 0 to 1"),
      (SceneTexts.body(life: "3 2"), "DEATH is 2; -1 for never, or at least BIRTH"),
      (SceneTexts.body(life: "-1 2"), "BIRTH is '-1'"),
      (SceneTexts.body(shape: "6 0 0 0 1 0 -1"), "SHAPE is '6'; an integer from 0 to 5"),
      (SceneTexts.body(shape: "1 0 0 0 -1 0 -1"), "radius is -1.0 m"),
      (SceneTexts.body(shape: "3 0 0 0 0 0 0"), "HULL is 0; the 0 hulls above"),
      (SceneTexts.body(shape: "4 0 0 0 0 0 0"), "below a mesh"),
      ("hull 3 0 0 0 1 0 0 0 1 0", "COUNT is '3'"),
      ("hull 4 0 0 0 1 0 0 0 1 0 1 1 0", "plane"),
      ("hull 99999999999999999999 0 0 0", "COUNT is '99999999999999999999'"),
      ("hull 16777216 0 0 0", "the line ends before point 1 x"),
      ("mesh 3 3 0 0 0 1 0 0 0 0 1 0 1 3", "an index is '3'; an integer from 0 to 2"),
      ("mesh 3 3 0 0 0 1 0 0 2 0 0 0 1 2", "no triangle of a mesh has an area"),
      ("mesh 3 4 0 0 0 1 0 0 0 0 1 0 1 2 0", "multiple"),
      ("ball 1 2 3", "no item is called 'ball'; hull, mesh, body and joint are accepted"),
      (SceneTexts.head, "a second scene; one is accepted"),
      ("joint 0 0 1 0 0 0 1 0 0 0 0 0", "a is 0; the 0 bodies above"),
    ])
  func mistakes(line: String, words: String) throws {
    let problems = SceneTexts.problems(Array("\(SceneTexts.head)\n\n\(line)\n".utf8))
    #expect(problems.count == 1)
    #expect(problems.first?.line == 3)
    #expect(problems.first?.text.contains(words) == true, "\(problems)")
  }

  @Test(
    "A mistake in a joint is reported with its line",
    arguments: [
      ("joint 0 1 5 0 0 0 1 0 0 0 0 0", "b is 5; the 4 bodies above, from 0, are accepted"),
      ("joint 0 1 3 0 0 0 1 0 0 0 0 0", "b has BIRTH 1; 0 is accepted"),
      ("joint 0 0 0 0 0 0 1 0 0 0 0 0", "two different bodies"),
      ("joint 0 0 2 0 0 0 1 0 0 0 0 0", "neither body is dynamic"),
      ("joint 1 0 1 0 0 0 0 0 0 -1 1 0", "axis has length 0.0"),
      ("joint 1 0 1 0 0 0 1 0 0 1 -1 0", "lo is 1.0 and hi is -1.0; lo up to hi is accepted"),
      ("joint 1 0 1 0 0 0 1 0 0 -4 1 0", "minimumAngularLimit: -229.18312 is out of range"),
      ("joint 2 0 1 0 0 0 1 0 0 -1 1 0", "maximumAngularLimit1: 0 is out of range"),
      ("joint 3 0 1 0 0 0 1 0 0 -1 1 0", "KIND is '3'; an integer from 0 to 2"),
    ])
  func jointMistakes(line: String, words: String) throws {
    let text = [
      SceneTexts.head, SceneTexts.floor, SceneTexts.body(), SceneTexts.body(kind: 1),
      SceneTexts.body(life: "1 -1"), line,
    ].joined(separator: "\n")
    let problems = SceneTexts.problems(Array(text.utf8))
    #expect(problems.map(\.line) == [6])
    #expect(problems.first?.text.contains(words) == true, "\(problems)")
  }

  @Test(
    "A mistake in the first item ends reading",
    arguments: [
      ("", 1, "the file has no items; 'scene NAME"),
      ("\nbody 2 0 0 0", 2, "the first item is 'body'; 'scene NAME"),
      ("scene test 0 0 0.6 60 0", 1, "STEPS is '0'; an integer from 1 to 1000000"),
      ("scene test 60 0 -1 60 0", 1, "friction"),
      ("scene test 60 0 0.6 0 0", 1, "TRACE-EVERY is '0'"),
      ("scene test 60 0 0.6 60 -1", 1, "RAYS-A-STEP is '-1'"),
      ("scene test 60 2 0.6 60 0\nball", 1, "SLEEP is '2'; an integer from 0 to 1"),
    ])
  func headMistakes(text: String, line: Int, words: String) {
    let problems = SceneTexts.problems(Array(text.utf8))
    #expect(problems.map(\.line) == [line])
    #expect(problems.first?.text.contains(words) == true, "\(problems)")
  }

  @Test("All problems of a file are reported at once, a hundred at most, and none twice")
  func allProblems() throws {
    let text = [
      SceneTexts.head, "hull 4 0 0 0 1 0 0 0 1 0 1 1 0",
      SceneTexts.body(shape: "3 0 0 0 0 0 0"), SceneTexts.body(kind: 7), SceneTexts.body(),
      "joint 0 0 2 0 0 0 1 0 0 0 0 0", "joint 0 1 2 0 0 0 1 0 0 0 0 0", "ball",
    ].joined(separator: "\n")
    #expect(SceneTexts.problems(Array(text.utf8)).map(\.line) == [2, 4, 8])
    let error = #expect(throws: PhysicsSceneError.self) { try SceneTexts.read(text) }
    let lines = error?.message(file: "a.txt").split(separator: "\n") ?? []
    #expect(lines.count == 3)
    #expect(lines.first?.hasPrefix("a.txt:2: ") == true)
    let many = SceneTexts.head + String(repeating: "\nball", count: 1000)
    #expect(SceneTexts.problems(Array(many.utf8)).count == PhysicsSceneError.maxCount)
  }
}
