import CaromDocuments
import CaromGherkin
import CaromSimulation

extension EngineSteps {
  static func nodeChecks(_ steps: inout StepDefinitions) {
    steps.then("there is/are {int} {string}") { world, arguments in
      let (wanted, text) = (try arguments[0, as: Int.self], try arguments[1, as: String.self])
      let found = try world.driver.findAll(try world.locator(text))
      let paths = found.prefix(5).map(\.path).joined(separator: ", ")
      try world.expect(
        found.count == wanted,
        "found \(found.count) '\(text)', expected \(wanted)\(paths.isEmpty ? "" : ": " + paths)")
    }
    steps.then("{string} is there") { world, arguments in
      _ = try world.driver.find(try world.locator(try arguments[0, as: String.self]))
    }
    steps.then("{string} is not there") { world, arguments in
      let text = try arguments[0, as: String.self]
      let found = try world.driver.findAll(try world.locator(text))
      try world.expect(found.isEmpty, "'\(text)' exists: \(found.first?.path ?? "")")
    }
    for (words, isWanted) in [("is in view", true), ("is out of view", false)] {
      steps.then("{string} \(words)") { world, arguments in
        let locator = try world.locator(try arguments[0, as: String.self])
        let node = try world.driver.find(locator)
        let isInView = try !world.driver.findAll(locator.inView).isEmpty
        try world.expect(
          isInView == isWanted,
          "the camera \(isInView ? "shows" : "does not show") \(node.path)")
      }
    }
    steps.then("{string} holds") { world, arguments in
      let locator = try world.locator(try arguments[0, as: String.self])
      guard try !world.driver.holds(locator) else { return }
      let miss = try? world.driver.finder.explain(locator)
      let why = miss.map { $0.isEmpty ? "" : ": \($0)" } ?? ""
      throw world.failure("\(locator) is not true\(why)")
    }
    steps.then("the {word} of {string} is {string}") { world, arguments in
      let wanted = try arguments[2, as: String.self]
      let (name, value) = try attribute(world, arguments)
      try world.expect(
        ExpectedValue(wanted).accepts(value), "\(name) is '\(value)', expected '\(wanted)'")
    }
    steps.then("the {word} of {string} is {float}") { world, arguments in
      try compare(world, arguments, "not") { abs($0 - $1) <= ExpectedValue.defaultTolerance }
    }
    steps.then("the {word} of {string} is {float} ± {float}") { world, arguments in
      let tolerance = try arguments[3, as: Double.self]
      try compare(world, arguments, "not within \(numberText(tolerance)) of") {
        abs($0 - $1) <= tolerance
      }
    }
    steps.then("the {word} of {string} is at least {float}") { world, arguments in
      try compare(world, arguments, "less than") { $0 >= $1 }
    }
    steps.then("the {word} of {string} is at most {float}") { world, arguments in
      try compare(world, arguments, "more than") { $0 <= $1 }
    }
    steps.then("I see these nodes:") { world, arguments in try compareTable(world, arguments) }
  }

  static func screenChecks(_ steps: inout StepDefinitions) {
    steps.then("the label {string} says {string}") { world, arguments in
      let (name, wanted) = (try arguments[0, as: String.self], try arguments[1, as: String.self])
      let text = try world.driver.find(.label(name)).text
      try world.expect(text == wanted, "the label '\(name)' says '\(text)', expected '\(wanted)'")
    }
    steps.then("the score is {int}") { world, arguments in
      let (score, wanted) = (
        try world.driver.session.score, try arguments[0, as: Int.self]
      )
      try world.expect(Int(score) == wanted, "the score is \(score), expected \(wanted)")
    }
    steps.then("the phase is {word}") { world, arguments in
      let (phase, wanted) = (
        try world.driver.session.phase, try arguments[0, as: String.self]
      )
      try world.expect(phase == wanted, "the phase is \(phase), expected \(wanted)")
    }
    steps.then("{int} live(s)/life is/are left") { world, arguments in
      let wanted = try arguments[0, as: Int.self]
      let lives = try world.driver.session.lives.map { Int($0) }
      try world.expect(
        lives == wanted,
        "\(lives.map { "\($0) lives are" } ?? "no lives are") left, expected \(wanted)")
    }
    steps.then("the picture is that of {string}") { world, arguments in
      let name = try arguments[0, as: String.self]
      let parts = name.split(separator: "/", omittingEmptySubsequences: false)
      guard name.hasSuffix(".png"), !name.contains("\0"),
        parts.allSatisfy({ !$0.isEmpty && $0 != ".." })
      else {
        throw StepError(
          "'\(name)' is not a golden image of this feature; expected a path such as goldens/start.png, "
            + "relative to the feature file")
      }
      let folder = world.scenario.uri.split(separator: "/", omittingEmptySubsequences: false)
        .dropLast().joined(separator: "/")
      let file = folder.isEmpty ? name : folder + "/" + name
      switch try world.driver.expectFrame(like: file, mode: world.goldens) {
      case .matched: break
      case .new: world.notice("new: the golden image \(file) was written")
      case .updated: world.notice("updated: the golden image \(file) was written")
      }
    }
  }

