import CaromBenchmarks
import CaromMaths
import CaromPhysics
import Testing

@Suite("Runs of physics scenes from files")
struct FileSceneRunTests {
  /// A frame of a trace, decoded as other programs do.
  struct Frame {
    var step: Int
    var bodies: [Int: [Float]] = [:]
    var order: [Int] = []

    init(_ bytes: [UInt8]) throws {
      func word(_ index: Int) -> UInt32 {
        (0..<4).reduce(0) { $0 | UInt32(bytes[index * 4 + $1]) << UInt32(8 * $1) }
      }
      try #require(bytes.count >= 8)
      step = Int(Int32(bitPattern: word(0)))
      let count = Int(Int32(bitPattern: word(1)))
      try #require(bytes.count == 8 + count * 56)
      for position in 0..<count {
        let body = Int(Int32(bitPattern: word(2 + position * 14)))
        order.append(body)
        bodies[body] = (1...13).map { Float(bitPattern: word(2 + position * 14 + $0)) }
      }
    }

    func position(_ body: Int) -> Vector3? { bodies[body].map { Vector3($0[0], $0[1], $0[2]) } }
    func rotation(_ body: Int) -> Quaternion? {
      bodies[body].map { Quaternion($0[3], $0[4], $0[5], $0[6]) }
    }
    func velocity(_ body: Int) -> Vector3? { bodies[body].map { Vector3($0[7], $0[8], $0[9]) } }
    func spin(_ body: Int) -> Vector3? { bodies[body].map { Vector3($0[10], $0[11], $0[12]) } }
  }

  /// Runs a scene and returns its frames.
  private func run(_ lines: String...) throws -> (frames: [Frame], report: PhysicsReport) {
    let text = lines.joined(separator: "\n")
    let scene = try PhysicsSceneReader.scene(from: Array(text.utf8))
    var frames: [Frame] = []
    let report = try scene.run { frames.append(try Frame($0)) }
    return (frames, report)
  }

  @Test("A thrown ball follows the parabola; its spin and its horizontal velocity stay")
  func freeFall() throws {
    let (frames, report) = try run(
      "scene fall 120 0 0.6 30 0", SceneTexts.body(at: "1 100 2", velocity: "3 5 -1 0 2 0"))
    #expect(frames.map(\.step) == [0, 30, 60, 90, 120])
    #expect(report.scene == "fall" && report.stepTimes.count == 120 && report.bodyCount == 1)
    for frame in frames {
      let t = Float(frame.step) / 60
      let position = try #require(frame.position(0))
      #expect(abs(position.y - (100 + 5 * t - 5 * t * t)) < 1e-4)
      #expect(abs(position.x - (1 + 3 * t)) < 1e-4 && abs(position.z - (2 - t)) < 1e-4)
      let velocity = try #require(frame.velocity(0))
      #expect((velocity - Vector3(3, 5 - 10 * t, -1)).length < 1e-4)
      #expect((try #require(frame.spin(0)) - Vector3(0, 2, 0)).length < 1e-4)
      // A turn by 2t about Y.
      let q = try #require(frame.rotation(0))
      let up = Portable.sin(t) * q.y + Portable.cos(t) * q.w
      #expect(abs(abs(up) - 1) < 1e-5)
    }
  }

  @Test("A kinematic body keeps its velocities, and turns right-handed")
  func kinematic() throws {
    let (frames, _) = try run(
      "scene drum 60 0 0.6 60 0",
      SceneTexts.body(kind: 1, at: "1 2 3", velocity: "0.5 0 0 0 0 0.5"))
    let last = try #require(frames.last)
    #expect((try #require(last.position(0)) - Vector3(1.5, 2, 3)).length < 1e-5)
    let q = try #require(last.rotation(0))
    #expect((q.rotate(.unitX) - Vector3(Portable.cos(0.5), Portable.sin(0.5), 0)).length < 1e-5)
    #expect(last.spin(0) == Vector3(0, 0, 0.5))
  }

