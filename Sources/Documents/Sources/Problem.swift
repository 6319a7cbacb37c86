/// An error in external data: its location, the problem and the accepted values.
///
/// The description is `file:line:column: /json/pointer: message (context)`; in binary files, `byte
/// n` replaces line and column. That of a warning has `warning: ` after the location.
public struct Problem: Error, Sendable, CustomStringConvertible {
  /// How serious a problem is.
  public enum Level: String, Sendable {
    /// The data is not accepted.
    case error
    /// The data is accepted, but a part of it has no effect, or less effect than its text suggests.
    case warning
  }

  /// How serious the problem is.
  public var level = Level.error
  /// The text that contains the problem; nil for values created in code.
  public var source: SourceText?
  /// The byte offset of the problem in the text.
  public var offset: Int
  /// The JSON Pointer (RFC 6901) of the value; empty for the whole document.
  public var pointer: String
  /// The problem and, after a semicolon, the accepted values.
  public var message: String
  /// The include chain of the text, for example `in ball.json via level.json`; may be empty.
  public var context: String

  /// Creates a problem at a byte offset in a text.
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

  /// The line and column, if the problem is in a text.
  public var position: SourceText.Position? { source?.position(of: offset) }

  /// The complete message on one line.
  public var description: String {
    var text = ""
    if let source { text += "\(source.name):\(source.location(of: offset)): " }
    switch level {
    case .error: break
    case .warning: text += "warning: "
    }
    if !pointer.isEmpty { text += "\(pointer): " }
    text += message
    if !context.isEmpty { text += " (\(context))" }
    return text.onOneLine
  }
}

extension Problem {
  /// The same problem as a warning.
  public var asWarning: Problem {
    var copy = self
    copy.level = .warning
    return copy
  }

  /// Returns the problems without repetitions of the same message at the same location.
  public static func removingDuplicates(_ problems: [Problem]) -> [Problem] {
    var seen: Set<String> = []
    return problems.filter { problem in
      let name = problem.source?.name ?? ""
      return seen.insert("\(name)\u{0}\(problem.offset)\u{0}\(problem.message)").inserted
    }
  }

  /// Returns the problems in the order of their positions in each text; the texts keep the order of
  /// their first problems.
  public static func inOrder(_ problems: [Problem]) -> [Problem] {
    var ranks: [String: Int] = [:]
    for problem in problems {
      let name = problem.source?.name ?? ""
      if ranks[name] == nil { ranks[name] = ranks.count }
    }
    let keyed = problems.enumerated().map { index, problem in
      (ranks[problem.source?.name ?? ""] ?? 0, problem.offset, index)
    }
    return keyed.sorted { $0 < $1 }.map { problems[$0.2] }
  }
}
