import CaromDocuments
import Testing

@Suite("JSON writer and formatter")
struct JSONWriterTests {
  @Test("Members and arrays are written from values and sequences")
  func writesConveniences() throws {
    var writer = JSONWriter()
    writer.object {
      $0.member("name", "ball")
      $0.member("missing", nil)
      $0.member("lives", 3)
      $0.member("path") { $0.array([1.5, 2]) { $0.value($1) } }
    }
    #expect(writer.text == #"{"name":"ball","lives":3,"path":[1.5,2]}"#)
  }

  @Test("Commas, nesting and escapes are written correctly")
  func writes() {
    var writer = JSONWriter()
    writer.object {
      $0.member("a") { $0.array { for i in 0..<3 { $0.value(i) } } }
      $0.member("b\"\u{1}") { $0.value("line\nbreak \\ é") }
      $0.member("c") { $0.object { _ in } }
      $0.member("d") { $0.null() }
      $0.member("e") { $0.value(true) }
    }
    #expect(
      writer.text
        == #"{"a":[0,1,2],"b\"\u0001":"line\nbreak \\ é","c":{},"d":null,"e":true}"#)
  }

  @Test("Short containers are on one line, long ones and arrays of objects are not")
  func formats() {
    let text = #"{"v":[1,2,3],"o":{"p":{"q":1}},"n":[{"a":1},{"b":[ ]}],"one":[{"a":1}],"s":{}}"#
    #expect(
      JSONFormatter.format(text) == """
        {
          "v": [1, 2, 3],
          "o": { "p": { "q": 1 } },
          "n": [
            { "a": 1 },
            { "b": [] }
          ],
          "one": [{ "a": 1 }],
          "s": {}
        }

        """)
    let long = "{\"l\":[\((0..<60).map(String.init).joined(separator: ","))]}"
    #expect(JSONFormatter.format(long).split(separator: "\n").count == 64)
  }

  @Test("Comments are preserved, trailing commas are removed")
  func keepsComments() throws {
    let text = """
      // head
      {
          "a": 1, // one
        /* before */ "b": [1, /* two */ 2,],
          "c": /* value */ 3
          // last
      }
      // foot
      """
    let formatted = try JSONFormatter.format(SourceText(text))
    #expect(
      formatted == """
        // head
        {
          "a": 1, // one
          /* before */
          "b": [1, /* two */ 2],
          "c": /* value */ 3
          // last
        }
        // foot

        """)
  }

  @Test("Formatting is idempotent and changes no value")
  func isStable() throws {
    let text = #"""
      [1,[2,{"a":"\u00e9","long":[0.1,0.2,0.3,0.4,0.5,0.6,0.7,0.8,0.9,1.1,1.2,1.3,1.4,1.5,1.6,1.7]}
      // note
      ],{},[],{"x":[{},{}]} /*t*/ ,null]
      """#
    let once = try JSONFormatter.format(SourceText(text))
    #expect(try JSONFormatter.format(SourceText(once)) == once)
    #expect(try JSON.parse(once).description == JSON.parse(text).description)
  }

  @Test("A list has one vector per line")
  func vectors() {
    #expect(
      JSONFormatter.format(#"{"positions":[[0,0,0],[1,0,0]],"one":[[1,2]],"none":[[]]}"#) == """
        {
          "positions": [
            [0, 0, 0],
            [1, 0, 0]
          ],
          "one": [[1, 2]],
          "none": [[]]
        }

        """)
  }

  @Test("Trailing comments stay behind their element, and never swallow a comma or a bracket")
  func commentsBehind() throws {
    let text = """
      [1 // one
        , 2 /* a */ /* b */, // c
        3, // three
        // own line
        {"k" // */ odd
          : 4 // four
        } // object
        , // after
      ]
      """
    #expect(
      try JSONFormatter.format(SourceText(text)) == """
        [
          1, // one
          2, /* a */ /* b */ // c
          3, // three
          // own line
          {
            "k": /* * / odd */ 4 // four
          } // object
          // after
        ]

        """)
  }

  @Test("Text that is not JSON is rejected")
  func refuses() {
    #expect(throws: Problem.self) { try JSONFormatter.format(SourceText("[1")) }
  }
}
