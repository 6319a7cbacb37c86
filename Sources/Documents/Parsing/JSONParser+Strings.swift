// MARK: Strings and keys

extension JSONParser {
  /// Parses a string; validates escapes without resolving them.
  mutating func string(_ what: String) throws(Problem) {
    let start = i
    i &+= 1
    var isEscaped = false
    while i < bytes.count {
      let byte = bytes[i]
      if byte == UInt8(ascii: "\"") {
        tokens.append(
          JSONToken(
            offset: UInt32(truncatingIfNeeded: start), kind: .string, isEscaped: isEscaped,
            payload: UInt64(truncatingIfNeeded: i &- start &- 1)))
        i &+= 1
        return
      }
      if byte == UInt8(ascii: "\\") {
        isEscaped = true
        try escape()
      } else if byte < 32 {
        throw controlCharacter(byte, in: what, from: start)
      } else {
        i &+= 1
      }
    }
    throw problem("\(what) that starts here is never closed; '\"' is expected", at: start)
  }

  private func controlCharacter(_ byte: UInt8, in what: String, from start: Int) -> Problem {
    if byte == 10 || byte == 13 {
      return problem("\(what) is not closed on its line; '\"' is expected", at: start)
    }
    let escape = byte == 9 ? "\\t" : "\\u00" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
    return problem("a control character inside \(what); \(escape) is accepted")
  }

  private mutating func escape() throws(Problem) {
    let start = i
    let kind = i + 1 < bytes.count ? bytes[i + 1] : 0
    i += 2
    switch kind {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"),
      UInt8(ascii: "f"), UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      return
    case UInt8(ascii: "u"):
      let unit = try codeUnit(start)
      if unit & 0xfc00 == 0xdc00 {
        throw problem(
          "the second half of a surrogate pair stands alone; two \\u escapes are accepted",
          at: start)
      }
      guard unit & 0xfc00 == 0xd800 else { return }
      let second = i
      if i + 1 < bytes.count, bytes[i] == UInt8(ascii: "\\"), bytes[i + 1] == UInt8(ascii: "u") {
        i += 2
        if try codeUnit(second) & 0xfc00 == 0xdc00 { return }
      }
      throw problem(
        "the first half of a surrogate pair stands alone; two \\u escapes are accepted", at: start)
    default:
      throw problem(
        "an unknown escape; accepted are \\\" \\\\ \\/ \\b \\f \\n \\r \\t \\u0000", at: start)
    }
  }

  private mutating func codeUnit(_ start: Int) throws(Problem) -> UInt32 {
    guard i + 4 <= bytes.count, let unit = hexadecimal(bytes[i..<(i + 4)]) else {
      throw problem("four hexadecimal digits are expected after \\u", at: start)
    }
    i += 4
    return unit
  }
}

// MARK: Duplicate keys

extension JSONParser {
  /// Records the duplicate keys of a completed object.
  mutating func findDuplicates(_ container: Int, count: Int) {
    let keys = keyTokens(container, count: count)
    if count <= 24 {
      for later in 1..<count {
        for earlier in 0..<later where isSameKey(keys[earlier], keys[later]) {
          reportDuplicate(keys[later], first: keys[earlier])
          break
        }
      }
    } else {
      var first: [String: Int] = [:]
      for key in keys {
        let name = keyText(key)
        if let earlier = first[name] {
          reportDuplicate(key, first: earlier)
        } else {
          first[name] = key
        }
      }
    }
  }

  private func keyTokens(_ container: Int, count: Int) -> [Int] {
    var keys: [Int] = []
    keys.reserveCapacity(count)
    var child = container + 1
    for _ in 0..<count {
      keys.append(child)
      let value = tokens[child + 1]
      let isContainer = value.kind == .array || value.kind == .object
      child = isContainer ? value.next : child + 2
    }
    return keys
  }

  private func isSameKey(_ a: Int, _ b: Int) -> Bool {
    let (first, second) = (tokens[a], tokens[b])
    if first.isEscaped || second.isEscaped { return keyText(a) == keyText(b) }
    guard first.length == second.length else { return false }
    var (p, q) = (Int(first.offset) &+ 1, Int(second.offset) &+ 1)
    let end = p &+ first.length
    while p < end {
      if bytes[p] != bytes[q] { return false }
      p &+= 1
      q &+= 1
    }
    return true
  }

  private func keyText(_ key: Int) -> String {
    JSONDocument(source: source, tokens: [tokens[key]], duplicateKeys: []).string(0)
  }

  private mutating func reportDuplicate(_ key: Int, first: Int) {
    if duplicates.count < 100 { duplicates.append((key, first)) }
  }
}

extension JSONDocument {
  /// Returns the problem of a duplicate key.
  func duplicateKey(_ key: Int, first: Int) -> Problem {
    let location = source.location(of: Int(tokens[first].offset))
    return Problem(
      "the key \"\(string(key))\" is given twice, first at \(location); once is accepted",
      in: source, at: Int(tokens[key].offset), pointer: pointer(to: key))
  }
}
