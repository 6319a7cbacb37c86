import CaromBenchmarks
import CaromCollision
import CaromMaths
import CaromPhysics
import Testing

@Suite("Physics benchmark scenes")
struct PhysicsSceneTests {
  /// FNV-1a over the bits of numbers: short enough to be implemented in any language.
  struct Checksum {
    var value: UInt64 = 0xcbf2_9ce4_8422_2325

    mutating func add(_ word: UInt32) {
      for shift in stride(from: UInt32(0), to: 32, by: 8) {
        value = (value ^ UInt64(word >> shift & 255)) &* 0x100_0000_01b3
      }
    }

    mutating func add(_ number: Float) { add(number.bitPattern) }

    mutating func add(_ v: Vector3) {
      add(v.x)
      add(v.y)
      add(v.z)
    }
  }

  // The checksums were computed by the C++ harness of the other engines.

  @Test(
    "Scenes start with the same bits as in the harnesses of the other engines",
    arguments: [
      ("S1", 821, 300, 0xe433_dc65_fbc3_b2cb), ("S2", 5501, 120, 0x09f2_b909_286d_9bce),
      ("S3", 4005, 300, 0x7096_942a_269e_154b), ("S5", 811, 300, 0x1c40_e892_aeeb_fc76),
      ("S4", 2005, 300, 0x4bb4_da64_e2d9_6e8f), ("S7", 501, 300, 0x40cd_f6b8_e507_1a63),
      ("S8", 4005, 300, 0x7096_942a_269e_154b),
    ] as [(String, Int, Int, UInt64)])
  func sameBits(name: String, bodies: Int, steps: Int, checksum: UInt64) throws {
    let scene = try #require(PhysicsScene(named: name))
    #expect(scene.name == name)
    #expect(scene.bodies.count == bodies)
    #expect(scene.steps == steps)
    var found = Checksum()
    for body in scene.bodies {
      found.add(body.kind == .dynamic ? 1 as UInt32 : 0)
      switch body.shape {
      case .box(let box):
        found.add(0 as UInt32)
        found.add(box.halfExtents)
      case .sphere(let sphere):
        found.add(1 as UInt32)
        found.add(sphere.radius)
      case .capsule(let capsule):
        found.add(2 as UInt32)
        found.add(capsule.radius)
        found.add(capsule.halfLength)
      case .hull(let hull):
        // All points are vertices of the hull, in their original order.
        found.add(3 as UInt32)
        for vertex in hull.vertices { found.add(vertex) }
      case .mesh(let mesh):
        found.add(4 as UInt32)
        for vertex in mesh.vertices { found.add(vertex) }
        for index in mesh.indices { found.add(UInt32(index)) }
      case .cylinder, .cone, .pyramid, .taperedCapsule, .roundedBox, .plane, .heightField,
        .compound:
        Issue.record("These scenes have boxes, spheres, capsules and hulls only")
      }
      found.add(body.position)
      let q = body.orientation
      for number in [q.x, q.y, q.z, q.w] { found.add(number) }
      found.add(body.velocity)
      found.add(body.density)
    }
    #expect(found.value == checksum)
  }

  @Test("Rays have the same bits as in the harnesses of the other engines")
  func rays() throws {
    let scene = try #require(PhysicsScene(named: "S8"))
    #expect(scene.rays.count == 100_000)
    var found = Checksum()
    for ray in scene.rays {
      found.add(ray.origin)
      found.add(ray.translation)
    }
    #expect(found.value == 0xdf8d_7bea_44d2_5b35)
  }

  @Test("The list contains every scene, and unknown names give nil")
  func names() {
    for name in PhysicsScene.names { #expect(PhysicsScene(named: name)?.name == name) }
    #expect(PhysicsScene(named: "S0") == nil)
    #expect(PhysicsScene(named: "s1") == nil)
  }
}
