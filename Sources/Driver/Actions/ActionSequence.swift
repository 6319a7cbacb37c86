import CaromDocuments
import CaromMaths
import CaromSimulation

/// The actions of one source of input, WebDriver part 17.
struct ActionSequence {
  /// The kind of a source.
  enum Source: Hashable {
    case none, key, wheel, mouse, touch
  }

  /// Where a movement ends.
  enum Origin: Hashable {
    /// The top left corner of the view.
    case viewport
    /// The position of the pointer.
    case pointer
    /// The center of an element.
    case element(String)
  }

  /// An action with its duration in milliseconds.
  enum Action {
    case pause(Double)
    case key(KeyCode?, text: String?, isDown: Bool)
    case move(x: Double, y: Double, Origin, Double)
    case button(PointerButton, isDown: Bool)
    case scroll(x: Double, y: Double, deltaX: Double, deltaY: Double, Origin, Double)

    /// The duration, in milliseconds.
    var duration: Double {
      switch self {
      case .pause(let time), .move(_, _, _, let time), .scroll(_, _, _, _, _, let time): time
      case .key, .button: 0
      }
    }

    /// Whether the game must run a tick to see it.
    var needsTick: Bool {
      switch self {
      case .key, .button, .scroll: true
      case .pause, .move: false
      }
    }
  }

  /// The identifier of the source.
  let id: String
  /// The kind of the source.
  let source: Source
  /// The actions, one for each step.
  let actions: [Action]

  /// The number of fingers that events can have.
  static let maximumFingerCount = 10

  /// Reads the sequences of a command.
  ///
  /// - Throws: `invalid argument` with the first problem; nothing has been performed.
  static func read(_ body: JSON, limit: Int) throws(WebDriverError) -> [ActionSequence] {
    guard let list = body["actions"]?.elements else {
      throw .invalidArgument("actions: a list is expected")
    }
    guard list.count <= 16 else {
      throw .invalidArgument("actions: at most 16 sources are accepted")
    }
    var (result, count): ([ActionSequence], Int) = ([], 0)
    for json in list {
      let sequence = try ActionSequence(json)
      count += sequence.actions.count
      if result.contains(where: { $0.id == sequence.id }) {
        throw .invalidArgument("actions: there are two sources with the id '\(sequence.id)'")
      }
      result.append(sequence)
    }
    guard result.count(where: { $0.source == .touch }) <= maximumFingerCount else {
      throw .invalidArgument("actions: at most \(maximumFingerCount) fingers are accepted")
    }
    guard count <= limit else {
      throw .invalidArgument("actions: at most \(limit) actions are accepted")
    }
    return result
  }

  private init(_ json: JSON) throws(WebDriverError) {
    guard let id = json["id"]?.string, id.utf8.count <= 100 else {
      throw .invalidArgument("id: a text of at most 100 characters is expected")
    }
    guard let list = json["actions"]?.elements else {
      throw .invalidArgument("\(id): actions: a list is expected")
    }
    self.id = id
    switch json["type"]?.string {
    case "none": source = .none
    case "key": source = .key
    case "wheel": source = .wheel
    case "pointer":
      let type = json["parameters"]?["pointerType"]
      switch type?.string ?? "mouse" {
      case "mouse", "pen": source = .mouse
      case "touch": source = .touch
      default: throw .invalidArgument("\(id): pointerType: mouse, pen or touch is accepted")
      }
    default: throw .invalidArgument("\(id): type: none, key, pointer or wheel is accepted")
    }
    var actions: [Action] = []
    for item in list { actions.append(try Self.action(item, source, id)) }
    self.actions = actions
  }

  private static func action(
    _ json: JSON, _ source: Source, _ id: String
  ) throws(WebDriverError) -> Action {
    let type = json["type"]?.string ?? ""
    switch (type, source) {
    case ("pause", _): return .pause(try duration(json, or: 0))
    case ("keyDown", .key), ("keyUp", .key):
      guard let value = json["value"]?.string, value.count == 1, let character = value.first else {
        throw .invalidArgument("\(id): value: one character is expected")
      }
      let (key, text) = (KeyNames.key(character), KeyNames.text(character))
      guard key != nil || text != nil else {
        throw .invalidArgument(
          "\(id): value: the key U+\(KeyNames.code(of: character)) is not on a keyboard")
      }
      return .key(key, text: text, isDown: type == "keyDown")
    case ("pointerMove", .mouse), ("pointerMove", .touch):
      guard json["x"] != nil, json["y"] != nil else {
        throw .invalidArgument("\(id): pointerMove: x and y are expected")
      }
      return .move(
        x: try number(json, "x"), y: try number(json, "y"), try origin(json),
        try duration(json, or: 0))
    case ("pointerDown", .mouse), ("pointerUp", .mouse), ("pointerDown", .touch),
      ("pointerUp", .touch):
      guard let button = json["button"].map({ $0.integer(Int.self) }) ?? 0,
        (0...2).contains(button)
      else { throw .invalidArgument("\(id): button: 0, 1 or 2 is accepted") }
      let buttons: [PointerButton] = [.left, .middle, .right]
      return .button(source == .touch ? .left : buttons[button], isDown: type == "pointerDown")
    case ("pointerCancel", _): throw .unsupported("pointerCancel is not supported")
    case ("scroll", .wheel):
      return .scroll(
        x: try number(json, "x"), y: try number(json, "y"),
        deltaX: try number(json, "deltaX"), deltaY: try number(json, "deltaY"), try origin(json),
        try duration(json, or: 0))
    default:
      throw .invalidArgument("\(id): type: '\(type.prefix(60))' is not an action of this source")
    }
  }

  private static func duration(
    _ json: JSON, or missing: Double
  ) throws(WebDriverError) -> Double {
    guard let value = json["duration"] else { return missing }
    guard let number = value.double, number >= 0, number <= 3_600_000, number.rounded() == number
    else { throw .invalidArgument("duration: 0 to 3600000 milliseconds are accepted") }
    return number
  }

  private static func number(_ json: JSON, _ key: String) throws(WebDriverError) -> Double {
    guard let value = json[key] else { return 0 }
    guard let number = value.double, abs(number) <= 1e6 else {
      throw .invalidArgument("\(key): a number of pixels is expected")
    }
    return number
  }

  private static func origin(_ json: JSON) throws(WebDriverError) -> Origin {
    // Appium's taps with several fingers have none.
    guard let value = json["origin"], !value.isNull else { return .viewport }
    if let id = ElementTable.id(in: value) { return .element(id) }
    switch value.string {
    case "viewport": return .viewport
    case "pointer": return .pointer
    default: throw .invalidArgument("origin: viewport, pointer or an element is accepted")
    }
  }
}
