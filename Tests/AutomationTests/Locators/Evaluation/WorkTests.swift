import CaromAutomation
import CaromMaths
import TestSupport
import Testing

@Suite("Selector work limit")
struct WorkTests {
  /// Nested elements, each with a sibling.
  private func nested(_ depth: Int) -> PlainTree {
    let tree = PlainTree()
    func grow(_ left: Int) {
      tree.element("a") {
        tree.element("b")
        if left > 0 { grow(left - 1) }
      }
    }
    grow(depth)
    return tree
  }

  @Test("Overlapping steps cost the size of the tree each, not its square")
  func linear() throws {
    let tree = nested(2_000)
    for selector in [
      "//a//a//a//b", "//b/ancestor::a", "//b/following::b", "//b/preceding::a",
      "//a/following-sibling::*", "//b/preceding-sibling::*", "//a/descendant-or-self::a/b",
      "//*[not(@x)]//b[not(@y)]",
    ] {
      var evaluator = Evaluator(try CompiledSelector.xpath(selector), on: tree.tree, tree)
      _ = try evaluator.value()
      #expect(evaluator.work < 100_000, "\(selector) cost \(evaluator.work)")
    }
  }

  @Test("A selector that exceeds the work limit is stopped with an error")
  func stopped() throws {
    let tree = nested(2_000)
    for selector in [
      "//a[count(.//a[count(.//a[count(.//b) > 1]) > 1]) > 1]",
      "//*[preceding::*[following::*[1]]]",
      "//a//a[last()]//a[last()]//b[last()]", "//a[string(/) = string(..)]",
      "//*[contains(concat(//*, //*), translate(//*, 'abc', 'bca'))][//*//*[//*]]",
    ] {
      do {
        _ = try tree.evaluate(selector, limit: 300_000)
      } catch let error as LocatorError {
        #expect(error.kind == .tooMuchWork)
        #expect(error.message.contains("use a narrower path"))
        continue
      }
      // Selectors within the limit are evaluated.
    }
    let error = #expect(throws: LocatorError.self) {
      try tree.evaluate("//a[count(.//a[count(.//a[count(.//b) > 1]) > 1]) > 1]", limit: 300_000)
    }
    #expect(error?.kind == .tooMuchWork)
  }

  @Test("Comparing two large sets is linear")
  func largeSets() throws {
    let tree = PlainTree()
    tree.element("r") {
      for i in 0..<5_000 { tree.element("a", [("x", "\(i)"), ("y", "\(i + 10_000)")]) }
    }
    var answers: [String] = []
    let time = try cpuTime {
      for symbol in ["=", "<", ">"] {
        answers += tree.words(try tree.evaluate("//@x \(symbol) //@y"))
      }
    }
    #expect(answers == ["false", "true", "false"])
    #expect(time < .seconds(3), "\(time)")
  }
}
