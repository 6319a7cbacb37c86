import Foundation

/// Whether long suites run whole.
let isFullTier = ProcessInfo.processInfo.environment["TIER"] == "full"

/// How many cases of a long suite are tried: a sample, a tenth of it in debug, or all.
func rounds(_ sample: Int, full: Int) -> Int {
  #if DEBUG
    isFullTier ? sample : sample / 10
  #else
    isFullTier ? full : sample
  #endif
}

/// Text as a JSON string on one line.
func json(_ text: String) -> String {
  var result = "\""
  for scalar in text.unicodeScalars {
    switch scalar {
    case "\"", "\\": result += "\\\(scalar)"
    case "\0"..."\u{1f}", "\u{7f}"..."\u{9f}", "\u{2028}", "\u{2029}":
      let digits = String(scalar.value, radix: 16)
      result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    default: result.unicodeScalars.append(scalar)
    }
  }
  return result + "\""
}

/// Where two long texts begin to differ, with a little of what is around.
func difference(_ ours: String, _ theirs: String) -> String {
  let (a, b) = (Array(ours.unicodeScalars), Array(theirs.unicodeScalars))
  let same = zip(a, b).prefix { $0 == $1 }.count
  func part(_ scalars: [Unicode.Scalar]) -> String {
    var text = ""
    text.unicodeScalars.append(
      contentsOf: scalars[max(0, same - 120)..<min(scalars.count, same + 80)])
    return text
  }
  return "ours:   \(part(a))\ntheirs: \(part(b))"
}
