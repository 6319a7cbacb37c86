import CaromMaths
import CaromSceneGraph
import CaromSimulation

/// Lays out a screen for an image: side by side in a wide one, in a column in a narrow one.
///
/// Lines of text are as far apart as the least legible lines of the smallest windows need, 9 pixels
/// in one of 320 × 180.
struct ScreenLayout {
  /// All that a layout depends on.
  struct Source: Hashable {
    var state: ScreensGame.State
    var content: ScreenContent
    var aspect: Float
    var device: InputDevice
    /// The control with the focus; empty for the first one of the screen.
    var focus = ""
  }

  /// The laid out screen.
  private(set) var overlay = Overlay()
  let source: Source
  /// The width and height of the image, in overlay units.
  let image: Vector2
  /// Whether the image is too narrow for columns side by side.
  let isNarrow: Bool

  static let pale = Color(0.75, 0.82, 0.9)
  static let gold = Color(1, 0.72, 0.25)
  private static let dark = Color(0.01, 0.02, 0.05)
  /// The aspect ratio below which the screens are a column.
  private static let narrowAspect: Float = 0.85

  /// The center of the current column.
  var x: Float = 0
  /// The top of the next element, relative to the center of the image.
  var y: Float = 0

  /// Lays out a screen.
  init(_ source: Source) {
    self.source = source
    image = Overlay.imageSize(aspect: source.aspect)
    isNarrow = source.aspect < Self.narrowAspect
    // In a very high image, the screen is not spread over its whole height. Messages have room
    // above it.
    y = max(54 - min(image.y * 0.5, 660), topHeight + 8 - image.y * 0.5)
    switch source.state.screen {
    case .title: addTitleScreen()
    case .playing:
      addEndlessLevel()
      addResult()
    case .paused:
      addPauseScreen()
      center()
    case .levels:
      addLevelScreen()
      center()
    case .settings:
      addSettingsScreen()
      center()
    case .keys:
      addKeyScreen()
      center()
    case .finale:
      addFinale()
      center()
    }
    if isMenu { addHint() }
    addProblem()
    addNotification()
  }

  /// Whether a menu is on screen rather than the game.
  private var isMenu: Bool { source.state.screen != .playing }
  /// The least distance between lines, in overlay units.
  var lineHeight: Float { isNarrow ? 50 : 38 }
  /// The distance between the lines of a block, also in the smallest windows.
  var lineAdvance: Float { lineHeight * 1.2 }
  /// The height of a button.
  var buttonHeight: Float { isNarrow ? 64 : 52 }
  /// The bottom of the screen, above the line of hints and messages.
  var bottom: Float { image.y * 0.5 - lineHeight - 16 }

  /// Moves a menu towards the middle of the room that is left below it.
  private mutating func center() {
    let room = (bottom - y) * 0.4
    guard room > 0 else { return }
    // Those at an edge are messages.
    for index in overlay.labels.indices where overlay.labels[index].anchor == .center {
      overlay.labels[index].position.y += room
    }
    for index in overlay.controls.indices { overlay.controls[index].position.y += room }
  }

  // MARK: Elements

  /// Darkens the game behind a screen.
  mutating func addShade(_ alpha: Float) {
    var shade = Panel("shade", position: .zero, size: Vector2(image.x + 4, image.y + 4))
    (shade.alignment, shade.verticalAlignment, shade.anchor) = (.center, .center, .center)
    shade.color = Color(Self.dark.red, Self.dark.green, Self.dark.blue, alpha: alpha)
    overlay.panels.append(shade)
  }

  /// Adds one line of text in the current column, and moves on below it.
  mutating func addLine(
    _ name: String, _ text: String, size: Float, width: Float, color: Color = .white
  ) {
    guard !text.isEmpty else { return }
    let height = max(size, lineHeight)
    var label = Label(
      name, text: text, position: Vector2(x, y + height * 0.5), size: size, width: width,
      color: color, alignment: .center, verticalAlignment: .center, anchor: .center)
    label.adjustsSizeToFitWidth = true
    overlay.labels.append(label)
    y += height
  }

  /// Adds several lines in the current column, and moves on below them.
  mutating func addLines(
    _ name: String, _ text: String, at offset: Float = 0, lines: Int, size: Float,
    width: Float = 0, color: Color, alignment: TextAlignment = .center, moves: Bool = true
  ) {
    var label = Label(
      name, text: text, position: Vector2(x + offset, y), size: size, width: width, color: color,
      alignment: alignment, verticalAlignment: .top, anchor: .center)
    label.maximumLines = Int32(lines)
    overlay.labels.append(label)
    if moves { y += Float(lines) * max(size * 1.2, lineAdvance) }
  }

  /// Adds a control in the current column, and moves on below it.
  mutating func add(
    _ name: String, _ text: String, _ kind: ControlKind = .button(ButtonControl()),
    width: Float, height: Float? = nil
  ) {
    let height = height ?? buttonHeight
    var control = Control(
      name, text: text, kind, position: Vector2(x, y), size: Vector2(width, height),
      alignment: .center, verticalAlignment: .top, anchor: .center)
    control.textSize = isNarrow ? 38 : 30
    control.accentColor = Self.gold
    // The row of a list is the one that Enter chooses, only while the list has the focus.
    if case .list = kind, !source.focus.isEmpty, source.focus != name {
      control.accentColor.alpha = 0
    }
    control.color = Color(0.1, 0.16, 0.26, alpha: 0.8)
    overlay.controls.append(control)
    y += height + 8
  }

