import CaromAutomation
import Testing

@Suite("CSS selectors")
struct CSSTests {
  private let tree: PlainTree = {
    let t = PlainTree()
    func node(
      _ n: String, _ attributes: [(name: String, value: String)] = [], _ body: () -> Void = {}
    ) { t.element("node", [("n", n)] + attributes, body) }
    t.element("scene", [("n", "s")]) {
      node("1", [("name", "ball"), ("role", "ball")]) {
        t.element("light", [("n", "l"), ("type", "omni")])
      }
      node("2", [("name", "box a"), ("tags", "red  old")]) {
        node("3", [("role", "pearl"), ("life", "0.5")])
        node("4", [("role", "pearl"), ("life", "1")]) { node("5", [("name", "1up.x")]) }
        node("6", [("lang", "en-GB")])
      }
      node("7", [("name", "it's")])
      t.element("label", [("n", "8"), ("name", "score")]) { t.text("12") }
    }
    return t
  }()

  @Test(
    "Each form matches as specified by Selectors Level 4",
    arguments: [
      ("node", ["1", "2", "3", "4", "5", "6", "7"]),
      ("*", ["s", "1", "l", "2", "3", "4", "5", "6", "7", "8"]),
      ("#ball", ["1"]), ("node#ball", ["1"]), ("light#ball", []), (".pearl", ["3", "4"]),
      ("node.pearl", ["3", "4"]), ("[name]", ["1", "2", "5", "7", "8"]), ("[name=ball]", ["1"]),
      ("[name='box a']", ["2"]), ("[name=\"it's\"]", ["7"]), ("[ name = \"ball\" ]", ["1"]),
      ("[name^=b]", ["1", "2"]), ("[name$=l]", ["1"]), ("[name*=o]", ["2", "8"]),
      ("[name*='']", []),
      ("[tags~=red]", ["2"]), ("[tags~=old]", ["2"]), ("[tags~='red  old']", []),
      ("[lang|=en]", ["6"]),
      ("[lang|=e]", []), ("[life=1]", ["4"]), ("[life=0.5]", ["3"]),
      ("scene node", ["1", "2", "3", "4", "5", "6", "7"]), ("scene > node", ["1", "2", "7"]),
      ("node node", ["3", "4", "5", "6"]), ("node > node > node", ["5"]),
      ("node+node", ["2", "4", "6", "7"]),
      (".pearl + node", ["4", "6"]), (".pearl ~ node", ["4", "6"]), ("#ball ~ *", ["2", "7", "8"]),
      ("#ball, #score", ["1", "8"]), ("light , label,light", ["l", "8"]),
      ("node:first-child", ["1", "3", "5"]), ("node:last-child", ["5", "6"]),
      (":only-child", ["s", "l", "5"]),
      ("node:nth-child(2)", ["2", "4"]), ("node:nth-child(odd)", ["1", "3", "5", "6", "7"]),
      ("node:nth-child(even)", ["2", "4"]), ("node:nth-child(-n+2)", ["1", "2", "3", "4", "5"]),
      ("scene > :nth-last-child(1)", ["8"]), ("scene > node:nth-last-of-type(1)", ["7"]),
      ("scene > :first-of-type", ["1", "8"]), ("scene > :nth-of-type(n + 3)", ["7"]),
      ("node:not(.pearl)", ["1", "2", "5", "6", "7"]), ("node:not(.pearl, [name])", ["6"]),
      (":is(light, label)", ["l", "8"]), ("node:has(light)", ["1"]),
      ("node:has(> node > node)", ["2"]),
      ("node:has(+ label)", ["7"]), (":root", ["s"]), ("node:empty", ["3", "5", "6", "7"]),
      ("#\\31up\\.x", ["5"]), ("[name=\"1up.x\"]", ["5"]), ("  node  >  light  ", ["l"]),
      ("node:not(:has(*)):not([name])", ["3", "6"]),
    ])
  func forms(selector: String, expected: [String]) throws {
    #expect(try tree.marks(try CompiledSelector.css(selector)) == expected)
  }

  @Test(
    "Errors report the column and what is expected",
    arguments: [
      (
        "",
        "(empty selector): column 1: unexpected end of selector; a name, *, #name, .role, [attribute] or :pseudo-class is expected"
      ),
      (
        "node >",
        "node >: column 7: unexpected end of selector; a name, *, #name, .role, [attribute] or :pseudo-class is expected"
      ),
      (
        "node[name",
        "node[name: column 10: unexpected end of selector; ], =, ~=, |=, ^=, $= or *= is expected"
      ),
      (
        "node[name%=1]",
        "node[name%=1]: column 10: unexpected \"%\"; ], =, ~=, |=, ^=, $= or *= is expected"
      ),
      (
        "a:hover",
        "a:hover: column 2: unknown pseudo-class \"hover\"; accepted are not, is, has, root, empty, first-child, last-child, only-child, nth-child, nth-last-child, first-of-type, last-of-type, nth-of-type, nth-last-of-type"
      ),
      (
        "a:frst-child",
        "a:frst-child: column 2: unknown pseudo-class \"frst-child\"; did you mean \"first-child\"?"
      ),
      (
        "a:nth-child(x)",
        "a:nth-child(x): column 13: \"x\" is not of the form an+b; expected odd, even, 3 or 2n+1"
      ),
      (
        "a:not(b c)",
        "a:not(b c): column 2: :not(…) accepts only compound selectors, without combinators"
      ),
      (
        "a::before",
        "a::before: column 3: unexpected \":\"; a pseudo-class such as :not(…) is expected"
      ),
      (
        "a 'b'",
        "a 'b': column 3: unexpected \"'\"; a name, *, #name, .role, [attribute] or :pseudo-class is expected"
      ),
      ("[a='b]", "[a='b]: column 4: the string is not terminated; another ' is expected"),
      ("#", "#: column 2: unexpected end of selector; the name of a node is expected after #"),
    ])
  func errors(selector: String, expected: String) {
    let error = #expect(throws: LocatorError.self) { try CompiledSelector.css(selector) }
    #expect(error.map { "\($0)" } == expected)
  }

  @Test("Brackets nested beyond the limit are rejected")
  func depth() {
    let deep = String(repeating: ":not(", count: 500) + "a" + String(repeating: ")", count: 500)
    let error = #expect(throws: LocatorError.self) { try CompiledSelector.css(deep) }
    #expect(error?.message.contains("deeper than 40") ?? false)
  }
}
