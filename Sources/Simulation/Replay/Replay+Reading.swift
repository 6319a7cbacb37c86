public import CaromDocuments
import CaromProperties
import FoundationEssentials

/// All problems of a recording.
public struct ReplayFileError: Error, Sendable, CustomStringConvertible {
  /// The problems in line order; at least one.
  public let problems: [Problem]

  /// The problems, one per line.
  public var description: String { problems.map(\.description).joined(separator: "\n") }
}

extension Replay {
  /// The largest recording that tools read: 128 MiB, half a day of input in every tick.
  public static let maximumBytes = 128 << 20

  /// Reads a recording.
  ///
  /// A missing or truncated last line is not a problem; see ``isTruncated``.
  ///
  /// - Throws: ``ReplayFileError`` with at most one hundred problems, each with line and column.
  /// - Complexity: O(*n*) in the number of bytes, in time and memory.
  public init(reading source: SourceText) throws(ReplayFileError) {
    var file = ReplayReader(source)
    file.readAll()
    guard file.reader.problems.isEmpty, let head = file.head else {
      throw ReplayFileError(problems: file.reader.problems)
    }
    self.init(head: head, entries: file.entries, end: file.end)
  }
}

/// Reads a recording line by line.
private struct ReplayReader {
  var lines: JSONLines
  var reader = Reader()
  var head: ReplayHead?
  var entries: [ReplayEntry] = []
  var end: ReplayCheck?
  /// The smallest tick that the next line can have.
  private var tick: UInt64 = 0
  private var isFirst = true

  init(_ source: SourceText) {
    // Lines are short, except a head with a snapshot.
    lines = JSONLines(source, limits: JSONLimits(bytes: 64 << 20, depth: 8, values: 100_000))
  }

  mutating func readAll() {
    // A long recording would be copied several times while the list grows. The shortest line has
    // eleven bytes.
    let bytes = lines.source.bytes
    entries.reserveCapacity(min(bytes.count { $0 == 10 }, bytes.count / 11))
    while reader.problems.count < reader.limit {
      let isHead = isFirst
      do throws(Problem) {
        guard let line = try lines.next() else { break }
        read(line)
        // The lines of another kind of file are not worth a message each.
        if isHead, line["head"] == nil { break }
      } catch {
        isFirst = false
        reader.report(error)
        if isHead { break }
      }
    }
    if isFirst {
      let reason =
        lines.source.bytes.isEmpty
        ? "the recording is empty; a first line with a head is accepted"
        : "the first line has no end; a whole line with a head is accepted"
      reader.report(Problem(reason, in: lines.source))
    }
  }

  private mutating func read(_ line: JSON) {
    if isFirst {
      isFirst = false
      var made = ReplayHead()
      made.read(line, &reader)
      tick = made.tick
      head = made
      return
    }
    guard end == nil else {
      return reader.fail(
        line, "the line follows the end of the recording; no further line is accepted")
    }
    guard line.isObject else { return reader.fail(line, wants: "an object") }
    guard let at = line["t"] else {
      return reader.fail(line, "the tick \"t\" is missing; a whole number from 0 is accepted")
    }
    guard let time: UInt64 = at.integer() else {
      return reader.fail(at, "this is not a tick; a whole number from 0 is accepted")
    }
    guard time >= tick else {
      return reader.fail(
        at, "tick \(time) comes after tick \(tick); lines in ascending order of ticks are accepted")
    }
    // A recorder writes at least one line per second; replaying a corrupt, huge tick would not
    // terminate.
    guard time - tick <= 1_000_000 else {
      return reader.fail(
        at,
        "tick \(time) comes more than a million ticks after tick \(tick) of the line before; at most a million is accepted"
      )
    }
    tick = time
    if line["check"] != nil {
      guard let check = check(line, time) else { return }
      if line["end"] != nil {
        end = check
      } else {
        entries.append(ReplayEntry(tick: time, .check(check.hash, check.parts)))
      }
    } else if let note = line["note"] {
      guard let text = note.string else { return reader.fail(note, wants: "a string") }
      entries.append(ReplayEntry(tick: time, .note(text)))
    } else {
      var event = TimedInput()
      let count = reader.problemCount
      event.readProperties(line, &reader)
      if reader.problemCount == count {
        entries.append(ReplayEntry(tick: time, .event(event.event)))
      }
    }
  }

  private mutating func check(_ line: JSON, _ tick: UInt64) -> ReplayCheck? {
    for member in line.members.map({ Array($0) }) ?? []
    where !["t", "check", "parts", "end"].contains(member.key) {
      let names = ["t", "check", "parts", "end"]
      reader.report(
        member.problem("unknown key \"\(member.key)\"" + suggestion(for: member.key, in: names)))
    }
    guard let hash = line["check"].flatMap({ hash($0) }) else { return nil }
    var parts: [PartHash] = []
    if let given = line["parts"] {
      guard let members = given.members else {
        reader.fail(given, wants: "an object")
        return nil
      }
      for member in members {
        if let value = self.hash(member.value) {
          parts.append(PartHash(name: member.key, hash: value))
        }
      }
    }
    return ReplayCheck(tick: tick, hash: hash, parts: parts)
  }

  private mutating func hash(_ json: JSON) -> UInt64? { json.hash(&reader) }
}

