/// Reads a file of one JSON value a line, such as a recording.
///
/// Empty lines are skipped. A process that dies while it writes leaves a last line that is cut: it is
/// not an error but ends the file, and ``isTruncated`` says so.
public struct JSONLines: Sendable {
  /// The whole text.
  public let source: SourceText
  /// Whether the last line was cut off and left out.
  public private(set) var isTruncated = false
  private let limits: JSONLimits
  private var i = 0

  /// Prepares to read; the limits hold for each line.
  public init(_ source: SourceText, limits: JSONLimits = JSONLimits()) {
    self.source = source
    self.limits = limits
  }

  /// The value of the next line, nil after the last.
  ///
  /// - Throws: what is wrong with the line; the next call goes on behind it.
  public mutating func next() throws(Problem) -> JSON? {
    while i < source.bytes.count {
      let start = i
      let end = source.bytes[start...].firstIndex(of: 10) ?? source.bytes.count
      i = end + 1
      let isBlank = source.bytes[start..<end].allSatisfy { $0 == 32 || $0 == 9 || $0 == 13 }
      if isBlank { continue }
      do throws(Problem) {
        let document = try JSONParser.parse(source, in: start..<end, limits: limits)
        if let problem = document.duplicateKeys.first { throw problem }
        return document.root
      } catch {
        guard end == source.bytes.count else { throw error }
        isTruncated = true
      }
    }
    return nil
  }
}
