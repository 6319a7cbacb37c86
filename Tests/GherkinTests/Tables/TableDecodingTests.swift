import CaromGherkin
import Testing

@Suite("Table decoding")
struct TableDecodingTests {
  enum Kind: String, Decodable, CaseIterable { case pearl, stone }

  struct Thing: Decodable, Equatable {
    var name: String
    var startPosition: Double
    var lives: Int?
    var isHidden: Bool
    var kind: Kind
  }

  static func table(_ text: String) throws -> Pickle.DataTable {
    let document = try GherkinDocument(parsing: "Feature: f\nScenario: s\nGiven x\n" + text)
    return try #require(try document.pickles(uri: "u")[0].steps[0].dataTable)
  }

  private func failure(_ work: () throws -> Void) -> String {
    do {
      try work()
      return "no error"
    } catch { return "\(error)" }
  }

  @Test("Rows are decoded by their headers, as written or in camel case")
  func rows() throws {
    let table = try Self.table(
      """
      | Name | start position | lives | Is-Hidden | kind  |
      | a    | 1.5            | 3     | yes       | pearl |
      | b c  | -2             |       | false     | stone |
      """)
    #expect(
      try table.decode([Thing].self) == [
        Thing(name: "a", startPosition: 1.5, lives: 3, isHidden: true, kind: .pearl),
        Thing(name: "b c", startPosition: -2, lives: nil, isHidden: false, kind: .stone),
      ])
  }

  @Test("Two columns, a single column, dictionaries and transposed tables")
  func shapes() throws {
    let table = try Self.table(
      "|name|a|\n|startPosition|0.5|\n|isHidden|no|\n|kind|stone|\n|lives|1|")
    let one = try table.decode(Thing.self)
    #expect(one == Thing(name: "a", startPosition: 0.5, lives: 1, isHidden: false, kind: .stone))
    #expect(try table.transposed.decode([Thing].self) == [one])
    #expect(try Self.table("|1|\n|-2|").decode([Int].self) == [1, -2])
    #expect(try Self.table("|pearl|\n|stone|").decode([Kind].self) == [.pearl, .stone])
    #expect(
      try Self.table("|a b|c|\n|1|2|").decode([[String: Int]].self) == [["a b": 1, "c": 2]])
    #expect(try Self.table("|a|1|\n|b|2|").decode([String: Int].self) == ["a": 1, "b": 2])
  }

  @Test("Errors have row, column and location, and what is expected")
  func errors() throws {
    let head = "| name | start position | is hidden | kind |\n"
    func read(_ rows: String) -> String {
      failure { _ = try Self.table(head + rows).decode([Thing].self) }
    }
    #expect(
      read("| a | x | no | stone |\n")
        == "(5:7): row 1, 'start position': 'x' is not a valid Double")
    #expect(
      read("| a | 1 | no | stone |\n| a | 1 | 2 | stone |\n")
        == "(6:11): row 2, 'is hidden': '2' is not a valid Bool; expected true, false, yes or no")
    #expect(
      read("| a | 1 | no | rock |\n")
        == "(5:16): row 1, 'kind': 'rock' is not a valid Kind; expected 'pearl', 'stone'")
    #expect(
      failure { _ = try Self.table("| name |\n| a |").decode([Thing].self) }
        == "(5:3): row 1: no column is named 'startPosition'; expected one of 'name'")
    #expect(
      failure { _ = try Self.table("| Name | name |\n| a | b |").decode([Thing].self) }
        == "(4:10): 'name': the column 'Name' has the same name")
    #expect(
      failure { _ = try Self.table("|a|b|c|\n|1|2|3|").decode(Thing.self) }
        == "(4:2): a table that is one Thing has two columns, names and values; this has 3")
    struct Small: Decodable { var a: Int }
    #expect(
      failure { _ = try Self.table("|a|speed|\n|1|2|").decode([Small].self) }
        == "(5:4): row 1, 'speed': no property is named 'speed'")
    struct Nested: Decodable { var a: Small }
    #expect(
      failure { _ = try Self.table("|a|b|\n|1|2|").decode([Nested].self) }
        == "(5:2): row 1, 'a': '1' is not a valid Small: a cell contains a single value")
    #expect(
      failure { _ = try Self.table("|x|\n|2|").decode([Int].self) }
        == "(4:2): row 1: 'x' is not a valid Int")
  }

  @Test("Tables for tests of steps are created from strings")
  func made() throws {
    let table = Pickle.DataTable([["a"], ["1"], ["2"]])
    #expect(table.values == [["a"], ["1"], ["2"]])
    #expect(try Pickle.DataTable([]).decode([Thing].self).isEmpty)
  }
}
