import CaromAutomation
import Testing

@Suite("Syntax of XPath")
struct XPathSyntaxTests {
  private func message(_ selector: String) -> String {
    do {
      _ = try CompiledSelector.xpath(selector, functions: [])
      return "accepted"
    } catch { return "\(error)" }
  }

  @Test(
    "Mistakes are told with their column and what is accepted",
    arguments: [
      ("//[", "//[: column 3: this is \"[\"; a name, *, @name, ., .. or a function is accepted"),
      (
        "",
        "(empty selector): column 1: this is the end; a name, *, @name, ., .. or a function is accepted"
      ),
      (
        "a b",
        "a b: column 3: this is \"b\"; an operator such as and, or, =, / or the end is accepted"
      ),
      ("a[1", "a[1: column 4: this is the end; ] is accepted"),
      ("nam('x')", "nam('x'): column 1: no function is called \"nam\"; did you mean \"name\"?"),
      ("childs::a", "childs::a: column 1: no axis is called \"childs\"; did you mean \"child\"?"),
      ("'a", "'a: column 1: the text that begins here has no end; another ' is accepted"),
      (
        "count(1)",
        "count(1): column 7: this is a number, and count() takes nodes; a path is accepted"
      ),
      ("count()", "count(): column 1: count() is given 0 arguments; 1 are accepted"),
      (
        "substring('a')",
        "substring('a'): column 1: substring() is given 1 arguments; 2 to 3 are accepted"
      ),
      ("1 | a", "1 | a: column 1: this is a number, and | takes nodes; a path is accepted"),
      (".[1]", ".[1]: column 2: . takes no condition; self::node()[…] is accepted"),
      (
        "a:b",
        "a:b: column 1: the prefix \"a\" is not known; names without prefix and xml: are accepted"
      ),
      (
        "a#",
        "a#: column 2: the character \"#\" is not part of any selector; names begin with a letter or _"
      ),
      ("a!b", "a!b: column 2: this is \"!\"; != or not(…) is accepted"),
      ("$", "$: column 1: a variable has no name; $name is accepted"),
      ("a/", "a/: column 3: this is the end; a name, *, @name, ., .. or a function is accepted"),
      (
        "a/id('x')",
        "a/id('x'): column 3: id(…) is not a step; a name, *, @name, ., .. or node() is accepted"
      ),
      (
        "//é[@ü=",
        "//é[@ü=: column 8: this is the end; a name, *, @name, ., .. or a function is accepted"
      ),
    ])
  func mistakes(selector: String, expected: String) {
    #expect(message(selector) == expected)
  }

  @Test(
    "Names, numbers and operators are told apart as part 3.7 says",
    arguments: [
      "div div div", "and and and", "* * *", "or or or", "mod mod mod", "//*[* * 2]", "a-b", "a -b",
      "text/text", "node", "comment", "@div", "self::and", "a[div]", ".5", "5.", "--1", "- - 1",
      "a [ 1 ] / b", "processing-instruction ( 'a' )", "child :: a", "/", "/ | /a", "(/)", "..",
      "xml:a", "@xml:*", "a/b//c/..//d", "$x/a", "\"it's\"", "((((1))))", "a[b][c][2]",
    ])
  func wellFormed(selector: String) { #expect(message(selector) == "accepted") }

  @Test(
    "What is no XPath 1.0 is refused",
    arguments: [
      "a[]", "()", "a(", "//", "a//", "/a/", "@", "::a", "a::", "1 2", "a and", "1e5", "[1]",
      "a,b", "if (a) then b", "a to b", "text(1)", "node('a')", "..[1]", "a/1", "//'a'", "a=", "=a",
      "+1", "a eq b", "for $x in a return b", "a[1]]", "((a)", "a))", "{a}", "a;b", "\u{0}",
      "a\u{0}",
    ])
  func refused(selector: String) { #expect(message(selector) != "accepted") }

  @Test("Selectors that are too long or too deep are refused before they cost anything")
  func limits() {
    let deep = String(repeating: "(", count: 2_000) + "1" + String(repeating: ")", count: 2_000)
    #expect(message(deep).contains("deeper than 40"))
    let conditions =
      String(repeating: "a[", count: 1_000) + "1" + String(repeating: "]", count: 1_000)
    #expect(message(conditions).contains("deeper than 40"))
    let calls = String(repeating: "not(", count: 800) + "1" + String(repeating: ")", count: 800)
    #expect(message(calls).contains("deeper than 40"))
    #expect(message(String(repeating: "a", count: 4_097)).contains("up to 4096 are accepted"))
    #expect(message(String(repeating: "-", count: 4_000) + "1") == "accepted")
    #expect(message("a" + String(repeating: "/a", count: 2_000)) == "accepted")
    #expect(message("1" + String(repeating: "+1", count: 2_000)) == "accepted")
    #expect(message("a" + String(repeating: "[1]", count: 1_300)) == "accepted")
  }
}