  @Test("A body is there from its birth until its death, and keeps its index")
  func births() throws {
    let (frames, report) = try run(
      "scene lives 6 0 0.6 1 0", SceneTexts.body(at: "0 0 0", life: "0 2"),
      SceneTexts.body(at: "10 0 0", life: "3 -1"), SceneTexts.body(at: "20 0 0", life: "0 -1"),
      SceneTexts.body(at: "30 0 0", life: "99 -1"), SceneTexts.body(at: "40 0 0", life: "1 1"))
    // A body of birth n is created before step n, and one of death n destroyed before step n.
    #expect(
      frames.map(\.order) == [[0, 2], [0, 2], [0, 2], [2], [1, 2], [1, 2], [1, 2]])
    #expect(frames.map(\.step) == Array(0...6))
    #expect(report.poses.count == 2 && report.bodyCount == 5)
    #expect(frames[4].velocity(1)?.y ?? 0 < -0.1)
  }

  @Test("A joint ends with its body")
  func jointEnds() throws {
    let (frames, _) = try run(
      "scene drop 60 0 0.6 30 0", SceneTexts.body(kind: 0, life: "0 30"),
      SceneTexts.body(at: "0 -2 0"), "joint 0 0 1 0 -1 0 1 0 0 0 0 0")
    #expect(abs((try #require(frames[1].position(1))).y + 2) < 0.01)
    #expect((try #require(frames[2].position(1))).y < -3)
  }

  @Test("A hinge turns about its axis in the world up to its limit, also of rotated bodies")
  func hinge() throws {
    // The rod leaves the static body along X; its weight turns it by a negative angle about Z.
    let rotated = "0 0 0.707106769 0.707106769"
    let (frames, _) = try run(
      "scene hinge 300 0 0.6 60 0", SceneTexts.body(kind: 0, rotation: "0.6 0 0 0.8"),
      SceneTexts.body(at: "1 0 0", rotation: rotated, shape: "2 0 0 0 0.1 0.5 -1"),
      "joint 1 0 1 0 0 0 0 0 1 -0.5 0.25 0")
    let last = try #require(frames.last)
    let position = try #require(last.position(1))
    let expected = Vector3(Portable.cos(0.5), -Portable.sin(0.5), 0)
    #expect((position - expected).length < 0.01)
    for frame in frames { #expect(abs((try #require(frame.position(1))).z) < 1e-3) }
  }

  @Test("A cone twist keeps the axis of the second body within its cone around that of the first")
  func coneTwist() throws {
    // The axis points sideways, so the weight swings it down to the edge of the cone.
    let (frames, _) = try run(
      "scene cone 600 0 0.6 60 0", SceneTexts.body(kind: 0, rotation: "0 0.6 0 0.8"),
      SceneTexts.body(
        at: "0 0 1", rotation: "0.707106769 0 0 0.707106769",
        shape: "2 0 0 0 0.1 0.5 -1"),
      "joint 2 0 1 0 0 0 0 0 1 -0.25 0.25 0.5")
    let position = try #require(frames.last?.position(1))
    #expect((position - Vector3(0, -Portable.sin(0.5), Portable.cos(0.5))).length < 0.02)
  }

  @Test("Friction of the file holds for every pair")
  func friction() throws {
    // At 45° a block slides if the friction is below 1.
    let tilted = "0 0 -0.382683432 0.923879533"
    func slide(_ friction: String) throws -> Float {
      let (frames, _) = try run(
        "scene slope 60 0 \(friction) 60 0",
        SceneTexts.body(kind: 0, rotation: tilted, shape: "0 50 0.5 50 0 0 -1"),
        SceneTexts.body(
          at: "0.707106769 0.707106769 0", rotation: tilted, shape: "0 0.5 0.5 0.5 0 0 -1"))
      return (try #require(frames.last?.position(1)) - Vector3(0.70710677, 0.70710677, 0)).length
    }
    #expect(try slide("1.1") < 0.1)
    // g/√2·(1 − µ)·t²/2 = 1.77 m for µ = 0.5.
    #expect(abs(try slide("0.5") - 1.77) < 0.1)
  }

  @Test("Bodies sleep only if the file allows it, and the report has the first step of all asleep")
  func sleeping() throws {
    let body = SceneTexts.body(at: "0 0.5 0")
    let (_, awake) = try run("scene no 120 0 0.6 60 0", SceneTexts.floor, body)
    #expect(awake.awakeCount == 1 && awake.asleepStep == nil)
    let (_, asleep) = try run("scene yes 120 1 0.6 60 0", SceneTexts.floor, body)
    #expect(asleep.awakeCount == 0)
    #expect((20..<120).contains(try #require(asleep.asleepStep)))
  }

  @Test("Rays after each step hit what is below them")
  func rays() throws {
    let (_, all) = try run("scene rays 3 0 0.6 60 50", SceneTexts.floor)
    let rays = try #require(all.rays)
    // All end on the floor, whose top is at 0.
    #expect(rays.hits == 150 && rays.nanoseconds > 0)
    #expect(abs(rays.fractionSum - 150) < 1e-3)
    let (_, none) = try run(
      "scene rays 3 0 0.6 60 50", SceneTexts.body(kind: 0, at: "0 -10 0"))
    #expect(none.rays?.hits == 0)
    #expect(try run(SceneTexts.head, SceneTexts.floor).report.rays == nil)
  }

  @Test("The frames have the same bits for any number of threads")
  func threads() throws {
    let scene = try SceneTexts.read(SceneTexts.everything)
    func bytes(_ threads: Int) throws -> [UInt8] {
      var all: [UInt8] = []
      _ = try scene.run(threads: threads) { all += $0 }
      return all
    }
    let one = try bytes(1)
    #expect(one.count > 4 * 8)
    #expect(try bytes(3) == one)
  }

  @Test("An error of the receiver of frames ends the run")
  func receiver() throws {
    struct DiskFull: Error {}
    let scene = try SceneTexts.read(SceneTexts.head, SceneTexts.floor)
    #expect(throws: DiskFull.self) { try scene.run { _ in throw DiskFull() } }
  }
}
