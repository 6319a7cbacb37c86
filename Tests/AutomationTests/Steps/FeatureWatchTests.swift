import CaromAutomation
import CaromContent
import CaromImages
import Foundation
import Testing

@Suite("Watching the files of features")
struct FeatureWatchTests {
  private struct Place {
    let folder: URL
    let loader: SessionLoader

    func write(_ text: String, to name: String) throws {
      let file = folder.appending(path: name)
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      // Files of the same size that are written within a tick of the clock differ by their time.
      try Data(text.utf8).write(to: file)
      usleep(10_000)
    }

    func path(_ name: String) -> String { folder.path + "/" + name }

    func makeWatch() throws -> FeatureWatch {
      try FeatureWatch([path("Features")], loader: loader) { _ in true }
    }

    /// Runs scenarios as `carom test --watch` does.
    func run(_ scenarios: [FeatureScenario], of watch: inout FeatureWatch) throws -> [String] {
      var options = FeatureRunner.Options()
      options.listsFiles = true
      options.goldens = .missing
      let results = try FeatureRunner(
        StepDefinitions([EngineSteps.self]), loader: loader, options: options
      ).run(scenarios)
      watch.add(results)
      return results.map { "\($0.scenario.name): \($0.status)" }
    }
  }

  private func use(_ body: (Place) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.resolvingSymlinksInPath().appending(
      path: "carom-watch-\(ProcessInfo.processInfo.globallyUniqueString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    try FileManager.default.createDirectory(
      at: folder.appending(path: "Scenes"), withIntermediateDirectories: true)
    let root = try ContentRoot.find(option: folder.path)
    let place = Place(folder: folder, loader: SessionLoader(games: [Kick.self], root: root))
    try place.write(Sample.scene, to: "Scenes/kick.json")
    let parts = Sample.scene.replacing("\"name\": \"ball\",", with: "$0 \"scene\": \"part.json\",")
      .replacing("$0", with: "\"name\": \"ball\",")
      .replacing("\"geometry\": { \"sphere\": { \"radius\": 0.5 } },", with: "")
    try place.write(parts, to: "Scenes/parts.json")
    try place.write(
      """
      { "format": "carom.scene/1", "nodes": [
        { "name": "ball", "geometry": { "sphere": { "radius": 0.5 } } } ] }
      """, to: "Scenes/part.json")
    try place.write(
      """
      Feature: A
        @game:kick
        Scenario: Kick
          When 1 tick passes
        Scenario: Nothing
      """, to: "Features/a.feature")
    try place.write(
      """
      Feature: B
        @scene:\(place.path("Scenes/parts.json"))
        Scenario: Parts
          When 1 tick passes
          Then the picture is that of "gold.png"
      """, to: "Features/b.feature")
    try body(place)
  }

  @Test("A changed feature runs its scenarios; a changed scene or part those that read it")
  func changes() throws {
    try use { place in
      var watch = try place.makeWatch()
      let all = try place.run(watch.scenarios, of: &watch)
      #expect(all == ["Kick: passed", "Nothing: skipped", "Parts: passed"])
      // A golden image that the run wrote is no change.
      let unchanged = watch.poll()
      #expect(unchanged == nil)
      func next() throws -> [String] {
        let (first, second) = (watch.poll(), watch.poll())
        let change = try #require(first)
        #expect(second == nil)
        return try place.run(change.scenarios, of: &watch)
      }
      try place.write(
        "Feature: A\n  @game:kick\n  Scenario: Slower\n    When 2 ticks pass\n",
        to: "Features/a.feature")
      #expect(try next() == ["Slower: passed"])
      #expect(watch.results.map(\.scenario.name) == ["Slower", "Parts"])
      try place.write(Sample.scene + "\n", to: "Scenes/kick.json")
      #expect(try next() == ["Slower: passed"])
      let part = place.path("Scenes/part.json")
      let text = try String(contentsOfFile: part, encoding: .utf8)
      try place.write(text.replacing("0.5", with: "1.5"), to: "Scenes/part.json")
      #expect(try next() == ["Parts: failed"])
      try FileManager.default.removeItem(atPath: place.path("Features/gold.png"))
      #expect(try next() == ["Parts: passed"])
      try place.write("Feature: C\n  Scenario: New\n", to: "Features/sub/c.feature")
      #expect(try next() == ["New: skipped"])
      try FileManager.default.removeItem(atPath: place.path("Features/a.feature"))
      let removed = watch.poll()
      #expect(removed?.scenarios.isEmpty ?? false)
      #expect(watch.results.map(\.scenario.name) == ["Parts", "New"])
    }
  }

  @Test("A scenario whose scene cannot be read runs again when any scene file changes")
  func damage() throws {
    try use { place in
      var watch = try place.makeWatch()
      _ = try place.run(watch.scenarios, of: &watch)
      try place.write("{", to: "Scenes/part.json")
      let broken = watch.poll()
      let change = try #require(broken)
      #expect(change.files.map { $0.hasSuffix("/Scenes/part.json") } == [true])
      let names = try place.run(change.scenarios, of: &watch)
      #expect(names == ["Parts: failed"])
      try place.write("{ \"format\": \"carom.scene/1\" }", to: "Scenes/part.json")
      let repaired = watch.poll()
      #expect(repaired?.scenarios.map(\.name) == ["Parts"])
      try place.write("no feature", to: "Features/b.feature")
      let unreadable = watch.poll()
      let damaged = try #require(unreadable)
      let damagedNames = try place.run(damaged.scenarios, of: &watch)
      #expect(damagedNames.count == 1)
      #expect(watch.results.last?.isFailure ?? false)
    }
  }
}