extension InputEvent {
  /// Reads an event in the format of recordings, without its tick: `{"tilt":[0.5,-1]}`.
  ///
  /// - Throws: The first problem.
  public init(json text: String) throws(Problem) {
    let json = try JSON.parse(text)
    var reader = Reader()
    self.init()
    read(json, PropertyInfo("event"), &reader)
    if let problem = reader.problems.first { throw problem }
  }

  /// Reads an event, or several in brackets, in the format of recordings without their ticks.
  ///
  /// - Throws: The first problem.
  public static func list(json text: String) throws(Problem) -> [InputEvent] {
    let json = try JSON.parse(text)
    var reader = Reader()
    var events: [InputEvent] = []
    for element in json.elements.map({ Array($0) }) ?? [json] {
      var event = InputEvent()
      event.read(element, PropertyInfo("event"), &reader)
      events.append(event)
    }
    if let problem = reader.problems.first { throw problem }
    return events
  }

  /// The event in the format of recordings, without its tick.
  public var json: String {
    var writer = PropertyWriter()
    write(PropertyInfo("event"), &writer)
    return writer.json.text
  }
}

extension JSON {
  /// A 64-bit number in hexadecimal digits.
  fileprivate func hash(_ reader: inout Reader) -> UInt64? {
    if let text = string, text.utf8.count == 16, !text.hasPrefix("+"), !text.hasPrefix("-"),
      let value = UInt64(text, radix: 16)
    {
      return value
    }
    reader.fail(self, "the value is not a hash; sixteen hexadecimal digits in quotes are accepted")
    return nil
  }

  /// A 64-bit number in decimal digits.
  fileprivate func decimalUInt64(_ reader: inout Reader) -> UInt64? {
    if let text = string, let value = UInt64(text), text == String(value) { return value }
    reader.fail(
      self,
      "the value is not a 64-bit number; a whole number from 0 to 2⁶⁴ − 1 in quotes is accepted")
    return nil
  }
}

extension ReplayHead {
  private static let keys = [
    "head", "format", "engine", "game", "scene", "sceneHash", "seed", "tickLength", "start",
    "arguments", "storage", "tick", "layout", "snapshot",
  ]

  fileprivate mutating func read(_ line: JSON, _ reader: inout Reader) {
    guard line["head"] != nil, let members = line.members else {
      return reader.fail(
        line,
        "the line is not a head; {\"head\":1,\"format\":\"\(Replay.format)\",…} is accepted first")
    }
    for member in members where !Self.keys.contains(member.key) {
      reader.report(
        member.problem("unknown key \"\(member.key)\"" + suggestion(for: member.key, in: Self.keys))
      )
    }
    func required(_ key: String) -> JSON? {
      if let value = line[key] { return value }
      reader.fail(line, "the head has no \"\(key)\"; all of \(Self.keys.dropLast(3)) are required")
      return nil
    }
    func text(_ key: String) -> String {
      guard let value = required(key) else { return "" }
      if let text = value.string { return text }
      reader.fail(value, wants: "a string")
      return ""
    }
    if text("format") != Replay.format, let value = line["format"], value.string != nil {
      reader.fail(value, "the format is unknown; \"\(Replay.format)\" is accepted")
    }
    engine = text("engine")
    game = text("game")
    scene = text("scene")
    sceneHash = required("sceneHash")?.hash(&reader) ?? 0
    launch.seed = required("seed")?.decimalUInt64(&reader) ?? 0
    if let value = required("tickLength") {
      if let length = value.double, length > 0, length <= 1 {
        tickLength = length
      } else {
        reader.fail(
          value, "the tick length is out of range; more than 0 and at most 1 second is accepted")
      }
    }
    let start = text("start")
    if let date = WorldDate(start) {
      launch.start = date
    } else if let value = line["start"], value.string != nil {
      reader.fail(
        value, "the value is not a date; one such as \"2026-01-01T00:00:00Z\" is accepted")
    }
    readArguments(required("arguments"), &reader)
    if let value = required("storage") {
      guard let members = value.members else { return reader.fail(value, wants: "an object") }
      for member in members {
        launch.storage[member.key] = member.value.decimalUInt64(&reader) ?? 0
      }
    }
    readSnapshot(line, &reader)
  }

  private mutating func readArguments(_ value: JSON?, _ reader: inout Reader) {
    guard let value else { return }
    guard let members = value.members else { return reader.fail(value, wants: "an object") }
    for member in members {
      switch member.value.kind {
      case .bool(let value): launch.arguments[member.key] = .bool(value)
      case .number(let value): launch.arguments[member.key] = .number(value)
      case .string(let value): launch.arguments[member.key] = .text(value)
      case .null, .array, .object:
        reader.fail(member.value, wants: "a Boolean, a number or a string")
      }
    }
  }

  private mutating func readSnapshot(_ line: JSON, _ reader: inout Reader) {
    guard let value = line["snapshot"] else { return }
    guard let text = value.string, let bytes = Data(base64Encoded: text) else {
      return reader.fail(value, "the value is not a snapshot; bytes in Base64 are accepted")
    }
    guard let tick = line["tick"]?.decimalUInt64(&reader) else {
      if line["tick"] == nil {
        reader.fail(line, "the head has a snapshot, but no \"tick\"; both together are accepted")
      }
      return
    }
    guard let layout = line["layout"]?.string else {
      return reader.fail(
        line, "the head has a snapshot, but no \"layout\"; both together are accepted")
    }
    snapshot = Snapshot(bytes: [UInt8](bytes), tick: tick, game: game, layout: layout)
  }
}
