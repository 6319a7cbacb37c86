import CaromMaths
import CaromSceneGraph
import Testing

@Suite("Node hierarchy")
struct NodeHierarchyTests {
  /// A tree a(b(c, d), e) of named nodes.
  static func tree() -> (a: Node, nodes: [String: Node]) {
    var nodes: [String: Node] = [:]
    for name in ["a", "b", "c", "d", "e"] { nodes[name] = Node(name: name) }
    let a = nodes["a"] ?? Node()
    if let b = nodes["b"], let c = nodes["c"], let d = nodes["d"], let e = nodes["e"] {
      a.addChildNode(b)
      b.addChildNode(c)
      b.addChildNode(d)
      a.addChildNode(e)
    }
    return (a, nodes)
  }

  @Test("Searches are depth-first and return the first match")
  func searches() {
    let (a, nodes) = Self.tree()
    var order = ""
    a.enumerateHierarchy { order += $0.name ?? "" }
    #expect(order == "abcde")
    order = ""
    a.enumerateChildNodes { order += $0.name ?? "" }
    #expect(order == "bcde")
    nodes["e"]?.name = "d"
    #expect(a.childNode(withName: "d") === nodes["d"])
    #expect(a.childNode(withName: "d", recursively: false) === nodes["e"])
    #expect(a.childNode(withName: "c", recursively: false) == nil)
    #expect(a.childNodes { $0.name == "d" }.count == 2)
    #expect(a.childNode(withName: "a") == nil)
  }

