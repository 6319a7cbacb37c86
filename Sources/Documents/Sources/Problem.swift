/// Something wrong with outside data: where it is, what is wrong and what would be accepted.
///
/// Described as `file:line:column: /json/pointer: message (context)`; in binary files `byte n` stands
/// for line and column.
public struct Problem: Error, Sendable, CustomStringConvertible {
  /// The text the problem is in; nil if the value was made in code.
  public var source: SourceText?
  /// Where the problem is, in bytes from the start of the text.
  public var offset: Int
  /// The JSON Pointer (RFC 6901) of the value concerned; empty for the whole document.
  public var pointer: String
  /// What is wrong and, after a semicolon, what is accepted.
  public var message: String
  /// How the text was reached, for example `in ball.json via level.json`; may be empty.
  public var context: String

  /// Describes a problem at `offset` bytes into `source`.
  public init(
    _ message: String, in source: SourceText? = nil, at offset: Int = 0, pointer: String = "",
    context: String = ""
  ) {
    self.message = message
    self.source = source
    self.offset = offset
    self.pointer = pointer
    self.context = context
  }

  /// The line and column, where the problem is in a text.
  public var position: SourceText.Position? { source?.position(of: offset) }

  /// The whole message on one line.
  public var description: String {
    var text = ""
    if let source { text += "\(source.name):\(source.location(of: offset)): " }
    if !pointer.isEmpty { text += "\(pointer): " }
    text += message
    if !context.isEmpty { text += " (\(context))" }
    return text
  }
}

extension Problem {
  /// Removes problems that say the same about the same place, keeping the first of each.
  public static func removingDuplicates(_ problems: [Problem]) -> [Problem] {
    var seen: Set<String> = []
    return problems.filter { problem in
      let name = problem.source?.name ?? ""
      return seen.insert("\(name)\u{0}\(problem.offset)\u{0}\(problem.message)").inserted
    }
  }
}
