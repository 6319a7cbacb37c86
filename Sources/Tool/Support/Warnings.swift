import CaromContent
import CaromDocuments
import CaromSceneFiles
import Synchronization

/// Prints each warning of a scene to stderr once.
enum Warnings {
  private static let told = Mutex<(scenes: Set<String>, lines: Set<String>)>(([], []))

  /// Prints problems as warnings, except those that were printed before.
  static func tell(_ problems: [Problem]) {
    for problem in problems {
      let line = problem.asWarning.description
      if told.withLock({ $0.lines.insert(line).inserted }) { Terminal.printError(line) }
    }
  }

  /// Prints the warnings of a scene, the first time that it is loaded.
  static func tell(_ loaded: SessionLoader.Loaded) {
    if told.withLock({ $0.scenes.insert(loaded.path).inserted }) { tell(loaded.warnings()) }
  }

  /// Prints the problems that the ticks of all levels found, such as functions that the game lacks.
  static func tellProblems(of loaded: SessionLoader.Loaded) { tell(loaded.runtimeProblems) }
}
