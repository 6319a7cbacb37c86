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
      ("//ball", "ball is the name of a node; //node[@name='ball'] is accepted, or #ball in CSS"),
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

  /// Symptom: `[@isHidden=true()]` found every node, and `[@name<'b']` none, without a reason.
  ///
  /// Cause: XPath compares an attribute with true() by whether it exists, and orders numbers only.
  @Test(
    "A comparison that has the same result for every element is named",
    arguments: [
      (
        "//node[@isHidden=true()]",
        "@isHidden=true() compares whether there is such an attribute, whatever its value; "
          + "its text is compared by @isHidden='true'"
      ),
      ("//node[not(@isHidden = false())]", "by @isHidden='false'"),
      ("//node[true()!=@isHidden]", "by @isHidden!='true'"),
      ("//node[light/@castsShadow=true()]", "by light/@castsShadow='true'"),
      ("//node[@name<'b']", "@name<'b' is always false: < compares numbers, and 'b' is none"),
      ("//node['ball'=\"ball\"]", "'ball'='ball' is the same for every element"),
      ("//node[1 = 2]", "1=2 is the same for every element"),
      ("//node[@name='ball'][true() = true()]", "true()=true() is the same for every element"),
    ])
  func constants(selector: String, warning: String) throws {
    let locator = try Locator(xpath: selector)
    #expect(locator.warnings.count == 1, "\(locator.warnings)")
    #expect(locator.warnings.first?.contains(warning) == true, "\(locator.warnings)")
    let found = try Finder(scene).explain(locator)
    #expect(found.isEmpty || found.hints.contains(locator.warnings[0]))
  }

  @Test(
    "Other comparisons are not",
    arguments: [
      "//node[@isHidden='true']", "//node[boolean(@isHidden)=true()]", "//node[@a=@b]",
      "//node[not(@isHidden)=true()]", "//node[@position.y<1]", "//node[@name>'2']",
      "//node[position()=1]", "//node[count(node)=0]", "//node[contains(@name,'a')=false()]",
    ])
  func varying(selector: String) throws {
    #expect(try Locator(xpath: selector).warnings == [])
  }
}
