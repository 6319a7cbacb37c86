/// Reads a JSON Lines file, with one JSON value per line.
///
/// Blank lines are skipped. A process that is killed while writing leaves a truncated last line,
/// which is not an error: it ends the file and sets ``isTruncated``.
public struct JSONLines: Sendable {
  /// The whole text.
  public let source: SourceText
  /// Whether the last line was truncated and skipped.
  public private(set) var isTruncated = false
  private let limits: JSONLimits
  private var i = 0

  /// Creates a reader; the limits apply to each line.
  public init(_ source: SourceText, limits: JSONLimits = JSONLimits()) {
    self.source = source
    self.limits = limits
  }

  /// Returns the value of the next line, or nil after the last.
  ///
  /// - Throws: The problem of an invalid line; the next call continues after it.
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
