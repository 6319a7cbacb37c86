/// A strict JSON parser for UTF-8 text that records the source position of every value.
///
/// Accepts RFC 8259, and additionally `//` and `/* */` comments, trailing commas and a byte order
/// mark. Everything else is rejected with its position and, for the habits of other languages, with
/// what is accepted instead. The parser is not recursive and uses memory in proportion to
/// the number of values, so malicious input can exhaust neither the stack nor memory.
public struct JSONParser {
  let source: SourceText
  let limits: JSONLimits
  let bytes: UnsafeBufferPointer<UInt8>
  var i: Int
  var tokens: [JSONToken] = []
  /// Duplicate keys as token indices, each with the first key of the same name.
  var duplicates: [(key: Int, first: Int)] = []
  /// The first comment and the first trailing comma.
  private var firstComment: Int?
  private var firstTrailingComma: Int?
  /// The open containers as token indices, outermost first.
  private var open: [Int] = []
  /// The number of members or elements so far, for each open container.
  private var counts: [Int] = []
  /// The nesting depth within the innermost object of the tree, for each open container.
  private var depths: [Int] = []
  /// The number of open arrays of the tree.
  private var branches = 0

  private init(
    source: SourceText, range: Range<Int>, bytes: UnsafeBufferPointer<UInt8>, limits: JSONLimits
  ) {
    self.source = source
    self.limits = limits
    self.bytes = UnsafeBufferPointer(rebasing: bytes[..<range.upperBound])
    i = range.lowerBound
    tokens.reserveCapacity(min(range.count / 8, limits.values) + 8)
  }

  /// Parses a text, or the part of it in `range`.
  ///
  /// Duplicate keys are not errors; they are listed in ``JSONDocument/duplicateKeys``.
  ///
  /// - Throws: The first ``Problem``: invalid JSON or an exceeded limit.
  public static func parse(
    _ source: SourceText, in range: Range<Int>? = nil, limits: JSONLimits = JSONLimits()
  ) throws(Problem) -> JSONDocument {
    let range = range ?? 0..<source.bytes.count
    guard range.count <= min(limits.bytes, Int(UInt32.max) - 1) else {
      throw Problem(
        "the text has \(range.count) bytes; at most \(limits.bytes) are accepted", in: source)
    }
    let outcome: Result<JSONDocument, Problem> = source.bytes.withUnsafeBufferPointer { bytes in
      var parser = JSONParser(source: source, range: range, bytes: bytes, limits: limits)
      do throws(Problem) {
        try parser.checkEncoding(range)
        try parser.run()
      } catch { return .failure(error) }
      let document = JSONDocument(
        source: source, tokens: parser.tokens, relaxations: parser.relaxations)
      if parser.duplicates.isEmpty { return .success(document) }
      let problems = parser.duplicates.map { document.duplicateKey($0.key, first: $0.first) }
      return .success(
        JSONDocument(
          source: source, tokens: parser.tokens, duplicateKeys: problems,
          relaxations: parser.relaxations))
    }
    return try outcome.get()
  }

  /// Parses bytes; messages refer to them by `name`.
  ///
  /// - Throws: The first ``Problem``, as for ``parse(_:in:limits:)``.
  public static func parse(
    bytes: [UInt8], name: String, limits: JSONLimits = JSONLimits()
  ) throws(Problem) -> JSONDocument {
    try parse(SourceText(name: name, bytes: bytes), limits: limits)
  }
}

extension JSON {
  /// Parses a string; duplicate keys are rejected.
  ///
  /// - Throws: The first ``Problem``.
  public static func parse(_ text: String, name: String = "text") throws(Problem) -> JSON {
    let document = try JSONParser.parse(SourceText(name: name, text))
    if let problem = document.duplicateKeys.first { throw problem }
    return document.root
  }
}

// MARK: Values

extension JSONParser {
  /// Warnings of what JSON does not have.
  private var relaxations: [Problem] {
    let found = [
      (firstComment, "a comment, which JSON does not have"),
      (firstTrailingComma, "a comma before a closing bracket, which JSON does not have"),
    ]
    return found.compactMap { offset, message in
      offset.map { Problem(message, in: source, at: $0).asWarning }
    }
  }

  private mutating func run() throws(Problem) {
    try value()
    while let container = open.last {
      if tokens[container].kind == .object {
        try member(of: container)
      } else {
        try element(of: container)
      }
    }
    let end = i
    try space()
    guard i >= bytes.count else { throw textAfterEnd(end) }
  }

