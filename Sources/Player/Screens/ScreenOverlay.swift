import CaromMaths
package import CaromRendering
import CaromSimulation

/// The overlay of the player: title screen, menus, game results and messages.
///
/// Positions are in overlay units; see `RenderFrame.OverlayItem`.
package struct ScreenOverlay {
  /// The result of a game.
  struct GameResult: Hashable {
    var score: Int32
    /// The rank among the high scores; nil if it is not among them.
    var place: Int?
    /// The meaning of the score.
    var scoring = Scoring.mostPoints
  }

  /// The distance between two menu items.
  private static let spacing: Float = 52
  /// The maximum number of scores shown.
  private static let maximumScoreCount = 5
  private static let pale = Vector4(0.75, 0.82, 0.9, 1)
  private static let gold = Vector4(1, 0.72, 0.25, 1)

  /// The items, back to front.
  package private(set) var items: [RenderFrame.OverlayItem] = []

  /// Creates an empty overlay.
  package init() {}

  /// The maximum number of menu items shown at once; a longer menu scrolls.
  private static let maximumLineCount = 8

  /// The menu items that are shown: all, or those around the selected one.
  private static func shown(_ screens: Screens) -> Range<Int> {
    let (count, most) = (screens.lines.count, maximumLineCount)
    guard count > most else { return 0..<count }
    let first = max(0, min(count - most, screens.line - most / 2))
    return first..<first + most
  }

  /// The center of a menu item, relative to the center of the image.
  private static func height(_ line: Int, of screens: Screens) -> Float {
    let top: Float =
      switch screens.screen {
      case .title: -70
      case .levels: -150
      case .playing, .paused: -40
      }
    return top + Float(line - shown(screens).lowerBound) * spacing
  }

  /// The menu item at a fraction of the image's height, if any.
  ///
  /// - Parameters:
  ///   - share: The fraction, from 0 at the top to 1 at the bottom.
  ///   - size: The size of the image, or of the area it is scaled to.
  ///   - screens: The menu.
  /// - Returns: The index of the item, or nil.
  package static func line(
    at share: Float, in size: (width: Int, height: Int), of screens: Screens
  ) -> Int? {
    let unit = RenderFrame.OverlayItem.pixelsPerUnit(size.width, size.height)
    let y = (share - 0.5) * Float(size.height) / unit
    return shown(screens).first { abs(y - height($0, of: screens)) < spacing / 2 }
  }

  private mutating func text(
    _ text: String, x: Float = 0, y: Float, size: Float, color: Vector4, alignment: Float = 0.5,
    width: Float = 0
  ) {
    var lines = RenderFrame.OverlayItem.Text(text, size: size, alignment: alignment)
    lines.width = width
    var item = RenderFrame.OverlayItem(
      .lines(lines), anchor: Vector2(0.5, 0.5), offset: Vector2(x, y), color: color)
    item.pivot.y = 0.5
    var shade = item
    shade.offset = item.offset + Vector2(size, size) * 0.06
    shade.color = Vector4(0, 0, 0, color.w * 0.7)
    items += [shade, item]
  }

  private mutating func shade(_ width: Float, _ height: Float, y: Float = 0, alpha: Float) {
    items.append(
      RenderFrame.OverlayItem(
        .rectangle(size: Vector2(width, height)), anchor: Vector2(0.5, 0.5),
        offset: Vector2(-width / 2, y - height / 2), color: Vector4(0.005, 0.01, 0.03, alpha)))
  }

  /// Adds the title screen or the pause menu.
  package mutating func menu(_ screens: Screens, best: [HighScores.Entry]) {
    guard !screens.lines.isEmpty else { return }
    shade(4_000, 760, alpha: screens.screen == .title ? 0.45 : 0.6)
    switch screens.screen {
    case .title:
      // Long titles are smaller, so that they fit a portrait window.
      let size = min(110, 900 / Float(max(1, screens.title.count)))
      text(screens.title, y: -265, size: size, color: Vector4(1, 1, 1, 1))
      if !screens.subtitle.isEmpty {
        text(screens.subtitle, y: -185, size: 22, color: Self.pale, width: 720)
      }
    case .levels: text("Levels", y: -240, size: 64, color: Vector4(1, 1, 1, 1))
    case .playing, .paused: text("Paused", y: -140, size: 64, color: Vector4(1, 1, 1, 1))
    }
    for index in Self.shown(screens) {
      let line = screens.lines[index]
      let isChosen = index == screens.line
      text(
        isChosen ? "> \(line) <" : line, y: Self.height(index, of: screens),
        size: isChosen ? 38 : 32,
        color: isChosen ? Self.gold : Self.pale)
    }
    if screens.screen == .title, let game = screens.chosen {
      scores(best, y: 105, scoring: game.scoring)
      text(game.summary, y: 260, size: 18, color: Self.pale, width: 720)
    }
    // Above the line of messages.
    text(
      "Arrows: select · Enter: choose · F1: statistics · F3: sound · F11: fullscreen", y: 310,
      size: 15,
      color: Self.pale)
  }

  /// Adds a column of high scores.
  mutating func scores(
    _ best: [HighScores.Entry], y: Float, scoring: Scoring, marked: Int? = nil
  ) {
    guard !best.isEmpty else { return }
    let title = scoring == .shortestTime ? "Best times" : "Best scores"
    text(title, y: y, size: 20, color: Self.gold)
    for (index, entry) in best.prefix(Self.maximumScoreCount).enumerated() {
      let color = index + 1 == marked ? Self.gold : Self.pale
      let height = y + 30 + Float(index) * 26
      text("\(index + 1)", x: -55, y: height, size: 20, color: color, alignment: 1)
      text(
        Self.text(entry.score, scoring), x: 65, y: height, size: 20, color: color, alignment: 1)
    }
  }

  /// A score, or a duration in minutes, seconds and hundredths.
  private static func text(_ score: Int32, _ scoring: Scoring) -> String {
    guard scoring == .shortestTime else { return "\(score)" }
    let hundredths = Int(score) * 100 / 60
    let (minutes, rest) = hundredths.quotientAndRemainder(dividingBy: 6_000)
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return "\(minutes):\(two(rest / 100)).\(two(rest % 100))"
  }

  /// Adds the result of a game, below the game's own message.
  mutating func result(_ result: GameResult, best: [HighScores.Entry]) {
    let height = 90 + Float(min(best.count, Self.maximumScoreCount)) * 26
    shade(460, height, y: 45 + height / 2, alpha: 0.6)
    let (score, name) = (
      Self.text(result.score, result.scoring), result.scoring == .shortestTime ? "Time" : "Score"
    )
    let words =
      switch result.place {
      case 1: "New best: \(score)"
      case let place?: "\(name): \(score), rank \(place)"
      case nil: "\(name): \(score)"
      }
    text(words, y: 75, size: 34, color: Vector4(1, 1, 1, 1))
    scores(best, y: 125, scoring: result.scoring, marked: result.place)
  }

  /// Adds a message at the bottom edge.
  mutating func notification(_ text: String) {
    let size: Float = 18
    items.append(
      RenderFrame.OverlayItem(
        .rectangle(size: Vector2(4_000, size + 16)), anchor: Vector2(0, 1),
        offset: Vector2(0, -size - 16), color: Vector4(0, 0, 0, 0.65)))
    items.append(
      RenderFrame.OverlayItem(
        .text(text, size: size, alignment: 0), anchor: Vector2(0, 1),
        offset: Vector2(12, -size - 8), color: Vector4(1, 1, 1, 1)))
  }

  /// Adds an error message at the top edge.
  mutating func problem(_ message: String) {
    let lines = message.split(separator: "\n").prefix(6).map { $0.prefix(110) }
    let height = Float(lines.count) * 18 + 16
    items.append(
      RenderFrame.OverlayItem(
        .rectangle(size: Vector2(4_000, height)), color: Vector4(0.1, 0, 0, 0.8)))
    items.append(
      RenderFrame.OverlayItem(
        .text(lines.joined(separator: "\n"), size: 18, alignment: 0), offset: Vector2(8, 8),
        color: Vector4(1, 0.6, 0.5, 1)))
  }
}
