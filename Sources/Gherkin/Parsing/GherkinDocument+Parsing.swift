extension GherkinDocument {
  /// The maximum size of a feature file: 4 MiB, so that its lines and cells use at most 320 MB.
  public static let maximumBytes = 4 << 20

  /// Parses a feature file.
  ///
  /// Any input is accepted without crashing. A byte-order mark is skipped.
  ///
  /// - Parameters:
  ///   - bytes: The file, in UTF-8.
  ///   - firstID: The identifier of the first node; use `nextID` of another file to continue its
  ///     numbering.
  /// - Throws: Up to eleven errors with their locations.
  /// - Complexity: O(*n*) in the number of bytes.
  public init(parsing bytes: [UInt8], firstID: ID = 0) throws(GherkinError) {
    var bytes = bytes
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    if bytes.starts(with: mark) { bytes.removeFirst(3) }
    guard String(validating: bytes, as: UTF8.self) != nil else {
      throw GherkinError(problems: [Self.firstInvalid(bytes)])
    }
    try self.init(valid: bytes, firstID: firstID)
  }

  /// Parses the text of a feature file.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - firstID: The identifier of the first node.
  /// - Throws: Up to eleven errors with their locations.
  public init(parsing text: String, firstID: ID = 0) throws(GherkinError) {
    try self.init(valid: Array(text.utf8), firstID: firstID)
  }

  private init(valid bytes: [UInt8], firstID: ID) throws(GherkinError) {
    guard bytes.count <= Self.maximumBytes else {
      throw GherkinError(problems: [
        GherkinProblem(
          location: FeatureLocation(line: 1, column: 1),
          cause: .tooLarge("the file has \(bytes.count) bytes; the maximum is \(Self.maximumBytes)")
        )
      ])
    }
    var parser = FeatureParser(FeatureText(bytes), firstID: firstID)
    self = try parser.parse()
  }

  /// The location of the first invalid UTF-8.
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