  @Test("Paths resolve every node, with indices among siblings of equal name")
  func paths() {
    let (a, nodes) = Self.tree()
    let twin = Node(name: "c")
    nodes["b"]?.addChildNode(twin)
    let nameless = Node()
    a.addChildNode(nameless)
    let unnamed = Node(name: "")
    a.addChildNode(unnamed)
    #expect(unnamed.path == "/*[1]", "an empty name is none")
    #expect(nodes["c"]?.path == "/b/c")
    #expect(twin.path == "/b/c[1]")
    #expect(nameless.path == "/*[0]")
    #expect(a.path == "/")
    a.enumerateHierarchy { #expect(twin.node(atPath: $0.path) === $0, "\($0.path)") }
    #expect(nodes["c"]?.node(atPath: "../d") === nodes["d"])
    #expect(nodes["b"]?.node(atPath: "d") === nodes["d"])
    #expect(a.node(atPath: "b/c[0]") === nodes["c"])
    #expect(a.node(atPath: "b/c[2]") == nil)
    #expect(a.node(atPath: "/..") == nil)
  }

  @Test("A node has one parent; adding it elsewhere moves it")
  func moves() throws {
    let (a, nodes) = Self.tree()
    let (b, c) = (try #require(nodes["b"]), try #require(nodes["c"]))
    let e = try #require(nodes["e"])
    e.addChildNode(c)
    #expect(c.parent === e && b.childNodes.count == 1)
    a.insertChildNode(c, at: 0)
    #expect(a.childNodes.first === c && e.childNodes.isEmpty)
    a.insertChildNode(c, at: 2)
    #expect(a.childNodes.last === c && a.childNodes.count == 3)
    c.removeFromParentNode()
    #expect(c.parent == nil && a.childNodes.count == 2)
  }

  @Test("A replaced child gives its index to the other node, also to a sibling")
  func replaces() throws {
    let (a, nodes) = Self.tree()
    let (b, e) = (try #require(nodes["b"]), try #require(nodes["e"]))
    let new = Node(name: "new")
    a.replaceChildNode(b, with: new)
    #expect(a.childNodes.map(\.name) == ["new", "e"])
    a.addChildNode(b)
    a.replaceChildNode(b, with: new)
    #expect(a.childNodes.map(\.name) == ["e", "new"])
    a.replaceChildNode(b, with: e)
    #expect(a.childNodes.map(\.name) == ["e", "new"])
  }

  @Test("A cycle is rejected")
  func refusesCycles() async {
    await #expect(processExitsWith: .failure) {
      let (a, b) = (Node(), Node())
      a.addChildNode(b)
      b.addChildNode(a)
    }
  }

  @Test("A visit may change the tree, and stops on request")
  func changesWhileVisiting() {
    let (a, nodes) = Self.tree()
    var order = ""
    a.enumerateHierarchy { node in
      order += node.name ?? ""
      if node.name == "c" {
        nodes["d"]?.removeFromParentNode()
        nodes["b"]?.addChildNode(Node(name: "x"))
        a.addChildNode(Node(name: "y"))
        node.removeFromParentNode()
      }
      if node.name == "e" { node.addChildNode(Node(name: "z")) }
    }
    #expect(order == "abcez")
    #expect(a.childNodes.map(\.name) == ["b", "e", "y"])
    order = ""
    a.enumerateChildNodes { node, stop in
      order += node.name ?? ""
      stop = node.name == "x"
    }
    #expect(order == "bx")
    let found = a.childNodes { node, stop in
      stop = node.name == "e"
      return true
    }
    #expect(found.map(\.name) == ["b", "x", "e"])
    #expect(a.childNode { $0.childNodes.isEmpty }?.name == "x")
  }

  @Test("A clone's references to nodes of the old scene are not valid in another scene")
  func clonesIntoOtherScene() {
    let (one, other) = (Scene(), Scene())
    let (rig, target) = (Node(), Node())
    one.rootNode.addChildNode(target)
    one.rootNode.addChildNode(rig)
    rig.constraints = [.replicator(ReplicatorConstraint(position: target))]
    target.position = .unitX
    for _ in 0..<3 { other.rootNode.addChildNode(Node()) }
    let copy = rig.clone()
    other.rootNode.addChildNode(copy)
    other.step()
    #expect(copy.constraints[0].target.node(in: other) == nil)
    #expect(copy.presentation.position == .zero)
  }

  @Test("A cloned constraint refers to the copy of a cloned target, and to other targets unchanged")
  func clonesConstraints() {
    let scene = Scene()
    let (rig, inside, outside) = (Node(), Node(name: "inside"), Node(name: "outside"))
    scene.rootNode.addChildNode(outside)
    scene.rootNode.addChildNode(rig)
    rig.addChildNode(inside)
    rig.constraints = [.lookAt(inside), .lookAt(outside)]
    let copy = rig.clone()
    scene.rootNode.addChildNode(copy)
    #expect(copy.constraints[0].target.node(in: scene) === copy.childNodes.first)
    #expect(copy.constraints[1].target.node(in: scene) === outside)
  }

  @Test("Identities increase in the order of entering and are kept when a node re-enters")
  func identities() {
    let scene = Scene()
    let (a, nodes) = Self.tree()
    #expect(a.id == 0 && scene.rootNode.id == 1)
    scene.rootNode.addChildNode(a)
    #expect(["a", "b", "c", "d", "e"].map { nodes[$0]?.id } == [2, 3, 4, 5, 6])
    #expect(scene.node(withID: 4) === nodes["c"])
    nodes["b"]?.removeFromParentNode()
    #expect(scene.node(withID: 4) == nil && nodes["c"]?.scene == nil)
    a.addChildNode(nodes["b"] ?? Node())
    #expect(scene.node(withID: 4) === nodes["c"])
    #expect(scene.nodeCount == 5)
  }

  @Test("Defaults are SceneKit's")
  func defaults() {
    let node = Node()
    #expect(node.name == nil && node.opacity == 1 && !node.isHidden && node.castsShadow)
    #expect(node.categoryBitMask == 1 && node.renderingOrder == 0 && node.constraints.isEmpty)
    #expect(Light().intensity == 1_000 && Light().type == .omni && !Light().castsShadow)
    #expect(Light().spotInnerAngle == 0 && Light().spotOuterAngle == .pi / 4)
    #expect(Light().categoryBitMask == .max && Light().attenuationFalloffExponent == 2)
    #expect(Camera().zNear == 1 && Camera().zFar == 100 && Camera().fieldOfView == .pi / 3)
    #expect(Material().lightingModel == .blinn && Material().shininess == 1)
    #expect(Material().locksAmbientWithDiffuse && Material().specular.color == .black)
    #expect(MaterialProperty().wrapS == .clamp && MaterialProperty().mipFilter == .nearest)
    let world = Scene().physicsWorld
    #expect(world.gravity == Vector3(0, -9.8, 0) && world.speed == 1 && world.timeStep == 1.0 / 60)
  }
}
