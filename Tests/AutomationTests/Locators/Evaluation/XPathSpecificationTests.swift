import CaromAutomation
import Testing

/// The examples and rules of the recommendation, part by part.
@Suite("XPath 1.0 recommendation")
struct XPathSpecificationTests {
  /// The document of the examples in part 2: chapters, sections and paragraphs with types.
  private let book: PlainTree = {
    let t = PlainTree()
    func para(_ n: String, _ type: String? = nil, _ text: String = "") {
      t.element("para", [("n", n)] + (type.map { [("type", $0)] } ?? [])) { t.text(text + n) }
    }
    t.element("doc", [("n", "doc")]) {
      t.element("chapter", [("n", "c1")]) {
        t.element("title", [("n", "t1")]) { t.text("Introduction") }
        para("p1", "warning")
        t.element("section", [("n", "s1")]) { para("p2", "warning") }
      }
      t.element("chapter", [("n", "c2")]) {
        para("p3")
        para("p4", "warning")
        para("p5", "warning")
        t.element("olist", [("n", "o1")]) {
          t.element("item", [("n", "i1")])
          t.element("item", [("n", "i2")])
        }
      }
      t.element("employee", [("n", "e1"), ("secretary", "x"), ("assistant", "y")])
      t.element("employee", [("n", "e2"), ("secretary", "x")])
    }
    return t
  }()

  private func marks(_ selector: String, at place: String = "doc") throws -> [String] {
    guard case .nodes(let start) = try book.evaluate("//*[@n='\(place)']"), let first = start.first,
      case .nodes(let found) = try book.evaluate(selector, at: first.index)
    else { return ["no nodes"] }
    return found.map { book.attribute("n", of: $0.index) ?? "?" }
  }

  private func value(_ selector: String) throws -> String {
    book.words(try book.evaluate("string(\(selector))"))[0]
  }

  @Test(
    "The example paths of parts 2 and 2.5 match the documented nodes",
    arguments: [
      ("chapter", "doc", ["c1", "c2"]), ("*", "doc", ["c1", "c2", "e1", "e2"]),
      ("chapter/para", "doc", ["p1", "p3", "p4", "p5"]),
      ("descendant::para", "doc", ["p1", "p2", "p3", "p4", "p5"]),
      ("ancestor::chapter", "p2", ["c1"]), ("ancestor-or-self::para", "p2", ["p2"]),
      ("descendant-or-self::chapter", "c1", ["c1"]), ("self::para", "c1", []),
      ("chapter/descendant::para", "doc", ["p1", "p2", "p3", "p4", "p5"]),
      ("*/para", "doc", ["p1", "p3", "p4", "p5"]), ("/", "p1", ["?"]),
      ("/descendant::olist/child::item", "p1", ["i1", "i2"]),
      ("child::para[position()=1]", "c2", ["p3"]), ("para[last()]", "c2", ["p5"]),
      ("para[last()-1]", "c2", ["p4"]), ("para[position()>1]", "c2", ["p4", "p5"]),
      ("following-sibling::chapter[1]", "c1", ["c2"]),
      ("preceding-sibling::para[1]", "p5", ["p4"]),
      ("/descendant::para[3]", "doc", ["p3"]),
      ("/child::doc/child::chapter[position()=2]/child::para[position()=1]", "p1", ["p3"]),
      ("para[@type='warning']", "c2", ["p4", "p5"]),
      ("para[@type='warning'][position()=2]", "c2", ["p5"]),
      ("para[position()=2][@type='warning']", "c2", ["p4"]),
      ("chapter[title='Introduction']", "doc", ["c1"]), ("chapter[title]", "doc", ["c1"]),
      ("*[self::chapter or self::employee][last()]", "doc", ["e2"]),
      ("//para", "p1", ["p1", "p2", "p3", "p4", "p5"]), ("//olist/item", "p1", ["i1", "i2"]),
      (".", "c1", ["c1"]), (".//para", "c1", ["p1", "p2"]), ("..", "p2", ["s1"]),
      ("employee[@secretary and @assistant]", "doc", ["e1"]),
      ("//para[1]", "doc", ["p1", "p2", "p3"]), ("(//para)[1]", "doc", ["p1"]),
      ("preceding::para", "e1", ["p1", "p2", "p3", "p4", "p5"]),
      ("(preceding::para)[1]", "e1", ["p1"]), ("preceding::para[1]", "e1", ["p5"]),
      ("following::para[1]", "c1", ["p3"]), ("ancestor::*[1]", "p2", ["s1"]),
      ("(ancestor::*)[1]", "p2", ["doc"]), ("title | para | title", "c1", ["t1", "p1"]),
      ("para[@type!='warning']", "c2", []), ("para[not(@type='warning')]", "c2", ["p3"]),
      ("@n/..", "c1", ["c1"]), ("//@secretary/parent::employee[2]", "doc", []),
    ])
  func paths(selector: String, start: String, expected: [String]) throws {
    #expect(try marks(selector, at: start) == expected)
  }

  @Test("The following and preceding axes of an attribute start at its position in the document")
  func axesOfAttributes() throws {
    #expect(try marks("@n/following::*", at: "o1") == ["i1", "i2", "e1", "e2"])
    #expect(try marks("@n/preceding::*", at: "p3") == ["c1", "t1", "p1", "s1", "p2"])
    #expect(try marks("@n/following-sibling::node()", at: "o1").isEmpty)
    #expect(try marks("@n/ancestor::*", at: "c1") == ["doc", "c1"])
    #expect(try marks("@n/descendant-or-self::node()", at: "c1") == ["c1"])
    #expect(try marks("@n/self::*", at: "c1").isEmpty)
  }

