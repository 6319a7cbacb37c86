import CaromDocuments
import Testing

/// Symptom: text in the style of another language was not expected, without what is accepted.
///
/// Examples are `True`, `'name'` and `# comment`. A forgotten bracket was reported at the end of
/// the file, as one of the outermost object. A file that an editor saved with a byte order mark was
/// rejected, and UTF-16 as a byte that is not UTF-8.
///
/// Cause: the parser named the text that it found and the character that it expected, but not what
/// the author probably meant.
@Suite("Hints about syntax")
struct SyntaxHintTests {
  private func problem(_ bytes: [UInt8]) -> String {
    do throws(Problem) {
      return "accepted as \(try JSONParser.parse(bytes: bytes, name: "f").root)"
    } catch {
      return "\(error.position.map(\.description) ?? "nowhere"): \(error.message)"
    }
  }

  @Test(
    "Text in the style of other languages is answered by what is accepted",
    arguments: [
      (
        "{ # note\n}",
        "1:3: '#' does not start a comment; '// comment' and '/* comment */' are accepted"
      ),
      ("[True]", "1:2: 'True' is not expected here; true is accepted"),
      ("[FALSE]", "1:2: 'FALSE' is not expected here; false is accepted"),
      ("[None]", "1:2: 'None' is not expected here; null is accepted"),
      ("[undefined]", "1:2: 'undefined' is not expected here; null is accepted"),
      ("[NaN]", "1:2: 'NaN' is not expected here; a finite number is accepted"),
      ("[Infinity]", "1:2: 'Infinity' is not expected here; a finite number is accepted"),
      ("[-Infinity]", "1:2: '-Infinity' is not expected here; a finite number is accepted"),
      ("[tru]", "1:2: 'tru' is not expected here; a value is; did you mean true?"),
      ("[dynamic]", "1:2: 'dynamic' is not expected here; a value is; \"dynamic\" is accepted"),
      (
        "{name: 1}",
        "1:2: 'name' is not expected here; a key in double quotes or '}' is; \"name\" is accepted"
      ),
      ("{'a': 1}", "1:2: text in single quotes; text in double quotes is accepted"),
      ("['a']", "1:2: text in single quotes; text in double quotes is accepted"),
      ("[“a”]", "1:2: the typographic quote “; the plain quote '\"' is accepted"),
      ("{„a“: 1}", "1:2: the typographic quote „; the plain quote '\"' is accepted"),
      ("[\u{a0}1]", "1:2: a space that is not plain (U+00A0); a plain space is accepted"),
      (
        "[.5]", "1:2: '.5' is not a number: a digit is expected before '.'; 0.5 is accepted"
      ),
      (
        "[+1]",
        "1:2: '+1' is not a number: a number does not start with '+'; 1 is accepted"
      ),
      ("[(0, 1)]", "1:2: '(' does not start an array; '[' is accepted"),
      (
        "[Vector3(0)]",
        "1:2: 'Vector3' is not expected here; a value is; an array in '[' and ']' is accepted "
          + "instead of a call"
      ),
      (
        "[<!-- 1 -->]",
        "1:2: '<!--' does not start a comment; '// comment' and '/* comment */' are accepted"
      ),
      ("format: 1", "1:1: 'format' is not expected here; a value is"),
      (
        "[1.5f]",
        "1:2: '1.5f' is not a number: the number is followed by another character; 1.5 is accepted"
      ),
      ("[5.]", "1:2: '5.' is not a number: a digit is expected after '.'; 5.0 is accepted"),
      (
        "[\"a \"b\" c\"]",
        "1:6: 'b' follows the end of a text; '\"' inside a text is accepted as '\\\"'"
      ),
      (
        "[\"a\": 1]",
        "1:5: an array has no keys; ',' or ']' is accepted, and keys in an object, between '{' "
          + "and '}'"
      ),
    ])
  func habits(text: String, expected: String) {
    #expect(problem(Array(text.utf8)) == expected)
  }

