/// Builds the syntax tree from lines; nodes get their identifier when they are closed.
///
/// Only one table is open at a time, so closing a node reports at most one problem.
struct DocumentBuilder {
  typealias Document = GherkinDocument

  let text: FeatureText
  var nextID: Document.ID
  var comments: [Document.Comment] = []
  /// The tags before a line that has not been read yet.
  var tags: [Document.Tag] = []

  private(set) var feature: Document.Feature?
  private var rule: Document.Rule?
  private var background: Document.Background?
  private var scenario: Document.Scenario?
  private var examples: Document.Examples?
  private var step: Document.Step?
  private var rows: [Document.TableRow] = []
  private var docString: Document.DocString?
  private var docStringIndent = 0
  private var docStringBytes: [UInt8] = []
  private var isFirstLine = true
  private var description: [FeatureText.Line] = []

  init(text: FeatureText, firstID: Document.ID) {
    self.text = text
    nextID = firstID
  }

  private mutating func newID() -> Document.ID {
    defer { nextID += 1 }
    return nextID
  }

  private mutating func takeTags() -> [Document.Tag] {
    defer { tags = [] }
    return tags
  }

  private mutating func number(_ tags: inout [Document.Tag]) {
    for i in tags.indices { tags[i].id = newID() }
  }

  private func location(of line: MatchedLine) -> FeatureLocation {
    text.location(line.line, line.line.textStart)
  }

  private func title(_ line: MatchedLine) -> String { text.trimmed(line.rest, line.line.end) }

  // MARK: Opening

  mutating func addComment(_ line: FeatureText.Line) {
    comments.append(
      Document.Comment(
        location: FeatureLocation(line: line.number, column: 1),
        text: text.string(line.start, line.end)))
  }

  mutating func addDescription(_ line: FeatureText.Line) { description.append(line) }

  mutating func openFeature(_ line: MatchedLine, language: String) {
    feature = Document.Feature(
      location: location(of: line), tags: takeTags(), language: language,
      keyword: line.keyword?.text ?? "", name: title(line), description: "", children: [])
  }

  mutating func openRule(_ line: MatchedLine) -> GherkinProblem? {
    let problem = closeRule()
    rule = Document.Rule(
      id: 0, location: location(of: line), tags: takeTags(), keyword: line.keyword?.text ?? "",
      name: title(line), description: "", children: [])
    return problem
  }

  mutating func openBackground(_ line: MatchedLine) {
    closeDescription()
    background = Document.Background(
      id: 0, location: location(of: line), keyword: line.keyword?.text ?? "", name: title(line),
      description: "", steps: [])
  }

  mutating func openScenario(_ line: MatchedLine) -> GherkinProblem? {
    let problem = closeScenario()
    scenario = Document.Scenario(
      id: 0, location: location(of: line), tags: takeTags(), keyword: line.keyword?.text ?? "",
      name: title(line), description: "", steps: [], examples: [])
    return problem
  }

  mutating func openExamples(_ line: MatchedLine) -> GherkinProblem? {
    let problem = closeExamples()
    examples = Document.Examples(
      id: 0, location: location(of: line), tags: takeTags(), keyword: line.keyword?.text ?? "",
      name: title(line), description: "", tableHeader: nil, tableBody: [])
    return problem
  }

  mutating func openStep(_ line: MatchedLine) -> GherkinProblem? {
    let problem = closeStep()
    step = Document.Step(
      id: 0, location: location(of: line), keyword: line.keyword?.text ?? "",
      keywordType: line.keyword?.type ?? .unknown, text: title(line))
    return problem
  }

  mutating func addRow(_ line: MatchedLine) {
    closeDescription()
    rows.append(
      Document.TableRow(id: 0, location: location(of: line), cells: text.cells(line.line)))
  }

