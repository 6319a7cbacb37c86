import CaromSimulation

/// The values of a state at every tick, coded as differences.
///
/// A subject has the values that never changed in one text, and a text for each property that did.
/// Such a text has an entry for each change: the ticks since the last one, a new template if it is
/// another one, and for each float the difference from the one that the last one or two predict.
struct TraceEncoder {
  /// A property of a subject with its values.
  private struct Channel {
    var property: Int
    var entries: [(tick: Int, value: String?)] = []
  }

  /// A node, or another owner of values.
  private struct Subject {
    var name: String
    var channels: [Channel] = []
    var indices: [String: Int] = [:]
  }

  /// The texts of a subject.
  struct Coded {
    var name: String
    /// The property, the template and nothing else of each constant.
    var constants: String
    /// The property, the order of prediction and the entries of each value that changes.
    var changes: [(property: Int, order: Int, entries: String)] = []
  }

  private var subjects: [Subject] = []
  private var subjectIndices: [String: Int] = [:]
  private(set) var properties: [String] = []
  private var propertyIndices: [String: Int] = [:]
  /// The templates; the first stands for a value that does not exist.
  private(set) var templates = [""]
  private var templateIndices: [String: Int] = [:]

  /// The number of values so far.
  private(set) var count = 0

  /// Appends the changes of a tick, counted from the first one of the trace.
  mutating func append(_ changes: [StateTracker.Change], tick: Int) {
    count += changes.count
    for change in changes {
      let subject = index(ofSubject: change.subject)
      let channel: Int
      if let known = subjects[subject].indices[change.property] {
        channel = known
      } else {
        channel = subjects[subject].channels.count
        subjects[subject].indices[change.property] = channel
        subjects[subject].channels.append(Channel(property: index(ofProperty: change.property)))
      }
      let value = change.property == StateLine.remainder ? "changed" : change.value
      subjects[subject].channels[channel].entries.append((tick, value))
    }
  }

  private mutating func index(ofSubject name: String) -> Int {
    if let known = subjectIndices[name] { return known }
    subjectIndices[name] = subjects.count
    subjects.append(Subject(name: name))
    return subjects.count - 1
  }

  private mutating func index(ofProperty name: String) -> Int {
    if let known = propertyIndices[name] { return known }
    propertyIndices[name] = properties.count
    properties.append(name)
    return properties.count - 1
  }

  private mutating func index(ofTemplate text: String) -> Int {
    if let known = templateIndices[text] { return known }
    templateIndices[text] = templates.count
    templates.append(text)
    return templates.count - 1
  }

  // MARK: Coding

  /// The coded values of all subjects.
  mutating func coded() -> [Coded] {
    var all: [Coded] = []
    for subject in subjects {
      var constants = TraceNumbers()
      var coded = Coded(name: subject.name, constants: "")
      for channel in subject.channels {
        if channel.entries.count == 1, let first = channel.entries.first, first.tick == 0 {
          constants.append(channel.property)
          constants.append(
            first.value.map { index(ofTemplate: TraceText(literal: $0).template) } ?? 0)
        } else {
          let (order, text) = code(channel)
          coded.changes.append((channel.property, order, text))
        }
      }
      coded.constants = constants.text
      all.append(coded)
    }
    return all
  }

  /// Codes a channel with the order of prediction that takes fewer characters.
  private mutating func code(_ channel: Channel) -> (order: Int, text: String) {
    let isRare = channel.entries.count <= 3
    var entries: [(tick: Int, template: Int, numbers: [Int32])] = []
    for entry in channel.entries {
      guard let value = entry.value else {
        entries.append((entry.tick, 0, []))
        continue
      }
      let text = isRare ? TraceText(literal: value) : TraceText(value)
      entries.append(
        (entry.tick, index(ofTemplate: text.template), text.numbers.map(TraceNumbers.ordered)))
    }
    let texts = [1, 2].map { Self.code(entries, order: $0) }
    return texts[1].utf8.count < texts[0].utf8.count ? (2, texts[1]) : (1, texts[0])
  }

  private static func code(
    _ entries: [(tick: Int, template: Int, numbers: [Int32])], order: Int
  ) -> String {
    var coded = TraceNumbers()
    var (tick, template, length) = (-1, -1, 0)
    var last: [Int32] = []
    var before: [Int32] = []
    for entry in entries {
      let isOther = entry.template != template
      coded.append((entry.tick - tick - 1) * 2 + (isOther ? 1 : 0))
      if isOther {
        coded.append(entry.template)
        (template, length) = (entry.template, 0)
      }
      for (index, number) in entry.numbers.enumerated() {
        let predicted: Int32 =
          if length == 0 {
            0
          } else if order == 2, length > 1 {
            2 &* last[index] &- before[index]
          } else {
            last[index]
          }
        coded.append(number, predicted: predicted)
      }
      (before, last, tick) = (last, entry.numbers, entry.tick)
      length += 1
    }
    return coded.text
  }

  /// Codes the log: for each line, the ticks since the last one, a template that begins with the
  /// kind, and for each float the difference from the last line with that template.
  mutating func code(_ lines: [TraceLine]) -> String {
    var coded = TraceNumbers()
    var tick = 0
    var last: [Int: [Int32]] = [:]
    for line in lines {
      let text = TraceText(line.kind.rawValue + line.text)
      let template = index(ofTemplate: text.template)
      coded.append(line.tick - tick)
      coded.append(template)
      let numbers = text.numbers.map(TraceNumbers.ordered)
      let predicted = last[template] ?? Array(repeating: 0, count: numbers.count)
      for (number, predicted) in zip(numbers, predicted) {
        coded.append(number, predicted: predicted)
      }
      (last[template], tick) = (numbers, line.tick)
    }
    return coded.text
  }
}

/// A line of the log of a trace.
struct TraceLine: Hashable, Sendable {
  /// The kinds of lines.
  enum Kind: String, Sendable {
    /// An input event that a tick applied.
    case input = "i"
    /// A contact that began or ended.
    case contact = "c"
    /// A sound that started or ended.
    case sound = "s"
    /// A selector and what it matched.
    case selector = "q"
    /// A message of a step, or of the session.
    case message = "m"
  }

  /// The tick, counted from the first one of the trace.
  var tick: Int
  /// The kind.
  var kind: Kind
  /// The text, in one line.
  var text: String
}