  @Test(
    "The function library of part 4 returns the documented values",
    arguments: [
      ("substring-before('1999/04/01','/')", "1999"),
      ("substring-after('1999/04/01','/')", "04/01"),
      ("substring-after('1999/04/01','19')", "99/04/01"), ("substring('12345',2,3)", "234"),
      ("substring('12345',2)", "2345"), ("substring('12345', 1.5, 2.6)", "234"),
      ("substring('12345', 0, 3)", "12"), ("substring('12345', 0 div 0, 3)", ""),
      ("substring('12345', 1, 0 div 0)", ""), ("substring('12345', -42, 1 div 0)", "12345"),
      ("substring('12345', -1 div 0, 1 div 0)", ""), ("translate('bar','abc','ABC')", "BAr"),
      ("translate('--aaa--','abc-','ABC')", "AAA"), ("normalize-space('  a \n b ')", "a b"),
      ("string-length('x\u{1F600}y')", "3"), ("concat('a','b','c')", "abc"),
      ("contains('abc','')", "true"), ("starts-with('abc','ab')", "true"),
      ("floor(-1.5)", "-2"), ("ceiling(-1.5)", "-1"), ("round(-1.5)", "-1"), ("round(2.5)", "3"),
      ("round(1 div 0)", "Infinity"), ("1 div round(-0.2)", "-Infinity"),
      ("1 div round(-0)", "-Infinity"), ("round(0 div 0)", "NaN"),
      ("round(0.49999999999999994)", "0"), ("round(4503599627370497)", "4503599627370497"),
      ("5 mod 2", "1"), ("5 mod -2", "1"), ("-5 mod 2", "-1"), ("-5 mod -2", "-1"),
      ("1.5 mod 0.5", "0"), ("1 div 0", "Infinity"), ("-1 div 0", "-Infinity"), ("0 div 0", "NaN"),
      ("6 div 4", "1.5"), ("- -3", "3"), ("---3", "-3"), ("2 - 1 - 1", "0"), ("2*3+4", "10"),
      ("number('  7 ')", "7"), ("number('a')", "NaN"), ("number(true())", "1"),
      ("boolean('')", "false"), ("boolean('false')", "true"), ("boolean(0 div 0)", "false"),
      ("boolean(//none)", "false"), ("not(//para)", "false"), ("count(//para)", "5"),
      ("sum(//none)", "0"), ("sum(//para)", "NaN"), ("name(//text())", ""),
      ("name(//olist)", "olist"), ("local-name(//@n)", "n"), ("name(/)", ""),
      ("string(//title)", "Introduction"), ("string(//none)", ""),
      ("string(//chapter)", "Introductionp1p2"),
    ])
  func functions(selector: String, expected: String) throws {
    #expect(try value(selector) == "s" + expected)
  }

  @Test(
    "Comparisons of part 3.4 match any node of a node-set, and convert types in the documented order",
    arguments: [
      ("//para='p3'", "true"), ("//para!='p3'", "true"), ("not(//para='p3')", "false"),
      ("//none='x'", "false"), ("//none!='x'", "false"), ("//none=false()", "true"),
      ("//para=true()", "true"), ("//para=//title", "false"), ("//@n=//para", "true"),
      ("//@n!=//@n", "true"), ("1='1'", "true"), ("1='1.0'", "true"), ("'1'='1.0'", "false"),
      ("true()=2", "true"), ("true()='x'", "true"), ("false()=''", "true"), ("1<2<3", "true"),
      ("3>2>1", "false"), ("(3>2)>1", "false"), ("1=1=1", "true"), ("2=2=2", "true"),
      ("'a'<'b'", "false"),
      ("'1'<'2'", "true"), ("0 div 0 = 0 div 0", "false"), ("0 div 0 != 0 div 0", "true"),
      ("0=-0", "true"), ("//para<1", "false"), ("true()>false()", "true"),
      ("//none<true()", "true"),
      ("'é'='e\u{301}'", "false"), ("1 or 1 div 0 and 0", "true"), ("'a'='a' and 'b'!='a'", "true"),
    ])
  func comparisons(selector: String, expected: String) throws {
    #expect(try value(selector) == "s" + expected)
  }

  @Test("id() returns the first element with each identifier, given a list or nodes")
  func identities() throws {
    let t = PlainTree()
    t.element("a", [("n", "1"), ("id", "x")]) {
      t.element("b", [("n", "2"), ("id", "y")]) { t.text("x z") }
      t.element("b", [("n", "3"), ("id", "x")])
      t.element("b", [("n", "4"), ("id", "z")])
    }
    #expect(try t.marks(try CompiledSelector.xpath("id('x y')")) == ["1", "2"])
    #expect(try t.marks(try CompiledSelector.xpath("id(//b)")) == ["1", "4"])
    #expect(try t.marks(try CompiledSelector.xpath("id('q')")) == [])
    #expect(try t.marks(try CompiledSelector.xpath("id('x')/b[2]")) == ["3"])
  }

  @Test("Variables have any of the four types; an undefined one is reported with a suggestion")
  func variables() throws {
    let variables: [String: XPathValue] = [
      "type": .string("warning"), "two": .number(2), "yes": .boolean(true),
    ]
    #expect(
      book.words(try book.evaluate("count(//para[@type=$type])", variables: variables))
        == book.words(.number(4)))
    #expect(book.words(try book.evaluate("//chapter[$two]/@n", variables: variables)).count == 1)
    #expect(
      book.words(try book.evaluate("count(//para[$yes])", variables: variables))
        == book.words(.number(5)))
    do {
      _ = try book.evaluate("//para[$tipe]", variables: variables)
    } catch {
      #expect(
        "\(error)"
          == "//para[$tipe]: column 8: the variable $tipe is not defined; did you mean \"type\"?")
    }
  }
}
