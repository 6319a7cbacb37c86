import CaromDocuments
import CaromSceneFiles
import Testing

@Suite("Scene migration")
struct SceneMigrationTests {
  /// Two migrations of an invented format: a key is renamed, then a value is doubled.
  private var chain: SceneMigrations {
    SceneMigrations(
      [
        SceneMigration(from: "t/2", to: "t/3") { file throws(Problem) in
          guard let size = file["size"] else { return [] }
          guard let number = size.double else { throw size.problem("this is no number") }
          return [TextEdit(size.range, numberText(number * 2))]
        },
        SceneMigration(from: "t/1", to: "t/2") { file in
          file.members?.filter { $0.isNamed("extent") }.map { TextEdit($0.keyRange, "\"size\"") }
            ?? []
        },
      ], to: "t/3")
  }

  @Test("Migrations are applied in sequence and preserve comments and layout")
  func chains() throws {
    let text = """
      { // old
        "format" :"t/1", /* here */ "extent": 1.5, "nested": { "extent": [ ] } // kept
      }
      """
    let migrated = try chain.migrate(SourceText(text))
    #expect(migrated.versions == ["t/1", "t/2", "t/3"])
    #expect(
      migrated.text == """
        { // old
          "format" :"t/3", /* here */ "size": 3, "nested": { "extent": [ ] } // kept
        }
        """)
    let again = try chain.migrate(SourceText(migrated.text))
    #expect(again.versions == ["t/3"] && again.text == migrated.text)
  }

  @Test(
    "Errors of migrations, unknown versions and newer versions are reported with their position")
  func refuses() {
    func problem(_ text: String, _ chain: SceneMigrations) -> String {
      do throws(Problem) {
        _ = try chain.migrate(SourceText(name: "x.json", text))
        return "none"
      } catch { return error.description }
    }
    #expect(
      problem("{\"format\":\"t/2\",\"size\":[]}", chain).hasPrefix("x.json:1:24: /size: this"))
    #expect(problem("{}", .current).contains("the key \"format\" is missing"))
    #expect(
      problem("{\"format\":\"carom.scene/0\"}", .current)
        == "x.json:1:11: /format: the format is \"carom.scene/0\"; \"carom.scene/1\" is accepted")
    #expect(
      problem("{\"format\":\"carom.scene/7\"}", .current).contains("from a newer version of Carom"))
    #expect(problem("{\"format\": 3}", .current).contains("the format is 3"))
    #expect(problem("[", .current).contains("the text ends"))
  }

  @Test("The range of every value is known and excludes following comments and commas")
  func ranges() throws {
    let text =
      #"{"a": [1, {"b": "x\"y"}, /* ] */ ] , "c": {}, "d": [[], // }"# + "\n ], \"e\": -1.5e3}"
    let json = try JSON.parse(text)
    func written(_ json: JSON?) -> String? {
      json.map { String(decoding: Array(text.utf8)[$0.range], as: UTF8.self) }
    }
    #expect(written(json) == text)
    #expect(written(json["a"]) == #"[1, {"b": "x\"y"}, /* ] */ ]"#)
    #expect(written(json["a"]?[1]?["b"]) == #""x\"y""#)
    #expect(written(json["c"]) == "{}")
    #expect(written(json["d"]) == "[[], // }\n ]")
    #expect(written(json["e"]) == "-1.5e3")
  }
}
