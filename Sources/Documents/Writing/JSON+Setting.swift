// Changes of single values of a text, which keep comments and layout.

extension JSON {
  /// The replacement that gives a member below this object a value; missing objects are added.
  ///
  /// Everything else of the text stays as it is, byte for byte. A new member follows the last one,
  /// on a line of its own if the last one has one.
  ///
  /// - Parameters:
  ///   - path: The keys; numbers are indices of arrays.
  ///   - value: The new value, JSON text.
  /// - Returns: The replacement, for ``TextEdit/apply(_:to:)``.
  /// - Throws: A problem if a value on the path is neither an object nor an array, or if an index
  ///   does not exist.
  public func setting(_ path: [String], to value: String) throws(Problem) -> TextEdit {
    guard let key = path.first else { return TextEdit(range, value) }
    let rest = Array(path.dropFirst())
    if elements != nil {
      guard let index = Int(key), let element = self[index] else {
        throw problem("the array has no element \(key) in this file; another index is accepted")
      }
      return try element.setting(rest, to: value)
    }
    guard isObject else {
      throw problem("is \(noun), so \(key) cannot be set here; an object is accepted")
    }
    if let member = self[key] {
      // Null resets a property; an object replaces it like a missing one.
      if member.isNull, !rest.isEmpty {
        return TextEdit(member.range, Self.nested(rest, value))
      }
      return try member.setting(rest, to: value)
    }
    if let index = rest.first(where: { Int($0) != nil }) {
      throw problem(
        "\(key) has no element \(index) in this file, so one value of it cannot be set here; the whole "
          + "\(key) is accepted")
    }
    return adding("\(quoted(key)): \(Self.nested(rest, value))")
  }

  private static func nested(_ path: [String], _ value: String) -> String {
    path.reversed().reduce(value) { inner, key in "{ \(quoted(key)): \(inner) }" }
  }

  /// The replacement that adds a member to the end of the object.
  private func adding(_ member: String) -> TextEdit {
    let bytes = document.source.bytes
    guard let last = members.flatMap({ Array($0).last }) else {
      return TextEdit(range, "{ \(member) }")
    }
    let end = last.value.range.upperBound
    // A member that begins its line is followed by another line.
    var lineStart = last.offset
    while lineStart > 0, bytes[lineStart - 1] == 32 || bytes[lineStart - 1] == 9 { lineStart -= 1 }
    let isOnOwnLine = lineStart == 0 || bytes[lineStart - 1] == 10
    let indent = String(decoding: bytes[lineStart..<last.offset], as: UTF8.self)
    return TextEdit(end..<end, isOnOwnLine ? ",\n\(indent)\(member)" : ", \(member)")
  }
}
