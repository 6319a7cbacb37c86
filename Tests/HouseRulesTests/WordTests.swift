import TestSupport
import Testing

@Suite("Words that break a law")
struct WordTests {
  /// Words that make a run differ from the next, with what to use instead.
  static let chance: [(word: String, instead: String)] = [
    ("Date()", "ticks"), ("Date.now", "ticks"), ("ContinuousClock", "ticks"),
    ("SuspendingClock", "ticks"), ("DispatchTime", "ticks"), ("clock_gettime", "ticks"),
    (".random(", "RandomStreams"), ("SystemRandomNumberGenerator", "RandomStreams"),
    (".randomElement(", "RandomStreams"), (".shuffle()", "RandomStreams"),
    (".shuffled()", "RandomStreams"), ("arc4random", "RandomStreams"), ("UUID()", "a counter"),
    ("Hasher()", "StateHash"), (".hashValue", "StateHash"),
    ("addingProduct", "a * b + c"), ("addProduct", "a * b + c"), ("fma(", "a * b + c"),
  ]

  /// The modules that may know clocks and chance: they face people, or measure.
  static let facing: Set<String> = ["Player", "Benchmarks", "Tool", "Command", "Driver"]

  /// The C library's transcendental functions; each has a form with an `f` for Float.
  static let transcendental: Set<String> = Set(
    [
      "sin", "cos", "tan", "asin", "acos", "atan", "atan2", "exp", "exp2", "log", "log2", "log10",
      "pow", "cbrt", "hypot", "sinh", "cosh", "tanh",
    ].flatMap { [$0, $0 + "f"] })

  /// Whether a line of code has a word that is not the end of another, such as `WorldDate()`.
  static func uses(_ word: String, in line: Substring) -> Bool {
    var rest = line
    while let found = rest.firstRange(of: word) {
      let before = line[..<found.lowerBound].last
      if word.hasPrefix(".") || before.map({ !$0.isLetter && !$0.isNumber }) ?? true { return true }
      rest = rest[found.upperBound...]
    }
    return false
  }

  /// A call of one of them in a line of code, bare or through a module of the system.
  static func transcendentalCall(in line: Substring) -> String? {
    let bytes = Array(line.utf8)
    func isWord(_ byte: UInt8) -> Bool {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
        true
      default: false
      }
    }
    for (end, byte) in bytes.enumerated() where byte == UInt8(ascii: "(") {
      var start = end
      while start > 0, isWord(bytes[start - 1]) { start -= 1 }
      let name = String(decoding: bytes[start..<end], as: UTF8.self)
      guard transcendental.contains(name) else { continue }
      let before = String(decoding: bytes[..<start], as: UTF8.self)
      if !before.hasSuffix(".") || ["Foundation.", "Glibc."].contains(where: before.hasSuffix) {
        return name
      }
    }
    return nil
  }

  @Test("Chance, clocks and fused operations stay above the engine")
  func noChanceBelowTheTools() throws {
    for file in try SourceFile.all(under: "Sources") where !Self.facing.contains(file.module) {
      for (number, line) in file.code {
        for (word, instead) in Self.chance where Self.uses(word, in: line) {
          Issue.record("\(file.path):\(number) uses \(word): use \(instead)")
        }
      }
    }
  }

  @Test("Trigonometry, exponentials and logarithms are those of Portable")
  func noLibraryMathematics() throws {
    for file in try SourceFile.all(under: "Sources") where !Self.facing.contains(file.module) {
      for (number, line) in file.code where !line.contains("func ") {
        if let name = Self.transcendentalCall(in: line) {
          Issue.record("\(file.path):\(number) calls \(name): use Portable")
        }
      }
    }
    #expect(Self.uses("Date()", in: "let now = Date()") && Self.uses("Date()", in: "Date()"))
    #expect(!Self.uses("Date()", in: "let start = WorldDate()"))
    #expect(Self.uses(".random(", in: "Int.random(in: 0...1)"))
    #expect(Self.transcendentalCall(in: "let x = sin(y)") == "sin")
    #expect(Self.transcendentalCall(in: "x + Foundation.pow(2, 3)") == "pow")
    #expect(Self.transcendentalCall(in: "Portable.sin(y) + arcsin(y) + log") == nil)
  }

  @Test("Layers without global state have no stored global or static variables")
  func noGlobalState() throws {
    let pure = try Manifest().pure
    for file in try SourceFile.all(under: "Sources") where pure.contains(file.module) {
      for (number, line) in file.code {
        let words = line.split(separator: " ")
        guard words.contains("var"), !line.contains("{") else { continue }
        let isShared = words.contains("static") || line.first != " "
        #expect(!isShared, "\(file.path):\(number) is a variable for everyone")
      }
    }
  }

  @Test("Nothing is left to do later without a test that fails")
  func nothingLeft() throws {
    let words = ["TO" + "DO", "FIX" + "ME", "XX" + "X", "HA" + "CK"]
    let files =
      try SourceFile.all(under: "Sources", endings: ["swift", "c", "h"])
      + SourceFile.all(under: "Tests", endings: ["swift", "py"])
    for file in files {
      for (index, line) in file.lines.enumerated() {
        for word in words where line.contains(word) {
          Issue.record("\(file.path):\(index + 1) says \(word)")
        }
      }
    }
  }
}
