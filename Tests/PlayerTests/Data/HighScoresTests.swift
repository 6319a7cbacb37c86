import Carom
import CaromPlayer
import Foundation
import TestSupport
import Testing

@Suite("High scores")
struct HighScoresTests {
  private func inFolder(_ body: (String) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appending(
      path: "carom-scores-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try body(folder.path)
  }

  private func session(_ seed: UInt64 = 1) throws -> Session {
    let session = try Session(scene: Scene(), game: NoRules(), seed: seed)
    session.storage["best"] = 99
    return session
  }

  @Test("Keeps the ten best scores, best first, older ones first among equals")
  func order() throws {
    var scores = HighScores()
    let session = try session()
    var places: [Int?] = []
    for score: Int32 in [5, 9, 5, 0, 7] {
      places.append(scores.add(game: "a", score: score, ticks: 60, of: session))
    }
    #expect(places == [1, 1, 3, nil, 2])
    #expect(scores.best(of: "a").map(\.score) == [9, 7, 5, 5])
    for score: Int32 in 10..<30 { _ = scores.add(game: "a", score: score, ticks: 1, of: session) }
    #expect(scores.best(of: "a").map(\.score) == Array((20..<30).reversed()))
    #expect(scores.add(game: "a", score: 3, ticks: 1, of: session) == nil)
    #expect(scores.best(of: "b").isEmpty)
  }

  /// Runs of the campaign and levels without an end were ranked in one table.
  @Test("Each mode has a table and stored numbers of its own")
  func modes() throws {
    var scores = HighScores()
    let session = try session()
    #expect(scores.add(game: "a", score: 5, ticks: 60, of: session) == 1)
    session.storage["best"] = 7
    #expect(scores.add(game: "a", in: .endless, score: 3, ticks: 60, of: session) == 1)
    #expect(scores.best(of: "a").map(\.score) == [5])
    #expect(scores.best(of: "a", in: .endless).map(\.score) == [3])
    #expect(scores.storage(of: "a")["best"] == 99)
    #expect(scores.storage(of: "a", in: .endless)["best"] == 7)
    try inFolder { folder in
      try scores.save(folder + "/scores.json")
      #expect(HighScores.load(folder + "/scores.json").scores == scores)
    }
  }

  /// Each level of a run, and each death in it, had a row of its own.
  @Test("A run that continues after its end is in the table once, with its best result")
  func continuedRun() throws {
    var scores = HighScores()
    let session = try session()
    func add(_ score: Int32, after earlier: Int32? = nil) -> Int? {
      let old = scores.best(of: "a").first { $0.score == earlier }
      return scores.add(game: "a", score: score, ticks: 1, of: session, replacing: old)
    }
    #expect(add(30) == 1 && add(10) == 2)
    #expect(add(20, after: 10) == 2 && add(20, after: 20) == 2 && add(15, after: 20) == 2)
    #expect(scores.best(of: "a").map(\.score) == [30, 20])
    #expect(add(40, after: 20) == 1)
    #expect(scores.best(of: "a").map(\.score) == [40, 30])
  }

  @Test("Fewer strokes and shorter times are better, if the game says so")
  func lowest() throws {
    var scores = HighScores()
    let session = try session()
    var places: [Int?] = []
    for score: Int32 in [12, 9, 15, 9, 0] {
      places.append(
        scores.add(game: "golf", score: score, scoring: .fewestPoints, ticks: 60, of: session))
    }
    #expect(places == [1, 1, 3, 2, 1])
    #expect(scores.best(of: "golf").map(\.score) == [0, 9, 9, 12, 15])
    // A time of no ticks is no result, and a table of another order starts again.
    #expect(
      scores.add(game: "golf", score: 0, scoring: .shortestTime, ticks: 0, of: session) == nil)
    #expect(scores.add(game: "golf", score: 4, scoring: .mostPoints, ticks: 9, of: session) == 1)
    #expect(scores.best(of: "golf").map(\.score) == [4])
    #expect(scores.add(game: "none", score: 4, scoring: .none, ticks: 9, of: session) == nil)
    try inFolder { folder in
      _ = scores.add(game: "race", score: 300, scoring: .shortestTime, ticks: 300, of: session)
      _ = scores.add(game: "race", score: 200, scoring: .shortestTime, ticks: 200, of: session)
      try scores.save(folder + "/scores.json")
      #expect(
        HighScores.load(folder + "/scores.json").scores.best(of: "race").map(\.score) == [200, 300])
    }
  }

  @Test("The folders of a program are named after its title")
  func title() {
    #expect(AppInfo(title: "Mini Golf 2").folder == "mini-golf-2")
    #expect(AppInfo(title: "../étage").folder == "tage")
    #expect(AppInfo(title: "…").folder == "carom-game")
    let data = UserData(named: AppInfo(title: "Golf").folder, environment: ["HOME": "/home/a"])
    #expect(data.scores == "/home/a/.local/share/golf/scores.json")
  }

  @Test("A session that started without stored numbers does not erase them")
  func merges() throws {
    var scores = HighScores()
    _ = scores.add(game: "a", score: 1, ticks: 1, of: try session())
    let other = try Session(scene: Scene(), game: NoRules())
    other.storage["last"] = 3
    _ = scores.add(game: "a", score: 2, ticks: 1, of: other)
    #expect(scores.storage(of: "a")["best"] == 99 && scores.storage(of: "a")["last"] == 3)
  }

  @Test("A pipe instead of the file is renamed without blocking")
  func pipe() throws {
    try inFolder { folder in
      #expect(mkfifo(folder + "/scores.json", 0o600) == 0)
      #expect(
        HighScores.load(folder + "/scores.json").message?.contains("is not a regular file") == true)
    }
  }

  @Test("Scores and stored numbers survive saving and loading")
  func roundTrip() throws {
    try inFolder { folder in
      let path = folder + "/deep/scores.json"
      var scores = HighScores()
      _ = scores.add(game: "a", score: 12, ticks: 345, of: try session(.max))
      try scores.save(path)
      let read = HighScores.load(path)
      #expect(read.message == nil && read.scores == scores)
      #expect(read.scores.best(of: "a")[0].seed == .max)
      #expect(read.scores.storage(of: "a")["best"] == 99)
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder + "/deep").count == 1)
    }
  }

  @Test("A missing file has no scores; a truncated one is renamed each time")
  func damaged() throws {
    try inFolder { folder in
      let path = folder + "/scores.json"
      #expect(HighScores.load(path).message == nil)
      for number in 1...3 {
        try Data("{ \"format\": \"carom.scores/1\", \"tab".utf8).write(to: URL(filePath: path))
        let read = HighScores.load(path)
        let aside = number == 1 ? path + ".damaged" : "\(path).damaged-\(number)"
        #expect(read.scores == HighScores())
        #expect(read.message?.contains(aside) == true && read.message?.contains(":1:") == true)
        #expect(FileManager.default.fileExists(atPath: aside))
        #expect(!FileManager.default.fileExists(atPath: path))
      }
    }
  }

  @Test("Hostile score files are loaded or renamed, and never crash the process")
  func hostile() throws {
    try inFolder { folder in
      let path = folder + "/scores.json"
      var scores = HighScores()
      for score: Int32 in 1...10 {
        _ = scores.add(game: "marble-maze", score: score, ticks: 9, of: try session())
      }
      let mutator = FileMutator([Array(scores.json.utf8)], seed: 3)
      var aside = 0
      for number in 0..<300 {
        try Data(mutator.mutant(number).bytes).write(to: URL(filePath: path))
        let read = HighScores.load(path)
        if read.message != nil { aside += 1 }
        let best = read.scores.best(of: "marble-maze").map(\.score)
        #expect(best == best.sorted(by: >) || best == best.sorted())
        #expect(best.count <= HighScores.maximumEntries)
      }
      #expect(aside > 50)
    }
  }

  @Test("The folders follow the XDG specification; relative paths are ignored")
  func folders() {
    let plain = UserData(named: "carom", environment: ["HOME": "/home/a"])
    #expect(plain.scores == "/home/a/.local/share/carom/scores.json")
    #expect(plain.keys == "/home/a/.config/carom/keys.json")
    let named = UserData(
      named: "carom", environment: ["HOME": "/h", "XDG_DATA_HOME": "/d", "XDG_CONFIG_HOME": "c"])
    #expect(named.folder == "/d/carom" && named.settings == "/h/.config/carom")
  }
}