  /// Parses a value, or the opening bracket of a container.
  private mutating func value() throws(Problem) {
    try space()
    guard i < bytes.count else { throw endOfText("a value") }
    guard tokens.count < limits.values else {
      throw problem("there are more than \(limits.values) values and keys; no more are accepted")
    }
    switch bytes[i] {
    case UInt8(ascii: "{"): try enter(.object)
    case UInt8(ascii: "["): try enter(.array)
    case UInt8(ascii: "\""): try string("a string")
    case UInt8(ascii: "t"): try literal("true", .true)
    case UInt8(ascii: "f"): try literal("false", .false)
    case UInt8(ascii: "n"): try literal("null", .null)
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): try number()
    default: throw unexpected("a value")
    }
  }

  private mutating func enter(_ kind: JSONToken.Kind) throws(Problem) {
    var depth = (depths.last ?? 0) + 1
    if depth == 2, kind == .array, let tree = limits.tree, isUnder(tree.key) {
      guard branches < min(tree.depth, 1_024) else {
        throw problem(
          "\"\(tree.key)\" are nested deeper than \(tree.depth); no deeper is accepted")
      }
      branches += 1
      // The depth is counted from zero within it.
      depth = 0
    }
    guard depth <= min(limits.depth, 256) else {
      throw problem("values are nested deeper than \(limits.depth); no deeper is accepted")
    }
    open.append(tokens.count)
    counts.append(0)
    depths.append(depth)
    tokens.append(JSONToken(offset: UInt32(i), kind: kind, payload: 0))
    i += 1
  }

  /// Returns whether the current value belongs to a member with this key.
  private func isUnder(_ key: String) -> Bool {
    guard let container = open.last, tokens[container].kind == .object, let last = tokens.last,
      last.length == key.utf8.count
    else { return false }
    let start = Int(last.offset) + 1
    return key.utf8.elementsEqual(bytes[start..<(start + last.length)])
  }

  private mutating func leave() {
    let container = open.removeLast()
    let count = counts.removeLast()
    if depths.removeLast() == 0 { branches -= 1 }
    tokens[container].payload = UInt64(tokens.count) | UInt64(count) << 32
    if tokens[container].kind == .object, count > 1 { findDuplicates(container, count: count) }
    i += 1
  }

  private mutating func element(of container: Int) throws(Problem) {
    if try separator(UInt8(ascii: "]"), container) { return leave() }
    counts[counts.count - 1] += 1
    try value()
  }

  private mutating func member(of container: Int) throws(Problem) {
    if try separator(UInt8(ascii: "}"), container) { return leave() }
    guard bytes[i] == UInt8(ascii: "\"") else { throw unexpected("a key in double quotes or '}'") }
    counts[counts.count - 1] += 1
    try string("a key")
    try space()
    guard i < bytes.count else { throw endOfText("':'") }
    guard bytes[i] == UInt8(ascii: ":") else { throw unexpected("':'") }
    i += 1
    try value()
  }

  /// Skips the comma between two elements; returns true at the closing bracket, which is not
  /// consumed.
  private mutating func separator(
    _ close: UInt8, _ container: Int
  ) throws(Problem) -> Bool {
    try space()
    let bracket = Character(UnicodeScalar(close))
    guard i < bytes.count else { throw endOfText("'\(bracket)'") }
    if bytes[i] == close { return true }
    guard counts[counts.count - 1] > 0 else { return false }
    guard bytes[i] == UInt8(ascii: ",") else {
      throw unexpected(in: container, closedBy: bracket)
    }
    let comma = i
    i += 1
    try space()
    guard i < bytes.count else { throw endOfText("'\(bracket)'") }
    guard bytes[i] == close else { return false }
    if firstTrailingComma == nil { firstTrailingComma = comma }
    return true
  }

  private mutating func literal(_ literal: StaticString, _ kind: JSONToken.Kind) throws(Problem) {
    let start = i
    var end = i
    while end < bytes.count, isWordByte(bytes[end]) { end += 1 }
    let matches = literal.withUTF8Buffer { letters in letters.elementsEqual(bytes[start..<end]) }
    guard matches else { throw unexpected("a value") }
    tokens.append(JSONToken(offset: UInt32(start), kind: kind, payload: 0))
    i = end
  }
}

// MARK: White space, comments and errors

extension JSONParser {
  /// Skips white space and comments.
  @inline(__always) mutating func space() throws(Problem) {
    while i < bytes.count {
      let byte = bytes[i]
      if byte == 32 || byte == 10 || byte == 13 || byte == 9 {
        i &+= 1
      } else if byte == UInt8(ascii: "/") {
        try comment()
      } else {
        return
      }
    }
  }

  @inline(never) private mutating func comment() throws(Problem) {
    let start = i
    if firstComment == nil { firstComment = start }
    let second = i + 1 < bytes.count ? bytes[i + 1] : 0
    i += 2
    if second == UInt8(ascii: "/") {
      while i < bytes.count, bytes[i] != 10, bytes[i] != 13 { i += 1 }
    } else if second == UInt8(ascii: "*") {
      while i + 1 < bytes.count, bytes[i] != UInt8(ascii: "*") || bytes[i + 1] != UInt8(ascii: "/")
      {
        i += 1
      }
      guard i + 1 < bytes.count else {
        throw problem("the comment is never closed; '*/' is expected", at: start)
      }
      i += 2
    } else {
      throw problem("a lone '/'; '// comment' and '/* comment */' are accepted", at: start)
    }
  }

  func problem(_ message: String, at offset: Int? = nil) -> Problem {
    Problem(message, in: source, at: offset ?? i, pointer: openPointer)
  }

  /// The JSON Pointer of the innermost open container.
  private var openPointer: String {
    guard !open.isEmpty else { return "" }
    var closed = tokens
    for (container, count) in zip(open, counts) {
      closed[container].payload = UInt64(tokens.count) | UInt64(count) << 32
    }
    let document = JSONDocument(source: source, tokens: closed, duplicateKeys: [])
    return document.pointer(to: open[open.count - 1])
  }

  /// The innermost open container, as the index of its token; nil outside of all.
  var openContainer: Int? { open.last }
}

/// Returns whether a byte can be part of a literal or a number.
func isWordByte(_ byte: UInt8) -> Bool {
  switch byte {
  case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "."),
    UInt8(ascii: "+"), UInt8(ascii: "-"):
    true
  default: false
  }
}
