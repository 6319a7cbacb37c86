import CaromDocuments

/// The end of a sentence that names the nearest known word, or what is accepted.
func near(_ word: String, _ known: [String]) -> String {
  suggestion(for: word, in: known.map { $0.count > 64 ? String($0.prefix(64)) : $0 })
}