  mutating func openDocString(_ line: MatchedLine) -> GherkinProblem? {
    let problem = closeTable()
    let media = title(line)
    docString = Document.DocString(
      location: location(of: line), content: "",
      delimiter: text.string(line.line.textStart, line.rest), mediaType: media == "" ? nil : media)
    docStringIndent = text.scalars(line.line.start, line.line.textStart)
    docStringBytes = []
    isFirstLine = true
    return problem
  }

  mutating func addDocStringLine(_ line: FeatureText.Line, fence: [UInt8]) {
    if !isFirstLine { docStringBytes.append(10) }
    isFirstLine = false
    docStringBytes += text.docStringLine(line, indent: docStringIndent, fence: fence)
  }

  mutating func closeDocString() {
    docString?.content = String(decoding: docStringBytes, as: UTF8.self)
    step?.docString = docString
    docString = nil
  }

  // MARK: Closing

  private mutating func closeDescription() {
    guard !description.isEmpty else { return }
    while let last = description.last, last.start == last.end { description.removeLast() }
    var bytes: [UInt8] = []
    for (i, line) in description.enumerated() {
      if i > 0 { bytes.append(10) }
      bytes += text.bytes[line.start..<line.end]
    }
    description = []
    let words = String(decoding: bytes, as: UTF8.self)
    if examples != nil {
      examples?.description = words
    } else if scenario != nil {
      scenario?.description = words
    } else if background != nil {
      background?.description = words
    } else if rule != nil {
      rule?.description = words
    } else {
      feature?.description = words
    }
  }

  /// Assigns identifiers to the pending rows and returns them, or a problem if the cell counts
  /// differ.
  private mutating func takeRows() -> (rows: [Document.TableRow], problem: GherkinProblem?) {
    var taken = rows
    rows = []
    let count = taken.first?.cells.count
    if let odd = taken.first(where: { $0.cells.count != count }) {
      return ([], GherkinProblem(location: odd.location, cause: .inconsistentCellCount))
    }
    for i in taken.indices { taken[i].id = newID() }
    return (taken, nil)
  }

  private mutating func closeTable() -> GherkinProblem? {
    let (rows, problem) = takeRows()
    if let first = rows.first {
      step?.dataTable = Document.DataTable(location: first.location, rows: rows)
    }
    return problem
  }

  mutating func closeStep() -> GherkinProblem? {
    closeDescription()
    guard step != nil else { return nil }
    let problem = closeTable()
    if var closing = step {
      step = nil
      closing.id = newID()
      if scenario != nil {
        scenario?.steps.append(closing)
      } else {
        background?.steps.append(closing)
      }
    }
    return problem
  }

  mutating func closeExamples() -> GherkinProblem? {
    let atStep = closeStep()
    guard var closing = examples else { return atStep }
    examples = nil
    let (rows, problem) = takeRows()
    closing.tableHeader = rows.first
    closing.tableBody = Array(rows.dropFirst())
    number(&closing.tags)
    closing.id = newID()
    scenario?.examples.append(closing)
    return problem
  }

  /// Closes the scenario or background.
  mutating func closeScenario() -> GherkinProblem? {
    let problem = closeExamples()
    if var closing = scenario {
      scenario = nil
      number(&closing.tags)
      closing.id = newID()
      add(.scenario(closing))
    } else if var closing = background {
      background = nil
      closing.id = newID()
      add(.background(closing))
    }
    return problem
  }

  private mutating func add(_ child: Document.Child) {
    if rule != nil { rule?.children.append(child) } else { feature?.children.append(child) }
  }

  mutating func closeRule() -> GherkinProblem? {
    let problem = closeScenario()
    if var closing = rule {
      rule = nil
      number(&closing.tags)
      closing.id = newID()
      feature?.children.append(.rule(closing))
    }
    return problem
  }

  mutating func closeFeature() -> GherkinProblem? {
    let problem = closeRule()
    if var tags = feature?.tags {
      number(&tags)
      feature?.tags = tags
    }
    return problem
  }
}
