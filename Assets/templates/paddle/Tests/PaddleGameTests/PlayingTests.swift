import PaddleGameKit
import Carom
import CaromAutomation
import CaromTesting
import Foundation
import Testing

@Suite("Playing")
struct PlayingTests {
  @Test(
    "The bot plays from each level to the end of the last one", arguments: ["level1", "level2"])
  func bot(level: String) throws {
    let driver = GameDriver(try PackageFiles.loader().load(PaddleGame.name, level: level))
    try driver.play(forTicks: 3_600)
    #expect(driver.session.phase == "over")
    #expect(driver.session.score > 0)
    let progress = PaddleGame.progress(in: driver.session.storage)
    #expect(progress.map(\.isCompleted) == [level == "level1", true])
  }

  @Test("The recording of level 1 replays bit for bit; if there is none, it is made")
  func recording() throws {
    let file = URL(filePath: PackageFiles.path("Goldens/level1.replay.jsonl"))
    if !FileManager.default.fileExists(atPath: file.path), GoldenMode.current != .required {
      let driver = GameDriver(try PackageFiles.loader().load(PaddleGame.name))
      try driver.play(forTicks: 600)
      driver.session.finishRecording()
      try Data(driver.replay.utf8).write(to: file)
    }
    let text = SourceText(name: file.path, bytes: [UInt8](try Data(contentsOf: file)))
    let replay = try Replay(reading: text)
    let loaded = try PackageFiles.loader().load(replay.head.scene, launch: replay.head.launch)
    var run = try ReplayRun(replay, in: loaded.session)
    let outcome = run.play()
    #expect(!run.hasSceneChanged && outcome.checks > 0)
    #expect(outcome.divergence == nil)
  }

  @Test("Level 1 looks like the golden image")
  func picture() throws {
    let driver = GameDriver(try PackageFiles.loader().load(PaddleGame.name))
    driver.step(30)
    try driver.expectFrame(like: PackageFiles.path("Goldens/level1.png"))
  }

  @Test("Snapshots and hashes cover the whole state")
  func state() {
    PaddleGame.checkDeclaredState()
  }

  @Test("The schema of the scenes is up to date; `swift run paddle-game scene schema` prints it")
  func schema() throws {
    let file = try PackageFiles.loader().root.map { $0.scenes + "/scene.schema.json" }
    let roles = PaddleGame.allRoles
    #expect(
      try String(contentsOfFile: file ?? "", encoding: .utf8)
        == SceneSchema.text(roles: roles, games: [(PaddleGame.name, roles)]))
  }
}
