import CaromAutomation
import Testing

@Suite("XPath syntax")
struct XPathSyntaxTests {
  private func message(_ selector: String) -> String {
    do {
      _ = try CompiledSelector.xpath(selector, functions: [])
      return "accepted"
    } catch { return "\(error)" }
  }

  @Test(
    "Errors report the column and what is expected",
    arguments: [
      ("//[", "//[: column 3: unexpected \"[\"; a name, *, @name, ., .. or a function is expected"),
      (
        "",
        "(empty selector): column 1: unexpected end of selector; a name, *, @name, ., .. or a function is expected"
      ),
      (
        "a b",
        "a b: column 3: unexpected \"b\"; expected an operator such as and, or, =, / or the end"
      ),
      ("a[1", "a[1: column 4: unexpected end of selector; ] is expected"),
      ("nam('x')", "nam('x'): column 1: unknown function \"nam\"; did you mean \"name\"?"),
      ("childs::a", "childs::a: column 1: unknown axis \"childs\"; did you mean \"child\"?"),
      ("'a", "'a: column 1: the string is not terminated; expected another '"),
      (
        "count(1)",
        "count(1): column 7: count() requires nodes, but this is a number; expected a path"
      ),
      ("count()", "count(): column 1: count() has 0 arguments; expected 1"),
      (
        "substring('a')",
        "substring('a'): column 1: substring() has 1 arguments; expected 2 to 3"
      ),
      ("1 | a", "1 | a: column 1: | requires nodes, but this is a number; expected a path"),
      (".[1]", ".[1]: column 2: . takes no predicate; expected self::node()[…]"),
      (
        "a:b",
        "a:b: column 1: the prefix \"a\" is not supported: names in scenes have no prefix"
      ),
      (
        "a#",
        "a#: column 2: unexpected \"#\", which is CSS: use --css on the command line, css: in "
          + "features or Locator(css:); in XPath, a name is [@name='…']"
      ),
      ("a!b", "a!b: column 2: unexpected \"!\"; expected != or not(…)"),
      ("$", "$: column 1: the variable has no name; expected $name"),
      (
        "a/",
        "a/: column 3: unexpected end of selector; a name, *, @name, ., .. or a function is expected"
      ),
      (
        "a/id('x')",
        "a/id('x'): column 3: id(…) is not a location step; expected a name, *, @name, ., .. or node()"
      ),
      (
        "//comment()",
        "//comment(): column 3: comment() is not supported: scenes have no comments and no processing "
          + "instructions; expected node() or text()"
      ),
      (
        "namespace::*",
        "namespace::*: column 1: the namespace axis is not supported: scenes have no namespaces"
      ),
      (
        "lang('en')",
        "lang('en'): column 1: lang() is not supported: scenes have no languages and no namespaces"
      ),
      (
        "//é[@ü=",
        "//é[@ü=: column 8: unexpected end of selector; a name, *, @name, ., .. or a function is expected"
      ),
    ])
  func errors(selector: String, expected: String) {
    #expect(message(selector) == expected)
  }

  @Test(
    "Names, numbers and operators are disambiguated as in part 3.7",
    arguments: [
      "div div div", "and and and", "* * *", "or or or", "mod mod mod", "//*[* * 2]", "a-b", "a -b",
      "text/text", "node", "comment", "@div", "self::and", "a[div]", ".5", "5.", "--1", "- - 1",
      "a [ 1 ] / b", "text ( )", "child :: a", "/", "/ | /a", "(/)", "..",
      "a/b//c/..//d", "$x/a", "\"it's\"", "((((1))))", "a[b][c][2]",
    ])
  func wellFormed(selector: String) { #expect(message(selector) == "accepted") }

  @Test(
    "Text that is not XPath 1.0 is rejected",
    arguments: [
      "a[]", "()", "a(", "//", "a//", "/a/", "@", "::a", "a::", "1 2", "a and", "1e5", "[1]",
      "a,b", "if (a) then b", "a to b", "text(1)", "node('a')", "..[1]", "a/1", "//'a'", "a=", "=a",
      "+1", "a eq b", "for $x in a return b", "a[1]]", "((a)", "a))", "{a}", "a;b", "\u{0}",
      "a\u{0}",
    ])
  func rejected(selector: String) { #expect(message(selector) != "accepted") }

  @Test("Selectors that are too long or too deep are rejected early")
  func limits() {
    let deep = String(repeating: "(", count: 2_000) + "1" + String(repeating: ")", count: 2_000)
    #expect(message(deep).contains("deeper than 40"))
    let conditions =
      String(repeating: "a[", count: 1_000) + "1" + String(repeating: "]", count: 1_000)
    #expect(message(conditions).contains("deeper than 40"))
    let calls = String(repeating: "not(", count: 800) + "1" + String(repeating: ")", count: 800)
    #expect(message(calls).contains("deeper than 40"))
    #expect(message(String(repeating: "a", count: 4_097)).contains("the maximum is 4096"))
    #expect(message(String(repeating: "-", count: 4_000) + "1") == "accepted")
    #expect(message("a" + String(repeating: "/a", count: 2_000)) == "accepted")
    #expect(message("1" + String(repeating: "+1", count: 2_000)) == "accepted")
    #expect(message("a" + String(repeating: "[1]", count: 1_300)) == "accepted")
  }
}
