import CaromAutomation
import CaromDocuments
import Testing

/// The data of a trace page, decoded as its script does.
struct DecodedTrace {
  /// A value of a subject from a tick on; nil if it does not exist any longer.
  struct Entry {
    var tick: Int
    var value: String?
  }

  /// The values of each property, by subject and property, in order.
  var values: [String: [Entry]] = [:]
  /// The lines of the log.
  var log: [(tick: Int, text: String)] = []
  let json: JSON

  private var templates: [[String]] = []

  /// Decodes the data in the text of a page.
  init(page: String) throws {
    let start = try #require(page.firstRange(of: "id=\"data\">")).upperBound
    let end = try #require(page[start...].firstRange(of: "</script>")).lowerBound
    json = try JSON.parse(String(page[start..<end]))
    templates = strings("templates").map { text in
      text.split(separator: "#", omittingEmptySubsequences: false).map {
        String($0).replacing("\u{1}", with: "#")
      }
    }
    let properties = strings("properties")
    for subject in self["subjects"] {
      try decode(subject.elements.map(Array.init) ?? [], properties)
    }
    decodeLog()
  }

  /// The elements of a list of the data.
  subscript(key: String) -> [JSON] { json[key]?.elements.map(Array.init) ?? [] }

  /// A whole number of the data.
  func number(_ key: String) -> Int? { json[key]?.double.map { Int($0) } }

  private func strings(_ key: String) -> [String] { self[key].compactMap(\.string) }

  /// The values of a tick, by subject and property.
  func state(at tick: Int) -> [String: String] {
    var state: [String: String] = [:]
    for (key, entries) in values {
      if let value = entries.last(where: { $0.tick <= tick })?.value { state[key] = value }
    }
    return state
  }

  private mutating func decode(_ subject: [JSON], _ properties: [String]) throws {
    let name = try #require(subject.first?.string)
    var constants = Digits(try #require(subject[1].string))
    while !constants.isAtEnd {
      let key = name + " " + properties[constants.next()]
      values[key] = [Entry(tick: 0, value: fill(constants.next(), []))]
    }
    for index in stride(from: 2, to: subject.count, by: 3) {
      let key = name + " " + properties[Int(try #require(subject[index].double))]
      let order = Int(try #require(subject[index + 1].double))
      values[key] = decode(Digits(try #require(subject[index + 2].string)), order)
    }
  }

  private func decode(_ digits: Digits, _ order: Int) -> [Entry] {
    var digits = digits
    var entries: [Entry] = []
    var (tick, template, history) = (-1, 0, [[Int32]]())
    while !digits.isAtEnd {
      let head = digits.next()
      tick += head / 2 + 1
      if head % 2 == 1 { (template, history) = (digits.next(), []) }
      let numbers = (0..<templates[template].count - 1).map { index -> Int32 in
        let last = history.last?[index] ?? 0
        let isLine = order == 2 && history.count > 1
        let predicted = isLine ? 2 &* last &- history[history.count - 2][index] : last
        return predicted &+ digits.signed()
      }
      history.append(numbers)
      entries.append(Entry(tick: tick, value: template == 0 ? nil : fill(template, numbers)))
    }
    return entries
  }

  private mutating func decodeLog() {
    var digits = Digits(json["log"]?.string ?? "")
    var known: [Int: [Int32]] = [:]
    var tick = 0
    while !digits.isAtEnd {
      tick += digits.next()
      let template = digits.next()
      let before = known[template] ?? Array(repeating: 0, count: templates[template].count - 1)
      let numbers = before.map { $0 &+ digits.signed() }
      known[template] = numbers
      log.append((tick, fill(template, numbers)))
    }
  }

  private func fill(_ template: Int, _ numbers: [Int32]) -> String {
    var text = templates[template][0]
    for (number, part) in zip(numbers, templates[template].dropFirst()) {
      let bits = UInt32(bitPattern: number ^ ((number >> 31) & Int32.max))
      text += numberText(Float(bitPattern: bits)) + part
    }
    return text
  }

  /// Reads numbers of five bits a character.
  private struct Digits {
    private let bytes: [UInt8]
    private var index = 0

    init(_ text: String) { bytes = Array(text.utf8) }

    var isAtEnd: Bool { index >= bytes.count }

    mutating func next() -> Int { Int(word()) }

    mutating func signed() -> Int32 {
      let word = word()
      return Int32(bitPattern: word >> 1) ^ -Int32(word & 1)
    }

    private mutating func word() -> UInt32 {
      var (result, shift): (UInt32, UInt32) = (0, 0)
      while index < bytes.count {
        let value = UInt32(Self.value(bytes[index]))
        index += 1
        result |= (value & 31) << shift
        if value & 32 == 0 { break }
        shift += 5
      }
      return result
    }

    private static func value(_ byte: UInt8) -> UInt8 {
      switch byte {
      case UInt8(ascii: "A")...UInt8(ascii: "Z"): byte - UInt8(ascii: "A")
      case UInt8(ascii: "a")...UInt8(ascii: "z"): byte - UInt8(ascii: "a") + 26
      case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0") + 52
      default: byte == UInt8(ascii: "+") ? 62 : 63
      }
    }
  }
}
