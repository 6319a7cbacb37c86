extension GherkinDocument {
  /// The maximum total size of the text of a file's pickles: 64 MiB.
  public static let maximumPickleBytes = 64 << 20
  /// The maximum total number of steps of a file's pickles.
  public static let maximumPickleSteps = 1_000_000
  /// The maximum number of bytes searched for names of outlines: 1 GiB.
  static let maximumSearchedBytes = 1 << 30

  /// Compiles the scenarios of the file to pickles, in file order.
  ///
  /// An outline produces one pickle for each row of its examples.
  ///
  /// - Parameter uri: The path or URI of the file, stored in every pickle.
  /// - Returns: The pickles, including those without steps.
  /// - Throws: A problem if the outlines exceed ``maximumPickleBytes`` or ``maximumPickleSteps``.
  /// - Complexity: O(*n*) in the size of the result.
  public func pickles(uri: String) throws(GherkinProblem) -> [Pickle] {
    guard let feature else { return [] }
    var compiler = PickleCompiler(uri: uri, language: feature.language, nextID: nextID)
    try compiler.add(feature.children, background: [], tags: [feature.tags])
    return compiler.pickles
  }
}

/// Compiles the scenarios of a feature to pickles.
///
/// Inherited tags and background steps are passed as groups and joined only when a pickle is
/// created, so that files with many scenarios that produce no pickles stay cheap.
struct PickleCompiler {
  typealias Document = GherkinDocument

  /// A row of examples with the names of its columns.
  struct Row {
    var names: [[UInt8]]
    var row: Document.TableRow
  }

  let uri: String
  let language: String
  var nextID: Document.ID
  private(set) var pickles: [Pickle] = []
  private var bytes = 0
  private var steps = 0
  private var searched = 0

  init(uri: String, language: String, nextID: Document.ID) {
    self.uri = uri
    self.language = language
    self.nextID = nextID
  }

  private mutating func newID() -> Document.ID {
    defer { nextID += 1 }
    return nextID
  }

  mutating func add(
    _ children: [Document.Child], background: [[Document.Step]], tags: [[Document.Tag]]
  ) throws(GherkinProblem) {
    var background = background
    for child in children {
      switch child {
      case .background(let own): background.append(own.steps)
      case .rule(let rule):
        try add(rule.children, background: background, tags: tags + [rule.tags])
      case .scenario(let scenario):
        let tags = tags + [scenario.tags]
        if scenario.examples.isEmpty {
          try add(scenario, nil, background, tags)
        }
        for examples in scenario.examples {
          guard let header = examples.tableHeader else { continue }
          let names = header.cells.map { Array("<\($0.value)>".utf8) }
          for row in examples.tableBody {
            try add(scenario, Row(names: names, row: row), background, tags + [examples.tags])
          }
        }
      }
    }
  }

  private mutating func add(
    _ scenario: Document.Scenario, _ row: Row?, _ background: [[Document.Step]],
    _ tags: [[Document.Tag]]
  ) throws(GherkinProblem) {
    var made: [Pickle.Step] = []
    if !scenario.steps.isEmpty {
      var last = StepKeywordType.unknown
      for step in background.joined() { made.append(try pickle(step, nil, &last)) }
      for step in scenario.steps { made.append(try pickle(step, row, &last)) }
    }
    let location = row?.row.location ?? scenario.location
    let name = try text(scenario.name, row, location)
    try charge(tags.reduce(0) { $0 + $1.count } * 16, location)
    pickles.append(
      Pickle(
        id: newID(), uri: uri, location: location, name: name, language: language, steps: made,
        tags: tags.joined().map { Pickle.Tag(name: $0.name, nodeID: $0.id) },
        nodeIDs: [scenario.id] + (row.map { [$0.row.id] } ?? [])))
  }

