/// A regular expression whose time is bounded, whatever the text.
///
/// All ways of matching are followed at once, so that time grows with the length of text times
/// expression and never explodes: texts come from feature files, which may be anyone's. Swift's own
/// `Regex` backtracks without a bound. The price: no back references and no looking around.
///
/// Supported: literals, `.`, `[a-z]`, `[^…]`, `\d \w \s \D \W \S`, `\b \B`, `^ $`, `|`, groups,
/// `(?:…)`, `(?<name>…)`, `* + ? {n} {n,} {n,m}` and their lazy forms, `(?i)` at the beginning.
/// `\d` is ASCII; `\w` and `\s` are Unicode's.
///
/// - Source: R. Cox, "Regular Expression Matching: the Virtual Machine Approach", 2009.
public struct StepPattern: Sendable {
  /// The most instructions that an expression may become.
  public static let maximumInstructions = 4_000
  /// The most characters of a text that is matched; longer texts do not match.
  public static let maximumCharacters = 10_000

  /// A group that captures.
  struct Group: Sendable {
    /// The text between its parentheses.
    var source: String
    /// The index of the group around it.
    var parent: Int?
  }

  enum Instruction: Sendable {
    case set(CharacterClass)
    case start, end
    case wordBoundary(isNegated: Bool)
    case save(Int)
    case jump(Int)
    /// Goes on at both, preferring the first.
    case split(Int, Int)
    case match
  }

  /// The expression as it was given.
  public let source: String
  let groups: [Group]
  private var program: [Instruction] = []

  /// Reads a regular expression.
  ///
  /// - Throws: what is wrong, with its column.
  public init(_ source: String) throws(StepPatternError) {
    self.source = source
    guard source.utf8.count <= Self.maximumCharacters else {
      throw StepPatternError(
        pattern: String(source.prefix(40)), column: 1, message: "it is too long")
    }
    var parser = PatternParser(source)
    let node = try parser.parse()
    groups = parser.groups
    try add(node)
    program.append(.match)
  }

  private mutating func append(_ instruction: Instruction) throws(StepPatternError) {
    guard program.count < Self.maximumInstructions else {
      throw StepPatternError(
        pattern: source, column: 1, message: "it is too large, or its repetitions make it so")
    }
    program.append(instruction)
  }

  private mutating func add(_ node: PatternNode) throws(StepPatternError) {
    switch node {
    case .set(let set): try append(.set(set))
    case .start: try append(.start)
    case .end: try append(.end)
    case .wordBoundary(let isNegated): try append(.wordBoundary(isNegated: isNegated))
    case .capture(let number, let body):
      try append(.save(number * 2))
      try add(body)
      try append(.save(number * 2 + 1))
    case .sequence(let parts):
      for part in parts { try add(part) }
    case .choice(let choices):
      var ends: [Int] = []
      for choice in choices.dropLast() {
        let split = program.count
        try append(.split(split + 1, 0))
        try add(choice)
        ends.append(program.count)
        try append(.jump(0))
        program[split] = .split(split + 1, program.count)
      }
      if let last = choices.last { try add(last) }
      for end in ends { program[end] = .jump(program.count) }
    case .repetition(let body, let least, let most, let isLazy):
      for _ in 0..<least {
        let before = program.count
        try add(body)
        // Nothing, repeated, is still nothing.
        if program.count == before { return }
      }
      if let most {
        var splits: [Int] = []
        for _ in 0..<(most - least) {
          splits.append(program.count)
          try append(.split(0, 0))
          try add(body)
        }
        for split in splits { program[split] = Self.fork(split + 1, program.count, isLazy) }
      } else {
        let split = program.count
        try append(.split(0, 0))
        try add(body)
        try append(.jump(split))
        program[split] = Self.fork(split + 1, program.count, isLazy)
      }
    }
  }

  private static func fork(_ body: Int, _ rest: Int, _ isLazy: Bool) -> Instruction {
    isLazy ? .split(rest, body) : .split(body, rest)
  }

  /// A way of matching under way.
  private struct Thread {
    var at: Int
    var saved: [Int]
  }

  /// The first match: the whole and each group as ranges of scalars, nil for groups not taken.
  ///
  /// - Complexity: O(*n* · *m*) in the lengths of text and expression.
  func firstMatch(
    in text: [Unicode.Scalar], from start: Int = 0, isAnchored: Bool = false
  ) -> [Range<Int>?]? {
    guard text.count <= Self.maximumCharacters else { return nil }
    var current: [Thread] = []
    var visited = [Int](repeating: -1, count: program.count)
    var best: [Int]?
    var i = start
    while i <= text.count {
      if best == nil, i == start || !isAnchored {
        var saved = [Int](repeating: -1, count: (groups.count + 1) * 2)
        saved[0] = i
        follow(Thread(at: 0, saved: saved), i, text, &current, &visited)
      }
      if current.isEmpty, best != nil || isAnchored { break }
      var next: [Thread] = []
      var seen = [Int](repeating: -1, count: program.count)
      for thread in current {
        switch program[thread.at] {
        case .match:
          var saved = thread.saved
          saved[1] = i
          best = saved
        case .set(let set):
          guard i < text.count, set.contains(text[i]) else { continue }
          follow(
            Thread(at: thread.at + 1, saved: thread.saved), i + 1, text, &next, &seen)
          continue
        default: continue
        }
        // The threads after one that matches are worth less than it.
        break
      }
      current = next
      visited = seen
      i += 1
    }
    return best.map { saved in
      (0...groups.count).map { group in
        let (a, b) = (saved[group * 2], saved[group * 2 + 1])
        return a >= 0 && b >= a ? a..<b : nil
      }
    }
  }

  /// Adds a thread at the next instructions that read or match, the preferred ones first.
  private func follow(
    _ thread: Thread, _ i: Int, _ text: [Unicode.Scalar], _ threads: inout [Thread],
    _ visited: inout [Int]
  ) {
    var stack = [thread]
    while var thread = stack.popLast() {
      guard visited[thread.at] != i else { continue }
      visited[thread.at] = i
      switch program[thread.at] {
      case .set, .match:
        threads.append(thread)
        continue
      case .jump(let target): thread.at = target
      case .split(let first, let second):
        stack.append(Thread(at: second, saved: thread.saved))
        thread.at = first
      case .save(let slot):
        thread.saved[slot] = i
        thread.at += 1
      case .start:
        guard i == 0 else { continue }
        thread.at += 1
      case .end:
        guard i == text.count else { continue }
        thread.at += 1
      case .wordBoundary(let isNegated):
        let before = i > 0 && CharacterClass.Shorthand.word.contains(text[i - 1])
        let after = i < text.count && CharacterClass.Shorthand.word.contains(text[i])
        guard (before != after) != isNegated else { continue }
        thread.at += 1
      }
      stack.append(thread)
    }
  }

  /// The groups of the first match in a text: the whole first; nil when there is none.
  package func match(_ text: String) -> [String?]? {
    let scalars = Array(text.unicodeScalars)
    return firstMatch(in: scalars)?.map { range in range.map { Self.string(scalars[$0]) } }
  }

  static func string(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
    var text = ""
    text.unicodeScalars.append(contentsOf: scalars)
    return text
  }
}
