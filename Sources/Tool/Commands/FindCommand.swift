import ArgumentParser
import CaromAutomation
import CaromContent
import CaromDocuments
import CaromSimulation

/// `carom find`: finds nodes in a game or scene with a selector.
struct FindCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "find",
    abstract: "Find nodes of a game or scene with a selector; exit with 1 if nothing matches.",
    discussion: """
      Selectors are XPath 1.0, or CSS with --css. Nodes are elements named node that contain their \
      components: //node[light], //light[@intensity > 500]. Declared properties are attributes: @name, \
      @role, @position.y. Extension functions are g:distance(), g:speed(), g:moving(), g:atRest(), \
      g:touching(), g:inView(), g:visible() and g:acting(). If nothing matches, the failed step is \
      reported with suggestions.

      EXAMPLE: carom find marble-maze "//node[@role='pearl'][g:distance('ball') < 5]" --at 600 --bot
      EXAMPLE: carom find Scenes/brick-breaker/level1.json "label#score" --css --attributes
      """)

  @Argument(help: ArgumentHelp("The name of a game, or a scene file.", valueName: "game|scene"))
  var subject: String

  @Argument(help: "The selector, in XPath 1.0 or, with --css, in CSS.")
  var selector: String

  @Flag(help: "Parse the selector as CSS.")
  var css = false

  @Option(
    name: .customLong("at"), parsing: .unconditional,
    help: ArgumentHelp(
      "The number of ticks to run before the query. Default: 0.", valueName: "tick"),
    transform: wholeNumber(in: tickCounts))
  var tick = 0

  @Option(
    parsing: .unconditional, help: "The seed of the random streams. Default: 1.",
    transform: wholeNumber(in: 0...UInt64.max))
  var seed: UInt64 = 1

  @Flag(help: "Let the game's bot play these ticks.")
  var bot = false

  @Flag(help: "Print all attributes of the matches.")
  var attributes = false

  @Flag(help: "Print selectors for the matches with their stability, best first.")
  var suggest = false

  @Flag(help: "Print one JSON object.")
  var json = false

  @OptionGroup var level: LevelOption
  @OptionGroup var content: ContentOptions

  func run() throws {
    let locator = try refusing(.wrongUse) { () throws(LocatorError) in
      try Locator(selector, in: css ? .css : .xpath)
    }
    for warning in locator.warnings { Terminal.printError("\(selector): warning: \(warning)") }
    let loaded = try content.load(subject, level: level.level, Launch(seed: seed))
    let session = loaded.session
    var player = bot ? type(of: session.game).makeBot() : nil
    if bot && player == nil {
      throw CommandFailure.wrongUse("--bot: the game '\(type(of: session.game).name)' has no bot")
    }
    _ = session.play(tick, with: &player)
    Warnings.tellProblems(of: loaded)
    let finder = Finder(session)
    let result = try refusing(.wrongUse) { () throws(LocatorError) in
      try finder.evaluate(locator)
    }
    Terminal.print(json ? object(result, finder) : lines(result, finder))
    if case .number(let number) = result, number.isNaN {
      let miss = try refusing(.checkFailed) { () throws(LocatorError) in
        try finder.explain(locator)
      }
      if !miss.isEmpty { Terminal.printError("\(selector): \(miss)") }
    }
    if case .matches(let found) = result, found.isEmpty {
      let miss = try refusing(.checkFailed) { () throws(LocatorError) in
        try finder.explain(locator)
      }
      throw CommandFailure.checkFailed("\(selector): \(miss)")
    }
  }

  private func refusing<Result>(
    _ code: CommandFailure.Code, _ body: () throws(LocatorError) -> Result
  ) throws -> Result {
    do throws(LocatorError) {
      return try body()
    } catch {
      throw CommandFailure(message: error.description, code: code)
    }
  }

  private func lines(_ result: QueryResult, _ finder: Finder) -> String {
    guard case .matches(let found) = result else { return result.text }
    var lines = ["\(found.count) \(found.count == 1 ? "match" : "matches")"]
    for match in found {
      let text = match.text
      lines.append(match.path + (text.isEmpty ? "" : " = \(text)"))
      if attributes { lines += match.attributes.map { "  \($0.name) = \($0.value)" } }
      if suggest, let node = match.node {
        lines += finder.selectors(of: node).prefix(5).map {
          "  \($0.selector)  (\($0.count) \($0.count == 1 ? "match" : "matches"), stability \($0.stability))"
        }
      }
    }
    return lines.map(\.onOneLine).joined(separator: "\n")
  }

  private func object(_ result: QueryResult, _ finder: Finder) -> String {
    var json = JSONWriter()
    json.object {
      $0.member("selector") { $0.value(selector) }
      $0.member("tick") { $0.value(finder.session?.tick ?? 0) }
      switch result {
      case .matches(let found):
        $0.member("matches") { writer in
          writer.array { writer in for match in found { write(match, finder, &writer) } }
        }
      case .number(let number) where number.isFinite: $0.member("value") { $0.value(number) }
      case .boolean(let flag): $0.member("value") { $0.value(flag) }
      case .number, .string: $0.member("value") { $0.value(result.text) }
      }
    }
    return json.text
  }

  private func write(_ match: Match, _ finder: Finder, _ writer: inout JSONWriter) {
    writer.object {
      $0.member("path") { $0.value(match.path) }
      $0.member("kind") { $0.value(match.kind) }
      if let name = match.name { $0.member("name") { $0.value(name) } }
      if let attribute = match.attribute { $0.member("attribute") { $0.value(attribute) } }
      let text = match.text
      if !text.isEmpty { $0.member("text") { $0.value(text) } }
      if attributes {
        $0.member("attributes") {
          $0.object { writer in
            for (name, value) in match.attributes { writer.member(name) { $0.value(value) } }
          }
        }
      }
      if suggest, let node = match.node {
        $0.member("selectors") {
          $0.array { writer in
            for suggestion in finder.selectors(of: node) {
              writer.object {
                $0.member("selector") { $0.value(suggestion.selector) }
                $0.member("count") { $0.value(suggestion.count) }
                $0.member("stability") { $0.value(suggestion.stability) }
              }
            }
          }
        }
      }
    }
  }
}
