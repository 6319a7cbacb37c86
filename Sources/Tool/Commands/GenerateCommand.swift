import ArgumentParser
import CaromAutomation
import CaromContent
import CaromDocuments
import CaromSimulation
import CaromWorkers
import Foundation
import Synchronization

/// `carom generate`: makes levels that are proven to be winnable.
struct GenerateCommand: SearchCommand {
  static let configuration = CommandConfiguration(
    commandName: "generate",
    abstract: "Make levels from seeds, each with a recording that wins it.",
    discussion: """
      A level is a scene file that you can edit, GAME-SEED.json, in a folder inside of Scenes, whose \
      parts it consists of. Beside it is GAME-SEED.replay.jsonl, a recording of a win by the game's bot, \
      or by a search if the bot does not win. Levels that neither wins are not written; another one is \
      made from the same seed instead. The same options make the same files on any machine.

      The report has a line for each level: in how many ticks it was won, by whom, the risk that \
      `carom solve` explains, and how many levels were made until one was won. If no level of a seed \
      could be won, the command exits with 1.

      EXAMPLE: carom generate marble-maze --seed 7
      EXAMPLE: carom generate brick-breaker --seed 1 --count 20 --difficulty 0.8
      EXAMPLE: carom play Scenes/generated/marble-maze-7.json
      """)

  static let seeded = "the first level"
  static let budgeted = "in search of a win of a level"
  static let defaultBudget: UInt64? = 40_000
  static let attempt = "a win"
  static let defaultTicks: UInt64 = 14_400
  static let concurrent = "levels that are made concurrently"
  static let printed = "one JSON object a line"

  @Argument(
    help: ArgumentHelp("The name of a game. Default: the only game.", valueName: "game"))
  var subject: String?

  @Option(
    parsing: .unconditional, help: "The number of levels, of consecutive seeds. Default: 1.",
    transform: wholeNumber(in: 1...1_000_000))
  var count = 1

