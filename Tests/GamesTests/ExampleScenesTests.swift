import CaromGames
import CaromMaths
import CaromSceneFiles
import CaromSceneGraph
import CaromSimulation
import Foundation
import TestSupport
import Testing

/// The example scenes of the articles; each demonstrates one feature.
@Suite("Example scenes")
struct ExampleScenesTests {
  /// The names of all scenes in `Scenes/Examples`, sorted.
  static let names: [String] = {
    let folder = Repository.url("Scenes/Examples").resolvingSymlinksInPath().path()
    let all = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return all.filter { $0.hasSuffix(".json") }.sorted()
  }()

  private var reader: SceneReader {
    get throws {
      SceneReader(
        root: try SceneRoot(Repository.url("Scenes").resolvingSymlinksInPath().path()),
        games: GameList.all.map { (name: $0.name, roles: $0.allRoles) })
    }
  }

  @Test("Each example is shorter than 30 lines and mentioned in exactly one article")
  func shortAndNamed() throws {
    #expect(Self.names.count > 20)
    var articles: [String] = []
    let sources = Repository.url("Sources").resolvingSymlinksInPath().path()
    for path in try FileManager.default.subpathsOfDirectory(atPath: sources)
    where path.hasSuffix(".md") { articles.append(try Repository.text("Sources/" + path)) }
    for name in Self.names {
      let lines = try Repository.text("Scenes/Examples/" + name).split(separator: "\n").count
      #expect(lines < 30, "\(name) has \(lines) lines")
      let mentions = articles.filter { $0.contains("Scenes/Examples/" + name) }.count
      #expect(mentions == 1, "\(mentions) articles name \(name)")
    }
  }

  @Test("Articles mention only existing examples")
  func nothingElseIsNamed() throws {
    let sources = Repository.url("Sources").resolvingSymlinksInPath().path()
    for path in try FileManager.default.subpathsOfDirectory(atPath: sources)
    where path.hasSuffix(".md") {
      for match in try Repository.text("Sources/" + path).matches(
        of: #/Scenes/Examples/([a-z-]+\.json)/#)
      {
        #expect(Self.names.contains(String(match.1)), "\(path) names \(match.1)")
      }
    }
  }

  @Test(
    "Each example loads, reaches its pinned hash after two seconds, and does so again when saved"
  )
  func runs() throws {
    for name in Self.names {
      let path = "Examples/" + name
      let file = try reader.load(path)
      let scene = file.scene
      let text = try SceneWriter.text(of: scene, from: file)
      let again = try reader.load(text, at: path).scene
      for _ in 0..<120 {
        scene.step()
        again.step()
      }
      #expect(scene.problems.isEmpty && scene.bodyProblems.isEmpty, "\(name)")
      #expect(again.hash == scene.hash, "\(name), saved and read again")
      try PinnedHashes.expect(scene.hash, pinned: "examples/\(name)/120")
    }
  }

  @Test("The vehicle of the example drives on its wheels without touching the ground with its body")
  func drives() throws {
    let scene = try reader.read("Examples/vehicles.json")
    let car = try #require(scene.rootNode.node(atPath: "/car"))
    let (body, vehicle) = (try #require(car.physicsBody), try #require(car.vehicle))
    let start = car.position
    for tick in 1...180 {
      scene.step()
      #expect(scene.physicsWorld.contactTest(with: body).isEmpty, "at tick \(tick)")
    }
    #expect(vehicle.wheels.count == 4 && vehicle.speedInKilometersPerHour > 10)
    #expect((0..<4).allSatisfy { vehicle.isInContact(wheelAt: $0) })
    #expect(car.position.z - start.z > 3 && abs(car.position.x - start.x) < 0.1)
    #expect(car.position.y > 0.55 && car.worldUp.y > 0.99)
    let tire = try #require(scene.rootNode.node(atPath: "/car/a"))
    #expect(abs(tire.worldPosition.y - 0.3) < 0.02)
  }

  @Test("The ball of the example rolls through the loop and leaves it beside its entry")
  func loops() throws {
    let scene = try reader.read("Examples/loop.json")
    let ball = try #require(scene.rootNode.node(atPath: "/ball"))
    var top: Float = 0
    for _ in 0..<120 {
      scene.step()
      top = max(top, ball.position.y)
    }
    // The radius of the path is the loop's less that of the ball and half of a plate.
    #expect(abs(top - (1.55 + 1.5 - 0.15)) < 0.05)
    #expect(ball.position.z < 0 && abs(ball.position.x - 0.6) < 0.25)
  }

  @Test("Examples behave as the articles describe")
  func stories() throws {
    func run(_ name: String, _ ticks: Int = 120) throws -> Scene {
      let scene = try reader.read("Examples/" + name)
      for _ in 0..<ticks { scene.step() }
      return scene
    }
    func node(_ path: String, _ scene: Scene) throws -> Node {
      try #require(scene.rootNode.node(atPath: path))
    }
    let lift = try run("actions.json")
    #expect(try node("/crate", lift).position.y > 2)
    #expect(try node("/ball", run("contacts.json", 180)).position.x > 1)
    let door = try run("transactions.json", 1)
    try door.transaction(animationDuration: 1) {
      try node("/hinge", door).eulerAngles.y = -.pi / 2
    }
    for _ in 0..<30 { door.step() }
    let half = try node("/hinge", door).presentation.eulerAngles.y
    #expect(abs(half + .pi / 4) < 0.1)
    var options = HitTestOptions()
    options.categoryBitMask = 1
    options.searchMode = .all
    let hits = try run("hit-testing.json", 1).hitTest(
      from: .init(-3, 0.5, 0.6), to: .init(3, 0.5, 0.6), options: options)
    #expect(hits.first?.node.name == "ring" && hits.last?.node.name == "box")
    let lamp = try run("joints.json")
    #expect(try node("/lamp", lamp).position.y < 2.9 && node("/lamp", lamp).position.y > 0.5)
    let balls = try run("fields.json")
    #expect(try node("/left", balls).position.z != 0)
    let hero = try node("/hero", run("characters.json", 144))
    #expect(hero.position.x > 1.2 && hero.position.y > 1.5, "the character is on top of the steps")
    #expect(try node("/windmill/tower/sails", run("gltf.json")).presentation.eulerAngles.z != 0)
  }
}