  static func eventChecks(_ steps: inout StepDefinitions) {
    steps.then("the sound {string} was heard") { world, arguments in
      let name = try arguments[0, as: String.self]
      let heard = try world.driver.sounds().map(\.name)
      try world.expect(
        heard.contains(name), "'\(name)' was not played\(near(name, heard.removingDuplicates))")
    }
    steps.then("the sound {string} was heard {int} time(s)") { world, arguments in
      let (name, wanted) = (try arguments[0, as: String.self], try arguments[1, as: Int.self])
      let ticks = try world.driver.sounds().filter { $0.name == name }.map { "\($0.tick)" }
      try world.expect(
        ticks.count == wanted,
        "'\(name)' was played \(ticks.count) times, expected \(wanted)"
          + (ticks.isEmpty ? "" : ": at ticks \(ticks.prefix(10).joined(separator: ", "))"))
    }
    steps.then("the sound {string} was not heard") { world, arguments in
      let name = try arguments[0, as: String.self]
      let first = try world.driver.sounds().first { $0.name == name }
      try world.expect(first == nil, "'\(name)' was played at tick \(first?.tick ?? 0)")
    }
    steps.then("{string} touched {string}") { world, arguments in
      let touched = try touch(world, arguments)
      try world.expect(
        touched != nil, "they did not touch, or neither contactTestBitMask matches the other body")
    }
    steps.then("{string} did not touch {string}") { world, arguments in
      let touched = try touch(world, arguments)
      try world.expect(touched == nil, "they touched at tick \(touched ?? 0)")
    }
  }

  private static func touch(_ world: StepContext, _ arguments: StepArguments) throws -> UInt64? {
    try world.driver.firstTouch(
      try world.locator(try arguments[0, as: String.self]),
      try world.locator(try arguments[1, as: String.self]))
  }

  // MARK: Values

  /// A value of a feature as JSON: unchanged if it is JSON, several numbers as a list, as they are
  /// read, otherwise as a string.
  static func json(_ text: String) -> String {
    if (try? JSON.parse(text)) != nil { return text }
    let words = text.split(separator: " ").map(String.init)
    let areNumbers =
      words.count > 1 && words.allSatisfy { (try? JSON.parse($0))?.double != nil }
    return areNumbers ? "[\(words.joined(separator: ", "))]" : quoted(text)
  }

  private static func attribute(
    _ world: StepContext, _ arguments: StepArguments
  ) throws -> (name: String, value: String) {
    let (name, text) = (try arguments[0, as: String.self], try arguments[1, as: String.self])
    let value = try world.driver.get(name, of: try world.locator(text))
    return ("the \(name) of '\(text)'", value)
  }

  private static func compare(
    _ world: StepContext, _ arguments: StepArguments, _ words: String,
    _ isRight: (Double, Double) -> Bool
  ) throws {
    let (name, text) = try attribute(world, arguments)
    let wanted = try arguments[2, as: Double.self]
    guard let value = Double(text) else {
      throw world.failure("\(name) is '\(text)', which is not a number")
    }
    try world.expect(
      isRight(value, wanted), "\(name) is \(text), \(words) \(numberText(wanted))")
  }

  /// Compares a table of nodes and attributes with the scene; differences are shown line by line.
  private static func compareTable(_ world: StepContext, _ arguments: StepArguments) throws {
    let rows = try arguments.table.values
    guard let header = rows.first, header.first == "node" else {
      throw StepError("expected a table whose first column has the header 'node'")
    }
    var lines: [(mark: String, cells: [String])] = [(" ", header)]
    var isSame = true
    for row in rows.dropFirst() {
      let locator = try world.locator(row[0])
      var actual = [row[0]]
      for (name, wanted) in zip(header, row).dropFirst() {
        let value = try world.driver.get(name, of: locator)
        actual.append(ExpectedValue(wanted).accepts(value) ? wanted : value)
      }
      lines.append((actual == row ? " " : "-", row))
      if actual != row {
        lines.append(("+", actual))
        isSame = false
      }
    }
    guard !isSame else { return }
    let widths = header.indices.map { column in
      lines.map { $0.cells[column].count }.max() ?? 0
    }
    let text = lines.map { line in
      let cells = zip(line.cells, widths).map {
        $0 + String(repeating: " ", count: $1 - $0.count)
      }
      return "\(line.mark) | \(cells.joined(separator: " | ")) |"
    }
    throw world.failure("the nodes differ:\n" + text.joined(separator: "\n"))
  }
}

/// An expected value of a feature: a string, or numbers compared with a tolerance.
struct ExpectedValue {
  /// The tolerance for numbers if none is given.
  static let defaultTolerance = 0.001

  private let text: String
  private let numbers: [Double]?
  private let tolerance: Double

  init(_ text: String) {
    let parts = text.split(separator: "±", omittingEmptySubsequences: false)
    self.text = text
    numbers = Self.numbers(parts.first.map(String.init) ?? "")
    tolerance =
      parts.count == 2 ? Self.numbers(String(parts[1]))?.first ?? 0 : Self.defaultTolerance
  }

  /// Whether the value of an attribute matches.
  func accepts(_ value: String) -> Bool {
    if value == text { return true }
    guard let numbers, let own = Self.numbers(value), own.count == numbers.count else {
      return false
    }
    return zip(own, numbers).allSatisfy { abs($0 - $1) <= tolerance }
  }

  private static func numbers(_ text: String) -> [Double]? {
    let words = text.split { " ,[]".contains($0) }
    let numbers = words.compactMap { Double($0) }
    return numbers.count == words.count && !words.isEmpty ? numbers : nil
  }
}

extension [String] {
  /// The elements without duplicates, in order of first occurrence.
  var removingDuplicates: [String] {
    reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }
}