  @Option(
    parsing: .unconditional,
    help: "The difficulty, from 0 (easy) to 1 (hard). Default: 0.3.",
    transform: GenerateCommand.share)
  var difficulty: Float = 0.3

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "The folder to write to, inside of Scenes. Default: Scenes/generated.", valueName: "folder"))
  var output: String?

  @Flag(help: "Replace files that are there and differ.") var force = false

  @OptionGroup var options: SearchOptions<GenerateCommand>
  @OptionGroup var content: ContentOptions

  private static func share(_ text: String) throws -> Float {
    if let number = Float(text), (0...1).contains(number) { return number }
    throw ValidationError("'\(text)' is not a difficulty; a number from 0 to 1 is accepted")
  }

  func validate() throws {
    let last = UInt64.max - UInt64(count - 1)
    guard options.seed <= last else {
      throw ValidationError(
        "--seed: '\(options.seed)' is out of range; with --count \(count), a whole number from 0 to "
          + "\(last) is accepted")
    }
  }

  func run() throws {
    Interrupt.handle()
    let game = try GameProgram.current.levelMaker(subject)
    let root = try content.find()
    let folder = try folder(in: root)
    let loader = try content.loader(tells: false)
    let seeds = (0..<UInt64(count)).map { options.seed + $0 }
    let report = GenerateReport(game: game, folder: folder.path, isJSON: options.json)
    if !options.json { Terminal.print(report.header(seeds)) }
    let results = Mutex<GenerateResults>(GenerateResults())
    let isReplacing = force
    let threads = min(options.threads, seeds.count)
    let requests = seeds.map {
      Generate(
        seed: $0, difficulty: difficulty, budget: options.budget ?? .max, ticks: options.ticks)
    }
    let progress = Mutex<GenerateProgress>(GenerateProgress(count: seeds.count))
    progress.withLock { $0.show() }
    WorkerPool(threads: threads).run(chunks: seeds.count) { index in
      let name = "\(game.name)-\(seeds[index])"
      let file = folder.path + "/" + name
      let outcome = Result<Generate.Level?, any Error> {
        if Interrupt.isSet { return nil }
        let clock = ContinuousClock()
        let start = clock.now
        let place = Generate.Place(path: file + ".json", scenes: folder.scenes)
        let level = try requests[index].run(
          game, at: place, with: loader, isCancelled: { Interrupt.isSet })
        if let level { try Self.write(level, to: file, isReplacing: isReplacing) }
        if !Interrupt.isSet {
          let line = report.line(seeds[index], level, clock.now - start)
          // Lines come in the order of the seeds, whoever is first.
          progress.withLock { $0.clear() }
          results.withLock { $0.add(line, index, isMade: level != nil) { Terminal.print($0) } }
        }
        return level
      }
      if case .failure(let error) = outcome {
        results.withLock { $0.fail(error, index) { Terminal.print($0) } }
      }
      progress.withLock { $0.end() }
    }
    let (error, failures) = results.withLock { ($0.firstError, $0.failureCount) }
    if let error { try orFail { throw error } }
    if Interrupt.isSet || failures > 0 { throw ExitCode.failure }
  }

  /// The folder to write to, which is made, and the path from it to the folder of scenes.
  private func folder(in root: ContentRoot) throws -> (path: String, scenes: String) {
    func real(_ path: String) -> String {
      URL(fileURLWithPath: path).standardizedFileURL.resolvingSymlinksInPath().path
    }
    if root.isInstalled, output == nil {
      throw CommandFailure.wrongUse(
        "--root: '\(root.path)' is the installed folder; a copy is accepted, such as "
          + "`cp -r \(root.path) levels`, because levels are written into it")
    }
    let scenes = real(root.scenes)
    let path = output ?? root.scenes + "/generated"
    let whole = real(path)
    guard whole.hasPrefix(scenes + "/") else {
      throw CommandFailure.wrongUse(
        "--output: '\(path)' is not inside of '\(root.scenes)'; a folder below it is accepted, "
          + "because levels consist of the parts there")
    }
    do {
      try FileManager.default.createDirectory(atPath: whole, withIntermediateDirectories: true)
    } catch {
      throw CommandFailure.wrongUse("--output: the folder '\(path)' cannot be made")
    }
    let depth = whole.dropFirst(scenes.count + 1).split(separator: "/").count
    return (output == nil ? whole : path, String(repeating: "../", count: depth))
  }

  private static func write(
    _ level: Generate.Level, to file: String, isReplacing: Bool
  ) throws {
    for (path, text) in [
      (file + ".json", level.text), (file + ".replay.jsonl", level.recording),
    ] {
      let bytes = Array(text.utf8)
      if !isReplacing, FileManager.default.fileExists(atPath: path) {
        if try Files.read(path) == bytes { continue }
        throw CommandFailure.wrongUse(
          "'\(path)' is there and differs; another folder or --force is accepted")
      }
      try Files.write(bytes, to: path)
    }
  }
}

/// The progress on a terminal.
private struct GenerateProgress {
  private let count: Int
  private var done = 0

  init(count: Int) { self.count = count }

  func show() {
    if Terminal.isInteractive, done < count {
      Terminal.showProgress("\(done) of \(count) levels")
    }
  }

  /// Makes room for a line of the report.
  func clear() { if Terminal.isInteractive { Terminal.showProgress("") } }

  mutating func end() {
    done += 1
    if done < count { show() } else { clear() }
  }
}

/// What was made so far; lines are shown in the order of the seeds.
private struct GenerateResults {
  /// The lines that earlier ones have to precede; nil for a level that failed with an error.
  private var waiting: [Int: String?] = [:]
  private var next = 0
  private(set) var failureCount = 0
  private var errors: [(index: Int, error: any Error)] = []

  var firstError: (any Error)? { errors.min { $0.index < $1.index }?.error }

  mutating func add(_ line: String, _ index: Int, isMade: Bool, show: (String) -> Void) {
    if !isMade { failureCount += 1 }
    waiting[index] = line
    showNext(show)
  }

  mutating func fail(_ error: any Error, _ index: Int, show: (String) -> Void) {
    errors.append((index, error))
    waiting[index] = .some(nil)
    showNext(show)
  }

  private mutating func showNext(_ show: (String) -> Void) {
    while let line = waiting.removeValue(forKey: next) {
      if let line { show(line) }
      next += 1
    }
  }
}
