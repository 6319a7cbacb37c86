import CaromDocuments
import CaromMaths

// Values of a type within a range; an invalid value is reported and replaced by the fallback.
extension GLTFReader {
  /// A number under a key.
  func number(
    _ json: JSON, _ key: String, _ fallback: Float, in range: ClosedRange<Float>
  ) -> Float {
    json[key].map { number($0, in: range) ?? fallback } ?? fallback
  }

  /// A number; reports a problem and returns nil if it is not a number or out of range.
  func number(_ json: JSON, in range: ClosedRange<Float>) -> Float? {
    guard let number = json.float else {
      fail(json, wants: "a number")
      return nil
    }
    guard range.contains(number) else {
      fail(json, "\(json.numberText) is outside \(range.lowerBound)…\(range.upperBound)")
      return nil
    }
    return number
  }

  /// An integer under a key; nil if the key is missing, or with a problem if the value is invalid.
  func integer(_ json: JSON, _ key: String, in range: ClosedRange<Int>) -> Int? {
    guard let value = json[key] else { return nil }
    guard let number = value.integer(Int.self) else {
      fail(value, wants: "a whole number")
      return nil
    }
    guard range.contains(number) else {
      fail(value, "\(number) is outside \(range.lowerBound)…\(range.upperBound)")
      return nil
    }
    return number
  }

  /// An integer under a required key.
  func required(_ json: JSON, _ key: String, in range: ClosedRange<Int>) -> Int? {
    if json[key] == nil { missing(json, key) }
    return integer(json, key, in: range)
  }

  /// Reports a missing key.
  func missing(_ json: JSON, _ key: String) { fail(json, "the key \"\(key)\" is missing") }

  func bool(_ json: JSON, _ key: String, _ fallback: Bool = false) -> Bool {
    guard let value = json[key] else { return fallback }
    if let bool = value.bool { return bool }
    fail(value, wants: "true or false")
    return fallback
  }

  /// A string under a key; nil if the key is missing.
  func string(_ json: JSON, _ key: String) -> String? {
    guard let value = json[key] else { return nil }
    if let string = value.string { return string }
    fail(value, wants: "a string")
    return nil
  }

  /// One of several strings under a key; nil if the key is missing.
  func keyword(_ json: JSON, _ key: String, of words: [String]) -> String? {
    guard let word = string(json, key) else { return nil }
    if words.contains(word) { return word }
    if let value = json[key] {
      fail(value, "there is no \"\(word.prefix(60))\" here" + suggestion(for: word, in: words))
    }
    return nil
  }

  /// An array of `count` numbers under a key; nil if the key is missing.
  func numbers(
    _ json: JSON, _ key: String, count: Int, in range: ClosedRange<Float>
  ) -> [Float]? {
    guard let value = json[key] else { return nil }
    guard let elements = value.elements, elements.count == count else {
      fail(value, wants: "an array of \(count) numbers")
      return nil
    }
    let numbers = elements.compactMap { number($0, in: range) }
    return numbers.count == count ? numbers : nil
  }

  func vector3(
    _ json: JSON, _ key: String, _ fallback: Vector3, in range: ClosedRange<Float>
  ) -> Vector3 {
    guard let n = numbers(json, key, count: 3, in: range) else { return fallback }
    return Vector3(n[0], n[1], n[2])
  }

  /// A rotation under a key; a quaternion of approximately unit length is normalized.
  func quaternion(_ json: JSON, _ key: String) -> Quaternion {
    guard let n = numbers(json, key, count: 4, in: -2...2) else { return .identity }
    let q = Quaternion(n[0], n[1], n[2], n[3])
    let length = q.dot(q).squareRoot()
    guard abs(length - 1) < 0.1 else {
      if let value = json[key] {
        fail(value, "the quaternion has the length \(length); one of length 1 is accepted")
      }
      return .identity
    }
    // A quaternion that has unit length within Float precision keeps its bits.
    return abs(length - 1) < 1e-6 ? q : q.normalized
  }

  /// The row indices of a table in an array under a key; empty if the key is missing.
  func indices(_ json: JSON, _ key: String, of table: GLTFTable) -> [Int] {
    guard let value = json[key] else { return [] }
    guard let elements = value.elements else {
      fail(value, wants: "an array of \(table.noun) indices")
      return []
    }
    if elements.count == 0 { warn(value, "the list is empty; glTF demands an element") }
    return elements.compactMap { index($0, of: table) }
  }
}
