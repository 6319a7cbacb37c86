import CaromDocuments

/// The end of an error message that suggests the most similar known word or lists the known words.
func near(_ word: String, _ known: [String]) -> String {
  suggestion(for: word, in: known.map { $0.count > 64 ? String($0.prefix(64)) : $0 })
}
