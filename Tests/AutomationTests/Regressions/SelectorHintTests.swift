import CaromAutomation
import CaromSceneGraph
import Testing

/// Symptom: `[position.x>2]`, `[@name=ball]` and `g:distance('bal')` found nothing without a
/// reason, and the message about `#foo` in CSS had an empty name.
///
/// Cause: they are well-formed: the names of children, and of a node that is nowhere.
@Suite("Hints about selectors")
struct SelectorHintTests {
  private let scene = SceneElementsTests.maze()

  private func miss(_ selector: String, in language: Locator.Language = .xpath) throws -> String {
    try Finder(scene).explain(Locator(selector, in: language)).description
  }

  @Test(
    "A frequent mistake is named",
    arguments: [
      ("//node[position.x>2]", "\"position.x\" without @ is a child; the property is @position.x"),
      ("//node[not(@name) and position.y]", "the property is @position.y"),
      ("//node[@name=ball]", "ball without quotes is a child; the text is 'ball'"),
      ("//node[@name=pearl]", "pearl without quotes is a child; the text is 'pearl'"),
      ("//node[name=ball]", "ball without quotes is a child; the text is 'ball'"),
      ("//node[g:distance('bal') < 3]", "no node is named 'bal'; did you mean 'ball'?"),
      ("g:distance('ball', 'nowhere')", "no node is named 'nowhere'"),
      ("//node[g:touching('bal')]", "no node is named 'bal'; did you mean 'ball'?"),
    ])
  func mistakes(selector: String, hint: String) throws {
    let message = try miss(selector)
    #expect(message.hasSuffix(hint), "\(message)")
  }

  @Test(
    "A selector that is right, or wrong in another way, gets no hint",
    arguments: ["//node[light]", "//node[@name='bal']", "//node[g:distance('ball') < -1]"])
  func right(selector: String) throws {
    let found = try Finder(scene).explain(Locator(xpath: selector))
    #expect(found.hints.isEmpty, "\(found.hints)")
  }

  @Test("CSS in place of XPath is named, and a step without a name is *")
  func css() throws {
    let error = #expect(throws: LocatorError.self) { try Locator(xpath: "#ball") }
    #expect(error?.message.hasPrefix("unexpected \"#\", which is CSS: use --css") ?? false)
    #expect(try miss("#foo", in: .css).hasPrefix("nothing matches: * finds "))
    #expect(try miss("node #foo", in: .css).contains("node * finds "))
  }
}