  private mutating func pickle(
    _ step: Document.Step, _ row: Row?, _ last: inout StepKeywordType
  ) throws(GherkinProblem) -> Pickle.Step {
    if step.keywordType != .conjunction { last = step.keywordType }
    steps += 1
    guard steps <= Document.maximumPickleSteps else {
      throw tooLarge(step.location, "\(Document.maximumPickleSteps) steps")
    }
    var docString: Pickle.DocString?
    if let written = step.docString {
      docString = Pickle.DocString(
        content: try text(written.content, row, written.location), location: written.location)
      if let media = written.mediaType {
        docString?.mediaType = try text(media, row, written.location)
      }
    }
    var table: Pickle.DataTable?
    if let written = step.dataTable {
      var rows: [[Pickle.DataTable.Cell]] = []
      for line in written.rows {
        var cells: [Pickle.DataTable.Cell] = []
        for cell in line.cells {
          cells.append(
            Pickle.DataTable.Cell(
              value: try text(cell.value, row, cell.location), location: cell.location))
        }
        rows.append(cells)
      }
      table = Pickle.DataTable(rows: rows, location: written.location)
    }
    let words = try text(step.text, row, step.location)
    return Pickle.Step(
      id: newID(), location: step.location, keyword: step.keyword, type: last, text: words,
      docString: docString, dataTable: table,
      nodeIDs: [step.id] + (row.map { [$0.row.id] } ?? []))
  }

  /// Replaces the names of an outline in a text, one name after the other.
  ///
  /// A value may contain a name that is replaced later, so texts could grow without limit; each
  /// replacement is therefore checked against the limits.
  private mutating func text(
    _ text: String, _ row: Row?, _ location: FeatureLocation
  ) throws(GherkinProblem) -> String {
    var result = Array(text.utf8)
    if let row, result.contains(UInt8(ascii: "<")) {
      for (name, cell) in zip(row.names, row.row.cells) {
        searched += result.count + name.count
        guard searched <= Document.maximumSearchedBytes else {
          throw tooLarge(location, "\(Document.maximumSearchedBytes) bytes searched for names")
        }
        result = Self.replace(
          name, with: Array(cell.value.utf8), in: result, most: Document.maximumPickleBytes)
        guard result.count <= Document.maximumPickleBytes else { break }
      }
    }
    // A constant for each text, so that empty texts are not free.
    try charge(result.count + 8, location)
    return row == nil ? text : String(decoding: result, as: UTF8.self)
  }

  private mutating func charge(
    _ count: Int, _ location: FeatureLocation
  ) throws(GherkinProblem) {
    bytes += count
    guard bytes <= Document.maximumPickleBytes else {
      throw tooLarge(location, "\(Document.maximumPickleBytes) bytes of text")
    }
  }

  private func tooLarge(_ location: FeatureLocation, _ limit: String) -> GherkinProblem {
    GherkinProblem(
      location: location,
      cause: .tooLarge("the scenarios of this file exceed the maximum of \(limit)"))
  }

  /// Replaces every occurrence from left to right; stops when the result exceeds a limit.
  ///
  /// - Source: D. Knuth, J. Morris, V. Pratt, "Fast Pattern Matching in Strings", 1977: the time is
  ///   linear for any text and name.
  static func replace(
    _ name: [UInt8], with value: [UInt8], in text: [UInt8], most: Int
  ) -> [UInt8] {
    guard let first = name.first, name.count <= text.count, text.contains(first) else {
      return text
    }
    // The failure function: the length of the longest proper prefix that is also a suffix.
    var shorter = [0]
    shorter.reserveCapacity(name.count)
    var length = 0
    for byte in name.dropFirst() {
      while length > 0, name[length] != byte { length = shorter[length - 1] }
      if name[length] == byte { length += 1 }
      shorter.append(length)
    }
    var result: [UInt8] = []
    result.reserveCapacity(text.count)
    length = 0
    for byte in text {
      result.append(byte)
      while length > 0, name[length] != byte { length = shorter[length - 1] }
      if name[length] == byte { length += 1 }
      if length == name.count {
        result.removeLast(length)
        result += value
        length = 0
      }
      if result.count > most + name.count { break }
    }
    return result
  }
}
