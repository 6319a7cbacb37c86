import Carom
import Foundation
import MiniGolfKit

/// The files of this package.
enum PackageFiles {
  private static let tests = URL(filePath: #filePath).deletingLastPathComponent()

  /// The path of a file or folder of the tests, such as `Goldens/level1.png`.
  static func path(_ name: String) -> String { tests.appending(path: name).path }

  /// Loads the game's scenes from the folder `Scenes`.
  static func loader() throws -> SessionLoader {
    let root = tests.deletingLastPathComponent().deletingLastPathComponent().path
    return SessionLoader(games: [MiniGolf.self], root: try ContentRoot.find(option: root))
  }
}
