import CaromAutomation
import CaromDocuments
import CaromImages
import CaromMaths
import CaromSceneGraph
import CaromSimulation

// Commands on an element that was found.

extension WebDriverSession {
  // MARK: Reading

  /// The displayed text of an element: that of a label, a control or a row.
  func text(of id: String) throws(WebDriverError) -> String { quoted(try match(id).text) }

  /// The rectangle of an element in pixels; empty for one without a position in the view.
  func rect(of id: String) throws(WebDriverError) -> String {
    let match = try match(id)
    var writer = JSONWriter()
    let box = driver.box(of: match)?.pixels(width: size.width, height: size.height)
    let (x, y, width, height) =
      box ?? (match.kind == "scene" ? (0, 0, size.width, size.height) : (0, 0, 0, 0))
    writer.object { writer in
      writer.member("x", x)
      writer.member("y", y)
      writer.member("width", width)
      writer.member("height", height)
    }
    return writer.text
  }

  /// An attribute of an element as text, or null.
  func attribute(_ name: String, of id: String) throws(WebDriverError) -> String {
    let match = try match(id)
    if let value = match[name] { return quoted(value) }
    // What clients of browsers ask for.
    switch name {
    case "displayed", "visible": return quoted(driver.isDisplayed(match) ? "true" : "false")
    case "enabled": return quoted(match.control?.isEnabled ?? true ? "true" : "false")
    case "textContent", "innerText", "label": return quoted(match.text)
    case "tagName": return quoted(match.kind)
    default: return "null"
    }
  }

  /// A property of an element: true, false, a number or a text, or null.
  func property(_ name: String, of id: String) throws(WebDriverError) -> String {
    let text = try attribute(name, of: id)
    guard let value = (try? JSON.parse(text))?.string else { return text }
    if value == "true" || value == "false" { return value }
    if let number = Double(value), number.isFinite { return numberText(number) }
    return text
  }

  /// Whether a player can see an element.
  func isDisplayed(_ id: String) throws(WebDriverError) -> String {
    let isSeen = driver.isDisplayed(try match(id))
    if !isSeen { runClockAfterMiss() }
    return isSeen ? "true" : "false"
  }

  /// Whether a control can be operated; other elements always can.
  func isEnabled(_ id: String) throws(WebDriverError) -> String {
    try match(id).control?.isEnabled ?? true ? "true" : "false"
  }

  /// Whether a toggle is on, or whether a row is that of its list.
  func isSelected(_ id: String) throws(WebDriverError) -> String {
    let match = try match(id)
    guard let control = match.control else { return "false" }
    switch control.kind {
    case .toggle(let toggle): return toggle.isOn ? "true" : "false"
    case .list(let list):
      guard let selected = list.selectedIndex, list.items.indices.contains(selected) else {
        return "false"
      }
      return match.kind == "item" && match.text == list.items[selected].text ? "true" : "false"
    case .button, .slider, .textField: return "false"
    }
  }

  /// The role of an element for assistive technology, as in WAI-ARIA.
  func role(of id: String) throws(WebDriverError) -> String {
    let match = try match(id)
    if match.kind == "item" { return quoted("option") }
    guard let control = match.control else {
      return quoted(match.kind == "label" ? "text" : match.kind == "scene" ? "application" : "img")
    }
    return switch control.kind {
    case .button: quoted("button")
    case .toggle: quoted("switch")
    case .slider: quoted("slider")
    case .list: quoted("listbox")
    case .textField: quoted("textbox")
    }
  }

  /// The name of an element for assistive technology: its text, or else its name.
  func label(of id: String) throws(WebDriverError) -> String {
    let match = try match(id)
    return quoted(match.text.isEmpty ? match.name ?? "" : match.text)
  }

  // MARK: Operating

  /// Clicks the center of an element; two ticks run.
  func click(_ id: String) throws(WebDriverError) -> String {
    let match = try match(id)
    try converting { () throws(DriverError) in try driver.click(match) }
    return "null"
  }

  /// Deletes the text of a text field.
  func clear(_ id: String) throws(WebDriverError) -> String {
    guard let control = try match(id).control, case .textField(let field) = control.kind else {
      throw WebDriverError(
        "invalid element state", 400, "only a text field can be cleared", tick: driver.tick)
    }
    try focus(id)
    for _ in field.value {
      driver.press(.backspace)
      driver.step()
    }
    return "null"
  }

  /// Types text into an element: into a text field, which gets the focus, or as keys of the game.
  func sendKeys(_ body: JSON, to id: String) throws(WebDriverError) -> String {
    guard let text = body["text"]?.string else {
      throw .invalidArgument("text: a text is expected")
    }
    guard text.unicodeScalars.count <= limits.actions else {
      throw .invalidArgument("text: at most \(limits.actions) characters are accepted")
    }
    let match = try match(id)
    if match.control != nil { try focus(id) }
    for character in text {
      if let key = KeyNames.key(character) {
        driver.press(key)
        if isTyping, let typed = KeyNames.text(character) { driver.send(.text(typed)) }
        driver.step()
      } else if let typed = KeyNames.text(character) {
        driver.typeText(typed)
      } else {
        throw .invalidArgument(
          "text: the key U+\(KeyNames.code(of: character)) is not on a keyboard")
      }
    }
    return "null"
  }

  /// Whether a text field has the focus.
  var isTyping: Bool {
    let overlay = driver.session.scene.overlay
    guard let index = overlay.focusIndex else { return false }
    if case .textField = overlay.controls[index].kind { return true }
    return false
  }

  private func focus(_ id: String) throws(WebDriverError) {
    let match = try match(id)
    let overlay = driver.session.scene.overlay
    if let index = overlay.focusIndex, overlay.controls[index] == match.control { return }
    guard let control = match.control, case .textField = control.kind else { return }
    _ = try click(id)
  }

  // MARK: Pictures

  /// The view as a PNG in Base64.
  func screenshot() throws(WebDriverError) -> String {
    let node = try cameraNode()
    return try converting { () throws(DriverError) in
      let image = try runner.image(width: size.width, height: size.height, from: node)
      return quoted(Base64.encode(try runner.png(image)))
    }
  }

  /// The part of the view that an element covers, as a PNG in Base64.
  func screenshot(of id: String) throws(WebDriverError) -> String {
    let match = try match(id)
    let box = driver.box(of: match)?.pixels(width: size.width, height: size.height)
    guard let box else {
      if match.kind == "scene" { return try screenshot() }
      throw WebDriverError(
        "unable to capture screen", 500, "\(match.path) has no position in the view",
        tick: driver.tick)
    }
    let columns = max(0, box.x)..<max(0, min(size.width, box.x + box.width))
    let rows = max(0, box.y)..<max(0, min(size.height, box.y + box.height))
    guard !columns.isEmpty, !rows.isEmpty else {
      throw WebDriverError(
        "unable to capture screen", 500, "\(match.path) is outside the view", tick: driver.tick)
    }
    return try converting { () throws(DriverError) in
      let image = try runner.image(width: size.width, height: size.height)
      return quoted(Base64.encode(try runner.png(image.cropped(columns: columns, rows: rows))))
    }
  }
}
