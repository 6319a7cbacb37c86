import CaromMaths
import CaromSceneGraph
import Testing

@Suite("Path table")
struct NodePathTableTests {
  @Test("The table has the same path as each node")
  func paths() {
    let scene = Scene()
    var random = RandomStream(seed: 9)
    var nodes = [scene.rootNode]
    let names: [String?] = [nil, "", "a", "b", "a[1]", "*"]
    for _ in 0..<300 {
      let node = Node()
      node.name = names[random.int(below: names.count)]
      nodes[random.int(below: nodes.count)].addChildNode(node)
      nodes.append(node)
    }
    var table = NodePathTable()
    for node in nodes.reversed() { #expect(table.path(of: node) == node.path) }
  }
}
