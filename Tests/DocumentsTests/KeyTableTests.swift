import CaromDocuments
import Testing

@Suite("Key tables")
struct KeyTableTests {
  private func positions(_ table: KeyTable, _ text: String) throws -> [Int?] {
    let members = try #require(try JSON.parse(text).members)
    return members.map { table.position(of: $0) }
  }

  @Test("Known keys are found, others are not")
  func finding() throws {
    let table = KeyTable(["name", "position", "", "größe"])
    let text = #"{ "position": 1, "nam": 2, "name": 3, "": 4, "größe": 5, "names": 6 }"#
    #expect(try positions(table, text) == [1, nil, 0, 2, 3, nil])
  }

  @Test("A key written with escapes is the same key")
  func escapes() throws {
    let table = KeyTable(["a", "b/c"])
    #expect(try positions(table, #"{ "\u0061": 1, "b\/c": 2, "\u0062": 3 }"#) == [0, 1, nil])
  }

  @Test("Of a repeated key the first position counts")
  func repeats() throws {
    #expect(try positions(KeyTable(["a", "b", "a"]), #"{ "a": 1, "b": 2 }"#) == [0, 1])
  }

  @Test("Thousands of keys that share letters and hashes are told from each other")
  func many() throws {
    let keys = (0..<3_000).map { "k\($0)" }
    let table = KeyTable(keys)
    let text = "{" + keys.reversed().map { "\"\($0)\": 0" }.joined(separator: ",") + "}"
    #expect(try positions(table, text) == (0..<3_000).reversed().map { $0 })
    #expect(try positions(KeyTable([]), #"{ "a": 1 }"#) == [nil])
  }
}
