import CaromDocuments

// Members of Cucumber's messages. Keys are written in alphabetical order, as the official parser
// does.
extension JSONWriter {
  /// Writes a member with a string; nothing if there is none.
  mutating func member(_ key: String, _ value: String?) {
    if let value { member(key) { $0.value(value) } }
  }

  /// Writes a member with an integer.
  mutating func member(_ key: String, _ value: Int) { member(key) { $0.value(value) } }

  /// Writes a member with an array, one element at a time.
  mutating func member<T>(
    _ key: String, _ elements: [T], _ write: (inout JSONWriter, T) -> Void
  ) {
    member(key) { $0.array { json in for element in elements { write(&json, element) } } }
  }

  /// Writes a location; the end of a file has no column.
  mutating func location(_ location: FeatureLocation) {
    member("location") {
      $0.object {
        if location.column > 0 { $0.member("column", location.column) }
        $0.member("line", location.line)
      }
    }
  }
}
