import CaromAutomation
import CaromDocuments
import CaromSceneGraph
import CaromSimulation

// Scenes, windows and what else a session has besides elements. A window is a camera.

extension WebDriverSession {
  // MARK: Scenes

  /// Loads the scene of an address: `game://marble-maze/2`.
  func navigate(_ body: JSON) throws(WebDriverError) -> String {
    guard let url = body["url"]?.string else { throw .invalidArgument("url: a text is expected") }
    guard url.hasPrefix("game://") else {
      throw .invalidArgument(
        "url: '\(url.prefix(100))' is not here; game://NAME or game://NAME/LEVEL is accepted")
    }
    let path = url.dropFirst(7)
    if let name = factory.names.first(where: { path == $0 || path.hasPrefix($0 + "/") }) {
      let level = path.dropFirst(name.count + 1)
      try load(name, level: String(level))
    } else {
      try load(String(path), level: "")
    }
    return "null"
  }

  /// The address of the scene.
  var url: String {
    let scene = options.scene.isEmpty ? type(of: driver.session.game).name : options.scene
    let level = driver.session.level.map { "/" + $0.name } ?? ""
    return quoted("game://\(scene)\(level)")
  }

  /// Loads the scene again.
  func refresh() throws(WebDriverError) -> String {
    var command = ResetCommand()
    command.level = options.level
    _ = try run(command)
    forget()
    sendViewport()
    return "null"
  }

  /// Goes back or forward by up to a second.
  func move(bySeconds seconds: Int) throws(WebDriverError) -> String {
    let ticks = Int64(Double(seconds) / driver.session.tickLength)
    let last = driver.session.history?.last ?? driver.tick
    var command = SeekCommand()
    command.tick = UInt64(max(0, min(Int64(driver.tick) + ticks, Int64(last))))
    _ = try run(command)
    return "null"
  }

  // MARK: Windows

  /// The path of the node of the window's camera, or nil for that of the scene.
  func cameraNode() throws(WebDriverError) -> Node? {
    guard let camera else { return nil }
    guard let node = driver.session.scene.rootNode.node(atPath: camera) else {
      throw .noWindow("the camera \(camera) is no longer in the scene")
    }
    return node
  }

  /// The handles of windows: `main`, and the paths of all cameras.
  var windows: [String] {
    let found = (try? driver.finder.all(.nodes.with("camera"))) ?? []
    return ["main"] + found.map(\.path)
  }

  /// Switches to the window of a camera; the game does not change.
  func switchWindow(_ body: JSON) throws(WebDriverError) -> String {
    guard let handle = body["handle"]?.string else {
      throw .invalidArgument("handle: a text is expected")
    }
    guard windows.contains(handle) else {
      throw .noWindow(
        "there is no window '\(handle.prefix(100))'; \(windows.joined(separator: ", ")) is accepted"
      )
    }
    camera = handle == "main" ? nil : handle
    return "null"
  }

  /// The rectangle of the window.
  var windowRect: String {
    "{\"x\":0,\"y\":0,\"width\":\(size.width),\"height\":\(size.height)}"
  }

  /// Resizes the view, which is an event of the game.
  func setWindowRect(_ body: JSON) throws(WebDriverError) -> String {
    var wanted = size
    for key in ["width", "height"] {
      guard let value = body[key], !value.isNull else { continue }
      guard let pixels = value.double, (1...Double(runner.limits.imageSide)).contains(pixels) else {
        throw .invalidArgument("\(key): 1 to \(runner.limits.imageSide) pixels are accepted")
      }
      if key == "width" { wanted.width = Int(pixels) } else { wanted.height = Int(pixels) }
    }
    size = wanted
    sendViewport()
    return windowRect
  }

  /// Turns the view upright or across.
  func setOrientation(_ body: JSON) throws(WebDriverError) -> String {
    guard let text = body["orientation"]?.string?.uppercased(),
      ["LANDSCAPE", "PORTRAIT"].contains(text)
    else { throw .invalidArgument("orientation: LANDSCAPE or PORTRAIT is accepted") }
    let (long, short) = (max(size.width, size.height), min(size.width, size.height))
    size = text == "LANDSCAPE" ? (long, short) : (short, long)
    sendViewport()
    return "null"
  }

  // MARK: Logs

  /// The entries of a log.
  func logEntries(_ body: JSON) throws(WebDriverError) -> String {
    guard let type = body["type"]?.string, ["contacts", "sounds"].contains(type) else {
      throw .invalidArgument("type: contacts or sounds is accepted")
    }
    let entries: [(tick: UInt64, message: String)] =
      type == "contacts"
      ? driver.log.contacts.map {
        ($0.tick, "\($0.pathA) \($0.phase == .began ? "touches" : "leaves") \($0.pathB)")
      } : driver.log.sounds.map { ($0.tick, $0.name) }
    var writer = JSONWriter()
    writer.array { writer in
      for entry in entries {
        writer.object { writer in
          // Milliseconds of simulated time, as clients expect a time.
          writer.member("timestamp", Int(Double(entry.tick) * driver.session.tickLength * 1_000))
          writer.member("level", "INFO")
          writer.member("message", "tick \(entry.tick): \(entry.message)")
        }
      }
    }
    return writer.text
  }
}
