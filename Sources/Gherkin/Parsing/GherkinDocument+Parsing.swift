extension GherkinDocument {
  /// The most bytes that a feature file may have: 4 MiB, so that its lines and cells take 320 MB at most.
  public static let maximumBytes = 4 << 20

  /// Reads a feature file.
  ///
  /// Never crashes, whatever the bytes. A byte-order mark at the beginning is skipped.
  ///
  /// - Parameters:
  ///   - bytes: the file, in UTF-8.
  ///   - firstID: the number of the first node; give `nextID` of another file to count on.
  /// - Throws: every mistake of the file with its place, up to eleven.
  /// - Complexity: O(*n*) in the bytes.
  public init(parsing bytes: [UInt8], firstID: ID = 0) throws(GherkinError) {
    var bytes = bytes
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    if bytes.starts(with: mark) { bytes.removeFirst(3) }
    guard String(validating: bytes, as: UTF8.self) != nil else {
      throw GherkinError(problems: [Self.firstInvalid(bytes)])
    }
    try self.init(valid: bytes, firstID: firstID)
  }

  /// Reads the text of a feature file.
  ///
  /// - Parameters:
  ///   - text: the text.
  ///   - firstID: the number of the first node.
  /// - Throws: every mistake of the text with its place, up to eleven.
  public init(parsing text: String, firstID: ID = 0) throws(GherkinError) {
    try self.init(valid: Array(text.utf8), firstID: firstID)
  }

  private init(valid bytes: [UInt8], firstID: ID) throws(GherkinError) {
    guard bytes.count <= Self.maximumBytes else {
      throw GherkinError(problems: [
        GherkinProblem(
          location: FeatureLocation(line: 1, column: 1),
          cause: .tooLarge("the file has \(bytes.count) bytes; \(Self.maximumBytes) are the most"))
      ])
    }
    var parser = FeatureParser(FeatureText(bytes), firstID: firstID)
    self = try parser.parse()
  }

  /// The place of the first bytes that are not UTF-8.
  private static func firstInvalid(_ bytes: [UInt8]) -> GherkinProblem {
    var location = FeatureLocation(line: 1, column: 1)
    var decoder = UTF8()
    var iterator = bytes.makeIterator()
    decoding: while true {
      switch decoder.decode(&iterator) {
      case .scalarValue("\n"): location = FeatureLocation(line: location.line + 1, column: 1)
      case .scalarValue: location.column += 1
      case .emptyInput, .error: break decoding
      }
    }
    return GherkinProblem(location: location, cause: .notUTF8)
  }
}
