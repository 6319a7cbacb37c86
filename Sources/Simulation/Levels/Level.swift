/// A level of a game: a scene file, with the name and the title of the level.
///
/// A game lists its levels in order in ``Game/levels``. Everything else about a level, such as its
/// par values, is data of its scene.
///
/// ```swift
/// static var levels: [Level] {
///   [Level("level1.json", title: "The Lane"), Level("level2.json", title: "Two Blocks")]
/// }
/// ```
public struct Level: Hashable, Sendable {
  /// The path of the scene file, relative to the folder of scenes: `marble-maze/level1.json`.
  public let scenePath: String
  /// The name in storage, in locators and on the command line; unique in its game.
  public let name: String
  /// The title that is displayed to the user.
  public let title: String

  /// Creates a level.
  ///
  /// - Parameters:
  ///   - scenePath: The path of the scene file, relative to the folder of scenes.
  ///   - name: The name; by default the file name without its extension, such as `level1`.
  ///   - title: The displayed title; by default the name.
  public init(_ scenePath: String, name: String? = nil, title: String? = nil) {
    self.scenePath = scenePath
    let file = scenePath.split(separator: "/").last ?? ""
    let stem = file.split(separator: ".").first.map(String.init) ?? ""
    self.name = name ?? stem
    self.title = title ?? self.name
  }
}

extension Game {
  /// The path of the scene of the first level; empty for a game without levels.
  public static var scenePath: String { levels.first?.scenePath ?? "" }

  /// The index of the level with a number, a name or a title, as the option `--level` has them.
  ///
  /// - Parameter text: A number from 1, or the name or the title of a level, in any case.
  /// - Returns: The index from 0, or nil if there is no such level.
  public static func levelIndex(_ text: String) -> Int? {
    let levels = levels
    if let index = levels.firstIndex(where: { $0.name == text }) { return index }
    if let number = Int(text) { return levels.indices.contains(number &- 1) ? number - 1 : nil }
    let title = text.lowercased()
    return levels.firstIndex { $0.title.lowercased() == title || $0.name.lowercased() == title }
  }
}
