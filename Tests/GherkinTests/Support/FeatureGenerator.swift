import CaromGherkin
import CaromMaths

/// Generates feature files from a seed, some of them invalid.
struct FeatureGenerator {
  var random: RandomStream
  private var dialect = Dialect.english
  private var lines: [String] = []
  private let codes: [String]

  /// Creates a generator; the languages are those of the engine's table.
  init(seed: UInt64) {
    random = RandomStream(seed: seed)
    codes = Dialect.all.map(\.code)
  }

  private mutating func chance(_ percent: Int) -> Bool { random.int(below: 100) < percent }

  private mutating func one(_ list: [String]) -> String {
    list.isEmpty ? "" : list[random.int(below: list.count)]
  }

  private static let words: [String] = [
    "ball", "maze", "<a>", "<b>", "<a b>", "é", "📚", "\u{a0}", "  ", "\t", "#x", "@t", "|", "\\",
    "\\|", "\\n", "\\\\", "\"\"\"", "```", ":", "*", "And ", "1.5", "\"quoted\"", "<", ">", "<<a>>",
    "\u{2003}", "\u{feff}", "\r", "\u{b}", "\u{2028}", "\u{85}", "\u{200b}", "\u{1}", "e\u{301}",
    "\u{1c}", "\u{1f600}", "$1", "\u{0}", "\u{7f}", "ﬃ",
  ]

  private mutating func words(_ most: Int = 4) -> String {
    (0..<random.int(below: most + 1)).map { _ in
      chance(60) ? one(["a", "the ball", "is", "lives", "3", "<a>", "<b>"]) : one(Self.words)
    }.joined(separator: chance(80) ? " " : "")
  }

  private mutating func indent() -> String {
    one(["", "", "  ", "    ", "\t", " ", "\u{3000}", "      "])
  }

  private mutating func end() -> String {
    chance(90) ? "" : one([" ", "\t", "  # note", "\r", "\u{a0}"])
  }

  private mutating func add(_ text: String) {
    if chance(6) { lines.append(one(["", "", "   ", "\t", "# a comment", "  # " + words()])) }
    if chance(2) { lines.append(soup()) }
    lines.append(indent() + text + end())
  }

  /// A line of any kind, possibly in an invalid position.
  private mutating func soup() -> String {
    let d = dialect
    switch random.int(below: 16) {
    case 0: return tags()
    case 1: return one(d.feature) + ": " + words()
    case 2: return one(d.rule) + ":" + words()
    case 3: return one(d.background) + ": " + words()
    case 4: return one(d.scenario + d.scenarioOutline) + ": " + words()
    case 5: return one(d.examples) + ":" + words()
    case 6, 7: return one(d.steps.map(\.text)) + words()
    case 8: return "|" + row(1 + random.int(below: 3))
    case 9: return one(["\"\"\"", "```", "\"\"\" json", "```x", "\"\"", "\"\"\"\""])
    case 10: return "# language: " + one(codes + ["xx", "en ", "e n", "EN", "en-"])
    case 11: return "#" + words()
    case 12: return one(["", " ", "\t"])
    case 13: return "@" + words()
    default: return words(6)
    }
  }

  private mutating func tags() -> String {
    let some = (0...random.int(below: 3)).map { _ in
      one(["@a", "@b", "@smoke", "@é", "@", "@a#b", "@x:y(1)", "@\u{1f600}"])
    }.joined(separator: one([" ", " ", "  ", "", "\t", "\u{a0}"]))
    return some + (chance(8) ? one([" #c", " # c @d", "#c", " x", " x @y", "\t#"]) : "")
  }

  private mutating func row(_ count: Int) -> String {
    var text = ""
    for _ in 0..<count {
      text += one(["", " ", "  ", "\u{a0}"])
      text +=
        chance(50)
        ? one(["a", "b", "1", "<a>", "x y", ""])
        : one(["\\|", "\\\\", "\\n", "\\x", "é", "📚", "# no", "<b>", "\"\"\"", "\\\\\\|", "\\n\\n"])
      text += one(["", " ", "  "]) + "|"
    }
    return text + (chance(4) ? one([" x", "\\", " # c", "|"]) : "")
  }

  private mutating func table(rows: Int, names: [String]? = nil) {
    let count = names?.count ?? 1 + random.int(below: 3)
    for i in 0..<rows {
      if i == 0, let names {
        add("|" + names.map { " \($0) |" }.joined())
      } else {
        add("|" + row(chance(1) ? count + 1 : count))
      }
    }
  }

  private mutating func docString() {
    let fence = one(["\"\"\"", "```"])
    let space = indent()
    lines.append(space + fence + (chance(25) ? one(["json", " xml ", "<a>", fence]) : "") + end())
    for _ in 0..<random.int(below: 4) {
      let escaped = fence.map { "\\\($0)" }.joined()
      let content =
        chance(70) ? words() : one([escaped, escaped + escaped, "", "\\", "# no", "@x"])
      lines.append((chance(70) ? space : indent()) + content)
    }
    if !chance(2) { lines.append(indent() + fence + (chance(5) ? "x" : "")) }
  }

  private mutating func description() {
    guard chance(20) else { return }
    for _ in 0...random.int(below: 3) { lines.append(indent() + words() + end()) }
  }

  private mutating func steps() {
    for _ in 0..<random.int(below: 5) {
      add(one(dialect.steps.map(\.text)) + words())
      switch random.int(below: 10) {
      case 0, 1: table(rows: 1 + random.int(below: 3))
      case 2: docString()
      case 3 where chance(50):
        table(rows: 1 + random.int(below: 2))
        docString()
      case 4 where chance(50):
        docString()
        table(rows: 1 + random.int(below: 2))
      default: break
      }
    }
  }

  private mutating func scenario() {
    while chance(20) { add(tags()) }
    let isOutline = chance(35)
    add(one(isOutline ? dialect.scenarioOutline : dialect.scenario) + ":" + " " + words())
    description()
    steps()
    guard isOutline else { return }
    for _ in 0...random.int(below: 3) {
      while chance(20) { add(tags()) }
      add(one(dialect.examples) + ": " + words())
      description()
      if !chance(10) {
        table(
          rows: 1 + random.int(below: 4),
          names: [["a"], ["a", "b"], ["b", "a"], ["a b", "a", ""]][random.int(below: 4)])
      }
    }
  }

  /// The next file.
  mutating func next() -> String {
    lines = []
    dialect = .english
    if chance(4) {
      for _ in 0..<random.int(below: 20) { lines.append(soup()) }
    } else {
      if chance(30) {
        let code = one(codes)
        dialect = Dialect(code: code) ?? .english
        add(one(["# language: ", "#language:", "  # language :  "]) + code)
      }
      while chance(20) { add(tags()) }
      add(one(dialect.feature) + ": " + words())
      description()
      if chance(30) {
        add(one(dialect.background) + ": " + words())
        description()
        steps()
      }
      for _ in 0..<random.int(below: 4) { scenario() }
      for _ in 0..<(chance(30) ? 1 + random.int(below: 2) : 0) {
        while chance(20) { add(tags()) }
        add(one(dialect.rule) + ": " + words())
        description()
        if chance(30) {
          add(one(dialect.background) + ":")
          steps()
        }
        for _ in 0..<random.int(below: 3) { scenario() }
      }
    }
    let text = lines.joined(separator: chance(90) ? "\n" : "\r\n")
    return text + (chance(80) ? "\n" : "")
  }
}
