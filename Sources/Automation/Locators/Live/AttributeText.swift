import CaromDocuments

/// Converts a JSON value to the text of an attribute: `[0, 1e-5]` becomes `0 0.00001`.
///
/// Elements of arrays are separated by spaces; `null` becomes nil.
func attributeText(ofJSON json: String) -> String? {
  guard let first = json.utf8.first else { return nil }
  switch first {
  case UInt8(ascii: "n"): return nil
  case UInt8(ascii: "\""): return (try? JSON.parse(json))?.string
  case UInt8(ascii: "["):
    return list(ofJSON: json)
  case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return plainNumber(json[...])
  default: return json
  }
}

/// The elements of an array; of numbers, without parsing the text.
private func list(ofJSON json: String) -> String? {
  var (result, isBetween): ([UInt8], Bool) = ([], false)
  for byte in json.utf8 {
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "{"), UInt8(ascii: "e"), UInt8(ascii: "E"):
      return words(ofJSON: json)
    case UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: ","), UInt8(ascii: " "):
      isBetween = !result.isEmpty
    default:
      if isBetween { result.append(UInt8(ascii: " ")) }
      isBetween = false
      result.append(byte)
    }
  }
  return String(decoding: result, as: UTF8.self)
}

private func plainNumber(_ text: Substring) -> String {
  guard text.utf8.contains(UInt8(ascii: "e")) || text.utf8.contains(UInt8(ascii: "E")) else {
    return String(text)
  }
  return withoutExponent(String(text))
}

private func words(ofJSON json: String) -> String? {
  if !json.utf8.contains(where: { $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "{") }) {
    let numbers = json.split { "[], ".contains($0) }
    return numbers.map { plainNumber($0) }.joined(separator: " ")
  }
  guard let elements = (try? JSON.parse(json))?.elements else { return json }
  let texts = elements.map { $0.string ?? "" }
  return texts.contains("") ? json : texts.joined(separator: " ")
}

/// The component `x`, `y`, `z` or `w` of a list of numbers; nil if there is none.
func vectorComponent(_ name: Substring, of text: String) -> String? {
  guard let index = ["x", "y", "z", "w"].firstIndex(of: String(name)) else { return nil }
  let parts = text.split(separator: " ")
  guard (2...4).contains(parts.count), index < parts.count, isNumber(parts[0]) else { return nil }
  return String(parts[index])
}

private func isNumber(_ text: Substring) -> Bool { !number(of: String(text)).isNaN }
