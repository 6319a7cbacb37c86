/// A regular expression with guaranteed linear-time matching.
///
/// All alternatives are followed in parallel, so the time is proportional to the length of text
/// times expression. Feature files may come from untrusted sources, and Swift's `Regex` backtracks
/// without a bound. Backreferences and lookaround are therefore not supported.
///
/// Supported: literals, `.`, `[a-z]`, `[^…]`, `\d \w \s \D \W \S`, `\b \B`, `^ $`, `|`, groups,
/// `(?:…)`, `(?<name>…)`, `* + ? {n} {n,} {n,m}` and their lazy forms, and `(?i)` at the beginning.
/// `\d` is ASCII; `\w` and `\s` are Unicode.
///
/// - Source: R. Cox, "Regular Expression Matching: the Virtual Machine Approach", 2009.
public struct StepPattern: Sendable {
  /// The maximum number of instructions of an expression.
  public static let maximumInstructions = 4_000
  /// The maximum length of a text; longer texts do not match.
  public static let maximumCharacters = 10_000

  /// A capturing group.
  struct Group: Sendable {
    /// The source between its parentheses.
    var source: String
    /// The index of the enclosing group.
    var parent: Int?
  }

  enum Instruction: Sendable {
    case set(CharacterClass)
    case start, end
    case wordBoundary(isNegated: Bool)
    case save(Int)
    case jump(Int)
    /// Continues at both, preferring the first.
    case split(Int, Int)
    case match
  }

  /// The source text.
  public let source: String
  let groups: [Group]
  private var program: [Instruction] = []

  /// Parses a regular expression.
  ///
  /// - Throws: An error with its column.
  public init(_ source: String) throws(StepPatternError) {
    self.source = source
    guard source.utf8.count <= Self.maximumCharacters else {
      throw StepPatternError(
        pattern: String(source.prefix(40)), column: 1, message: "the expression is too long")
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
        pattern: source, column: 1,
        message: "the expression is too large after expanding its repetitions")
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
        // Repeating an empty expression has no effect.
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

  /// A thread of the matching machine.
  private struct Thread {
    var at: Int
    var saved: [Int]
  }

  /// Finds the first match: the ranges of the whole match and of each group, nil for groups not
  /// matched.
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
        case .start, .end, .wordBoundary, .save, .jump, .split: continue
        }
        // Threads after one that matches have a lower priority.
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

  /// Adds a thread at the next instructions that consume input or match, preferred ones first.
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

  /// The groups of the first match in a text, the whole match first; nil if there is none.
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
