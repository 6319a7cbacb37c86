import CaromAutomation
import CaromContent
import CaromDocuments
import CaromImages
import CaromMaths
import CaromSceneGraph
import CaromSimulation
import Foundation
import Testing

@Suite("Driver of a loaded game")
struct LoadedDriverTests {
  @Test(
    "A loaded session is recorded, and errors contain a recording that replays to the same state")
  func recording() throws {
    try Sample.use { scene, loader in
      let driver = GameDriver(try loader.load(scene))
      driver.press(.space, for: 3)
      try driver.set([
        PropertyChange("position", of: .node("ball"), to: Vector3(1, 2, 0)),
        PropertyChange("physics.velocity", of: .node("ball"), toJSON: "[0, 0, 1]"),
      ])
      driver.step(57)
      let error = #expect(throws: DriverError.self) {
        try driver.wait(until: .node("moon"), within: 3)
      }
      let text = try #require(error?.replay)
      let replay = try Replay(reading: SourceText(name: "r", bytes: Array(text.utf8)))
      var run = try ReplayRun(replay, in: try loader.load(scene).session)
      let outcome = run.play()
      #expect(outcome.divergence == nil && outcome.checks >= 2)
      run.session.step(Int(driver.tick - run.session.tick))
      #expect(run.session.hash == driver.session.hash)
      #expect(error?.subject?.path == "/ball")
      #expect(error?.subject?.attributes.contains { $0.name == "position" } ?? false)
    }
  }

  @Test("Invalid properties and elements that are not nodes are reported")
  func setting() throws {
    try Sample.use { scene, loader in
      let driver = GameDriver(try loader.load(scene))
      try driver.set("score", of: .kind("game"), to: Int32(7))
      #expect(driver.session.score == 7 && driver.tick == 1)
      let wrong = #expect(throws: DriverError.self) {
        try driver.set("positon", of: .node("ball"), to: Vector3.zero)
      }
      #expect(wrong?.message.contains("did you mean \"position\"?") ?? false)
      let part = #expect(throws: DriverError.self) {
        try driver.set("intensity", of: .kind("light"), to: Float(1))
      }
      #expect(part?.message.contains("such as light.intensity") ?? false)
    }
  }

  @Test("Sounds and contacts are logged with their ticks, including bounces within a tick")
  func log() throws {
    try Sample.use { scene, loader in
      let driver = GameDriver(try loader.load(scene))
      let tick = try driver.wait(
        until: Locator(xpath: "//node[@name='ball'][g:touching('floor')]"), within: 120)
      #expect(try driver.firstTouch(.node("ball"), .node("floor")) == tick)
      #expect(try driver.firstTouch(.node("floor"), .node("ball"), since: tick) == nil)
      driver.press(.space)
      #expect(driver.sounds().map(\.name) == ["kick"])
      #expect(driver.sounds(since: driver.tick).isEmpty)
      #expect(driver.contacts().first?.isBetween("/floor", "/ball") ?? false)
    }
  }

  @Test("The log contains every parameter of sounds: position, gain, pitch and sustained sounds")
  func soundLog() throws {
    try Sample.use { scene, loader in
      let driver = GameDriver(try loader.load(scene))
      driver.step(5)
      let place = try #require(driver.session.scene.rootNode.childNode(withName: "ball"))
        .worldPosition
      driver.press(.space)
      let kick = try #require(driver.sounds().first)
      #expect(kick.tick == 6 && kick.name == "kick" && kick.path == "/ball")
      #expect(kick.position == place, "where the ball was when it was kicked")
      #expect(kick.gain == 0.3 && kick.pitch == 1.1)
      #expect(driver.sustainedSounds().isEmpty)
      let tick = driver.tick
      driver.press(.left, for: 4)
      driver.step(3)
      let hum = driver.sustainedSounds(since: tick)
      #expect(hum.map(\.tick) == (1...4).map { tick + $0 }, "as long as the key was down")
      #expect(hum.map(\.gain) == (0..<4).map { Float(tick + $0) / 1024 })
      #expect(hum.allSatisfy { $0.name == "hum" && $0.path == "/ball" && $0.pitch == 1.5 })
      #expect(Set(hum.map(\.position)).count == 4, "it moves")
      #expect(driver.sounds(since: tick).isEmpty)
    }
  }

  @Test("A drag moves from one node to another with a single press")
  func drag() throws {
    try Sample.use { scene, loader in
      let driver = GameDriver(try loader.load(scene))
      try driver.drag(.node("ball"), to: .node("floor"), over: 5)
      #expect(driver.tick == 5 && driver.session.input.isPointerPressed)
      driver.step()
      #expect(!driver.session.input.isPointerPressed)
      #expect(try driver.get("taps", of: .kind("game")) == "1")
    }
  }

  @Test("A frame is compared with a golden image; a mismatch reports pixels and nodes")
  func golden() throws {
    try Sample.use { scene, loader in
      let driver = GameDriver(try loader.load(scene))
      let file = URL(fileURLWithPath: scene).deletingLastPathComponent().path + "/gold/a.png"
      let missing = #expect(throws: DriverError.self) {
        try driver.expectFrame(like: file, mode: .required)
      }
      #expect(missing?.message.hasPrefix("the golden image ") ?? false)
      #expect(
        try driver.expectFrame(like: file, width: 96, height: 54, mode: .missing) == .new)
      #expect(try driver.expectFrame(like: file, mode: .required) == .matched)
      let before = driver.session.hash
      #expect(try driver.screenshot(width: 96, height: 54).width == 96)
      #expect(driver.session.hash == before)
      driver.step(20)
      let error = #expect(throws: DriverError.self) {
        try driver.expectFrame(like: file, mode: .required)
      }
      #expect(error?.message.contains("pixels, by at most") ?? false)
      // The images are left on disk, for tests without a report.
      let paths = error?.message.components(separatedBy: "; see ").last ?? ""
      let left = paths.components(separatedBy: ", ")
      #expect(left.map { $0.suffix(10) } == ["actual.png", "pected.png", "erence.png"])
      #expect(left.allSatisfy { FileManager.default.fileExists(atPath: $0) }, "\(left)")
      for path in left { try? FileManager.default.removeItem(atPath: path) }
      let wide = Image(width: 8_193, height: 1, filledWith: .init(0, 0, 0))
      try Data(try wide.encodedPNG()).write(to: URL(fileURLWithPath: file))
      let tooWide = #expect(throws: DriverError.self) { try driver.expectFrame(like: file) }
      #expect(tooWide?.message.contains("8193 × 1") ?? false)
      #expect(error?.message.contains("/ball") ?? false, "\(error?.message ?? "")")
      #expect(error?.attachments.map(\.name) == ["actual.png", "expected.png", "difference.png"])
    }
    let bare = GameDriver(try Session(scene: .init(), game: NoRules()))
    let error = #expect(throws: DriverError.self) { try bare.screenshot() }
    #expect(error?.message.contains("create it from the result of a SessionLoader") ?? false)
  }
}
