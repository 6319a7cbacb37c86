extension FeatureText {
  /// The cells of a line that begins with `|`; text after the last `|` is ignored.
  func cells(_ line: Line) -> [GherkinDocument.TableCell] {
    let (bar, backslash) = (UInt8(ascii: "|"), UInt8(ascii: "\\"))
    var cells: [GherkinDocument.TableCell] = []
    var at = line.textStart + 1
    var column = scalars(line.start, at) + 1
    while at < line.textEnd {
      var end = at
      var hasEscape = false
      while end < line.textEnd, bytes[end] != bar {
        if bytes[end] == backslash {
          hasEscape = true
          end += 1
        }
        end += 1
      }
      // Text without a closing bar is not a cell.
      guard end < line.textEnd else { break }
      let (a, b) = trim(at, end)
      let location = FeatureLocation(line: line.number, column: column + scalars(at, a))
      let value = hasEscape ? unescaped(a, b, cellEnd: end) : string(a, b)
      cells.append(GherkinDocument.TableCell(location: location, value: value))
      column += scalars(at, end) + 1
      at = end + 1
    }
    return cells
  }

  private func unescaped(_ start: Int, _ end: Int, cellEnd: Int) -> String {
    var value: [UInt8] = []
    var i = start
    while i < end {
      guard bytes[i] == UInt8(ascii: "\\"), i + 1 < cellEnd else {
        value.append(bytes[i])
        i += 1
        continue
      }
      switch bytes[i + 1] {
      case UInt8(ascii: "n"): value.append(10)
      case UInt8(ascii: "|"), UInt8(ascii: "\\"): value.append(bytes[i + 1])
      default:
        // Not an escape: both characters are literal.
        value.append(bytes[i])
        i += 1
        continue
      }
      i += 2
    }
    return String(decoding: value, as: UTF8.self)
  }

  /// A line of a doc string, without the indentation and with escaped delimiters resolved.
  func docStringLine(_ line: Line, indent: Int, fence: [UInt8]) -> ArraySlice<UInt8> {
    var start = line.start
    var column = 0
    while start < line.textStart, column < indent {
      start += 1
      while start < line.textStart, bytes[start] & 0xC0 == 0x80 { start += 1 }
      column += 1
    }
    let content = bytes[start..<line.end]
    guard let mark = fence.first, content.contains(UInt8(ascii: "\\")) else { return content }
    let escaped: [UInt8] = fence.flatMap { _ in [UInt8(ascii: "\\"), mark] }
    var plain: [UInt8] = []
    var i = start
    while i < line.end {
      if has(escaped, at: i, end: line.end) {
        plain += fence
        i += escaped.count
      } else {
        plain.append(bytes[i])
        i += 1
      }
    }
    return plain[...]
  }
}
