import CaromCollision
import CaromMaths
import CaromPhysics
import CaromProperties
import Foundation
import TestSupport
import Testing

/// The code of the documentation's articles, here to be compiled and run.
@Suite("Documentation")
struct DocumentationTests {
  @Test("The example of the front page runs")
  func frontPage() throws {
    let world = World()
    let ground = BodyDefinition(.static, shape: .plane(PlaneShape()))
    _ = try world.createBody(ground)

    var ball = BodyDefinition(
      .dynamic, shape: .sphere(SphereShape(radius: 0.5)), position: Vector3(0, 5, 0))
    ball.restitution = 0.8
    let handle = try world.createBody(ball)

    for _ in 0..<120 { world.step(1 / 60) }
    let height = world.body(handle)?.position.y
    #expect(try #require(height) > 0.49)
  }

  @Test("The article on joints runs")
  func joints() throws {
    let world = World()
    let frame = try #require(
      world.body(try world.createBody(BodyDefinition(.static, shape: .box(0.2, 2, 0.2)))))
    let door = try #require(
      world.body(
        try world.createBody(
          BodyDefinition(.dynamic, shape: .box(1, 2, 0.1), position: Vector3(0.5, 1, 0)))))

    let doorJoint = JointDefinition(
      .hinge(HingeJoint(limits: -1.5...0)), frame, door, anchor: Vector3(0, 1, 0), axis: .unitY)
    let handle = try world.createJoint(doorJoint)

    world.joint(handle)?.kind.hinge?.springFrequency = 2

    world.joint(handle)?.kind.coneTwist?.pose = PoseSpring(frequency: 4, maximumTorque: 80)
    world.joint(handle)?.kind.coneTwist?.pose?.target = Quaternion(axis: .unitX, angle: 0.5)

    world.joint(handle)?.breakingForce = 1
    world.step(1 / 60)
    var count = 0
    for event in world.jointEvents {
      print("joint \(event.tag) broke at \(event.force.length) N")
      if let body = world.body(event.bodyA) { body.apply(impulse: Vector3(0, 1, 0)) }
      count += 1
    }
    #expect(count == 1)
  }

  @Test("Getting started runs from top to bottom")
  func gettingStarted() throws {
    var settings = WorldSettings()
    settings.gravity = Vector3(0, -9.8, 0)
    let world = World(settings)

    _ = try world.createBody(BodyDefinition(.static, shape: .plane(PlaneShape())))

    var crate = BodyDefinition(
      .dynamic, shape: .box(BoxShape(size: Vector3(1, 1, 1))), position: Vector3(0, 2, 0))
    crate.mass = 20
    crate.filter.contactTest = .max
    let crateHandle = try world.createBody(crate)

    if let body = world.body(crateHandle) {
      body.apply(impulse: Vector3(40, 0, 0))
      body.friction = 0.8
    }

    var begins = 0
    for _ in 0..<60 {
      world.step(1 / 60)
      for event in world.contactEvents where event.kind == .begin {
        print("contact at \(event.point) with \(event.impulse) N·s")
        begins += 1
      }
      for hit in world.hitEvents {
        print("an impact of \(hit.approachSpeed) m/s at \(hit.point)")
      }
    }
    #expect(begins > 0)

    let hit = world.rayCast(origin: Vector3(0, 10, 0), translation: Vector3(0, -20, 0))
    if let hit { print("the ray hits at \(hit.point)") }
    #expect(hit != nil)

    let buffer = StateBuffer()
    buffer.fill { world.save(into: &$0) }
    let copy = World()
    var source = StateSource(buffer.bytes)
    try copy.load(from: &source)
    assert(copy.stateHash == world.stateHash)
    #expect(copy.stateHash == world.stateHash)
  }

  @Test("Every line of code in the articles is compiled here")
  func isCompiled() throws {
    let text = try Repository.text("Tests/PhysicsTests/Documentation/DocumentationTests.swift")
    let own = Set(text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) })
    let folder = Repository.url("Sources/Physics/Documentation.docc")
    var lines = 0
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.path)
    where name.hasSuffix(".md") {
      var isCode = false
      let text = try String(contentsOf: folder.appending(path: name), encoding: .utf8)
      for line in text.split(separator: "\n") {
        if line.hasPrefix("```") {
          isCode = line == "```swift"
        } else if isCode {
          let code = line.trimmingCharacters(in: .whitespaces)
          lines += 1
          #expect(own.contains(code), "\(name): \(code)")
        }
      }
    }
    #expect(lines > 30)
  }
}
