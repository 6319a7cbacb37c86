import CaromAutomation
import CaromContent
import CaromPlayer
package import CaromSimulation
import Foundation
import Synchronization

/// Levels that are generated while others are played, each harder than the one before.
package final class EndlessLevels: Sendable {
  private let game: any Game.Type
  private let seed: UInt64
  private let root: ContentRoot
  private let loader: SessionLoader
  private let state: Mutex<State>

  /// What was made so far.
  private struct State {
    /// The number of levels that were asked for.
    var count = 0
    var isMaking = false
    var ready: Result<GeneratedLevel, any Error>?
  }

  /// A seed that differs from one start of the player to the next: six digits, to be typed again.
  package static func newSeed() -> UInt64 { .random(in: 100_000...999_999) }

  /// How much harder each level is.
  private static let step: Float = 0.06

  init(_ game: any Game.Type, seed: UInt64, in root: ContentRoot, _ loader: SessionLoader) {
    (self.game, self.seed, self.root, self.loader) = (game, seed, root, loader)
    state = Mutex(State())
  }

  /// The next level, or nil while it is being generated; then the one after it is generated.
  ///
  /// - Throws: An error if a level cannot be generated.
  func next() throws -> GeneratedLevel? {
    let ready = state.withLock { state in
      defer { state.ready = nil }
      return state.ready
    }
    makeNext()
    return try ready?.get()
  }

  private func makeNext() {
    let number: Int? = state.withLock { state in
      guard !state.isMaking, state.ready == nil else { return nil }
      (state.isMaking, state.count) = (true, state.count + 1)
      return state.count
    }
    guard let number else { return }
    Thread.detachNewThread { [self] in
      let made = Result { try make(number) }
      state.withLock { ($0.ready, $0.isMaking) = (made, false) }
    }
  }

  /// The title of a level, with the seed that leads to it again.
  package static func title(_ number: Int, of game: any Game.Type, seed: UInt64) -> String {
    "Level \(number) of \(game.title) · seed \(seed)"
  }

  /// Writes a level, so that recordings of it can be replayed; a file that is there stays, and a
  /// folder that cannot be written or is installed is no reason not to play.
  private func keep(_ text: String, at path: String) {
    if root.isInstalled { return }
    if FileManager.default.fileExists(atPath: path) { return }
    let folder = (path as NSString).deletingLastPathComponent
    try? FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try? Files.write(Array(text.utf8), to: path)
  }

  private func make(_ number: Int) throws -> GeneratedLevel {
    let request = Generate(
      seed: seed &+ UInt64(number - 1), difficulty: min(1, Float(number - 1) * Self.step))
    let name = "\(game.name)-endless-\(seed)-\(number)"
    let path = "\(root.scenes)/generated/\(name).json"
    let place = Generate.Place(path: path, scenes: "../")
    guard let level = try request.run(game, at: place, with: loader) else {
      throw CommandFailure(
        message: "no level of seed \(request.seed) could be won", code: .checkFailed)
    }
    keep(level.text, at: path)
    return GeneratedLevel(
      game: game.name, text: level.text, path: path,
      title: Self.title(number, of: game, seed: seed))
  }
}
