import CaromDocuments
import Testing

@Suite("JSON parser")
struct JSONParserTests {
  /// The single problem of a text, as `line:column: message`.
  private func problem(_ text: String) -> String {
    do throws(Problem) {
      return "accepted as \(try JSON.parse(text))"
    } catch {
      let place = error.position.map(\.description) ?? "nowhere"
      return place + ": " + (error.pointer.isEmpty ? "" : error.pointer + ": ") + error.message
    }
  }

  @Test("Every kind of value is parsed as it was written")
  func kinds() throws {
    let json = try JSON.parse(
      #"{"a": [1, -2.5e3, true, false, null, "x"], "b": {"c": {}}, "d": []}"#)
    #expect(json.description == #"{"a":[1,-2.5e3,true,false,null,"x"],"b":{"c":{}},"d":[]}"#)
    #expect(json["a"]?[1]?.double == -2500)
    #expect(json["a"]?[2]?.bool == true)
    #expect(json["a"]?[4]?.isNull == true)
    #expect(json["a"]?[6] == nil)
    #expect(json["b"]?["c"]?.members?.count == 0)
    #expect(json["x"] == nil)
  }

  @Test("Comments and a comma after the last element are accepted")
  func comments() throws {
    let json = try JSON.parse(
      """
      // first
      { /* inside */ "a": [1, 2, /* last */], // end
      }
      // the end
      """)
    #expect(json.description == #"{"a":[1,2]}"#)
  }

  @Test("Escapes are resolved, surrogate pairs as one character")
  func escapes() throws {
    let json = try JSON.parse(#"["\"\\\/\b\f\n\r\t", "\u00e9\ud83d\ude00x", {"k\u0065y": 1}]"#)
    #expect(json[0]?.string == "\"\\/\u{8}\u{c}\n\r\t")
    #expect(json[1]?.string == "é\u{1f600}x")
    #expect(json[2]?["key"]?.double == 1)
  }

  @Test(
    "Invalid JSON is rejected with its position and what is expected there",
    arguments: [
      ("", "1:1: the text ends too early; a value is expected"),
      ("{", "1:2: the text ends inside the object that starts at 1:1; '}' is expected"),
      (
        "{\"a\": [1,\n 2",
        "2:3: /a: the text ends inside the array that starts at 1:7; ']' is expected"
      ),
      ("[1 2]", "1:4: a comma is missing before '2'; ',' or ']' is accepted"),
      ("[,1]", "1:2: ',' is not expected here; a value is"),
      ("{\"a\" 1}", "1:6: '1' is not expected here; ':' is"),
      (
        "{a: 1}",
        "1:2: 'a' is not expected here; a key in double quotes or '}' is; \"a\" is accepted"
      ),
      (
        "[1]\n[2]",
        "2:1: there is text after the end of the value, which ends at 1:3; one value is accepted"
      ),
      ("[tru]", "1:2: 'tru' is not expected here; a value is; did you mean true?"),
      ("[NaN]", "1:2: 'NaN' is not expected here; a finite number is accepted"),
      ("[é]", "1:2: 'é' is not expected here; a value is"),
      ("[01]", "1:2: '01' is not a number: a number does not start with 0 unless '.' follows"),
      ("[1.]", "1:2: '1.' is not a number: a digit is expected after '.'; 1.0 is accepted"),
      ("[-]", "1:2: '-' is not a number: a digit is expected after '-'"),
      ("[1e]", "1:2: '1e' is not a number: a digit is expected after 'e'"),
      (
        "[1px]",
        "1:2: '1px' is not a number: the number is followed by another character; 1 is accepted"
      ),
      ("[0x10]", "1:2: '0x10' is hexadecimal; 16 is accepted"),
      (
        "{\"mass\": 1e999}",
        "1:10: 1e999 is too large for a number; up to 1.7976931348623157e308 is accepted"
      ),
      ("[\"abc]", "1:2: a string that starts here is never closed; '\"' is expected"),
      ("[\"abc\n\"]", "1:2: a string is not closed on its line; '\"' is expected"),
      ("[\"a\tb\"]", "1:4: a control character inside a string; \\t is accepted"),
      (
        "[\"\\x\"]",
        "1:3: an unknown escape; accepted are \\\" \\\\ \\/ \\b \\f \\n \\r \\t \\u0000"
      ),
      ("[\"\\u12g4\"]", "1:3: four hexadecimal digits are expected after \\u"),
      (
        "[\"\\ud83d\"]",
        "1:3: the first half of a surrogate pair stands alone; two \\u escapes are accepted"
      ),
      (
        "[\"\\ude00\"]",
        "1:3: the second half of a surrogate pair stands alone; two \\u escapes are accepted"
      ),
      ("[1 /* x", "1:4: the comment is never closed; '*/' is expected"),
      ("[1 / 2]", "1:4: a lone '/'; '// comment' and '/* comment */' are accepted"),
    ])
  func refusals(text: String, expected: String) {
    #expect(problem(text).replacing("2: /: ", with: "2: ") == expected)
  }

  @Test("A duplicate key is reported with both positions and does not stop the parser")
  func duplicates() throws {
    let text = "{\"a\": 1,\n \"n\": {\"x\": 1, \"y\": 2, \"\\u0078\": 3}, \"a\": 2}"
    let document = try JSONParser.parse(bytes: Array(text.utf8), name: "f.json")
    let problems = document.duplicateKeys.map(\.description)
    #expect(
      problems == [
        "f.json:2:24: /n/x: the key \"x\" is given twice, first at 2:8; once is accepted",
        "f.json:2:38: /a: the key \"a\" is given twice, first at 1:2; once is accepted",
      ])
  }

  @Test("Duplicates among thousands of keys are found in linear time")
  func manyKeys() throws {
    let members = (0..<20_000).map { "\"key\($0)\":0" } + ["\"key7\":1"]
    let text = "{\(members.joined(separator: ","))}"
    let document = try JSONParser.parse(bytes: Array(text.utf8), name: "f")
    #expect(document.duplicateKeys.count == 1)
    #expect(document.duplicateKeys.first?.pointer == "/key7")
  }

  @Test("Nesting beyond the limit is rejected where it begins, at any depth")
  func depth() {
    for depth in [65, 10_000, 1_000_000] {
      let text = String(repeating: "[", count: depth)
      #expect(problem(text).hasPrefix("1:65: /0/0/0"))
      #expect(problem(text).hasSuffix("nested deeper than 64; no deeper is accepted"))
    }
    let deepest = String(repeating: "[", count: 64) + String(repeating: "]", count: 64)
    #expect(problem(deepest).hasPrefix("accepted"))
  }

  @Test("Objects of a tree may be nested deeper, their contents may not")
  func trees() {
    let limits = JSONLimits(depth: 5, tree: .init(key: "on", depth: 100))
    func problem(_ depth: Int, _ inner: String, key: String = "on") -> String {
      let text =
        String(repeating: "{\"a\":[[[[0]]]],\"\(key)\":[", count: depth) + inner
        + String(repeating: "]}", count: depth)
      do throws(Problem) {
        return "\(try JSONParser.parse(SourceText(text), limits: limits).valueCount)"
      } catch { return error.message }
    }
    #expect(problem(100, "{\"a\":[[[[0]]]]}") == "\(100 * 9 + 7)")
    #expect(problem(101, "").hasPrefix("\"on\" are nested deeper than 100"))
    #expect(problem(3, "{\"a\":[[[[[0]]]]]}").hasPrefix("values are nested deeper than 5"))
    #expect(problem(3, "{\"b\":{\"on\":[[[[]]]]}}").hasPrefix("values are nested deeper than 5"))
    #expect(problem(3, "", key: "no").hasPrefix("values are nested deeper than 5"))
  }

  @Test("A hundred megabytes of brackets are rejected by their size")
  func hugeFile() {
    let bytes = [UInt8](repeating: UInt8(ascii: "["), count: 100 << 20)
    #expect(throws: Problem.self) { try JSONParser.parse(bytes: bytes, name: "huge.json") }
    do throws(Problem) {
      _ = try JSONParser.parse(bytes: bytes, name: "huge.json")
    } catch {
      #expect(
        error.description
          == "huge.json:1:1: the text has 104857600 bytes; at most 67108864 are accepted")
    }
    // Within the size limit, the depth limit applies after 64 bytes.
    do throws(Problem) {
      _ = try JSONParser.parse(
        bytes: bytes, name: "huge.json", limits: JSONLimits(bytes: 200 << 20))
    } catch { #expect(error.offset == 64) }
  }

  @Test("More values than the limit are rejected")
  func values() {
    do throws(Problem) {
      _ = try JSONParser.parse(
        bytes: Array("[1,2,3,4]".utf8), name: "f", limits: JSONLimits(values: 3))
      Issue.record("accepted")
    } catch {
      #expect(error.message == "there are more than 3 values and keys; no more are accepted")
    }
  }

  @Test("Bytes that are not UTF-8 are rejected at the first of them, also in comments")
  func encoding() {
    let cases: [([UInt8], Int, String)] = [
      (Array("[\"a".utf8) + [0xc3, 0x28] + Array("\"]".utf8), 3, "0xC3"),
      (Array("// ".utf8) + [0xff] + Array("\n1".utf8), 3, "0xFF"),
      ([0xff, 0xfe, 0x5b, 0x00], 0, "0xFF"),
      (Array("\"".utf8) + [0xed, 0xa0, 0x80] + Array("\"".utf8), 1, "0xED"),
      (Array("\"é".utf8).dropLast() + [], 1, "0xC3"),
    ]
    for (bytes, offset, byte) in cases {
      do throws(Problem) {
        _ = try JSONParser.parse(bytes: Array(bytes), name: "f")
        Issue.record("accepted")
      } catch {
        #expect(error.offset == offset)
        #expect(error.message.contains(byte), "\(error)")
      }
    }
  }

  @Test("A byte order mark is rejected in a part of a text, which never starts with one")
  func byteOrderMark() throws {
    let source = SourceText("{}\u{feff}{}")
    do throws(Problem) {
      _ = try JSONParser.parse(source, in: 2..<7)
      Issue.record("accepted")
    } catch {
      #expect(
        error.description
          == "text:1:3: the text starts with a byte order mark; UTF-8 without one is accepted")
    }
  }

  @Test("Any prefix of a document is either rejected or complete, and nothing traps")
  func prefixes() {
    let text =
      #"{"a": [1, -2.5e3, true, null, "x\u00e9\ud83d\ude00"], /* c */ "b": {"c": 0.1}} // e"#
    let bytes = Array(text.utf8)
    for length in 0..<bytes.count {
      let outcome = Result { () throws(Problem) in
        try JSONParser.parse(bytes: Array(bytes[..<length]), name: "f")
      }
      let isWhole = (try? outcome.get()) != nil
      // Complete from the closing brace on, except after the first of the two slashes.
      let isComplete = length >= bytes.count - 5 && length != bytes.count - 3
      #expect(isWhole == isComplete, "\(length)")
    }
  }

  @Test("Pointers are escaped as specified by RFC 6901")
  func pointers() throws {
    let json = try JSON.parse(#"{"a/b": [0, {"~": [5, 6]}], "c": 1}"#)
    let inner = try #require(json["a/b"]?[1]?["~"]?[1])
    #expect(inner.double == 6)
    #expect(inner.pointer == "/a~1b/1/~0/1")
    #expect(json["c"]?.pointer == "/c")
    #expect(json.pointer == "")
  }
}