  @Test(
    "A bracket or a comma that is missing is named with what it belongs to",
    arguments: [
      (
        "{ \"a\": [1, 2 }",
        "1:14: '}' does not close the array that starts at 1:8; ',' or ']' is "
          + "accepted"
      ),
      (
        "{ \"a\": 1 ]",
        "1:10: ']' does not close the object that starts at 1:1; ',' or '}' is "
          + "accepted"
      ),
      (
        "{ \"a\": 1,\n{ \"b\": 2 }",
        "2:1: '{' is not expected in the object that starts at 1:1; a key in double quotes or '}' "
          + "is"
      ),
      (
        "{ \"a\": 1\n  \"b\": 2 }",
        "2:3: a comma is missing before '\"b\"'; ',' or '}' is accepted"
      ),
      ("[1 2]", "1:4: a comma is missing before '2'; ',' or ']' is accepted"),
      (
        "{ \"a\": 1 }\n}",
        "2:1: '}' closes nothing, because the value ends at 1:10; one value is accepted"
      ),
      (
        "[1]\n[2]",
        "2:1: there is text after the end of the value, which ends at 1:3; one value is accepted"
      ),
    ])
  func brackets(text: String, expected: String) {
    #expect(problem(Array(text.utf8)) == expected)
  }

  @Test("An object that is not closed is found by its indentation")
  func unclosed() {
    let text = """
      // {{{
      {
        "nodes": [
          { "name": "a", "text": "}}}" },
          {
            "name": "b",
            "light": {
              "type": "spot" /* ]] */
          },
          { "name": "c" }
        ]
      }

      """
    // The bracket under `"light"` closes the light.
    #expect(
      problem(Array(text.utf8))
        == "10:5: '{' is not expected in the object that starts at 5:5; a key in double quotes or "
        + "'}' is")
    let short = "{\n  \"a\": {\n    \"b\": {\n      \"c\": 1\n  },\n  \"d\": 1\n}\n"
    #expect(
      problem(Array(short.utf8))
        == "8:1: the text ends inside the object that starts at 1:1; '}' is expected; by its "
        + "indentation, the object that starts at 3:10 is not closed")
  }

  @Test("A byte order mark is skipped and does not count as a column")
  func byteOrderMark() throws {
    let mark: [UInt8] = [0xef, 0xbb, 0xbf]
    #expect(problem(mark + Array("{\"a\":1}".utf8)) == "accepted as {\"a\":1}")
    #expect(problem(mark + Array("[x]".utf8)).hasPrefix("1:2: 'x' is not expected here"))
    #expect(problem(mark + Array("[\n x]".utf8)).hasPrefix("2:2: 'x' is not expected here"))
    #expect(problem(mark) == "1:1: the text ends too early; a value is expected")
    let formatted = try JSONFormatter.format(
      SourceText(name: "f", bytes: mark + Array("[1,2]".utf8)))
    #expect(formatted == "[\n  1,\n  2\n]\n")
  }

  @Test("UTF-16 and UTF-32 are named")
  func otherEncodings() {
    func bytes(_ text: String, isBig: Bool) -> [UInt8] {
      text.utf16.flatMap { unit in
        let (high, low) = (UInt8(unit >> 8), UInt8(unit & 255))
        return isBig ? [high, low] : [low, high]
      }
    }
    for isBig in [true, false] {
      let text = problem(bytes("\u{feff}{}", isBig: isBig))
      #expect(text.hasPrefix("1:1: the text starts with 0xF"), "\(text)")
      #expect(text.hasSuffix("the byte order mark of UTF-16; text in UTF-8 is accepted"))
      #expect(
        problem(bytes("{}", isBig: isBig))
          == "1:1: one of the first two bytes is 0, as in UTF-16; text in UTF-8 is accepted")
    }
    #expect(
      problem([0xff, 0xfe, 0, 0, 0x7b, 0, 0, 0])
        == "1:1: the text starts with the byte order mark of UTF-32; text in UTF-8 is accepted")
  }
}
