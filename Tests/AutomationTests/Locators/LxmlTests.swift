import CaromAutomation
import CaromDocuments
import CaromMaths
import TestSupport
import Testing

@Suite("Selectors compared with lxml")
struct LxmlTests {
  /// Numbers nodes like `QueryTree` and prints values like `PlainTree.words`.
  private static let program = """
    import json, math, struct, sys
    from lxml import etree

    def number(tree):
      names, count = {}, [0]
      def visit(e):
        count[0] += 1
        names[e] = count[0]
        if isinstance(e.tag, str):
          if e.text:
            count[0] += 1
            names[(e, "text")] = count[0]
          for child in e:
            visit(child)
            if child.tail:
              count[0] += 1
              names[(child, "tail")] = count[0]
      visit(tree)
      return names

    def word(value):
      if math.isnan(value): return "NaN"
      if math.isinf(value): return "-Infinity" if value < 0 else "Infinity"
      return "0x0" if value == 0 else "0x%x" % struct.unpack(">Q", struct.pack(">d", value))[0]

    def node(names, n):
      if isinstance(n, str):
        at = n.getparent()
        if n.is_attribute:
          return "n%d@%s" % (names[at], n.attrname)
        return "n%d" % names[(at, "tail" if n.is_tail else "text")]
      return "n%d" % names[n]

    def answer(root, names, query):
      try:
        value = root.xpath(query)
      except etree.XPathError as e:
        return ["error " + str(e)]
      if isinstance(value, bool): return ["true" if value else "false"]
      if isinstance(value, float): return [word(value)]
      if isinstance(value, list): return [node(names, n) for n in value]
      return ["s" + value]

    for line in sys.stdin:
      case = json.loads(line)
      root = etree.fromstring(case["xml"])
      names = number(root)
      print(json.dumps([answer(root, names, q) for q in case["queries"]]))
    """

  @Test(
    "24,000 random selectors on 400 random trees have the same values as in lxml",
    .enabled(if: PythonOracle.has("lxml"), "Python's lxml is not installed"))
  func randomSelectors() throws {
    var generator = QueryGenerator(seed: 20_261_121)
    var cases: [(tree: PlainTree, queries: [String])] = []
    var input = ""
    for number in 0..<400 {
      let tree = PlainTree.random(&generator.random, size: number % 40 == 0 ? 80 : 16)
      let queries = (0..<60).map { _ in generator.query() }
      cases.append((tree, queries))
      input +=
        "{\"xml\":\(quoted(tree.xml)),\"queries\":[\(queries.map(quoted).joined(separator: ","))]}\n"
    }
    let output = try PythonOracle.run(Self.program, module: "lxml", input: input)
    let lines = output.split(separator: "\n")
    try #require(lines.count == cases.count, "\(output.suffix(500))")
    var (compared, differing, empty) = (0, 0, 0)
    for (line, (tree, queries)) in zip(lines, cases) {
      let answers = try #require(try JSON.parse(String(line)).elements.map(Array.init))
      for (query, answer) in zip(queries, answers) {
        compared += 1
        let theirs = (answer.elements.map(Array.init) ?? []).map { $0.string ?? "" }
        var ours: [String]
        // The context node of lxml is the root element.
        do { ours = tree.words(try tree.evaluate(query, at: 1)) } catch {
          ours = ["error \(error)"]
        }
        if theirs.isEmpty { empty += 1 }
        if ours == theirs || Set(ours) == Set(theirs) && ours.count == theirs.count { continue }
        differing += 1
        if differing <= 20 {
          Issue.record("\(query)\non \(tree.xml)\nours \(ours)\nlxml \(theirs)")
        }
      }
    }
    #expect(compared == 24_000 && differing == 0, "\(differing) of \(compared) differ")
    #expect(empty < compared / 2, "\(empty) of \(compared) values are empty")
  }
}