  mutating func add(
    _ control: ScreenControl, _ text: String, _ kind: ControlKind = .button(ButtonControl()),
    width: Float, height: Float? = nil
  ) { add(control.rawValue, text, kind, width: width, height: height) }

  /// Adds a panel behind the elements from a height to the current one.
  mutating func addPanel(_ name: String, from top: Float, width: Float, alpha: Float = 0.6) {
    overlay.panels.append(
      Panel(
        name, position: Vector2(x, top), size: Vector2(width, y - top),
        color: Color(Self.dark.red, Self.dark.green, Self.dark.blue, alpha: alpha),
        cornerRadius: 14, alignment: .center, verticalAlignment: .top, anchor: .center))
  }

  /// Gives the focus to a control.
  mutating func focus(_ name: String) {
    if let index = overlay.controls.firstIndex(where: { $0.name == name }) {
      overlay.setFocus(index)
    }
  }

  /// Names what operates the menu on the device in use.
  private mutating func addHint() {
    let isTitle = source.state.screen == .title
    var (text, color) = ("", Self.pale)
    text =
      switch source.device {
      case .keyboard: "Arrows: select · Enter: choose" + (isTitle ? "" : " · Esc: back")
      case .pointer: "Click to choose"
      case .touch: "Tap to choose"
      case .gamepad: "Pad: select · A: choose" + (isTitle ? "" : " · B: back")
      }
    if let awaited = source.content.awaitedKey {
      text = "\(awaited.title): press a key · Backspace: default · Esc: cancel"
      color = Self.gold
    }
    var label = Label(
      "hint", text: text, position: Vector2(0, -8), size: isNarrow ? 30 : 22,
      width: image.x - 40, color: color, alignment: .center, verticalAlignment: .bottom,
      anchor: .bottom)
    label.adjustsSizeToFitWidth = true
    overlay.labels.append(label)
  }

  // MARK: Messages

  /// Adds the number of a level without an end, in a corner that games leave free.
  private mutating func addEndlessLevel() {
    let number = source.content.endlessLevel
    guard number > 0 else { return }
    let size: Float = isNarrow ? 34 : 24
    let width = size * (3.6 + 0.6 * Float("\(number)".count))
    overlay.panels.append(
      Panel(
        "endlessLevel", position: Vector2(-16, -20), size: Vector2(width, size * 1.5),
        color: Color(0.02, 0.04, 0.09, alpha: 0.55), cornerRadius: 10, alignment: .right,
        verticalAlignment: .bottom, anchor: .bottomRight))
    overlay.labels.append(
      Label(
        "endlessLevel", text: "Level \(number)",
        position: Vector2(-16 - width * 0.5, -20 - size * 0.75), size: size, color: Self.pale,
        alignment: .center, verticalAlignment: .center, anchor: .bottomRight))
  }

  /// The height of the messages at the top edge; a menu is below them.
  private var topHeight: Float {
    problemHeight + (isMenu && !source.content.notification.isEmpty ? lineHeight + 4 : 0)
  }

  /// Adds a message for some seconds: at the bottom edge, or above a menu, whose hint is there.
  private mutating func addNotification() {
    guard !source.content.notification.isEmpty else { return }
    let height = lineHeight + 4
    let top = isMenu ? problemHeight : -height
    overlay.panels.append(
      Panel(
        "notification", position: Vector2(0, top), size: Vector2(image.x + 4, height),
        color: Color(0, 0, 0, alpha: 0.65), alignment: .center, verticalAlignment: .top,
        anchor: isMenu ? .top : .bottom))
    var label = Label(
      "notification", text: source.content.notification,
      position: Vector2(12, top + height * 0.5), size: 22, width: image.x - 24,
      verticalAlignment: .center, anchor: isMenu ? .topLeft : .bottomLeft)
    label.adjustsSizeToFitWidth = true
    overlay.labels.append(label)
  }

  /// The errors of files, as many as are displayed.
  private var problemLines: [String] {
    let lines = source.content.problem.split(separator: "\n").map(String.init)
    let count = isMenu ? 2 : 6
    return lines.count <= count
      ? lines : lines.prefix(count - 1) + ["and \(lines.count - count + 1) more"]
  }

  private var problemHeight: Float {
    let count = problemLines.count
    return count == 0 ? 0 : Float(count) * lineHeight + 16
  }

  /// Adds the errors of files at the top edge.
  private mutating func addProblem() {
    let lines = problemLines
    guard !lines.isEmpty else { return }
    overlay.panels.append(
      Panel(
        "problem", position: .zero, size: Vector2(image.x + 4, problemHeight),
        color: Color(0.35, 0, 0, alpha: 0.85), alignment: .center, anchor: .top))
    for (index, line) in lines.enumerated() {
      var label = Label(
        "problem\(index + 1)", text: line,
        position: Vector2(8, 8 + (Float(index) + 0.5) * lineHeight), size: 20,
        width: image.x - 16, color: Color(1, 0.8, 0.75), verticalAlignment: .center)
      label.adjustsSizeToFitWidth = true
      overlay.labels.append(label)
    }
  }
}
