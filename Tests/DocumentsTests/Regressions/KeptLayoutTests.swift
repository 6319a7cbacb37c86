import CaromDocuments
import Testing

/// Symptom: `carom scene format` deleted the blank lines with which authors group members, and
/// wrote a vector with a comment on one line for each number.
///
/// Cause: the formatter skipped all white space alike, and broke every container with a comment.
@Suite("Layout that the formatter keeps")
struct KeptLayoutTests {
  private func format(_ text: String) throws -> String {
    let once = try JSONFormatter.format(SourceText(text))
    #expect(try JSONFormatter.format(SourceText(once)) == once)
    return once
  }

  @Test("Blank lines between members, elements and comments are kept, several as one")
  func blankLines() throws {
    let text = """
      // head

      {

        "a": 1,


        // about b

        "b": { "c": 1,

          "d": 2 },
        "e": [
          { "f": 1 },

          { "g": 2 }, // trailing

          // last

        ],

      }

      // end

      """
    #expect(
      try format(text) == """
        // head

        {
          "a": 1,

          // about b

          "b": {
            "c": 1,

            "d": 2
          },
          "e": [
            { "f": 1 },

            { "g": 2 } // trailing

            // last
          ]
        }

        // end

        """)
    #expect(try format("{\r\n\"a\": 1,\r\n\"b\": 2\r\n}") == "{\n  \"a\": 1,\n  \"b\": 2\n}\n")
    #expect(
      try format("{\r\n\"a\": 1,\r\n\r\n\"b\": 2\r\n}") == "{\n  \"a\": 1,\n\n  \"b\": 2\n}\n")
  }

  @Test("A vector with comments stays on its line")
  func vectors() throws {
    let text = """
      {
        "position": [0, 1 /* up */, 0],
        "scale": [1, 1, 1], // unit
        "pivot": [
          0, 0, 0 // center
        ],
        "names": [ /* first */ "a", "b"],
        "angles": [
          0,

          90, 0],
        "each": [
          1, // one
          2
        ]
      }
      """
    #expect(
      try format(text) == """
        {
          "position": [0, 1 /* up */, 0],
          "scale": [1, 1, 1], // unit
          "pivot": [0, 0, 0 /* center */],
          "names": [/* first */ "a", "b"],
          "angles": [0, 90, 0],
          "each": [
            1, // one
            2
          ]
        }

        """)
  }
}
