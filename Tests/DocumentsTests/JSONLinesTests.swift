import CaromDocuments
import Testing

@Suite("JSON Lines")
struct JSONLinesTests {
  @Test("Each line is a value; empty ones are skipped")
  func reads() throws {
    var lines = JSONLines(SourceText("{\"a\":1}\n\n[2]\r\n3"))
    #expect(try lines.next()?.description == "{\"a\":1}")
    #expect(try lines.next()?.description == "[2]")
    #expect(try lines.next()?.description == "3")
    #expect(try lines.next() == nil)
    #expect(!lines.isTruncated)
  }

  @Test("A last line that was cut ends the file and is said to be truncated")
  func truncated() throws {
    var lines = JSONLines(SourceText("{\"tick\":1}\n{\"tick\":2,\"ev"))
    #expect(try lines.next() != nil)
    #expect(try lines.next() == nil)
    #expect(lines.isTruncated)
  }

  @Test("A wrong line in the middle is refused at its place in the file, and the next one is read")
  func wrongLine() throws {
    var lines = JSONLines(SourceText(name: "r.jsonl", "1\n[2,]x\n{\"a\":1,\"a\":2}\n4\n"))
    #expect(try lines.next() != nil)
    for expected in ["r.jsonl:2:5: ", "r.jsonl:3:8: /a: the key \"a\" is given twice"] {
      do throws(Problem) {
        _ = try lines.next()
        Issue.record("accepted")
      } catch { #expect(error.description.hasPrefix(expected)) }
    }
    #expect(try lines.next()?.double == 4)
    #expect(try lines.next() == nil)
    #expect(!lines.isTruncated)
  }
}
