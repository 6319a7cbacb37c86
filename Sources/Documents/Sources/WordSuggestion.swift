/// Returns the known word that is most similar to `word`, or nil if none is similar enough.
///
/// The edit distance must be at most a third of the length of the shorter word, or one. Case is
/// ignored. The first of equally similar words is returned. Words of more than 64 bytes are not
/// compared.
///
/// - Complexity: O(length of `word` · total length of the known words).
public func nearest(_ word: String, in known: [String]) -> String? {
  let wanted = Array(word.lowercased().utf8)
  guard wanted.count <= 64 else { return nil }
  var best: (word: String, distance: Int)?
  for candidate in known {
    let letters = Array(candidate.lowercased().utf8)
    let allowed = max(1, min(wanted.count, letters.count) / 3)
    guard letters.count <= 64, abs(letters.count - wanted.count) <= allowed else { continue }
    let distance = editDistance(wanted, letters)
    if distance <= allowed, distance < best?.distance ?? .max { best = (candidate, distance) }
  }
  return best?.word
}

/// Returns the known word that was probably meant: a synonym, or else the nearest in spelling, or
/// else the only one that has the word as one of its parts, such as `marble-maze` for `marble`.
public func meant(by word: String, in known: [String]) -> String? {
  if let word = synonym(of: word, in: known) ?? nearest(word, in: known) { return word }
  let wanted = word.lowercased()
  let whole = known.filter { name in
    name.contains("-") && name.lowercased().split(separator: "-").contains { $0 == wanted }
  }
  return whole.count == 1 ? whole.first : nil
}

/// Returns the end of an error message that suggests the word that was meant or lists the accepted
/// ones.
///
/// - Parameters:
///   - word: The unknown word.
///   - known: The accepted words, in the order in which they are listed.
/// - Returns: `; did you mean "x"?`, `; accepted are a, b, c`, or an empty string if no word is
///   known.
public func suggestion(for word: String, in known: [String]) -> String {
  if let near = meant(by: word, in: known) { return "; did you mean \"\(near)\"?" }
  if known.isEmpty { return "" }
  let listed = known.prefix(40).joined(separator: ", ")
  return "; accepted are \(listed)" + (known.count > 40 ? " and \(known.count - 40) more" : "")
}

/// Returns the number of insertions, deletions, substitutions and transpositions of adjacent
/// letters.
///
/// - Source: L. Boytsov, "Indexing methods for approximate dictionary searching", 2011, optimal
///   string alignment.
private func editDistance(_ a: [UInt8], _ b: [UInt8]) -> Int {
  var before = Array(0...b.count)
  var row = before
  var next = before
  for i in a.indices {
    next[0] = i + 1
    for j in b.indices {
      let change = row[j] + (a[i] == b[j] ? 0 : 1)
      next[j + 1] = min(change, row[j + 1] + 1, next[j] + 1)
      if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] {
        next[j + 1] = min(next[j + 1], before[j - 1] + 1)
      }
    }
    (before, row, next) = (row, next, before)
  }
  return row[b.count]
}
