/// The known word that someone who wrote `word` most likely meant, if any is close enough.
///
/// Close enough is an edit distance of a third of the shorter word, and at least one; letter case
/// does not count. Of equally near words the first wins. Words over 64 bytes have no near ones.
///
/// - Complexity: the product of the lengths, for each known word.
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

/// A sentence's ending that suggests the nearest known word, or lists what is accepted.
///
/// - Parameters:
///   - word: What was written.
///   - known: What would have been accepted, in the order to list it.
/// - Returns: `; did you mean "x"?`, or `; accepted are a, b, c`, or nothing if nothing is known.
public func suggestion(for word: String, in known: [String]) -> String {
  if let near = nearest(word, in: known) { return "; did you mean \"\(near)\"?" }
  if known.isEmpty { return "" }
  let shown = known.prefix(40).joined(separator: ", ")
  return "; accepted are \(shown)" + (known.count > 40 ? " and \(known.count - 40) more" : "")
}

/// How many single letters to insert, remove, change or swap with their neighbour.
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
