import CaromTool
import Testing

@Suite("Names of new packages")
struct PackageNameTests {
  @Test(
    "A name has a form for the program, the type and the title",
    arguments: [
      ("golf", "golf", "Golf", "Golf"), ("mini-golf", "mini-golf", "MiniGolf", "Mini Golf"),
      ("MiniGolf", "mini-golf", "MiniGolf", "Mini Golf"), ("pong2", "pong2", "Pong2", "Pong2"),
      ("GOLF", "golf", "Golf", "Golf"), ("x-3d-y3", "", "", ""),
    ])
  func forms(text: String, program: String, type: String, title: String) throws {
    guard !program.isEmpty else {
      #expect(throws: CommandFailure.self) { try PackageName(text) }
      return
    }
    let name = try PackageName(text)
    #expect(name.program == program && name.type == type && name.title == title)
  }

  @Test(
    "Other names are rejected with the accepted form",
    arguments: [
      "", "-", "golf-", "-golf", "a--b", "3d", "my golf", "golf/../x", "gölf", "golf.swift",
      "class",
      "Self", "golf\n", String(repeating: "a", count: 41),
      // Symptom: packages of these names were made, and did not compile.
      "swift", "main", "Foundation", "testing", "carom", "carom-tool", "int", "String", "UInt8",
      "array", "Error", "option-set", "Task",
    ])
  func rejected(text: String) throws {
    let failure = #expect(throws: CommandFailure.self) { try PackageName(text) }
    let message = failure?.message ?? ""
    #expect(message.contains("NAME: '\(text)'"), "\(message)")
    #expect(message.contains("such as mini-golf"))
  }
}
